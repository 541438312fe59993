"""`tickproof gate --planner` against planners that fail in every way a process can, each with the finding it must get.

usage: gate_test.py TICKPROOF SOURCE_FOLDER [unittest arguments]
"""
import json
import os
import resource
import shlex
import signal
import subprocess
import sys
import time
import unittest

sys.dont_write_bytecode = True
from testing import HOLDS, REFUTED, SOURCES, TICKPROOF, UNDECIDED, UNUSABLE, Answer, CommandTest, run

# An honest planner, with names for whatever a test makes of it.
PRELUDE = """
import os, signal, subprocess, sys, time
sys.dont_write_bytecode = True
sys.path.insert(0, %r)
import planner
OUT = sys.stdout.buffer
def say(text):
    OUT.write(text.encode())
    OUT.flush()
def honest(line):
    return planner.answer(line) + "\\n"
def is_bad(line):
    c = planner.read_request(line)
    return c.schedule == "gpipe" and c.stage_count == 2 and c.microbatches == 3 and c.virtual_stages_per_rank == 1
def each(bad):
    for line in sys.stdin.buffer:
        bad(line) if is_bad(line) else say(honest(line))
""" % os.path.join(SOURCES, "examples", "planners", "python")

SMALL = ["--stages", "1..2", "--virtual", "1..2", "--microbatches", "1..4", "--cases", "8"]


def is_running(pid):
    try:
        with open("/proc/%d/stat" % pid) as stat:
            return stat.read().rsplit(")", 1)[1].split()[0] not in "ZX"
    except FileNotFoundError:
        return False


def is_soon_gone(pid):
    for _ in range(200):
        if not is_running(pid):
            return True
        time.sleep(0.02)
    return False


class GateTest(CommandTest):
    def planner(self, body):
        return "/usr/bin/python3 " + shlex.quote(self.path("a planner's.py", PRELUDE + body))

    def gate(self, command, *arguments, **options):
        answer = run("gate", "--planner", command, *arguments, **options)
        self.assertNotIn("Sanitizer", answer.err)
        return answer

    def document(self, body, *arguments, code=REFUTED):
        answer = self.gate(self.planner(body), *SMALL, "--json", *arguments)
        self.assertEqual(answer.code, code, answer.out + answer.err)
        return json.loads(answer.out)

    def only_finding(self, body, *arguments):
        document = self.document(body, *arguments)
        self.assertEqual(len(document["findings"]), 1, document_ids(document))
        return document["findings"][0]

    def assert_finding(self, body, identity, witness, *arguments):
        finding = self.only_finding(body, *arguments)
        self.assertEqual((finding["id"], finding["witness"]), (identity, witness))
        return finding


def document_ids(document):
    return [finding["id"] for finding in document["findings"]]


BAD = "gpipe:S2V1M3L2"


class Failures(GateTest):
    def test_a_crash(self):
        self.assert_finding("def bad(line): os.kill(os.getpid(), signal.SIGSEGV)\neach(bad)", "planner-crash:" + BAD,
                            "it was ended by signal 11 before it had answered")

    def test_an_exception_shows_its_stderr(self):
        finding = self.assert_finding("def bad(line): raise IndexError('no slot')\neach(bad)",
                                      "planner-early-end:" + BAD, "it ended with exit code 1 before it had answered")
        self.assertIn("IndexError: no slot\n", finding["stderr"])

    def test_a_hang(self):
        self.assert_finding("each(lambda line: time.sleep(1000))", "planner-hang:" + BAD,
                            "there is no answer after 1000 ms (is every line flushed?)", "--timeout", "1000")

    def test_garbage(self):
        self.assert_finding("each(lambda line: say('Traceback!\\n'))", "planner-garbage:" + BAD,
                            "no answer of the protocol: 'Traceback!': column 1: expected a value")
        self.assert_finding("each(lambda line: say('{}\\n'))", "planner-garbage:" + BAD,
                            "no answer of the protocol: '{}': column 1: response: there is neither 'plan' nor 'error'")
        truncated = self.only_finding("each(lambda line: say(honest(line)[:-10] + '\\n'))")
        self.assertEqual(truncated["id"], "planner-garbage:" + BAD)

    def test_half_a_line(self):
        self.assert_finding("def bad(line):\n say(honest(line)[:40])\n sys.exit(0)\neach(bad)",
                            "planner-early-end:" + BAD, "it ended with exit code 0 in the middle of a line")

    def test_a_flood_without_a_line_end(self):
        self.assert_finding("def bad(line):\n while True: say('x' * 65536)\neach(bad)", "planner-flood:" + BAD,
                            "its output is longer than an answer can be")

    def test_a_flood_of_lines(self):
        self.assert_finding("def bad(line):\n while True: say(honest(line) * 100)\neach(bad)", "planner-flood:" + BAD,
                            "it wrote more lines than it was asked for")

    def test_a_closed_output(self):
        self.assert_finding("def bad(line):\n os.close(1)\n time.sleep(1000)\neach(bad)", "planner-early-end:" + BAD,
                            "it closed its output before it had answered")

    def test_a_bad_exit_at_the_end(self):
        finding = self.assert_finding("for l in sys.stdin.buffer: say(honest(l))\nsys.exit(3)",
                                      "planner-bad-exit:gpipe:S1V1M1L1", "after its last answer it ended with exit code 3")
        again = subprocess.run(["/bin/sh", "-c", finding["reproduce"].replace("tickproof", shlex.quote(TICKPROOF), 1)],
                               capture_output=True, text=True, timeout=60)
        self.assertEqual(again.returncode, REFUTED, again.stderr)

    def test_one_that_does_not_end_with_its_input(self):
        self.assert_finding("for l in sys.stdin.buffer: say(honest(l))\ntime.sleep(1000)",
                            "planner-hang:gpipe:S1V1M1L1", "it had not ended 700 ms after the end of its input",
                            "--timeout", "700")

    def test_answers_out_of_order(self):
        document = self.document("lines = iter(sys.stdin.buffer)\nfor one in lines:\n two = next(lines, None)\n"
                                 " if two: say(honest(two))\n say(honest(one))", "--timeout", "1000")
        self.assertTrue(document_ids(document)[0].startswith("shape:"), document_ids(document))

    def test_answers_that_change(self):
        document = self.document(
            "n = 0\nfor l in sys.stdin.buffer:\n n += 1\n a = honest(l)\n"
            " say(a if n % 2 else a.replace('\"microbatch_id\":0', '\"microbatch_id\":1'))", "--level", "conform")
        self.assertTrue(any(i.startswith("deterministic:") for i in document_ids(document)), document_ids(document))

    def test_what_garbage_shows_on_a_terminal(self):
        answer = self.gate(self.planner("each(lambda line: (OUT.write(b'\\x1b[31m\\xff' + b'x' * 100 + b'\\n'), OUT.flush()))"), *SMALL)
        self.assertIn("protocol: '\\x1b[31m\\xff%s...' (106 bytes): " % ("x" * 54), answer.out)

    def test_a_program_that_cannot_be_started_is_a_wrong_command_line(self):
        no_program = "it is neither an ELF file nor a script that begins with #! and its interpreter"
        text, gone = self.path("planner.sh", "echo started >%s/started\n" % self.folder), self.path("gone", "#!/nowhere\n")
        for file in text, gone:
            os.chmod(file, 0o755)
        for command, why in (("/nowhere/planner", "no such file or directory"), ("/etc/passwd", "permission denied"),
                             ("planner-that-is-nowhere", "no such file or directory"), (self.folder, "permission denied"),
                             (text, no_program), (gone, "no such file or directory")):
            for options in ([], ["--json"], ["--threads", "3"], ["--quiet"]):
                answer = self.gate(command, *options)
                self.assertEqual((answer.code, answer.out, answer.err),
                                 (UNUSABLE, "", "tickproof gate: cannot start '%s': %s\n" % (command, why)))
        self.assertFalse(os.path.exists(os.path.join(self.folder, "started")))

    def test_one_that_dies_at_once_is_not_started_again_and_again(self):
        starts = os.path.join(self.folder, "starts")
        self.document("open(%r, 'a').write('x')\nsys.exit(1)" % starts)
        self.assertLess(os.path.getsize(starts), 200)

    def test_stderr_is_shown_without_control_characters(self):
        answer = self.gate(self.planner("print('\\033[31mred', file=sys.stderr)\nsys.exit(1)"), *SMALL)
        self.assertIn("  stderr: \\x1b[31mred\n", answer.out)

    def test_stderr_that_is_not_utf8_is_shown(self):
        process = subprocess.run(
            [TICKPROOF, "gate", "--planner", self.planner("sys.stderr.buffer.write(b'caf\\xe9\\n')\nsys.exit(1)"), *SMALL],
            capture_output=True, timeout=60)
        self.assertIn("  stderr: caf\\xe9\n", process.stdout.decode("utf-8"))


class NoFailures(GateTest):
    def assert_passes(self, body, *arguments):
        self.assertEqual(self.document(body, *arguments, code=HOLDS)["verdict"], "passed")

    def test_the_honest_planner_conforms(self):
        self.assert_passes("planner.main()", "--level", "conform")

    def test_a_megabyte_on_stderr(self):
        self.assert_passes("sys.stderr.write('x' * 1000000)\nplanner.main()")

    def test_one_that_ignores_sigterm(self):
        self.assert_passes("signal.signal(signal.SIGTERM, signal.SIG_IGN)\nplanner.main()")

    def test_a_child_that_holds_the_pipe(self):
        pids = os.path.join(self.folder, "pids")
        self.assert_passes("child = subprocess.Popen(['sleep', '1000'])\nopen(%r, 'a').write('%%d\\n' %% child.pid)\n"
                           "planner.main()" % pids)
        with open(pids) as lines:
            for pid in map(int, lines):
                self.assertTrue(is_soon_gone(pid))

    def test_extra_keys_and_spaces(self):
        self.assert_passes("for l in sys.stdin.buffer: say('  {\"ms\": 1, ' + honest(l)[1:-1] + ' \\r\\n')")


class Refusals(GateTest):
    def test_one_that_refuses_everything_does_not_pass(self):
        document = self.document("for l in sys.stdin.buffer: say('{\"error\":\"not today\"}\\n')", code=UNDECIDED)
        self.assertEqual((document["verdict"], document["planned"]), ("undecided", 0))
        self.assertEqual(document["undecided"][0]["id"], "refusal:gpipe:S1V1M1L1")

    def test_one_refusal_of_its_own_is_undecided_and_can_be_accepted(self):
        body = "each(lambda line: say('{\"error\":\"not three\"}\\n'))"
        document = self.document(body, code=UNDECIDED)
        self.assertEqual([f["id"] for f in document["undecided"]], ["refusal:" + BAD])
        self.assertEqual(document["undecided"][0]["witness"], "'not three', where the reference planner has a plan")
        baseline = self.path("baseline", "# accepted\nrefusal:%s  # until spring\n\n" % BAD)
        known = self.document(body, "--baseline", baseline, code=HOLDS)
        self.assertEqual([f["id"] for f in known["known"]], ["refusal:" + BAD])

    def test_no_cases_are_undecided(self):
        self.assertEqual(self.gate(self.planner("planner.main()"), "--cases", "0").code, UNDECIDED)


class Surroundings(GateTest):
    def in_shell(self, command):
        words = [TICKPROOF, "gate", "--planner", self.planner("planner.main()"), *SMALL]
        return Answer(subprocess.run(["/bin/sh", "-c", 'exec "$@" ' + command, "sh", *words], capture_output=True,
                                     timeout=60))

    def test_standard_streams_that_are_closed(self):
        for closed, code in (("<&-", HOLDS), ("2>&-", HOLDS), ("<&- 2>&-", HOLDS), (">&-", UNUSABLE),
                             ("<&- >&- 2>&-", UNUSABLE)):
            answer = self.in_shell(closed)
            self.assertEqual(answer.code, code, (closed, answer.err))
            if code == HOLDS:
                self.assertTrue(answer.out.endswith("gate: passed\n"), closed)

    def limited(self, limit, most, *arguments):
        def lower():
            resource.setrlimit(limit, (most, resource.getrlimit(limit)[1]))
        return self.gate(self.planner("planner.main()"), *SMALL, *arguments, preexec_fn=lower)

    def test_too_few_descriptors_for_all_workers(self):
        for most in range(32, 128, 4):
            answer = self.limited(resource.RLIMIT_NOFILE, most, "--threads", "16")
            self.assertEqual((answer.code, answer.err), (UNDECIDED, ""), most)
            self.assertRegex(answer.out, r"undecided: cannot start '/usr/bin/python3': too many open files after \d+ cases?\n\Z")

    def test_no_further_thread(self):
        stack = 1 << 50  # of a thread: more than there are addresses
        answer = self.limited(resource.RLIMIT_STACK, stack, "--threads", "4")
        self.assertEqual((answer.code, answer.err), (HOLDS, ""))

    def test_planners_that_open_their_streams_by_name(self):
        script = self.path("planner.sh", "#!/bin/sh\necho starting >/dev/stderr || exit 9\n"
                                         "exec %s </dev/stdin >/dev/stdout\n" % self.planner("planner.main()"))
        os.chmod(script, 0o755)
        self.assertEqual(self.gate(script, *SMALL).code, HOLDS)


class Runs(GateTest):
    WRONG = "each(lambda line: say(honest(line).replace('\"total_ticks\":', '\"total_ticks\":1')))"

    def test_the_finding_is_complete_and_its_command_shows_it_again(self):
        finding = self.only_finding(self.WRONG)
        self.assertEqual(finding["id"], "metrics:" + BAD)
        self.assertEqual(finding["request"]["pipeline"]["microbatches"], 3)
        self.assertTrue(finding["reproduce"].endswith("--level valid --config -"))
        again = subprocess.run(["/bin/sh", "-c", finding["reproduce"].replace("tickproof", shlex.quote(TICKPROOF), 1)],
                               capture_output=True, text=True, timeout=60)
        self.assertEqual(again.returncode, REFUTED, again.stderr)
        self.assertTrue(again.stdout.startswith("metrics:%s\n" % BAD), again.stdout)
        text = self.gate(self.planner(self.WRONG), *SMALL).out
        for part in (finding["id"], "gpipe, S=2 V=1 M=3, 2 layers: ", "seed 1", finding["reproduce"], "gate: failed"):
            self.assertIn(part, text)

    def test_a_baseline_accepts_what_is_known_and_tells_what_is_gone(self):
        baseline = self.path("baseline", "metrics:%s\ncover:gpipe:S1V1M1L1\n" % BAD)
        document = self.document(self.WRONG, "--baseline", baseline, code=HOLDS)
        self.assertEqual([f["id"] for f in document["known"]], ["metrics:" + BAD])
        self.assertEqual(document["gone"], ["cover:gpipe:S1V1M1L1"])
        self.assertRegex(self.gate(self.planner(self.WRONG), *SMALL, "--baseline", baseline).out,
                         r"\Aknown: metrics:%s, in \d cases\ngone: cover:gpipe:S1V1M1L1\n" % BAD)

    def test_a_baseline_holds_ids_and_nothing_else(self):
        for line in ("metrics", "metrics:%s extra" % BAD, "metrics:gpipe:S2", "the planner is slow", "\x1b[31m", "gold"):
            answer = self.gate(self.planner("planner.main()"), *SMALL, "--baseline",
                               self.path("base line", "# accepted\n\ngolden\n%s\n" % line))
            self.assertEqual((answer.code, answer.out), (UNUSABLE, ""), line)
            self.assertRegex(answer.err, r"\Atickproof gate: \S*/base line:4: '.*' is no id of a finding .*\n\Z")

    def test_what_depends_on_earlier_requests_says_so_and_is_reproduced_by_the_whole_run(self):
        body = ("n = 0\nfor l in sys.stdin.buffer:\n n += 1\n"
                " say(honest(l) if n < 40 else honest(l).replace('\"total_ticks\":', '\"total_ticks\":1'))")
        finding = self.document(body)["findings"][0]
        self.assertEqual(finding["note"], "fails only after other requests: run the whole gate again with --seed 1")
        self.assertTrue(finding["reproduce"].endswith("--json --seed 1"), finding["reproduce"])
        again = self.in_bash(finding["reproduce"])
        self.assertEqual(again.returncode, REFUTED, again.stderr)
        self.assertEqual(json.loads(again.stdout)["findings"][0], finding)
        text = self.gate(self.planner(body), *SMALL, "--seed", "5").out
        self.assertIn("  fails only after other requests: run the whole gate again with --seed 5\n", text)
        self.assertEqual(self.only_finding(self.WRONG)["note"], "")

    def in_bash(self, command):
        return subprocess.run(["/bin/bash", "-c", command.replace("tickproof", shlex.quote(TICKPROOF), 1)],
                              capture_output=True, text=True, timeout=60)

    def test_a_command_with_a_line_end_is_reproduced_when_pasted(self):
        command = "/usr/bin/python3 -c " + shlex.quote(PRELUDE + self.WRONG + "\n#\tit's \\ done")
        text = self.gate(command, *SMALL).out
        line = next(line for line in text.splitlines() if line.startswith("  echo "))
        again = self.in_bash(line.strip())
        self.assertEqual(again.returncode, REFUTED, again.stderr)
        self.assertTrue(again.stdout.startswith("metrics:%s\n" % BAD), again.stdout)

    # Such lines put all later answers in each other's places; what is found must not depend on who is asked when.
    def test_lines_that_nobody_asked_for_are_found_the_same_way_every_time(self):
        for stray, property in (("say(honest(line) * 2)", "planner-flood"), ("say(honest(line) + '\\n')", "planner-flood"),
                                ("say('\\n' + honest(line))", "planner-garbage"), ("say(honest(line) + 'ok\\n')", "planner-flood"),
                                ("say(honest(line)); time.sleep(0.05); say(honest(line))", "planner-flood")):
            command = self.planner("def bad(line):\n %s\neach(bad)" % stray)
            outputs = {self.gate(command, *SMALL, "--threads", threads).out
                       for threads in ("1", "2", "3", "1")}
            self.assertEqual(len(outputs), 1, (stray, outputs))
            self.assertEqual([line for line in outputs.pop().splitlines() if line.startswith("planner-") or ":S" in line],
                             ["%s:%s" % (property, BAD)], stray)

    def test_lines_that_nobody_asked_for_everywhere(self):
        for body in ("for l in sys.stdin.buffer: say(honest(l) + '\\n')", "for l in sys.stdin.buffer: say(honest(l) * 2)",
                     "for l in sys.stdin.buffer: say(honest(l))\nsay('goodbye\\n')"):
            command = self.planner(body)
            outputs = {self.gate(command, *SMALL, "--threads", threads).out for threads in ("1", "2", "3", "1")}
            self.assertEqual(len(outputs), 1, outputs)
            self.assertTrue(outputs.pop().startswith("planner-flood:gpipe:S1V1M1L1\n"))

    def test_lines_that_nobody_asked_for_beside_large_answers(self):
        command = "/usr/bin/python3 " + shlex.quote(os.path.join(SOURCES, "examples/planners/broken/two_lines.py"))
        outputs = {self.gate(command, "--cases", "40", "--threads", threads).out for threads in ("1", "2", "3")}
        self.assertEqual(len(outputs), 1, outputs)
        self.assertIn("gate: failed, 2 findings in ", outputs.pop())

    def test_own_configurations_are_shrunk(self):
        wrong = "for l in sys.stdin.buffer: say(honest(l).replace('\"microbatch_id\":4', '\"microbatch_id\":3'))"
        request = {"n_layer": 40, "pipeline": {"stage_count": 6, "virtual_stages_per_rank": 3, "schedule": "gpipe",
                                               "microbatches": 11}}
        answer = self.gate(self.planner(wrong), "--config", "-", "--json", stdin=json.dumps(request))
        self.assertEqual(json.loads(answer.out)["cases"], 1)
        self.assertIn("exactly-once:gpipe:S1V1M5L1", document_ids(json.loads(answer.out)))

    def test_workers_and_repetition_change_no_byte(self):
        for body in (self.WRONG, "planner.main()", "each(lambda line: sys.exit(1))"):
            command = self.planner(body)
            outputs = {self.gate(command, "--seed", "7", "--cases", "60", "--threads", threads).out
                       for threads in ("1", "2", "3", "1")}
            self.assertEqual(len(outputs), 1, outputs)

    def test_unusable_arguments(self):
        config = self.path("optimal.json", json.dumps({"n_layer": 4, "pipeline": {
            "stage_count": 2, "schedule": "optimal", "microbatches": 3}}))
        for words in (["--planner", "p 'a"], ["--planner", " "], ["--planner", "p", "--level", "high"],
                      ["--level", "high"], ["--timeout", "0"], ["--threads", "0"], ["--max-failures", "0"],
                      ["--cases", "-1"], ["--cases", "1000001"], ["--baseline", "/nowhere"], ["--config", "/nowhere"],
                      ["--planner", "p", "--config", config], ["--stages", "1..9999999999"]):
            answer = run("gate", *words)
            self.assertEqual((answer.code, answer.out), (UNUSABLE, ""), words)
            self.assertEqual(answer.err.count("\n"), 1, answer.err)

    def test_an_interruption_prints_what_is_known_and_leaves_nothing_running(self):
        for number in (signal.SIGINT, signal.SIGTERM):
            pids = os.path.join(self.folder, "pids%d" % number)
            body = ("signal.signal(signal.SIGTERM, signal.SIG_IGN)\n"
                    "child = subprocess.Popen(['sleep', '1000'])\n"
                    "open(%r, 'a').write('%%d\\n%%d\\n' %% (os.getpid(), child.pid))\n"
                    "n = 0\nfor l in sys.stdin.buffer:\n n += 1\n"
                    " if n > 70: open(%r, 'w').close(); time.sleep(1000)\n say(honest(l))") % (pids, pids + "stuck")
            gate = subprocess.Popen([TICKPROOF, "gate", "--planner", self.planner(body)], stdout=subprocess.PIPE,
                                    stderr=subprocess.PIPE, text=True, start_new_session=True)
            while not os.path.exists(pids + "stuck"):
                self.assertIsNone(gate.poll())
                time.sleep(0.02)
            os.kill(gate.pid, number)
            out, err = gate.communicate(timeout=30)
            self.assertEqual((gate.returncode, err), (UNDECIDED, ""))
            self.assertRegex(out, r"\Aplanner: \d+ configurations planned.*\n"
                                  r"gate: undecided: it was interrupted after \d+ cases\n\Z")
            with open(pids) as lines:
                for pid in map(int, lines):
                    self.assertTrue(is_soon_gone(pid))

    def test_an_interruption_is_heard_while_the_planner_ends(self):
        ending = os.path.join(self.folder, "ending")
        body = "for l in sys.stdin.buffer: say(honest(l))\nopen(%r, 'w').close()\ntime.sleep(1000)" % ending
        gate = subprocess.Popen([TICKPROOF, "gate", "--planner", self.planner(body), *SMALL], stdout=subprocess.PIPE,
                                stderr=subprocess.PIPE, text=True)
        while not os.path.exists(ending):
            self.assertIsNone(gate.poll())
            time.sleep(0.02)
        os.kill(gate.pid, signal.SIGINT)
        out, err = gate.communicate(timeout=30)
        self.assertEqual((gate.returncode, err), (UNDECIDED, ""))
        self.assertRegex(out, r"gate: undecided: it was interrupted after \d+ cases\n\Z")


if __name__ == "__main__":
    unittest.main(argv=[sys.argv[0], *sys.argv[3:]])
