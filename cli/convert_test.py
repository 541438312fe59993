"""Tests `tickproof convert` and `check` on other systems' formats, as processes.

usage: convert_test.py TICKPROOF SOURCE_FOLDER ...
"""
import json
import sys
import unittest

from testing import HOLDS, REFUTED, UNUSABLE, CommandTest, run

ONE_F_ONE_B = '{"stages":2,"microbatches":2,"orders":[["F0","F1","B0","B1"],["F0","B0","F1","B1"]]}'
COMPUTE = "0F0,0F1,0B0,0B1\n1F0,1B0,1F1,1B1\n"
COMMS = ("0F0,0SEND_F0,0F1,0SEND_F1,0RECV_B0,0B0,0RECV_B1,0B1\n"
         "1RECV_F0,1F0,1RECV_F1,1B0,1SEND_B0,1F1,1B1,1SEND_B1\n")
TESSEL = ('{"ndevs":1,"blocks":[{"mid":0,"span":1,"memory":1,"btype":"forward","gid":0,"step":%d,"device":[0]},'
          '{"mid":0,"span":%d,"memory":-1,"btype":"backward","gid":1,"step":%d,"device":[0]}],"repetend":%s}\n')


def convert(text, target, *options):
    return run("convert", "-", "-", "--to", target, *options, stdin=text)


class Convert(CommandTest):
    def assert_refused(self, text, target, *words):
        self.assert_one_line_of_error(convert(text, target), *words)

    def test_orders_and_csv_hold_the_same(self):
        csv = convert(ONE_F_ONE_B, "pytorch-compute")
        self.assertEqual((csv.code, csv.out), (HOLDS, COMPUTE), csv.err)
        back = convert(csv.out, "orders")
        self.assertEqual(back.code, HOLDS, back.err)
        self.assertEqual(json.loads(back.out)["orders"], json.loads(ONE_F_ONE_B)["orders"])

    def test_communication_is_placed_so_that_it_runs_under_rendezvous(self):
        comms = convert(COMPUTE, "pytorch-comms")
        self.assertEqual((comms.code, comms.out), (HOLDS, COMMS), comms.err)
        for model in ("rendezvous", "rendezvous+fifo", "grouped", "buffered:1"):
            self.assertEqual(run("check", "-", "--comm", model, stdin=COMMS).code, HOLDS, model)
        self.assertEqual(run("check", "-", "--comm", "rendezvous", stdin=COMPUTE).code, REFUTED)
        self.assertEqual(convert(COMMS, "pytorch-comms").out, COMMS)
        self.assert_refused(COMMS, "pytorch-compute", "cannot hold sends and receives")

    def test_every_built_in_plan_is_exported_so_that_it_runs(self):
        for shape in (("4", "2", "8"), ("3", "3", "7"), ("2", "1", "5")):
            for schedule in ("gpipe", "interleaved_1f1b", "optimal"):
                with self.subTest(shape=shape, schedule=schedule):
                    plan = run("plan", "--stages", shape[0], "--virtual", shape[1], "--microbatches", shape[2],
                               "--schedule", schedule).out
                    comms = convert(plan, "pytorch-comms")
                    self.assertEqual(comms.code, HOLDS, comms.err)
                    self.assertEqual(run("check", "-", "--comm", "rendezvous", stdin=comms.out).code, HOLDS)
                    for target in ("orders", "pytorch-compute", "tessel"):
                        other = convert(plan, target)
                        self.assertEqual(other.code, HOLDS, other.err)
                        back = convert(other.out, "plan")
                        self.assertEqual(back.code, HOLDS, back.err)
                        found, wanted = json.loads(back.out), json.loads(plan)
                        found.pop("schedule")  # of several with the same events it is the first
                        wanted.pop("schedule")
                        self.assertEqual(found, wanted, target)

    def test_orders_become_a_plan_by_running(self):
        answer = convert(ONE_F_ONE_B, "plan")
        self.assertEqual(answer.code, HOLDS, answer.err)
        document = self.validated(answer.out, "plan")
        self.assertEqual(document["metrics"]["total_ticks"], 6)
        self.assertEqual(run("check", "-", stdin=answer.out).code, HOLDS)

    def test_what_a_plan_cannot_hold_is_named(self):
        self.assert_refused("0F0,0I0,0W0", "plan", "<stdin>:1: not converted to plan: it cannot hold a split backward")
        self.assert_refused("1F0,1B0\n0F0,0B0", "plan", "a placement other than loop")
        self.assert_refused(COMMS, "plan", "sends and receives")
        self.assert_refused("0F0,1F0,(0F1;1B0)OVERLAP_F_B,0B0,1F1,1B1,0B1", "plan", "overlapped pairs")
        self.assert_refused("0UNSHARD,0F0,0B0,0REDUCE_GRAD", "plan", "sharding actions")
        self.assert_refused("0B0,0F0", "plan", "it is not valid: deadlock at rank 0 op 0 (row 1, column 1)")
        self.assert_refused("0F0,0F1,0B0", "plan", "it is not valid: exactly-once")
        self.assert_refused(TESSEL % (0, 2, 1, "null"), "plan", "durations other than one tick (forward 1, backward 2)")

    def test_what_orders_and_csv_cannot_hold_is_named(self):
        self.assert_refused(TESSEL % (3, 1, 4, "null"), "orders", "ticks that are later than they must be",
                            "the F of microbatch 0 on stage 0 starts at 3 and could at 0")
        self.assert_refused(TESSEL % (0, 2, 1, "null"), "pytorch-compute", "durations")
        self.assert_refused(TESSEL % (0, 1, 1, "[0,1]"), "orders", "repetend")
        self.assert_refused(ONE_F_ONE_B.replace(':2,"orders"', ':3,"orders"'), "pytorch-compute",
                            "stages, microbatches or a placement other than the actions show")
        self.assert_refused(ONE_F_ONE_B + "\n" + ONE_F_ONE_B, "pytorch-compute", "<stdin>:2: a CSV holds one schedule")
        self.assert_refused("0B0,0F0\n1F0,1B0", "pytorch-comms", "ranks wait for each other in a circle")
        self.assert_refused("[ForwardPass(buffer_id=0), BackwardPass(buffer_id=0)]", "pytorch-compute", "buffer ids")

    def test_tessel_keeps_ticks_and_spans(self):
        text = TESSEL % (2, 3, 7, "null")
        answer = convert(text, "tessel")
        self.assertEqual((answer.code, answer.out), (HOLDS, text), answer.err)
        self.assert_refused("0F0,0I0,0W0", "tessel", "a split backward")

    def test_several_objects_stay_several(self):
        answer = convert(ONE_F_ONE_B + "\n" + ONE_F_ONE_B, "orders")
        self.assertEqual((answer.code, answer.out.count("\n")), (HOLDS, 2))

    def test_files_appear_whole_or_not_at_all(self):
        source, target = self.path("in.csv", COMPUTE), self.path("out.json")
        self.assertEqual(run("convert", source, target, "--to", "orders").code, HOLDS)
        with open(target) as file:
            before = file.read()
        self.assertEqual(json.loads(before)["microbatches"], 2)
        broken = self.path("broken.csv", "0F0,0B0x")
        self.assert_one_line_of_error(run("convert", broken, target, "--to", "orders"), "broken.csv:1:5: row 1, column 2")
        with open(target) as file:
            self.assertEqual(file.read(), before)
        self.assert_one_line_of_error(run("convert", source, "/no/such/folder/out", "--to", "orders"), "cannot write")

    def test_the_command_line_is_looked_at(self):
        self.assert_one_line_of_error(run("convert", "-", "--to", "plan"), "two files are needed")
        self.assert_one_line_of_error(run("convert", "-", "-", "-", "--to", "plan"), "two files are needed")
        self.assert_one_line_of_error(run("convert", "-", "-"), "--to")
        self.assert_one_line_of_error(convert(COMPUTE, "csv"), "--to: 'csv' is none of")
        self.assert_one_line_of_error(convert(COMPUTE, "plan", "--format", "csv"), "--format: 'csv' is none of")


class CheckForeign(CommandTest):
    LEGACY = "0F0,0F1,,0B0,0W0,0BW1\n,1F0,1B0,1W0,1F1,1BW1\n"

    def check(self, text, *options):
        return run("check", "-", *options, stdin=text)

    def test_formats_are_found_out_or_named(self):
        files = {
            "pytorch": COMPUTE, "pytorch-current": COMMS, "pytorch-legacy": self.LEGACY, "tessel": TESSEL % (0, 2, 1, "null"),
            "zero-bubble": "f0 F0 B0 W0 b0 w0\nf0 F0 B0 W0 b0 w0\n", "megatron-order": "1 1 -1 -1\n1 -1 1 -1\n",
            "deepspeed": "rank 0:\n[ForwardPass(buffer_id=0)]\n[BackwardPass(buffer_id=0), OptimizerStep()]\n",
            "orders": ONE_F_ONE_B, "json": ONE_F_ONE_B,
        }
        for name, text in files.items():
            with self.subTest(format=name):
                self.assertEqual(self.check(text).code, HOLDS, self.check(text).out)
                self.assertEqual(self.check(text, "--format", name).code, HOLDS)
                other = "zero-bubble" if name != "zero-bubble" else "pytorch"
                self.assert_one_line_of_error(self.check(text, "--format", other))

    def test_backwards_of_zero_bubble_are_halves_unless_told(self):
        self.assertEqual(self.check("f0 b0\n").code, REFUTED)
        self.assertEqual(self.check("f0 b0\n", "--format", "zero-bubble-full").code, HOLDS)

    def test_ranks_are_told_where_a_format_does_not(self):
        table = "(0, 0), (1, 0), (2, 0), (0, 1), (1, 1), (2, 1), (3, 0), (4, 0), (3, 1), (4, 1)\n"
        order = "1 1 1 2 2 2 -2 1 -2 1 -2 2 -1 2 -1 -1 -2 -2 -1 -1\n"
        for text in (table, order):
            self.assertEqual(self.check(text, "--stages", "2").first, self.check(table, "--stages", "2").first)
            self.assertIn("S=2 V=2 M=5", self.check(text, "--stages", "2").first)
        self.assert_one_line_of_error(self.check(table), "give --stages")
        self.assert_one_line_of_error(self.check(COMPUTE, "--stages", "2"), "--stages is for formats")

    def test_every_violation_names_row_and_column(self):
        for text, *words in (
                ("0F0,0F0,0B0\n", "exactly-once at rank 0 op 1 (row 1, column 2)", "first at rank 0 op 0 (row 1, column 1)"),
                ("0F0,0F1,,0B0,0B1,0F5\n", "at rank 0 op 4 (row 1, column 6)", "there is no microbatch 5, only 2 in all"),
                ("0F0,0B0,0I0,0W0\n", "exactly-once at rank 0 op 3 (row 1, column 4)", "has a B beside it"),
                ("0F0,0W0,0I0\n", "deadlock at rank 0 op 1 (row 1, column 2)"),
                ("0F0,0B0,0F1,0B1\n1F0,1B0,1F1,0B1,1B1\n", "(row 2, column 4)"),
                ("0F0,0F1,1F0,0B0,0B1\n1F1,1B0,1B1\n", "own-rank at rank 0 op 2 (row 1, column 3)"),
                (COMMS.replace("1RECV_F1", "1RECV_F0"), "payload at rank 1 op 2 (row 2, column 3)")):
            answer = self.check(text)
            self.assertEqual(answer.code, REFUTED, text)
            for word in words:
                self.assertIn(word, answer.out, text)
        self.assert_one_line_of_error(self.check("0F0,0B0\n1F0,1B0,x\n"), "<stdin>:2:9: row 2, column 3: \"x\":")
        self.assertEqual(self.check("0F0,0B0x\n").code, UNUSABLE)

    def test_padding_changes_nothing(self):
        padded = self.check(",,0F0,,0F1,0B0,,0B1,\n1F0,1B0,,,1F1,1B1,,\n")
        self.assertEqual(padded.out, self.check(COMPUTE).out)

    def test_a_timed_schedule_is_judged_at_its_own_ticks(self):
        answer = self.check(TESSEL % (0, 2, 1, "[0,1]"))
        self.assertEqual(answer.first, "<stdin>:1: valid: S=1 V=1 M=1, 2 ops, 3 ticks, peak in-flight 1")
        self.assertIn("dependency", self.check(TESSEL % (0, 2, 0, "null")).out)
        self.assert_one_line_of_error(self.check(TESSEL % (0, 2, 1, "null"), "--forward", "2"), "costs")

    def test_show_and_compare_take_them_too(self):
        self.assertIn("2 ticks", run("show", "-", stdin="0F0,0B0").first)
        self.assertEqual(run("show", "-", stdin=TESSEL % (0, 2, 1, "null")).code, HOLDS)
        self.assertEqual(run("compare", "-", stdin=COMPUTE).code, HOLDS)
        self.assertEqual(run("compare", "-", stdin=TESSEL % (0, 2, 1, "null")).code, HOLDS)


if __name__ == "__main__":
    unittest.main(argv=[sys.argv[0], *sys.argv[4:]])
