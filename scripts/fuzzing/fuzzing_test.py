"""Looks at what outputs of programs are read as, at how time is split, and at whole nights of a program that imitates
libFuzzer, which fails on inputs that begin with `bad`."""
import json
import os
import re
import signal
import subprocess
import sys
import tempfile
import threading
import time
import unittest

import corpus
import covered
import crash
import harness as harnesses
import process
import rounds

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
FUZZ = os.path.join(ROOT, "scripts", "fuzz")

HEAP = """==1==ERROR: AddressSanitizer: heap-buffer-overflow on address 0x50 at pc 0x55 bp 0x7f sp 0x7f
READ of size 4 at 0x502000000060 thread T0
    #0 0x55f1 in std::vector<int, std::allocator<int>>::at(unsigned long) /usr/include/c++/12/bits/stl_vector.h:8:55
    #1 0x55f2 in void tickproof::(anonymous namespace)::take<A<int>>(int) {root}/planner/formats/plan_json.cpp:{line}:5
    #2 0x55f3 in tickproof::formats::read_plan(tickproof::json::Value const&) {root}/planner/formats/plan_json.cpp:90:1
    #3 0x55f4 in LLVMFuzzerTestOneInput {root}/fuzz/plan_json.cpp:16:75
    #4 0x55f5 in fuzzer::Fuzzer::ExecuteCallback(unsigned char const*) (/x/fuzz_plan_json+0x4e3e6) (BuildId: 6b)

allocated by thread T0 here:
    #0 0x55f6 in operator new(unsigned long) (/x/fuzz_plan_json+0x1479ad) (BuildId: 6b)
    #1 0x55f7 in tickproof::somewhere_else() {root}/planner/metrics.cpp:1:1

SUMMARY: AddressSanitizer: heap-buffer-overflow {root}/planner/formats/plan_json.cpp:{line}:5 in take
"""
DIFFERENCE = """difference (checker): the slow simulation ends at 12 and the checker at 13
  slow: 12
==9== ERROR: libFuzzer: deadly signal
    #0 0x55 in abort stdlib/abort.c:79:7
    #1 0x56 in tickproof::fuzz::differ(tickproof::fuzz::Suspect) /root/fuzz/differ.cpp:30:5
    #2 0x57 in tickproof::compare(int)::$_0::operator()(int) const /root/fuzz/simulation.cpp:22:5
SUMMARY: libFuzzer: deadly signal
"""


def heap(root="/root", line=12):
    return crash.read("plan_json", HEAP.replace("{root}", root).replace("{line}", str(line)), root)


class Crashes(unittest.TestCase):
    def read(self, output):
        return crash.read("simulation", output, "/root")

    def test_the_first_stack_and_our_functions_count(self):
        found = heap()
        self.assertEqual(found.kind, "heap-buffer-overflow")
        self.assertEqual([frame.function for frame in found.frames],
                         ["tickproof::take", "tickproof::formats::read_plan"])
        self.assertEqual(found.suspect, "reader")

    def test_an_id_does_not_move_with_lines_and_folders(self):
        self.assertEqual(heap().id, heap(root="/elsewhere", line=99).id)
        self.assertRegex(heap().id, r"^plan_json-heap-buffer-overflow-[0-9a-f]{8}$")

    def test_other_functions_harnesses_and_kinds_are_other_findings(self):
        text = HEAP.replace("{root}", "/root")
        others = [crash.read("plan_json", text.replace("read_plan", "read_event"), "/root"),
                  crash.read("response", text, "/root"),
                  crash.read("plan_json", text.replace("heap-b", "stack-b"), "/root")]
        self.assertEqual(len({heap().id} | {other.id for other in others}), 4)

    def test_a_difference_names_its_suspect_and_its_numbers_do_not_count(self):
        found = self.read(DIFFERENCE)
        self.assertEqual((found.kind, found.suspect), ("difference", "checker"))
        self.assertEqual([frame.function for frame in found.frames], ["tickproof::compare"])
        self.assertEqual(found.id, self.read(DIFFERENCE.replace("12", "7")).id)
        self.assertNotEqual(found.id, self.read(DIFFERENCE.replace("ends", "begins")).id)

    def test_kinds(self):
        for line, kind in [("==1== ERROR: libFuzzer: timeout after 25 seconds", "timeout"),
                           ("==1== ERROR: libFuzzer: out-of-memory (malloc(2516582400))", "out-of-memory"),
                           ("==1== ERROR: libFuzzer: fuzz target exited", "exit"),
                           ("==1== ERROR: libFuzzer: deadly signal", "abort"),
                           ("terminate called after throwing an instance of 'std::bad_alloc'\n", "std::bad_alloc"),
                           ("a.h:1: f(): Assertion 'n < size()' failed.\nlibFuzzer: deadly signal", "assertion"),
                           ("==1==ERROR: LeakSanitizer: detected memory leaks\nSUMMARY: AddressSanitizer: 16 byte(s) "
                            "leaked in 1 allocation(s).", "leak"),
                           ("/a.cpp:1:2: runtime error: signed integer overflow: 1 + 2", "signed integer overflow"),
                           ("==1==ERROR: AddressSanitizer: SEGV on unknown address", "SEGV"), ("", "unknown")]:
            self.assertEqual(self.read(line).kind, kind, line)

    def test_a_timeout_is_known_by_what_was_called_first(self):
        stack = [f"    #{number} 0x5 in tickproof::{name}() /root/planner/a.cpp:1:1\n"
                 for number, name in enumerate("abcdef")]
        text = "ERROR: libFuzzer: timeout after 25 seconds\n" + "".join(stack)
        later = text.replace("tickproof::a", "tickproof::x").replace("tickproof::b", "tickproof::y")
        self.assertEqual(self.read(text).id, self.read(later).id)
        self.assertNotEqual(self.read(text).id, self.read(text.replace("::f", "::g")).id)


class Counting(unittest.TestCase):
    def test_a_run(self):
        counts = harnesses.counts_of("INFO: Loaded 1 modules   (5401 inline 8-bit counters): 5401 [0x5, 0x6),\n"
                                     "#9\tINITED cov: 1177 ft: 2815 corp: 8/244Kb exec/s: 0 rss: 49Mb\n"
                                     "#40\tNEW    cov: 1180 ft: 2820 corp: 9/245Kb lim: 4096 exec/s: 0\n"
                                     "#2000\tDONE   cov: 1588 ft: 9058 corp: 704/41Mb\n"
                                     "stat::number_of_executed_units: 2001\n")
        found = (counts.executions, counts.covered, counts.edges, counts.new_features)
        self.assertEqual(found, (2001, 1588, 5401, 6243))

    def test_a_run_that_never_began(self):
        self.assertEqual(harnesses.counts_of("cannot start"), harnesses.Counts())


class Rounds(unittest.TestCase):
    def test_all_alike_when_nobody_finds(self):
        self.assertEqual(rounds.slices({"a": 0, "b": 0}, 100), {"a": 50, "b": 50})

    def test_more_for_those_that_find_and_something_for_all(self):
        self.assertEqual(rounds.slices({"a": 0.3, "b": 0.1, "c": 0, "d": 0}, 80), {"a": 40, "b": 20, "c": 10, "d": 10})

    def test_rounds_are_long_enough(self):
        self.assertEqual([rounds.count(12, seconds) for seconds in (10, 800, 7200)], [1, 2, 12])

    def test_no_core_waits(self):
        lists = rounds.by_core({"a": 70, "b": 20, "c": 10}, 2)
        self.assertEqual(lists, [[("a", 50)], [("a", 20), ("b", 20), ("c", 10)]])
        self.assertEqual(rounds.by_core({"a": 9}, 3), [[("a", 3)]] * 3)


class Processes(unittest.TestCase):
    def run_bash(self, text, limit_s=60, stop=None):
        return process.run(["bash", "-c", text], limit_s, stop=stop)

    def test_code_output_and_time(self):
        outcome = self.run_bash("echo out; echo err >&2; for ((i = 0; i < 20000; i++)); do :; done; exit 7")
        self.assertEqual((outcome.code, outcome.output, outcome.is_late), (7, "out\nerr\n", False))
        self.assertGreater(outcome.cpu_s, 0)

    def test_one_that_does_not_stop_is_ended_with_its_children(self):
        outcome = self.run_bash("sleep 1000 & echo $!; wait", limit_s=0.5)
        self.assertTrue(outcome.is_late)
        self.assert_gone(int(outcome.output))

    def test_children_of_one_that_ended_are_ended(self):
        self.assert_gone(int(self.run_bash("sleep 1000 & echo $!").output))

    def test_it_can_be_interrupted(self):
        stop = threading.Event()
        threading.Timer(0.3, stop.set).start()
        with self.assertRaises(process.Interrupted):
            self.run_bash("sleep 1000", stop=stop)

    def assert_gone(self, pid):
        for _ in range(200):  # whoever has inherited it must bury it
            try:
                with open(f"/proc/{pid}/stat", encoding="utf-8") as file:
                    if file.read().rsplit(")", 1)[1].split()[0] == "Z":
                        return
            except FileNotFoundError:
                return
            time.sleep(0.02)
        self.fail(f"{pid} is alive")


# What the scripts use of libFuzzer, and faults that the environment asks for.
IMITATION = r'''#!/usr/bin/python3
import hashlib, os, shutil, sys, time
flags = dict(argument[1:].split("=", 1) for argument in sys.argv[1:] if argument.startswith("-"))
paths = [argument for argument in sys.argv[1:] if not argument.startswith("-")]
name, mode = os.path.basename(sys.argv[0]), os.environ.get("MODE", "")
read = lambda path: open(path, "rb").read()
edges = 50 if mode == "lost" and name == "fuzz_some" else 90

def run(data):
    if data.startswith(b"bad") and mode != "fixed" or name == "fuzz_canary" and data.startswith(b"canary"):
        path = flags.get("exact_artifact_path") or flags["artifact_prefix"] + "crash-" + hashlib.sha1(data).hexdigest()
        if len(paths) != 1 or os.path.isdir(paths[0]):
            open(path, "wb").write(data)
        words = "worse input" if mode == "otherwise" else "bad input"
        print(f"difference (planner): {words}\n==1== ERROR: libFuzzer: deadly signal")
        print("    #0 0x5 in tickproof::f() ROOT/planner/a.cpp:1:1\nSUMMARY: libFuzzer: deadly signal")
        sys.exit(77)

print("INFO: Loaded 1 modules   (100 inline 8-bit counters): 100 [0x5, 0x6), ")
if "merge" in flags:
    count = 0
    for folder in paths[1:]:
        for file in os.listdir(folder):
            data = read(os.path.join(folder, file))
            shutil.copy(os.path.join(folder, file), os.path.join(paths[0], hashlib.sha1(data).hexdigest()))
            count += 1
    print(f"MERGE-OUTER: {count} new files with {count + 7} new features added; {edges} new coverage edges")
elif "minimize_crash" in flags:
    open(flags["exact_artifact_path"], "wb").write(b"bad")
elif len(paths) == 1 and os.path.isfile(paths[0]):
    run(read(paths[0]))
elif mode == "nothing" and name == "fuzz_some":
    pass
elif mode == "broken" and name == "fuzz_some":
    sys.exit("cannot start")
else:
    print("#2\tINITED cov: 80 ft: 100 corp: 1/1b")
    if mode == "hangs":
        time.sleep(1000)
    while mode == "slow" and name != "fuzz_canary" and time.process_time() < 1:
        pass
    if name == "fuzz_canary" and mode != "no canary":
        run(b"canary")
    if mode == "finds" and name == "fuzz_some":
        run(b"bad and long")
    open(os.path.join(paths[0], hashlib.sha1(b"new").hexdigest()), "wb").write(b"new")
    print("#100\tDONE cov: 90 ft: 120 corp: 2/2b\nstat::number_of_executed_units: 100")
'''.replace("ROOT", ROOT)


def running_below(folder):
    found = []
    for pid in filter(str.isdigit, os.listdir("/proc")):
        try:
            with open(f"/proc/{pid}/cmdline", encoding="utf-8") as file:
                if folder in file.read():
                    found.append(pid)
        except (OSError, ValueError):
            pass  # it has ended, or is nothing that we have started
    return found


class Nights(unittest.TestCase):
    def setUp(self):
        scratch = tempfile.TemporaryDirectory()
        self.addCleanup(scratch.cleanup)
        self.folder = scratch.name
        for name in ("some", "other", "canary"):
            path = self.path("programs", "fuzz_" + name)
            os.makedirs(os.path.dirname(path), exist_ok=True)
            with open(path, "w", encoding="utf-8") as file:
                file.write(IMITATION)
            os.chmod(path, 0o755)

    def path(self, *names):
        return os.path.join(self.folder, *names)

    def command(self, *arguments):
        return [sys.executable, FUZZ, *arguments, "--programs", self.path("programs"), "--cores", "2", "--corpus",
                self.path("corpus"), "--findings", self.path("findings")]

    def fuzz(self, *arguments, mode=""):
        environment = {**os.environ, "MODE": mode}
        return subprocess.run(self.command(*arguments), env=environment, capture_output=True, text=True)

    def night(self, mode="", code=0, *names):
        ended = self.fuzz("--minutes", "0.05", "--seed", "1", *names, mode=mode)
        self.assertEqual(ended.returncode, code, ended.stdout + ended.stderr)
        return ended.stdout

    def test_a_night_without_findings(self):
        text = self.night()
        self.assertIn("# Fuzzing: 0 new, 0 known, 0 gone\n", text)
        self.assertRegex(text, r"\| some \| \d+ \| [1-9]\d* \| ")
        self.assertEqual(os.listdir(self.path("corpus", "some")), ["c2a6b03f190dfb2b4aa91f8af8d477a9bc3401dc"])
        with open(self.path("corpus", "last.json"), encoding="utf-8") as file:
            self.assertEqual(json.load(file)["some"]["covered"], 90)

    def test_a_finding_is_new_then_known_then_gone(self):
        text = self.night("finds", 1)
        self.assertIn("# Fuzzing: 1 new, 0 known, 0 gone", text)
        found = re.search(r"\| (some-difference-[0-9a-f]{8}) \| new \| planner \| bad input \| tickproof::f \|", text)
        folder = self.path("findings", found[1])
        self.assertEqual(sorted(os.listdir(folder)), ["finding.json", "input", "minimised", "report.txt"])
        self.assertEqual((self.read(folder, "input"), self.read(folder, "minimised")), ("bad and long", "bad"))
        self.assertIn("tickproof::f()", self.read(folder, "report.txt"))
        self.assertIn(f"| {found[1]} | known |", self.night("finds", 1))
        self.assertIn(f"| {found[1]} | known |", self.night("", 1))  # the fault is there, and not met by chance
        self.assertIn(f"| {found[1]} | gone |", self.night("fixed"))
        self.assertIn("0 new, 0 known, 0 gone", self.night("fixed"))
        self.assertIn("1 new, 0 known, 0 gone", self.night("finds", 1))

    def test_a_finding_can_be_reproduced(self):
        text = self.night("finds", 1)
        folder = re.search(r"scripts/fuzz --reproduce (\S+)` builds some", text)[1]
        ended = self.fuzz("--reproduce", folder)
        self.assertEqual(ended.returncode, 1)
        self.assertIn("difference (planner): bad input", ended.stdout)
        self.assertIn("it still ends so", ended.stdout)
        ended = self.fuzz("--reproduce", folder, mode="otherwise")
        self.assertEqual(ended.returncode, 1)
        self.assertRegex(ended.stdout, "it ends otherwise: some-difference-[0-9a-f]{8}, worse input")
        self.assertEqual(self.fuzz("--reproduce", folder, mode="fixed").returncode, 0)
        self.assertEqual(self.fuzz("--reproduce", self.folder).returncode, 2)

    def test_it_is_red_without_the_canary(self):
        self.assertIn("the canary was not found", self.night("no canary", 1))
        os.remove(self.path("programs", "fuzz_canary"))
        self.assertIn("there is no canary harness", self.night("", 1))

    def test_it_is_red_when_nothing_was_executed(self):
        self.assertIn("some: nothing was executed", self.night("nothing", 1))

    def test_it_is_red_when_a_harness_does_not_start(self):
        self.assertIn("some: ended with 1 and left no input", self.night("broken", 1))

    def test_it_is_red_when_coverage_was_lost(self):
        self.night()
        self.assertIn("some: coverage was lost: 50 of 100 edges, the night before 90 of 100", self.night("lost", 1))

    def test_other_harnesses_keep_their_numbers(self):
        self.night("", 0, "other")
        self.night("", 0, "some")
        with open(self.path("corpus", "last.json"), encoding="utf-8") as file:
            self.assertEqual(sorted(json.load(file)), ["other", "some"])

    def test_a_wrong_command_line(self):
        for arguments in (["--minutes", "1", "another"], ["--minutes", "1", "canary"], ["--minutes", "0"], [],
                          ["--minutes", "1", "--smoke"], ["--minutes", "1", "--cores", "x"]):
            self.assertEqual(self.fuzz(*arguments).returncode, 2, arguments)
        os.rename(self.path("programs"), self.path("away"))
        self.assertEqual(self.fuzz("--smoke").returncode, 4)

    def test_an_interrupted_night_keeps_what_is_known(self):
        self.night("finds", 1)
        running = subprocess.Popen(self.command("--minutes", "5"), env={**os.environ, "MODE": "hangs"},
                                   stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        time.sleep(2)
        running.send_signal(signal.SIGINT)
        text, _ = running.communicate(timeout=60)
        self.assertEqual(running.returncode, 3)
        self.assertIn("# Fuzzing: interrupted", text)
        self.assertTrue(os.path.isfile(self.path("findings", "summary.md")))
        self.assertEqual(running_below(self.path("programs")), [])

    def test_junit(self):
        self.night("finds", 1)
        path = self.path("findings", "junit.xml")
        schema = os.path.join(ROOT, "cli", "test_data", "junit.xsd")
        checked = subprocess.run(["xmllint", "--noout", "--schema", schema, path], capture_output=True, text=True)
        self.assertEqual(checked.returncode, 0, checked.stderr)
        self.assertIn('failures="1"', self.read(path))

    def test_smoke(self):
        ended = self.fuzz("--smoke")
        self.assertEqual(ended.returncode, 1)
        self.assertIn("some: no figure in scripts/fuzzing/smoke.py", ended.stdout)
        self.rename("some", "recheck")
        self.rename("other", "optimum")
        ended = self.fuzz("--smoke")
        self.assertEqual(ended.returncode, 0, ended.stdout + ended.stderr)
        self.assertRegex(ended.stdout, r"\| recheck \| 100 \| [\d.]+ \| \d+ \| 20 \| met \|")
        self.assertIn("the canary was not found", self.fuzz("--smoke", mode="no canary").stdout)

    def test_smoke_fails_far_below_a_figure(self):
        self.rename("some", "plan_json")
        ended = self.fuzz("--smoke", "plan_json", mode="slow")
        self.assertEqual(ended.returncode, 1)
        self.assertRegex(ended.stdout, r"(?m)^plan_json: \d+ executions a second, wanted are 5000$")

    def rename(self, old, new):
        os.rename(self.path("programs", "fuzz_" + old), self.path("programs", "fuzz_" + new))

    def read(self, *names):
        with open(os.path.join(*names), encoding="utf-8") as file:
            return file.read()


class Corpora(unittest.TestCase):
    def test_seeds_keep_their_names_and_what_adds_nothing_goes(self):
        with tempfile.TemporaryDirectory() as folder:
            target, merged = os.path.join(folder, "target"), os.path.join(folder, "merged")
            files = {"target/seed.json": b"seed", "target/idle.json": b"idle"}
            files["merged/" + "19b58543c85b97c5498edfd89c11c3aa8cb5fe51"] = b"other"
            for name, data in files.items():
                self.write(os.path.join(folder, name), data)
            digest = corpus.digest(os.path.join(target, "seed.json"))
            self.write(os.path.join(merged, digest), b"seed")
            corpus.replace(target, merged, [target])
            self.assertEqual(sorted(os.listdir(target)), ["19b58543c85b97c5498edfd89c11c3aa8cb5fe51", "seed.json"])

    def test_a_long_seed_is_kept_whole(self):
        with tempfile.TemporaryDirectory() as folder:
            target, merged = os.path.join(folder, "target"), os.path.join(folder, "merged")
            data = bytes(2 * harnesses.MAX_BYTES)
            self.write(os.path.join(target, "long.json"), data)
            digest = corpus.digest(os.path.join(target, "long.json"))
            self.write(os.path.join(merged, digest), data[:harnesses.MAX_BYTES])
            corpus.replace(target, merged, [target])
            self.assertEqual(os.path.getsize(os.path.join(target, "long.json")), len(data))

    def write(self, path, data):
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "wb") as file:
            file.write(data)


def exported(branches, mcdc=()):
    missed = sum(0 in branch[4:6] for branch in branches)
    return {"branches": branches, "mcdc_records": mcdc,
            "summary": {"lines": {"count": 4, "covered": 3}, "branches": {"notcovered": missed}}}


LINES = ["bool f(int a, int b) {", "    return a && b;", "}"]
A, B, DECISION = [2, 12, 2, 13], [2, 17, 2, 18], [2, 12, 2, 18]
RECORD = """properties/check/a.cpp: never true: b
  | return a && b;
  because a and b are never asked
  together
"""


class Coverage(unittest.TestCase):
    def gaps(self, branches, mcdc=()):
        return [str(gap) for gap in covered.gaps_in("properties/check/a.cpp", exported(branches, mcdc), LINES)]

    def test_what_was_true_and_false_and_decided_is_no_gap(self):
        self.assertEqual(self.gaps([A + [1, 1, 0, 0, 6], B + [1, 1, 0, 0, 6]], [DECISION + [0, 5, [True, True]]]), [])

    def test_gaps_say_where_and_what(self):
        self.assertEqual(self.gaps([A + [1, 1, 0, 0, 6], B + [0, 1, 0, 0, 6]], [DECISION + [0, 5, [True, False]]]),
                         ["properties/check/a.cpp:2: never true: b"])
        self.assertEqual(self.gaps([A + [1, 1, 0, 0, 6], B + [1, 1, 0, 0, 6]], [DECISION + [0, 5, [False, True]]]),
                         ["properties/check/a.cpp:2: never decides: a"])

    def test_instances_of_a_template_help_each_other(self):
        self.assertEqual(self.gaps([A + [1, 0, 0, 0, 4], A + [0, 1, 0, 0, 4]]), [])

    def test_each_gap_needs_a_reason_and_each_reason_a_gap(self):
        gap = covered.Gap("properties/check/a.cpp", "never true", "b", "return a && b;", 2)
        exceptions, complaints = covered.read_exceptions("# why\n\n" + RECORD)
        self.assertEqual(complaints, [])
        self.assertEqual(covered.complaints_about([gap], exceptions), [])
        self.assertIn("no gap any more", covered.complaints_about([], exceptions)[0])
        self.assertIn(RECORD.split("  because")[0], covered.complaints_about([gap], {})[0])
        self.assertIn("twice", covered.read_exceptions(RECORD + "\n" + RECORD)[1][0])
        self.assertIn("not understood", covered.read_exceptions(RECORD.split("  because")[0])[1][0])

    def test_every_part_is_counted_and_tests_are_not(self):
        self.assertEqual([covered.part_of(path) for path in
                          ("planner/formats/json/a.cpp", "planner/a.h", "properties/check/a.cpp", "smt/a.cpp",
                           "planner/a_test.cpp", "properties/check/a_test_data.h")],
                         ["planner/formats", "planner", "properties/check", None, None, None])
        found = covered.totals({"planner/a.cpp": exported([A + [1, 0, 0, 0, 4]], [DECISION + [0, 5, [True, False]]])})
        self.assertEqual(found["planner"], {"lines": (3, 4), "branches": (1, 2), "MC/DC": (1, 2)})
        self.assertIn("| planner | lines | 75.0 % |", covered.table({"seeded": found}))


if __name__ == "__main__":
    unittest.main()
