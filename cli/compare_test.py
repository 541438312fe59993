"""`tickproof compare` and `tickproof frontier` as users meet them: gaps, verdicts on them, files, limits, bad input.

usage: compare_test.py TICKPROOF SOURCE_FOLDER WITH_SOLVERS [unittest arguments]
"""
import json
import signal
import subprocess
import sys
import time
import unittest

sys.dont_write_bytecode = True
from testing import HOLDS, REFUTED, TICKPROOF, UNDECIDED, UNUSABLE, CommandTest, run, with_solvers

WITH_SOLVERS = with_solvers()

LARGE = ["--stages", "8", "--virtual", "4", "--microbatches", "9"]  # gpipe 104, interleaved_1f1b 127, optimum 86
OPEN = ["--stages", "3", "--virtual", "2", "--microbatches", "4", "--placement", "v", "--backward-input", "1",
        "--engine", "search", "--rlimit", "1"]  # between 26 and 28
HARD = ["--stages", "8", "--virtual", "2", "--microbatches", "32"]  # with a cap of 6 for minutes, any engine
HARD += [] if WITH_SOLVERS else ["--engine", "search"]

needs_solvers = unittest.skipUnless(WITH_SOLVERS, "this build has no solvers")


class CompareTest(CommandTest):
    def text(self, *arguments, code=HOLDS, stdin=""):
        answer = run(*arguments, stdin=stdin)
        self.assertEqual((answer.code, answer.err), (code, ""), answer.out)
        return answer.out

    def document(self, command, *arguments, code=HOLDS, stdin=""):
        return self.validated(self.text(command, *arguments, "--json", code=code, stdin=stdin), command + "-1")

    def rows(self, *arguments, code=HOLDS, stdin=""):
        return self.document("compare", *arguments, code=code, stdin=stdin)["rows"]

    def assert_unusable(self, message, *arguments):
        self.assert_one_line_of_error(run(*arguments), message)


class OfAShape(CompareTest):
    def test_every_known_schedule_beside_the_optimum(self):
        self.assertEqual(
            self.text("compare", "--stages", "4", "--virtual", "2", "--microbatches", "3"),
            "S=4 V=2 M=3, loop placement, full backward, F=1 B=1, latency 0: optimum 20 ticks (proven: bound)\n"
            "schedule          ticks  optimum         gap           bubble  peak in-flight  evidence\n"
            "gpipe                20       20  0 (0.00 %)  32/80 (40.00 %)  6 6 6 6         bound\n"
            "interleaved_1f1b  refused: parallel.pipeline.microbatches must be >= parallel.pipeline.stage_count for "
            "interleaved_1f1b (got 3 < 4)\n"
            "optimal              20       20  0 (0.00 %)  32/80 (40.00 %)  6 6 6 6         bound\n")

    def test_gaps_are_exact(self):
        gaps = {row["schedule"]: (row["ticks"], row["gap"]) for row in self.rows(*LARGE)}
        self.assertEqual(gaps, {"gpipe": (104, {"ticks": 18, "of": 86, "percent": 20.93}),
                                "interleaved_1f1b": (127, {"ticks": 41, "of": 86, "percent": 47.67}),
                                "optimal": (86, {"ticks": 0, "of": 86, "percent": 0})})

    def test_bubble_and_peaks(self):
        row, = self.rows("--stages", "4", "--microbatches", "8", "--schedule", "interleaved_1f1b")
        self.assertEqual(row["bubble"], {"idle": 24, "slots": 88, "percent": 27.27})
        self.assertEqual(row["peak_in_flight"], [7, 5, 3, 1])

    def test_schedules_come_as_they_are_named(self):
        rows = self.rows("--stages", "2", "--microbatches", "2", "--schedule", "optimal,gpipe")
        self.assertEqual([row["schedule"] for row in rows], ["optimal", "gpipe"])

    def test_a_largest_gap_is_read_exactly(self):
        gpipe = [*LARGE, "--schedule", "gpipe"]  # 18/86 = 20.93023255813953...
        self.text("compare", *gpipe, "--max-gap", "20.930232559")
        text = self.text("compare", *gpipe, "--max-gap", "20.930232558", code=REFUTED)
        self.assertIn("bound; more than 20.930232558 %\n", text)
        self.text("compare", *gpipe, "--max-gap", "20.93", code=REFUTED)
        self.text("compare", *LARGE, "--schedule", "optimal", "--max-gap", "0")

    def test_other_costs_and_placements_time_the_order_of_the_plan(self):
        rows = self.rows("--stages", "2", "--microbatches", "2", "--backward", "2", "--latency", "1", "--schedule",
                         "interleaved_1f1b")
        self.assertEqual((rows[0]["ticks"], rows[0]["lower"]), (11, 11))
        for row in self.rows("--stages", "3", "--virtual", "2", "--microbatches", "4", "--placement", "v"):
            self.assertEqual((row["standing"], row["lower"], row["problem"]["placement"]), ("proven", 20, "v"))

    def test_a_cap_that_a_schedule_breaks(self):
        shape = ["--stages", "4", "--microbatches", "8", "--max-in-flight", "3"]
        gpipe, interleaved, _ = self.rows(*shape)
        for row in (gpipe, interleaved):
            self.assertEqual((row["standing"], row["gap"], row["lower"]), ("over_cap", None, 26))
        self.assertIn("over the cap of 3\n", self.text("compare", *shape))
        row, = self.rows(*shape, "--schedule", "gpipe", "--max-gap", "50", code=REFUTED)
        self.assertEqual((row["verdict"], row["remark"]), ("refuted", "it breaks the cap of 3"))

    def test_a_cap_that_nothing_fits_under(self):
        shape = ["--stages", "2", "--virtual", "2", "--microbatches", "2", "--max-in-flight", "1"]
        self.assertIn("infeasible: one microbatch alone has 2", self.text("compare", *shape, code=REFUTED))
        self.assertIn("one microbatch", self.document("compare", *shape, code=REFUTED)["infeasible"])

    def test_an_open_optimum_is_undecided_and_its_gap_what_it_is_at_most(self):
        for row in self.rows(*OPEN, code=UNDECIDED):
            self.assertEqual((row["standing"], row["verdict"]), ("undecided", "undecided"))
            self.assertRegex(row["remark"], "^rlimit")
            self.assertEqual((row["lower"], row["upper"], row["gap"]["of"]), (26, 28, 26))
        text = self.text("compare", *OPEN, "--schedule", "optimal", code=UNDECIDED)
        self.assertIn("32   26..28  at most 6 (23.08 %)  24/96 (25.00 %)  8 8 8           undecided: rlimit", text)

    def test_an_open_optimum_is_undecided_for_what_is_over_the_cap_too(self):
        shape = ["--stages", "8", "--virtual", "2", "--microbatches", "16", "--backward", "2", "--max-in-flight", "16",
                 "--engine", "search", "--rlimit", "1000", "--schedule", "gpipe"]
        row, = self.rows(*shape, code=UNDECIDED)
        self.assertEqual((row["standing"], row["verdict"]), ("over_cap", "undecided"))
        self.assertRegex(row["remark"], "^rlimit")
        text = self.text("compare", *shape, code=UNDECIDED)
        self.assertIn(" ticks (undecided: rlimit", text)
        self.assertIn(" over the cap of 16; undecided: rlimit", text)
        self.text("compare", *shape, "--max-gap", "50", code=REFUTED)

    def test_a_gap_is_refuted_only_where_it_is_too_large_whatever_the_optimum(self):
        optimal = [*OPEN, "--schedule", "optimal"]  # 32 ticks: a gap from 4/28 = 14.29 % to 6/26 = 23.08 %
        self.text("compare", *optimal, "--max-gap", "14.28", code=REFUTED)
        for max_gap in ("14.29", "23.07", "24"):
            self.text("compare", *optimal, "--max-gap", max_gap, code=UNDECIDED)

    def test_where_nothing_could_be_compared_nothing_holds(self):
        shape = ["--stages", "1024", "--virtual", "64", "--microbatches", "100000"]
        text = self.text("compare", *shape, code=UNDECIDED)
        self.assertIn("optimum 12802046 ticks (proven: bound)", text)
        self.assertEqual(text.count("refused: a plan of 13107200000 events is beyond the limit"), 3)

    def test_quiet_is_rows_alone(self):
        self.assertEqual(self.text("compare", "--stages", "1", "--microbatches", "1", "--schedule", "gpipe", "--quiet"),
                         "gpipe  2  2  0 (0.00 %)  0/2 (0.00 %)  1  bound\n")

    @needs_solvers
    def test_solvers_agree(self):
        for engine in ("z3", "cadical"):
            self.assertEqual(self.rows("--stages", "3", "--virtual", "2", "--microbatches", "4", "--engine", engine),
                             self.rows("--stages", "3", "--virtual", "2", "--microbatches", "4"))


class OfFiles(CompareTest):
    def plan(self, *arguments):
        return run("plan", *arguments).out

    def test_plans_and_orders_each_beside_the_optimum_of_their_own_problem(self):
        plans = self.path("plans.jsonl", self.plan("--stages", "4", "--virtual", "2", "--microbatches", "6",
                                                   "--schedule", "gpipe,optimal"))
        orders = self.path("orders.json", json.dumps({
            "id": "1f1b", "stages": 2, "virtual": 1, "microbatches": 2,
            "orders": [["F0", "F1", "B0", "B1"], ["F0", "B0", "F1", "B1"]]}))
        rows = self.rows(plans, orders)
        self.assertEqual([(row["line"], row["id"], row["ticks"], row["lower"]) for row in rows],
                         [(1, "", 32, 30), (2, "", 30, 30), (1, "1f1b", 6, 6)])
        self.assertIn("orders.json:1: 1f1b ", self.text("compare", orders))
        self.assertEqual([row["verdict"] for row in self.rows(plans, "--max-gap", "6", code=REFUTED)],
                         ["refuted", "valid"])

    def test_split_backwards_have_an_optimum_of_their_own(self):
        orders = {"stages": 1, "microbatches": 1, "orders": [["F0", "I0", "W0"]]}
        row, = self.rows("-", stdin=json.dumps(orders))
        self.assertEqual((row["problem"]["backward"], row["ticks"], row["lower"]), ("split", 3, 3))
        orders = {"stages": 1, "microbatches": 2, "orders": [["F0", "I0", "W0", "F1", "B1"]]}
        row, = self.rows("-", stdin=json.dumps(orders), code=UNDECIDED)
        self.assertIn("some backwards are split and some are not", row["message"])

    def test_the_problem_of_each_object_is_said(self):
        full = {"id": "full", "stages": 1, "microbatches": 1, "orders": [["F0", "B0"]]}
        split = {"id": "split", "stages": 1, "microbatches": 1, "orders": [["F0", "I0", "W0"]]}
        text = self.text("compare", self.path("o.jsonl", json.dumps(full) + "\n" + json.dumps(split)),
                         "--backward-input", "1", "--backward-weight", "2")
        path = self.path("o.jsonl")
        self.assertEqual(text.split("\n")[:2], [
            path + ":1: full: S=1 V=1 M=1, loop placement, full backward, F=1 B=3, latency 0: optimum 4 ticks "
                   "(proven: bound)",
            path + ":2: split: S=1 V=1 M=1, loop placement, split backward, F=1 I=1 W=2, latency 0: optimum 4 ticks "
                   "(proven: bound)"])
        self.assertEqual(self.text("compare", path, "--quiet").count("\n"), 2)

    def test_what_is_invalid_is_refuted_and_not_compared(self):
        plan = json.loads(self.plan("--stages", "2", "--microbatches", "2"))
        plan["events"][0]["tick"] = 7
        row, = self.rows("-", stdin=json.dumps(plan), code=REFUTED)
        self.assertEqual((row["standing"], row["verdict"]), ("invalid", "refuted"))
        self.assertRegex(row["message"], r"^(dependency|one-op|metrics) at ")
        self.assertNotIn("ticks", row)

    def test_costs_time_orders_and_not_plans(self):
        orders = {"stages": 2, "microbatches": 2, "orders": [["F0", "F1", "B0", "B1"], ["F0", "B0", "F1", "B1"]]}
        row, = self.rows("-", "--backward", "2", stdin=json.dumps(orders))
        self.assertEqual(row["ticks"], 9)
        self.assert_unusable("costs re-time orders",
                             "compare", self.path("p.json", self.plan("--stages", "1", "--microbatches", "1")),
                             "--backward", "2")

    def test_a_cap_is_no_violation(self):
        plan = self.plan("--stages", "4", "--microbatches", "8", "--schedule", "gpipe")
        row, = self.rows("-", "--max-in-flight", "4", stdin=plan)
        self.assertEqual((row["standing"], row["lower"]), ("over_cap", 22))
        row, = self.rows("-", "--max-in-flight", "0", stdin=plan, code=REFUTED)
        self.assertIn("one microbatch alone", row["message"])

    def test_every_file_is_looked_at(self):
        plan = self.path("p.json", self.plan("--stages", "1", "--microbatches", "1"))
        answer = run("compare", self.path("none.json"), self.path("bad.json", "{"), plan)
        self.assertEqual(answer.code, UNUSABLE)
        self.assertEqual(answer.err.count("\n"), 2)
        self.assertEqual(answer.out.count("\n"), 3)
        self.assertIn("p.json:1 ", answer.out)

    def test_written_communication_is_executed(self):
        orders = {"stages": 2, "microbatches": 1,
                  "orders": [["F0", "SEND_F0", "RECV_B0", "B0"], ["RECV_F0", "F0", "B0", "SEND_B0"]]}
        row, = self.rows("-", stdin=json.dumps(orders))
        self.assertEqual((row["ticks"], row["verdict"]), (4, "valid"))
        orders["orders"][0].remove("SEND_F0")
        row, = self.rows("-", stdin=json.dumps(orders), code=REFUTED)
        self.assertIn("payload", row["message"])

    def test_reports_for_continuous_integration(self):
        plans = self.path("plans.jsonl", self.plan("--stages", "4", "--virtual", "2", "--microbatches", "6",
                                                   "--schedule", "gpipe,optimal"))
        self.text("compare", plans, "--max-gap", "5", "--junit", self.path("j.xml"), "--sarif", self.path("s.json"),
                  code=REFUTED)
        with open(self.path("j.xml")) as file:
            self.assertIn("more than 5 %", file.read())
        with open(self.path("s.json")) as file:
            result, = json.load(file)["runs"][0]["results"]
        self.assertEqual((result["ruleId"], result["level"]), ("gap", "error"))


class BadInput(CompareTest):
    def test_command_lines(self):
        self.assert_unusable("--stages and --microbatches are needed", "compare")
        self.assert_unusable("'x' is not a number such as 12.5", "compare", *LARGE, "--max-gap", "x")
        self.assert_unusable("'-1'", "compare", *LARGE, "--max-gap", "-1")
        self.assert_unusable("no schedule is called 'x'", "compare", *LARGE, "--schedule", "gpipe,x")
        self.assert_unusable("a file holds its own shape", "compare", "p.json", *LARGE)
        self.assert_unusable("a file holds its own shape", "compare", "p.json", "--schedule", "gpipe")
        self.assert_unusable("stage_count > 0", "compare", "--stages", "0", "--microbatches", "1")
        self.assert_unusable("the placement lists 2", "compare", *LARGE, "--placement", "0,1")
        self.assert_unusable("--engine", "compare", *LARGE, "--engine", "x")
        for command in ("compare", "frontier", "optimum"):
            self.assert_unusable("--backward: 3 is not the sum of", command, *LARGE, "--backward", "3",
                                 "--backward-input", "1", "--backward-weight", "1")
            self.assertIn("splits the backward", run(command, "--help").out)
        self.assert_unusable("every cap is looked at", "frontier", *LARGE, "--max-in-flight", "4")
        self.assert_unusable("microbatches > 0", "frontier", "--stages", "1", "--microbatches", "0")
        self.assert_unusable("the placement lists 2", "frontier", *LARGE, "--placement", "0,1")
        self.assert_unusable("not expected", "frontier", *LARGE, "--schedule", "gpipe")


class Frontier(CompareTest):
    def ticks(self, *arguments):
        document = self.document("frontier", *arguments)
        self.assertTrue(document["proven"] and document["complete"])
        return {row["max_in_flight"]: row["upper"] for row in document["rows"]}

    def test_the_least_ticks_for_every_cap(self):
        shape = ["--stages", "4", "--virtual", "2", "--microbatches", "6"]
        expected = {2: 76, 3: 56, 4: 42, 5: 38, 6: 34, 7: 32, 8: 30}
        self.assertEqual(self.ticks(*shape), expected)
        text = self.text("frontier", *shape).split("\n")
        self.assertEqual(text[0], "S=4 V=2 M=6, loop placement, full backward, F=1 B=1, latency 0")
        self.assertEqual([tuple(map(int, line.split()[:2])) for line in text[2:-2]], list(expected.items()))
        self.assertEqual(text[-2:], ["none     30  bound", ""])

    def test_other_small_ones(self):
        self.assertEqual(self.ticks("--stages", "4", "--microbatches", "8"), {1: 64, 2: 34, 3: 26, 4: 22})
        self.assertEqual(self.ticks("--stages", "2", "--virtual", "2", "--microbatches", "4"), {2: 26, 3: 20, 4: 18})
        self.assertEqual(self.ticks("--stages", "1", "--microbatches", "5"), {1: 10})
        self.assertEqual(self.ticks("--stages", "2", "--microbatches", "1"), {1: 4})

    def test_other_problems(self):
        split = ["--stages", "2", "--microbatches", "4", "--backward-input", "1"]
        self.assertEqual(self.ticks(*split), {1: 20, 2: 13})
        placed = ["--stages", "2", "--virtual", "2", "--microbatches", "2", "--placement", "0,0,0,1"]
        self.assertEqual(min(self.ticks(*placed)), 3)

    def test_a_row_that_is_open_is_undecided(self):
        document = self.document("frontier", "--stages", "4", "--virtual", "2", "--microbatches", "6", "--engine",
                                 "bound", code=UNDECIDED)
        self.assertFalse(document["proven"])
        for row in document["rows"]:
            self.assertEqual(row["proven"], row["undecided"] == "")
            self.assertLessEqual(row["lower"], {2: 76, 3: 56, 4: 42, 5: 38, 6: 34, 7: 32}.get(row["max_in_flight"], 30))
        uppers = [row["upper"] for row in document["rows"]]
        self.assertEqual(uppers, sorted(uppers, reverse=True))

    def test_the_time_limit_is_that_of_the_whole(self):
        started = time.monotonic()
        document = self.document("frontier", *HARD, "--time-limit", "1s", code=UNDECIDED)
        self.assertLess(time.monotonic() - started, 20)
        self.assertFalse(document["complete"])
        self.assertEqual(document["rows"][-1]["undecided"][:10], "time limit")

    def test_ctrl_c_shows_what_is_known(self):
        process = subprocess.Popen([TICKPROOF, "frontier", *HARD], stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                                   text=True)
        time.sleep(1)
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=60)
        self.assertEqual((process.returncode, err), (UNDECIDED, ""))
        self.assertIn("undecided: interrupted", out)
        self.assertIn("larger caps may be better", out)


if __name__ == "__main__":
    unittest.main(argv=[sys.argv[0], *sys.argv[4:]])
