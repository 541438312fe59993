"""`tickproof theorems` as users meet it: what it prints, what it writes, and that a limit is no proof.

usage: theorems_test.py TICKPROOF SOURCE_FOLDER WITH_SOLVERS [unittest arguments]
"""
import json
import os
import signal
import subprocess
import sys
import tempfile
import time
import unittest
import xml.etree.ElementTree

import jsonschema

TICKPROOF, SOURCES = map(os.path.abspath, sys.argv[1:3])
WITH_SOLVERS = sys.argv[3].upper() in ("ON", "1", "TRUE", "YES")
HOLDS, UNUSABLE, UNDECIDED = 0, 2, 3

needs_solvers = unittest.skipUnless(WITH_SOLVERS, "this build has no solvers")


def run(*arguments):
    return subprocess.run([TICKPROOF, "theorems", *arguments], capture_output=True, text=True, timeout=300)


def hears_interruptions(pid):
    with open("/proc/%d/status" % pid) as status:
        caught = next(line for line in status if line.startswith("SigCgt:"))
    return int(caught.split()[1], 16) >> (signal.SIGINT - 1) & 1 == 1


class Theorems(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = folder.name

    def path(self, name):
        return os.path.join(self.folder, name)

    def document(self, *arguments, code):
        answer = run(*arguments, "--json")
        self.assertEqual((answer.returncode, answer.stderr), (code, ""), answer.stdout)
        with open(os.path.join(SOURCES, "docs", "schemas", "theorems-1.json")) as file:
            schema = json.load(file)
        jsonschema.Draft7Validator.check_schema(schema)
        document = json.loads(answer.stdout)
        jsonschema.validate(document, schema)
        return document["theorems"]

    @needs_solvers
    def test_all_are_proved(self):
        reports = ["--junit", self.path("junit.xml"), "--sarif", self.path("sarif.json")]
        answer = run("--dump", self.path("smt2"), *reports)
        self.assertEqual((answer.returncode, answer.stderr), (HOLDS, ""), answer.stdout)
        lines = answer.stdout.splitlines()
        self.assertEqual(len(lines), 6)
        lemmas = 0
        for number, line in enumerate(lines, 1):
            self.assertRegex(line, r"^%d [a-z_]+: proved \(\d+ lemmas\)$" % number)
            lemmas += int(line.split("(")[1].split()[0])
        self.assertEqual(len(os.listdir(self.path("smt2"))), 3 * lemmas)
        cases = xml.etree.ElementTree.parse(self.path("junit.xml")).getroot().iter("testcase")
        self.assertEqual([len(case) for case in cases], [0] * 6)
        with open(self.path("sarif.json")) as file:
            self.assertEqual(json.load(file)["runs"][0]["results"], [])

    def test_every_text_is_written_whole(self):
        run("--dump", self.path("smt2"), "--time-limit", "1ms")
        for suffix in ("", ".false_variant", ".assumptions"):
            with open(self.path("smt2/optimal_ends_at_bound%s.smt2" % suffix)) as file:
                self.assertEqual(file.read().count("(check-sat)"), 1)

    def test_a_limit_is_no_proof(self):
        for limit in (["--rlimit", "1"], ["--time-limit", "1ms"]):
            theorems = self.document(*limit, code=UNDECIDED)
            self.assertEqual({one["verdict"] for one in theorems}, {"undecided"})
            for lemma in theorems[0]["lemmas"]:
                self.assertEqual(lemma["verdict"], "undecided")
                self.assertNotEqual(lemma["why"], "")

    def test_what_is_undecided_is_an_error_of_the_report(self):
        run("--time-limit", "1ms", "--junit", self.path("junit.xml"))
        cases = list(xml.etree.ElementTree.parse(self.path("junit.xml")).getroot().iter("testcase"))
        self.assertEqual([[child.tag for child in case][:1] for case in cases], [["error"]] * 6)

    @needs_solvers
    def test_an_interruption_leaves_the_rest_undecided(self):
        process = subprocess.Popen([TICKPROOF, "theorems"], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        while not hears_interruptions(process.pid):
            self.assertIsNone(process.poll())
            time.sleep(0.01)
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=60)
        self.assertEqual((process.returncode, err), (UNDECIDED, ""), out)
        self.assertIn(": undecided: interrupted\n", out)

    def test_unusable_command_lines(self):
        for words in (["extra"], ["--rlimit", "0"], ["--time-limit", "x"], ["--dump", "/proc/nowhere"]):
            answer = run(*words)
            self.assertEqual((answer.returncode, answer.stdout), (UNUSABLE, ""), words)
            self.assertEqual(answer.stderr.count("\n"), 1, answer.stderr)
        self.assertIn("Example:\n  tickproof theorems", run("--help").stdout)


if __name__ == "__main__":
    unittest.main(argv=[sys.argv[0], *sys.argv[4:]])
