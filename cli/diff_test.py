"""Tests `tickproof diff` and `check --implements` as processes.

usage: diff_test.py TICKPROOF SOURCE_FOLDER ...
"""
import json
import os
import sys
import unittest

sys.dont_write_bytecode = True
import jsonschema

from testing import HOLDS, REFUTED, SOURCES, UNUSABLE, CommandTest, run

COMPUTE = "0F0,0F1,0B0,0B1\n1F0,1B0,1F1,1B1\n"
SAME = '{"stages":2,"microbatches":2,"orders":[["F0","F1","B0","B1"],["F0","B0","F1","B1"]]}\n'
SWAPPED = "0F0,0F1,0B0,0B1\n1F0,1F1,1B0,1B1\n"
OTHER = "0F0,0F1,0B1,0B0\n1F0,1F1,1B1,1B0\n"
COMMS = ("0F0,0SEND_F0,0F1,0SEND_F1,0RECV_B0,0B0,0RECV_B1,0B1\n"
         "1RECV_F0,1F0,1RECV_F1,1B0,1SEND_B0,1F1,1B1,1SEND_B1\n")


class Diff(CommandTest):
    def diff(self, second, *options, first=COMPUTE):
        return run("diff", self.path("first", first), "-", *options, stdin=second)

    def document(self, second, code):
        answer = self.diff(second, "--json")
        self.assertEqual(answer.code, code, answer.err)
        document = json.loads(answer.out)
        with open(os.path.join(SOURCES, "docs", "schemas", "diff-1.json")) as schema:
            jsonschema.validate(document, json.load(schema))
        return document

    def test_the_same_orders_in_other_formats(self):
        answer = self.diff(SAME)
        self.assertEqual((answer.code, answer.out), (HOLDS, "the same orders\n"), answer.err)
        self.assertEqual(self.document(SAME, HOLDS)["verdict"], "same")
        plan = run("plan", "--stages", "2", "--microbatches", "2").out
        orders = run("convert", "-", "-", "--to", "orders", stdin=plan).out
        self.assertEqual(self.diff(orders, first=plan).out, "the same orders\n")

    def test_swaps_are_listed(self):
        answer = self.diff(SWAPPED)
        self.assertEqual((answer.code, answer.out),
                         (HOLDS, "the same up to 1 swap of independent neighbours\n"
                                 "  rank 1 op 1: 1B0 and 1F1 are swapped\n"), answer.err)
        self.assertEqual(self.document(SWAPPED, HOLDS)["swaps"],
                         [{"rank": 1, "position": 1, "first": "1B0", "second": "1F1"}])

    def test_the_first_difference_refutes(self):
        answer = self.diff(OTHER)
        self.assertEqual((answer.code, answer.out),
                         (REFUTED, "different: rank 1 op 1: 1B0 in the first, 1F1 in the second\n"), answer.err)
        self.assertEqual(self.document(OTHER, REFUTED)["difference"],
                         "rank 1 op 1: 1B0 in the first, 1F1 in the second")

    def test_quiet_says_only_what_is_different(self):
        self.assertEqual(self.diff(SWAPPED, "--quiet").out, "")
        self.assertIn("different", self.diff(OTHER, "--quiet").out)

    def test_what_cannot_be_compared_is_refused(self):
        for text, words in (("", "the file is empty"), ("{", "<stdin>:1:"),
                            (SAME + SAME, "<stdin>:2: a second object"),
                            (run("plan", "--stages", "2", "--microbatches", "2").out.replace('"tick":1,', '"tick":0,'),
                             "not valid: ")):
            answer = self.diff(text)
            self.assertEqual((answer.code, answer.out), (UNUSABLE, ""), text)
            self.assertIn(words, answer.err)
            self.assertEqual(answer.err.count("\n"), 1)
        for arguments in ((), ("a",), ("a", "b", "c"), ("none.csv", "none.csv")):
            self.assertEqual(run("diff", *arguments).code, UNUSABLE)


class Implements(CommandTest):
    def implements(self, compute, lowered, *options):
        return run("check", "--implements", self.path("compute", compute), "-", *options, stdin=lowered)

    def test_the_same_computes(self):
        self.assertEqual(self.implements(COMPUTE, COMMS, "--comm", "rendezvous").code, HOLDS)
        placed = run("convert", "-", "-", "--to", "pytorch-comms", stdin=COMPUTE).out
        self.assertEqual(self.implements(COMPUTE, placed, "--comm", "rendezvous").code, HOLDS)

    def test_computes_in_another_order_refute(self):
        placed = run("convert", "-", "-", "--to", "pytorch-comms", stdin=SWAPPED).out
        answer = self.implements(COMPUTE, placed)
        self.assertEqual(answer.code, REFUTED)
        self.assertIn("lowering at rank 1 op ", answer.out)
        self.assertIn("(row 2, column ", answer.out)
        self.assertIn("computes 1F1 where the orders to implement compute 1B0", answer.out)

    def test_claims_of_the_object_do_not_hide_it(self):
        claims = SAME.replace("]]}", ']],"expect":{"makespan":6}}')
        self.assertEqual(self.implements(COMPUTE, claims).code, HOLDS)
        self.assertEqual(self.implements(OTHER, claims).code, REFUTED)

    def test_what_is_no_lowering_is_refused(self):
        plan = run("plan", "--stages", "2", "--microbatches", "2").out
        self.assertEqual(self.implements(COMPUTE, plan).code, UNUSABLE)
        self.assertEqual(run("check", "--implements", "/nowhere", "-", stdin=SAME).code, UNUSABLE)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
