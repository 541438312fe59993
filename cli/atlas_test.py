"""`tickproof atlas` as users meet it: rows in order, shards, runs that are taken up again, threads, bad input.

usage: atlas_test.py TICKPROOF SOURCE_FOLDER WITH_SOLVERS [unittest arguments]
"""
import csv
import io
import json
import os
import signal
import subprocess
import sys
import time
import unittest

sys.dont_write_bytecode = True
from testing import HOLDS, TICKPROOF, UNDECIDED, UNUSABLE, CommandTest, run, with_solvers

WITH_SOLVERS = with_solvers()

# 24 shapes, 72 rows: proven, over the cap and refused ones.
GRID = ["--stages", "1..3", "--virtual", "1..2", "--microbatches", "1..4", "--max-in-flight", "3", "--latency", "1"]
# The first few shapes take no time, the last ones minutes with any engine.
HARD = ["--stages", "8", "--virtual", "2", "--microbatches", "1..32", "--max-in-flight", "6"]
HARD += [] if WITH_SOLVERS else ["--engine", "search"]

needs_solvers = unittest.skipUnless(WITH_SOLVERS, "this build has no solvers")


def start(*arguments):
    return subprocess.Popen([TICKPROOF, "atlas", *arguments], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


class AtlasTest(CommandTest):
    def setUp(self):
        super().setUp()
        self.csv = self.path("atlas.csv")
        self.partial = self.csv + ".partial"

    def atlas(self, *arguments, code=HOLDS):
        answer = run("atlas", *arguments)
        self.assertEqual((answer.code, answer.err), (code, ""))
        return answer.out

    def assert_unusable(self, message, *arguments):
        self.assert_one_line_of_error(run("atlas", *arguments), message)

    def read(self, path):
        with open(path, newline="") as file:
            return file.read()

    def write(self, path, text):
        with open(path, "w", newline="") as file:
            file.write(text)


def rows_of(text):
    return list(csv.DictReader(io.StringIO(text)))


class Rows(AtlasTest):
    def test_are_those_of_compare_in_a_fixed_order(self):
        rows = rows_of(self.atlas("--stages", "8", "--virtual", "3..4", "--microbatches", "8..9"))
        self.assertEqual([(row["virtual"], row["microbatches"], row["schedule"]) for row in rows],
                         [(v, m, s) for v in "34" for m in "89" for s in ("gpipe", "interleaved_1f1b", "optimal")])
        self.assertEqual(rows[-3], {
            "stages": "8", "virtual": "4", "microbatches": "9", "schedule": "gpipe", "standing": "proven",
            "ticks": "104", "lower": "86", "upper": "86", "gap_ticks": "18", "gap_percent": "20.93",
            "bubble_idle": "256", "bubble_slots": "832", "bubble_percent": "30.77",
            "peak_in_flight": "34 34 34 34 33 33 33 33", "evidence": "bound", "message": ""})

    def test_say_why_there_is_no_figure(self):
        rows = rows_of(self.atlas(*GRID))
        self.assertEqual(len(rows), 72)
        for row in rows:
            self.assertEqual(row["standing"] == "refused", row["ticks"] == "")
            self.assertEqual(row["standing"] == "refused", row["message"] != "")
            self.assertEqual(row["standing"] == "proven", row["gap_ticks"] != "")
        self.assertEqual({row["standing"] for row in rows}, {"proven", "over_cap", "refused"})
        rows = rows_of(self.atlas("--stages", "2", "--virtual", "1..2", "--microbatches", "2", "--max-in-flight", "1"))
        self.assertEqual([row["lower"] for row in rows], ["8"] * 3 + [""] * 3)
        self.assertIn("one microbatch alone has 2 activations in flight on rank 0, and the cap is 1",
                      rows[-1]["message"])

    def test_an_open_optimum_is_undecided(self):
        grid = ["--stages", "3", "--virtual", "2", "--microbatches", "4", "--placement", "v", "--backward-input", "1",
                "--engine", "search", "--rlimit", "1"]
        for row in rows_of(self.atlas(*grid, code=UNDECIDED)):
            self.assertEqual((row["standing"], row["lower"], row["upper"]), ("undecided", "26", "28"))
            self.assertRegex(row["message"], "^rlimit")
        out = self.atlas(*grid, "--csv", self.csv, code=UNDECIDED)
        self.assertEqual(out, "1 shapes, 3 rows: 0 proven, 3 undecided\n")
        self.atlas(*grid, "--quiet", "--csv", self.csv, code=UNDECIDED)

    def test_an_open_optimum_is_undecided_whatever_the_schedule(self):
        grid = ["--stages", "8", "--virtual", "2", "--microbatches", "16", "--backward", "2", "--max-in-flight", "16",
                "--engine", "search", "--rlimit", "1000"]
        row, = rows_of(self.atlas(*grid, "--schedule", "gpipe", code=UNDECIDED))
        self.assertEqual((row["standing"], row["gap_ticks"]), ("over_cap", ""))
        self.assertRegex(row["message"], "^optimum undecided: rlimit")
        grid[grid.index("16")] = "7"
        grid += ["--schedule", "interleaved_1f1b"]
        row, = rows_of(self.atlas(*grid, code=UNDECIDED))
        self.assertEqual(row["standing"], "refused")
        self.assertRegex(row["message"], "^optimum undecided: rlimit.*; .* must be >= ")
        out = self.atlas(*grid, "--csv", self.csv, "--junit", self.csv + ".xml", code=UNDECIDED)
        self.assertEqual(out, "1 shapes, 1 rows: 0 proven, 1 refused; the optimum of 1 is open\n")
        self.assertIn("optimum undecided: rlimit", self.read(self.csv + ".xml"))

    def test_where_not_even_bounds_are_known_all_is_undecided(self):
        for row in rows_of(self.atlas("--stages", "4096", "--virtual", "8192", "--microbatches", "1", code=UNDECIDED)):
            self.assertEqual((row["standing"], row["ticks"], row["lower"]), ("undecided", "", ""))
            self.assertIn("limit", row["message"])

    def test_json_has_the_same_rows(self):
        document = self.validated(self.atlas(*GRID, "--json"), "atlas-1")
        self.assertEqual((document["cells"], document["complete"]), (24, True))
        as_text = [{key: "" if value is None else " ".join(map(str, value)) if isinstance(value, list) else
                    "%.2f" % value if key.endswith("percent") else str(value) for key, value in row.items()}
                   for row in document["rows"]]
        self.assertEqual(as_text, rows_of(self.atlas(*GRID)))

    def test_threads_and_shards_change_no_byte(self):
        whole = self.atlas(*GRID, "--threads", "1")
        self.assertEqual(self.atlas(*GRID, "--threads", "5"), whole)
        for count in (1, 5, 24, 30):
            shards = [self.atlas(*GRID, "--shard", "%d/%d" % (i + 1, count)) for i in range(count)]
            self.assertEqual("".join(shards), whole)

    def test_a_report_for_continuous_integration(self):
        path = self.csv + ".xml"
        self.atlas(*GRID, "--csv", self.csv, "--junit", path)
        self.assertEqual(self.read(path).count("<testcase "), 72)

    @needs_solvers
    def test_solvers_find_the_same_optima(self):
        grid = ["--stages", "1..3", "--virtual", "1..2", "--microbatches", "1..4"]
        for engine in ("z3", "cadical", "search"):
            self.assertEqual(self.atlas(*grid, "--engine", engine), self.atlas(*grid))


class Runs(AtlasTest):
    """What a run leaves behind, and how the next one goes on."""

    def begun(self, *arguments):
        """F.partial of a run that had no time for any shape."""
        answer = run("atlas", *arguments, "--csv", self.csv, "--time-limit", "1ms", "--threads", "1")
        self.assertEqual(answer.code, UNDECIDED)
        self.assertRegex(answer.err, r"\Atickproof atlas: undecided: the time limit was reached after \d+ of 24 shapes; the "
                              r"same command goes on from .*atlas\.csv\.partial\n\Z")
        text = self.read(self.partial)
        os.remove(self.partial)
        return "".join(text.splitlines(keepends=True)[:2])

    def test_the_file_is_what_is_printed(self):
        for _ in range(2):  # what is there already and the same is no obstacle
            self.assertEqual(self.atlas(*GRID, "--csv", self.csv),
                             "24 shapes, 72 rows: 31 proven, 27 over the cap, 14 refused\n")
            self.assertEqual(self.read(self.csv), self.atlas(*GRID))
            self.assertFalse(os.path.exists(self.partial))

    def test_a_file_of_something_else_is_not_overwritten(self):
        earlier = self.atlas(*GRID[:-1], "2")
        self.write(self.csv, earlier)
        for _ in range(2):
            answer = run("atlas", *GRID, "--csv", self.csv)
            self.assertEqual((answer.code, answer.err), (
                UNUSABLE, "tickproof atlas: %s: holds something else; move it away, and the same command puts the rows of "
                          "%s there\n" % (self.csv, self.partial)))
            self.assertEqual(self.read(self.csv), earlier)
        os.remove(self.csv)
        self.atlas(*GRID, "--csv", self.csv)
        self.assertEqual(self.read(self.csv), self.atlas(*GRID))

    def test_a_run_goes_on_where_another_ended(self):
        start_of_file = self.begun(*GRID)
        whole = self.atlas(*GRID)
        rows = whole.splitlines(keepends=True)[1:]
        for kept in ("", start_of_file[:20], start_of_file, start_of_file + "".join(rows[:3]),
                     start_of_file + "".join(rows[:7]), start_of_file + "".join(rows[:8])[:-5],
                     start_of_file + "".join(rows)):
            self.write(self.partial, kept)
            out = self.atlas(*GRID, "--csv", self.csv)
            self.assertEqual(out, "24 shapes, 72 rows: 31 proven, 27 over the cap, 14 refused\n")
            self.assertEqual(self.read(self.csv), whole)

    def test_rows_that_are_there_are_not_made_again(self):
        start_of_file = self.begun(*GRID)
        rows = self.atlas(*GRID).splitlines(keepends=True)[1:]
        self.write(self.partial, start_of_file + rows[0].replace(",bound,", ",search,") + "".join(rows[1:3]))
        document = json.loads(self.atlas(*GRID, "--csv", self.csv, "--json"))
        self.assertEqual([row["evidence"] for row in document["rows"][:3]], ["search", "bound", "bound"])
        self.assertEqual(len(document["rows"]), 72)

    def test_a_partial_file_of_something_else_is_refused(self):
        start_of_file = self.begun(*GRID)
        version = start_of_file.split()[3].rstrip(":")
        rows = self.atlas(*GRID).splitlines(keepends=True)[1:]
        for text, why in ((start_of_file.replace("stages=1..3", "stages=1..4"),
                           ": of stages=1..4, not stages=1..3; remove it to begin anew"),
                          (start_of_file.replace("atlas 0", "atlas 9"), ": of version 9%s, not %s; remove it to begin anew" % (version[1:], version)),
                          (start_of_file.replace("latency=1", "latency=2"), ": of latency=2, not latency=1; remove it"),
                          (start_of_file.replace("cap=3", "cap=\x1b[31m"), ": of cap=\\x1b[31m, not cap=3; remove it"),
                          (start_of_file.replace(",message", ",words"), ": of other columns; remove it"),
                          ("stages,virtual\n", ": not of an atlas; remove it to begin anew"),
                          (start_of_file + "".join(rows[3:6]), "a row that does not come next"),
                          (start_of_file + "1,1,1\n", "not a row of an atlas"),
                          (start_of_file + rows[0].replace("proven", "splendid"), "not a row of an atlas"),
                          (start_of_file + rows[0].replace(",2,2,2,", ",2,x,2,"), "lower: 'x' is not a number"),
                          (start_of_file + "".join(rows) + rows[0], "more rows than the grid has")):
            self.write(self.partial, text)
            self.assert_unusable(why, *GRID, "--csv", self.csv)
            self.assertEqual(self.read(self.partial), text)

    def test_shards_have_files_of_their_own(self):
        self.atlas(*GRID, "--csv", self.csv, "--shard", "1/2")
        first = self.read(self.csv)
        os.remove(self.csv)
        self.atlas(*GRID, "--csv", self.csv, "--shard", "2/2")
        self.assertEqual(first + self.read(self.csv), self.atlas(*GRID))

    def wait_for_rows(self, process, least):
        while not os.path.exists(self.partial) or self.read(self.partial).count("\n") < 2 + least:
            self.assertIsNone(process.poll())
            time.sleep(0.02)

    def assert_whole_cells(self):
        lines = self.read(self.partial).split("\n")
        self.assertEqual(lines.pop(), "")
        self.assertEqual(len(lines) % 3, 2)
        self.assertTrue(all(line.startswith("8,2,") and line.count(",") >= 15 for line in lines[2:]))

    def test_ctrl_c_keeps_what_is_there(self):
        process = start(*HARD, "--csv", self.csv)
        self.wait_for_rows(process, 3)
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=60)
        self.assertEqual((process.returncode, out), (UNDECIDED, ""))
        self.assertRegex(err, r"\Atickproof atlas: undecided: interrupted after \d+ of 32 shapes; the same command goes "
                              r"on from .*atlas\.csv\.partial\n\Z")
        self.assert_whole_cells()
        self.assertFalse(os.path.exists(self.csv))

    def test_two_runs_do_not_write_one_file(self):
        process = start(*HARD, "--csv", self.csv)
        self.wait_for_rows(process, 3)
        self.assert_unusable("another run is writing it", *HARD, "--csv", self.csv)
        process.kill()
        process.communicate(timeout=60)
        self.assert_whole_cells()

    def test_a_file_that_cannot_be_written(self):
        self.assert_unusable("cannot write: No such file", *GRID, "--csv", self.csv + "/none/atlas.csv")
        os.mkdir(self.partial)
        self.assert_unusable("atlas.csv.partial: ", *GRID, "--csv", self.csv)

    def test_what_no_file_can_replace_is_refused_at_once(self):
        for make in (os.mkdir, os.mkfifo):
            path = self.csv + make.__name__
            make(path)
            self.assert_unusable(path + ": not a regular file", *HARD, "--csv", path)
            self.assertFalse(os.path.exists(path + ".partial"))

    def test_a_full_disk(self):
        process = subprocess.run(["/bin/sh", "-c", 'ulimit -f 1; exec "$@"', "sh", TICKPROOF, "atlas", *GRID, "--csv",
                                  self.csv], capture_output=True, text=True)
        self.assertEqual(process.returncode, UNUSABLE, process.stderr)
        self.assertIn("atlas.csv.partial: cannot write: ", process.stderr)
        self.assertFalse(os.path.exists(self.csv))
        self.atlas(*GRID, "--csv", self.csv)
        self.assertEqual(self.read(self.csv), self.atlas(*GRID))


class BadInput(AtlasTest):
    def test_command_lines(self):
        shape = ["--stages", "1..2", "--microbatches", "1..2"]
        self.assert_unusable("--stages is needed", "--microbatches", "1")
        self.assert_unusable("--microbatches is needed", "--stages", "1")
        self.assert_unusable("'0..2' does not begin at 1", "--stages", "0..2", "--microbatches", "1")
        self.assert_unusable("'3..2' ends before it begins", "--stages", "3..2", "--microbatches", "1")
        self.assert_unusable("beyond the limit of 1000000000", "--stages", "1..100000", "--microbatches", "1..100000")
        self.assert_unusable("no schedule is called 'x'", *shape, "--schedule", "x")
        self.assert_unusable("give loop or v", *shape, "--placement", "0,1")
        for shard in ("0/2", "3/2", "1", "1/2/3", "/", "a/b", "1/9999999"):
            self.assert_unusable("--shard: '%s' is not I/N" % shard, *shape, "--shard", shard)
        for threads in ("0", "1025"):
            self.assert_unusable("--threads: %s is not in 1..1024" % threads, *shape, "--threads", threads)
        self.assert_unusable("--backward: 3 is not the sum of", *shape, "--backward", "3", "--backward-input", "1")
        self.assert_unusable("not expected", *shape, "stray")
        self.assert_unusable("--html", *shape, "--html", "a.html")


if __name__ == "__main__":
    unittest.main(argv=[sys.argv[0], *sys.argv[4:]])
