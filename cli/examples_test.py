"""The example planners: both honest ones answer as `tickproof plan` does, byte for byte, and pass the gate; every broken
one fails it as the table of examples/planners/README.md says.

usage: examples_test.py TICKPROOF RUST_PLANNER EXAMPLES [unittest arguments]
"""
import json
import os
import re
import subprocess
import sys
import unittest
from concurrent.futures import ThreadPoolExecutor

TICKPROOF, RUST_PLANNER, EXAMPLES = map(os.path.abspath, sys.argv[1:4])
GOLDEN = os.path.join(EXAMPLES, os.pardir, os.pardir, "properties", "corpus", "golden")
PYTHON_PLANNER = [sys.executable, os.path.join(EXAMPLES, "python", "planner.py")]
HONEST = {"rust": [RUST_PLANNER], "python": PYTHON_PLANNER}
SCHEDULES = ("gpipe", "interleaved_1f1b")


def request(n_layer, stages, chunks, microbatches, schedule, enabled=True):
    return json.dumps({"n_layer": n_layer, "pipeline": {
        "enabled": enabled, "stage_count": stages, "virtual_stages_per_rank": chunks, "schedule": schedule,
        "microbatches": microbatches, "partition": "layer_contiguous"}})


def golden_requests():
    for name in ("plans.jsonl", "errors.jsonl"):
        with open(os.path.join(GOLDEN, name)) as lines:
            for line in lines:
                record = json.loads(line)
                config = record.get("config", record)
                if "stage_count" in config:
                    yield request(config["n_layer"], config["stage_count"], config["virtual_stages_per_rank"],
                                  config["microbatches"], config["schedule"], config.get("enabled", True))


def requests():
    yield from golden_requests()
    for schedule in SCHEDULES:
        for stages in range(1, 5):
            for chunks in range(1, stages + 2):
                for microbatches in (1, 2, 3, 4, 7):
                    layers = stages * chunks
                    yield request(layers + microbatches % 3, stages, chunks, microbatches, schedule)
        for shape in ((64, 4, 65), (1, 1, 500), (16, 16, 16), (33, 1, 40)):
            yield request(2 ** 64 - 1, *shape, schedule)
        # Fractions that need an exponent's care: powers of two, the smallest, and 0.
        for exponent in (1, 4, 9, 12, 14):
            yield request(2, 2, 1, 2 ** exponent - 1, schedule)
        yield request(1, 1, 1, 1, schedule)
        # Counts that overflow, plans that are too large.
        yield request(2 ** 64 - 1, 2 ** 32, 2 ** 32, 2 ** 32, schedule)
        yield request(2 ** 64 - 1, 2 ** 32, 2, 2 ** 32, schedule)
        yield request(2 ** 64 - 1, 1024, 64, 1024, schedule)
        yield request(3, 2, 2, 4, schedule)


def expected(line):
    """The answer that `tickproof plan` gives to a request."""
    process = subprocess.run([TICKPROOF, "plan", "--config", "-"], input=line.encode(), capture_output=True, timeout=300)
    if process.returncode == 0:
        return '{"plan":%s}' % process.stdout.decode().rstrip("\n")
    return '{"error":%s}' % json.dumps(process.stderr.decode().rstrip("\n"))


def answers(command, lines):
    text = b"".join((line if isinstance(line, bytes) else line.encode()) + b"\n" for line in lines)
    process = subprocess.run(command, input=text, capture_output=True, timeout=300)
    assert process.returncode == 0, process.stderr
    return process.stdout.decode().splitlines()


def comparable(answer):
    """Spacing aside for errors, where the two differ by a blank; plans stay as they are."""
    return answer if answer.startswith('{"plan":') else json.loads(answer)


class HonestPlanners(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.requests = list(requests())
        cls.expected = [comparable(expected(line)) for line in cls.requests]

    def test_they_answer_as_tickproof_plans_byte_for_byte(self):
        self.assertGreater(sum(isinstance(answer, str) for answer in self.expected), 100)
        self.assertGreater(sum(isinstance(answer, dict) for answer in self.expected), 20)
        for name, command in HONEST.items():
            found = answers(command, self.requests)
            self.assertEqual(len(found), len(self.requests))
            for asked, right, answer in zip(self.requests, self.expected, found):
                self.assertTrue(comparable(answer) == right, f"{name} answers wrongly to {asked}: {answer[:300]}")

    def test_a_request_that_cannot_be_read_is_an_error_and_the_next_is_answered(self):
        good = request(4, 2, 2, 4, "gpipe")
        pipeline = json.loads(good)["pipeline"]
        bad = ["", "nonsense", "{", '{"n_layer":4}', good[:-1], good + "}", good.replace("2", "2.0"), b"\xff\xfe",
               good.replace("2", "-2"), good.replace("2", "true"), good.replace("2", "18446744073709551616"),
               good.replace("gpipe", "zigzag"), good.replace("true", "1"), good.replace("contiguous", "striped"),
               "[" * 100000, json.dumps({"n_layer": 4, "pipeline": [pipeline]}), '"\\ud800', '{"n_layer"']
        for name, command in HONEST.items():
            found = answers(command, [line for each in bad for line in (each, good)])
            for i, each in enumerate(bad):
                self.assertEqual(list(json.loads(found[2 * i])), ["error"], (name, each))
                self.assertEqual(found[2 * i + 1], found[1], (name, each))

    def test_keys_that_they_do_not_know_are_ignored(self):
        good = request(4, 2, 2, 4, "gpipe")
        more = good.replace("{", '{"more":[{"a":["\\u00e9\\n",null,-1.5e3]},[]],', 1).replace("4", " 4 ")
        for command in HONEST.values():
            first, second = answers(command, [good, more])
            self.assertEqual(first, second)

    def test_each_answer_comes_before_the_next_request(self):
        good = request(4, 2, 2, 4, "gpipe").encode() + b"\n"
        for command in HONEST.values():
            with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
                for _ in range(2):
                    process.stdin.write(good)
                    process.stdin.flush()
                    self.assertTrue(process.stdout.readline().endswith(b"}\n"))
                process.stdin.close()
                self.assertEqual(process.wait(timeout=60), 0)


def gate(command, level, *options):
    return subprocess.run([TICKPROOF, "gate", "--planner", " ".join(command), "--level", level, *options],
                          capture_output=True, text=True, timeout=300)


def gate_on_broken(file, level):
    # A hang costs its timeout each time it is tried; the others keep one that a busy machine does not reach.
    timeout = ["--timeout", "1500"] if file == "hang.py" else []
    command = [sys.executable, os.path.join(EXAMPLES, "broken", file)]
    return gate(command, level, "--cases", "50", "--max-failures", "4", *timeout)


class TheGate(unittest.TestCase):
    def test_passes_the_honest_planners(self):
        for name, command in HONEST.items():
            for level in ("valid", "conform"):
                process = gate(command, level, "--cases", "200")
                self.assertEqual(process.returncode, 0, (name, level, process.stdout, process.stderr))
                self.assertIn("gate: passed\n", process.stdout)

    def test_says_of_each_broken_planner_what_the_table_says(self):
        table = [(file, level, cell) for file, _, *cells in table_of_broken_planners()
                 for level, cell in zip(("valid", "conform"), cells)]
        # Side by side, as most of the time goes into waiting for those that hang; they are the longest.
        table.sort(key=lambda row: row[0] != "hang.py")
        with ThreadPoolExecutor(4) as pool:
            runs = [pool.submit(gate_on_broken, file, level) for file, level, _ in table]
        for (file, level, cell), run in zip(table, runs):
            with self.subTest(file=file, level=level):
                self.check_broken(run.result(), *re.fullmatch(r"(\d) `(.+)`", cell).groups())

    def check_broken(self, process, exit_code, beginning):
        said = f"{process.stdout}\n{process.stderr}"
        self.assertEqual(process.returncode, int(exit_code), said)
        self.assertTrue(any(line.startswith(beginning) for line in process.stdout.splitlines()), said)

    def test_the_table_lists_every_broken_planner(self):
        files = sorted(file for file in os.listdir(os.path.join(EXAMPLES, "broken")) if file.endswith(".py"))
        files.remove("honest.py")
        self.assertEqual(sorted(row[0] for row in table_of_broken_planners()), files)


def table_of_broken_planners():
    with open(os.path.join(EXAMPLES, "README.md"), encoding="utf-8") as lines:
        rows = [[cell.strip() for cell in line.strip(" |\n").split("|")] for line in lines]
    return [row for row in rows if len(row) == 4 and row[0].endswith(".py")]


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1] + sys.argv[4:])
