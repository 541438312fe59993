"""`tickproof optimum` and `tickproof recheck` as users meet them: answers, evidence, files, limits and bad input.

usage: optimum_test.py TICKPROOF SOURCE_FOLDER WITH_SOLVERS [unittest arguments]
"""
import contextlib
import hashlib
import json
import os
import re
import signal
import subprocess
import sys
import time
import unittest

sys.dont_write_bytecode = True
from testing import HOLDS, REFUTED, TICKPROOF, UNDECIDED, UNUSABLE, CommandTest, run, with_solvers

WITH_SOLVERS = with_solvers()

CAPPED = ["--stages", "4", "--virtual", "2", "--microbatches", "6", "--max-in-flight", "4"]  # optimum 42
HARD = ["--stages", "8", "--virtual", "2", "--microbatches", "32", "--max-in-flight", "6"]  # for minutes, any engine

# Those that a limit can stop here.
ENGINES = ["search"] + (["auto", "z3", "cadical"] if WITH_SOLVERS else [])
needs_solvers = unittest.skipUnless(WITH_SOLVERS, "this build has no solvers")


def shape(stages, virtual, microbatches, *more):
    return ["--stages", str(stages), "--virtual", str(virtual), "--microbatches", str(microbatches), *more]


class OptimumTest(CommandTest):
    def optimum(self, *arguments, code=HOLDS):
        answer = run("optimum", *arguments)
        self.assertEqual((answer.code, answer.err), (code, ""), answer.out)
        return answer

    def document(self, *arguments, code=HOLDS, schema="optimum-1"):
        answer = run(*arguments, "--json")
        self.assertEqual((answer.code, answer.err), (code, ""), answer.out)
        return self.validated(answer.out, schema)

    def certificate(self, *arguments):
        path = self.path("optimum.json")
        self.optimum(*arguments, "--certificate", path)
        return path

    def change(self, path, how):
        with open(path) as file:
            document = json.load(file)
        how(document)
        with open(path, "w") as file:
            json.dump(document, file)


class Answers(OptimumTest):
    def test_unit_time_by_the_closed_form(self):
        for sizes, ticks in (((4, 1, 8), 22), ((8, 4, 9), 86), ((1, 1, 1), 2), ((5, 3, 2), 32)):
            self.assertEqual(self.optimum(*shape(*sizes)).first, "optimum %d ticks (proven: bound)" % ticks)

    def test_a_size_that_no_schedule_is_built_for(self):
        start = time.monotonic()
        answer = self.optimum(*shape(1024, 64, 100000), "--engine", "bound")
        self.assertEqual(answer.out, """\
optimum 12802046 ticks (proven: bound)
  problem: S=1024 V=64 M=100000, loop placement, full backward, F=1 B=1, latency 0
  lower: rank 1023: 1023 ticks before, 12800000 ticks of ops, 1023 ticks after, rechecked
  upper: the optimal construction, rechecked
""")
        self.assertLess(time.monotonic() - start, 2)

    def test_caps_by_search(self):
        for cap, ticks in ((1, 64), (2, 34), (3, 26), (4, 22)):
            self.assertEqual(self.optimum(*shape(4, 1, 8), "--max-in-flight", str(cap), "--quiet").out, "%d\n" % ticks)
        answer = self.optimum(*CAPPED)
        self.assertEqual(answer.first, "optimum 42 ticks (proven: search)")
        self.assertIn("\n  lower: no schedule of 41 ticks: a search met ", answer.out)
        self.assertIn("\n  upper: a schedule of 42 ticks, rechecked\n", answer.out)

    def test_an_in_flight_bound_is_said_in_words(self):
        answer = self.optimum(*shape(4, 1, 8), "--max-in-flight", "1")
        self.assertIn("\n  lower: rank 0 holds activations from stage 0 on for 64 ticks in all, 1 at a time: "
                      "0 ticks before, 64 ticks, 0 ticks after, rechecked\n", answer.out)

    @needs_solvers
    def test_engines_agree(self):
        for engine, evidence in (("search", "search"), ("z3", "refutation"), ("cadical", "refutation")):
            answer = self.optimum(*CAPPED, "--engine", engine)
            self.assertEqual(answer.first, "optimum 42 ticks (proven: %s)" % evidence)
            self.assertIn("\n  cross-check: %s: a schedule of 42 ticks, none of 41\n" % engine, answer.out)

    @needs_solvers
    def test_z3_confirms_the_closed_form(self):
        for sizes, ticks in (((3, 2, 4), 20), ((4, 2, 5), 26), ((3, 3, 5), 34)):
            answer = self.optimum(*shape(*sizes), "--engine", "z3")
            self.assertEqual(answer.first, "optimum %d ticks (proven: bound)" % ticks)
            self.assertIn("z3: a schedule of %d ticks, none of %d\n" % (ticks, ticks - 1), answer.out)

    def test_costs_placement_and_split_backwards(self):
        full = self.document("optimum", *shape(2, 2, 3), "--backward", "2", "--latency", "1", "--placement", "v")
        self.assertEqual((full["problem"]["backward"], full["problem"]["placement"]), ("full", "v"))
        self.assertEqual((full["problem"]["backward_ticks"], full["problem"]["latency_ticks"]), (2, 1))
        for half in ("--backward-input", "--backward-weight"):
            split = self.document("optimum", *shape(2, 1, 3), half, "1")
            self.assertEqual(split["problem"]["backward"], "split")
        listed = self.document("optimum", *shape(2, 2, 2), "--placement", "0,1,1,0")
        self.assertEqual(listed["problem"]["placement"], [0, 1, 1, 0])

    def test_a_request_is_a_shape_whatever_schedule_it_names(self):
        # gpipe would refuse V > S, interleaved_1f1b M < S.
        for schedule in ("gpipe", "interleaved_1f1b"):
            request = self.path("request.json", json.dumps({"n_layer": 8, "pipeline": {
                "stage_count": 2, "virtual_stages_per_rank": 3, "schedule": schedule, "microbatches": 1}}))
            self.assertEqual(self.optimum("--config", request, "--quiet").out, "12\n")

    def test_json_of_a_proof_and_of_a_gap(self):
        proven = self.document("optimum", *CAPPED)
        self.assertEqual({key: proven[key] for key in ("verdict", "lower", "upper", "proven", "evidence", "undecided")},
                         {"verdict": "proven", "lower": 42, "upper": 42, "proven": True, "evidence": "search",
                          "undecided": ""})
        gap = self.document("optimum", *CAPPED, "--engine", "bound", code=UNDECIDED)
        self.assertLess(gap["lower"], gap["upper"])
        self.assertEqual((gap["verdict"], gap["proven"]), ("undecided", False))
        self.assertEqual(gap["lower_evidence"]["kind"], "in_flight")
        self.assertEqual(gap["undecided"], "bounds alone do not meet")

    def test_the_same_bytes_each_time(self):
        self.assertEqual(len({self.optimum(*CAPPED, "--json").out for _ in range(3)}), 1)


class Limits(OptimumTest):
    def assert_gap(self, *arguments, reason):
        """The best bounds so far; the optimum of CAPPED lies between them."""
        answer = self.optimum(*CAPPED, *arguments, code=UNDECIDED)
        self.assertRegex(answer.first, r"^between \d+ and \d+ ticks \(undecided: %s" % reason)
        lower, upper = map(int, answer.first.split()[1:4:2])
        self.assertLessEqual(lower, 42)
        self.assertGreaterEqual(upper, 42)
        return answer

    def test_an_rlimit_of_1(self):
        self.assert_gap("--engine", "search", "--rlimit", "1", reason="rlimit")
        if WITH_SOLVERS:
            for engine in ("auto", "z3", "cadical"):
                answer = self.assert_gap("--engine", engine, "--rlimit", "1", reason="rlimit")
                self.assertIn("\n  undecided: rlimit; raise it with --rlimit\n", answer.out)

    def test_a_time_limit_of_1_ms(self):
        for engine in ENGINES:
            self.assert_gap("--engine", engine, "--time-limit", "1ms", reason="time limit")

    @needs_solvers
    def test_bounds_that_meet_are_no_answer_of_an_engine_that_gave_none(self):
        document = self.document("optimum", *shape(3, 2, 4), "--engine", "z3", "--rlimit", "1", code=UNDECIDED)
        self.assertEqual((document["lower"], document["upper"], document["proven"]), (20, 20, False))

    def test_quiet_shows_both_bounds(self):
        self.assertRegex(self.optimum(*CAPPED, "--engine", "bound", "--quiet", code=UNDECIDED).out, r"^\d+\.\.\d+\n$")

    def test_a_hard_time_limit_holds(self):
        for engine in ENGINES:
            taken = []
            while len(taken) < 3 and min(taken, default=9) > 3:  # others use the machine too
                start = time.monotonic()
                answer = self.optimum(*HARD, "--engine", engine, "--time-limit", "1s", code=UNDECIDED)
                taken.append(time.monotonic() - start)
                self.assertRegex(answer.first, r"^between \d+ and \d+ ticks \(undecided: time limit")
            self.assertLess(min(taken), 3, engine)

    def test_an_interruption_prints_the_best_bounds_so_far(self):
        for engine in ENGINES:
            for number in (signal.SIGINT, signal.SIGTERM):
                process = subprocess.Popen([TICKPROOF, "optimum", *HARD, "--engine", engine], stdout=subprocess.PIPE,
                                           stderr=subprocess.PIPE, text=True)
                while not listens_to(process.pid, number):
                    self.assertIsNone(process.poll())
                    time.sleep(0.01)
                time.sleep(0.3)
                start = time.monotonic()
                process.send_signal(number)
                out, err = process.communicate(timeout=60)
                self.assertEqual((process.returncode, err), (UNDECIDED, ""), out)
                self.assertRegex(out, r"^between \d+ and \d+ ticks \(undecided: interrupted")
                self.assertLess(time.monotonic() - start, 10)

    @needs_solvers
    def test_a_memory_limit_is_respected(self):
        for engine in ("z3", "cadical"):
            answer = self.optimum(*HARD, "--engine", engine, "--memory-limit", "20M", code=UNDECIDED)
            self.assertRegex(answer.first, r"^between \d+ and \d+ ticks \(undecided: memory limit")

    @needs_solvers
    def test_a_problem_too_large_to_encode(self):
        answer = self.optimum(*shape(16, 8, 100), "--max-in-flight", "20", "--engine", "cadical", code=UNDECIDED)
        self.assertRegex(answer.first, r"^between \d+ and \d+ ticks \(undecided: the formula has \d+ .* the limit is \d+")

    def test_a_problem_too_large_for_anything(self):
        for arguments in (shape(4096, 8192, 1), shape(1 << 20, 16, 1 << 34, "--backward", "1000")):
            answer = self.optimum(*arguments, code=UNDECIDED)
            self.assertTrue(answer.first.startswith("undecided: "), answer.out)
            self.assertIsNone(self.document("optimum", *arguments, code=UNDECIDED)["lower"])

    @unittest.skipIf(WITH_SOLVERS, "this build has solvers")
    def test_a_build_without_solvers_says_so(self):
        self.assert_gap("--engine", "z3", reason="solver: this build has no Z3")


def listens_to(pid, number):
    with contextlib.suppress(FileNotFoundError), open("/proc/%d/status" % pid) as status:
        for line in status:
            if line.startswith("SigCgt:"):
                return int(line.split()[1], 16) >> (number - 1) & 1 == 1
    return False


class BadInput(OptimumTest):
    def test_infeasible_caps_have_no_schedule(self):
        answer = self.optimum(*shape(2, 2, 4), "--max-in-flight", "1", code=REFUTED)
        self.assertEqual(answer.out, "infeasible: one microbatch alone has 2 activations in flight on rank 0, and the cap "
                                     "is 1\n")
        self.assertEqual(self.optimum(*shape(1, 1, 1), "--max-in-flight", "0", code=REFUTED).out.count("\n"), 1)
        document = self.document("optimum", *shape(2, 2, 4), "--max-in-flight", "1", code=REFUTED)
        self.assertEqual((document["verdict"], document["lower"], document["proven"]), ("infeasible", None, False))
        self.assertIn("the cap is 1", document["infeasible"])

    def test_unusable_command_lines(self):
        good = shape(2, 1, 2)
        for words in ([], ["--stages", "2"], shape(0, 1, 1), shape(1, 0, 1), shape(1, 1, 0), [*good, "--layers", "1"],
                      [*good, "--schedule", "gpipe"], [*good, "--engine", "magic"], [*good, "--rlimit", "0"],
                      [*good, "--rlimit", "-1"], [*good, "--time-limit", "soon"], [*good, "--time-limit", "0"],
                      [*good, "--time-limit", "1.5s"], [*good, "--time-limit", "10h"], [*good, "--time-limit", ""],
                      [*good, "--time-limit", "99999999999999999999"], [*good, "--memory-limit", "0K"],
                      [*good, "--memory-limit", "4T"], [*good, "--forward", "0"], [*good, "--placement", "ring"],
                      [*good, "--placement", "0"], [*good, "--placement", "0,2"], [*good, "--max-in-flight", "x"],
                      [*good, "--config", "/nowhere"], ["--config", "/nowhere"], [*good, "extra"],
                      shape(1 << 63, 2, 1), shape(18446744073709551616, 1, 1), [*good, "--certificate", ""],
                      [*good, "--certificate", "-"], [*good, "--certificate", "/nowhere/optimum.json"],
                      [*good, "--certificate", "/"], [*good, "--certificate", self.folder],
                      [*good, "--certificate", self.path("new\nline")], [*good, "--dump", "/proc/nowhere"],
                      [*good, "--dump", self.path("file", "here")]):
            self.assert_one_line_of_error(run("optimum", *words))

    def test_help_has_an_example_that_works(self):
        for command in ("optimum", "recheck"):
            answer = run(command, "--help")
            self.assertEqual(answer.code, HOLDS)
            self.assertIn("Example:\n  tickproof %s " % command, answer.out)
        example = run("optimum", "--help").out.rsplit("Example:\n  tickproof ", 1)[1].split()
        self.assertEqual(run(*example, cwd=self.folder).first, "optimum 42 ticks (proven: search)")
        example = run("recheck", "--help").out.rsplit("Example:\n  tickproof ", 1)[1].split()
        self.assertEqual(run(*example, cwd=self.folder).first, "established: optimum 42 ticks")


class Files(OptimumTest):
    def test_certificates_of_every_kind_are_established(self):
        cases = [(shape(4, 1, 8), "bound", "construction"), (shape(4, 1, 8, "--max-in-flight", "1"), "in_flight", "schedule"),
                 (CAPPED, "search", "schedule")]
        if WITH_SOLVERS:
            cases.append(([*CAPPED, "--engine", "z3"], "refutation", "schedule"))
        for arguments, lower, upper in cases:
            path = self.certificate(*arguments)
            with open(path) as file:
                document = self.validated(file.read(), "certificate-1")
            self.assertEqual((document["lower_evidence"]["kind"], document["upper_evidence"]["kind"]), (lower, upper))
            answer = run("recheck", path)
            self.assertEqual((answer.code, answer.first, answer.err),
                             (HOLDS, "established: optimum %d ticks" % document["upper"], ""))
            self.assertEqual(run("recheck", path, "--quiet").out, "")
            rechecked = self.document("recheck", path, schema="recheck-1")
            self.assertEqual((rechecked["verdict"], rechecked["why"], rechecked["problem"]),
                             ("established", "", document["problem"]))

    def test_the_problem_is_part_of_every_verdict(self):
        path = self.certificate(*shape(2, 1, 3), "--backward-input", "2", "--latency", "1", "--max-in-flight", "2")
        problem = "  problem: S=2 V=1 M=3, loop placement, split backward, F=1 I=2 W=1, latency 1, cap 2\n"
        self.assertEqual(run("recheck", path).out, "established: optimum 18 ticks\n" + problem)
        answer = run("recheck", path, "--steps", "1")
        self.assertRegex(answer.out, r"^undecided: .*\n" + problem + "$")
        self.change(path, lambda document: document.update(lower=19))
        self.assertEqual(run("recheck", path).out, "not established: at least 19 and at most 18 ticks: the lower bound is "
                                                   "above the upper bound\n" + problem)
        self.assertEqual(run("recheck", path, "--quiet").out.count("\n"), 1)

    def test_a_gap_has_a_certificate_too(self):
        path = self.path("gap.json")
        self.optimum(*CAPPED, "--engine", "bound", "--certificate", path, code=UNDECIDED)
        self.assertRegex(run("recheck", path).out, r"^established: between \d+ and \d+ ticks\n  problem: S=4 ")

    def test_other_commands_say_what_a_certificate_is(self):
        path = self.certificate(*shape(2, 1, 2))
        for command in ("check", "show", "compare"):
            self.assert_one_line_of_error(run(command, path), path + ":1:1: a certificate: see tickproof recheck\n")

    def test_standard_input(self):
        with open(self.certificate(*CAPPED)) as file:
            self.assertEqual(run("recheck", "-", stdin=file.read()).code, HOLDS)

    @needs_solvers
    def test_a_proof_lies_beside_its_certificate(self):
        answer = self.optimum(*CAPPED, "--engine", "cadical", "--certificate", self.path("a b.json"))
        self.assertIn("\n  certificate: %s and %s\n" % (self.path("a b.json"), self.path("a b.json.drat")), answer.out)
        self.assertEqual(sorted(os.listdir(self.folder)), ["a b.json", "a b.json.drat"])
        for words, folder in (([self.path("a b.json")], "/"), (["a b.json"], self.folder), (["./a b.json"], self.folder)):
            self.assertEqual(run("recheck", *words, cwd=folder).code, HOLDS)
        with open(self.path("a b.json")) as file:
            self.assert_one_line_of_error(run("recheck", "-", stdin=file.read()), "name the certificate's file")

    @needs_solvers
    def test_a_proof_that_is_called_a_dash(self):
        path = self.certificate(*CAPPED, "--engine", "cadical")
        self.change(path, lambda document: document["lower_evidence"].update(proof="-"))
        os.rename(path + ".drat", self.path("-"))
        self.assertEqual(run("recheck", "optimum.json", cwd=self.folder).code, HOLDS)

    @needs_solvers
    def test_queries_are_written_for_other_solvers(self):
        folder = self.path("new/folder")
        answer = self.optimum(*CAPPED, "--engine", "z3", "--dump", folder)
        names = sorted(os.listdir(folder))
        self.assertIn("\n  queries: %d in %s\n" % (len(names) // 2, folder), answer.out)
        for name in ("at_most_41_ticks.cnf", "at_most_41_ticks.smt2", "at_most_42_ticks.cnf", "at_most_42_ticks.smt2"):
            self.assertIn(name, names)
        document = self.document("optimum", *CAPPED, "--engine", "cadical")
        with open(os.path.join(folder, "at_most_41_ticks.cnf"), "rb") as file:
            self.assertEqual(hashlib.sha256(file.read()).hexdigest(), document["lower_evidence"]["formula_sha256"])
        with open(os.path.join(folder, "at_most_41_ticks.smt2")) as file:
            self.assertEqual(file.read().count("(check-sat)"), 1)

    def test_no_query_is_said_so(self):
        self.assertIn("\n  queries: none in %s\n" % self.path("dump"),
                      self.optimum(*shape(2, 1, 2), "--dump", self.path("dump")).out)

    @needs_solvers
    def test_a_query_that_cannot_be_written_is_said_once(self):
        os.makedirs(self.path("dump/at_most_41_ticks.cnf/x"))
        os.makedirs(self.path("dump/at_most_42_ticks.smt2/x"))
        answer = run("optimum", *CAPPED, "--engine", "z3", "--dump", self.path("dump"))
        self.assertEqual((answer.code, answer.err.count("\n")), (UNUSABLE, 1), answer.err)
        self.assertEqual(answer.first, "optimum 42 ticks (proven: refutation)")


class Tampered(OptimumTest):
    def assert_refused(self, path, why):
        answer = run("recheck", path)
        self.assertEqual((answer.code, answer.err), (REFUTED, ""), answer.out)
        self.assertTrue(answer.out.startswith("not established: "), answer.out)
        self.assertIn(why, answer.out)
        document = self.document("recheck", path, code=REFUTED, schema="recheck-1")
        self.assertEqual(document["verdict"], "not_established")

    def test_a_changed_claim(self):
        path = self.certificate(*CAPPED)
        self.change(path, lambda document: document.update(lower=41))
        self.assert_refused(path, "between 41 and 42 ticks")
        path = self.certificate(*shape(2, 1, 2))
        self.change(path, lambda document: document.update(upper=5))
        self.assert_refused(path, "at least 6 and at most 5 ticks: the lower bound is above the upper bound")

    @needs_solvers
    def test_a_changed_proof(self):
        path = self.certificate(*CAPPED, "--engine", "cadical")
        with open(path + ".drat", "r+b") as file:
            file.truncate(1000)
        self.assert_refused(path, "the proof has SHA-256 ")
        with open(path + ".drat", "rb") as file:
            digest = hashlib.sha256(file.read()).hexdigest()
        self.change(path, lambda document: document["lower_evidence"].update(proof_sha256=digest))
        self.assert_refused(path, "proof")

    @needs_solvers
    def test_a_missing_proof(self):
        path = self.certificate(*CAPPED, "--engine", "cadical")
        os.remove(path + ".drat")
        self.assert_one_line_of_error(run("recheck", path), "optimum.json.drat: cannot read: ")

    def naming_a_proof(self, name):
        path = self.certificate(*shape(2, 1, 2))
        evidence = {"kind": "refutation", "horizon": 5, "formula_sha256": "0" * 64, "proof": name,
                    "proof_sha256": "0" * 64}
        self.change(path, lambda document: document.update(lower_evidence=evidence))
        return path

    def test_a_proof_that_is_no_regular_file(self):
        os.mkdir(self.path("folder"))
        os.mkfifo(self.path("pipe"))
        os.symlink("/dev/zero", self.path("endless"))
        os.symlink("pipe", self.path("link"))
        for name in ("folder", "pipe", "endless", "link"):
            self.assert_one_line_of_error(run("recheck", self.naming_a_proof(name)), name + ": cannot read: not a regular")

    def test_a_proof_beyond_the_memory_limit_is_not_read(self):
        path = self.naming_a_proof("large")
        with open(self.path("large"), "wb") as file:
            file.truncate(1 << 40)
        document = self.document("recheck", path, code=UNDECIDED, schema="recheck-1")
        limit = int(re.search(r"--memory-limit .*\((\d+)M\)", run("recheck", "--help").out)[1]) << 20
        self.assertEqual((document["verdict"], document["why"]),
                         ("undecided", "the proof has 1099511627776 bytes, the limit is %d" % limit))
        self.document("recheck", path, "--memory-limit", "1023G", code=UNDECIDED, schema="recheck-1")

    @needs_solvers
    def test_a_proof_elsewhere(self):
        path = self.certificate(*CAPPED, "--engine", "cadical")
        self.change(path, lambda document: document["lower_evidence"].update(proof="../optimum.json.drat"))
        self.assert_one_line_of_error(run("recheck", path), path + ":1:")

    def test_what_is_no_certificate(self):
        with open(self.certificate(*shape(2, 1, 2))) as file:
            text = file.read()
        for name, content in (("empty", ""), ("cut", text[:-20]), ("twice", text + text), ("list", "[]"),
                              ("other", '{"schema":"tickproof/optimum/1"}'), ("unknown", text.replace('"lower"', '"lowest"')),
                              ("negative", text.replace('"lower":', '"lower":-'))):
            self.assert_one_line_of_error(run("recheck", self.path(name, content)), self.path(name))
        self.assert_one_line_of_error(run("recheck", "/nowhere"), "/nowhere: cannot read: ")
        self.assert_one_line_of_error(run("recheck"), "no certificate was given")
        self.assert_one_line_of_error(run("recheck", "a", "b"))
        self.assert_one_line_of_error(run("recheck", "a", "--memory-limit", "much"))

    def test_a_limit_is_no_verdict(self):
        path = self.certificate(*CAPPED)
        answer = run("recheck", path, "--steps", "1")
        self.assertEqual((answer.code, answer.err), (UNDECIDED, ""), answer.out)
        self.assertTrue(answer.out.startswith("undecided: optimum 42 ticks: "), answer.out)
        document = self.document("recheck", path, "--memory-limit", "1", code=UNDECIDED, schema="recheck-1")
        self.assertEqual(document["verdict"], "undecided")


if __name__ == "__main__":
    unittest.main(argv=[sys.argv[0], *sys.argv[4:]])
