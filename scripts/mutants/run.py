"""Runs the tests against one mutant after another, on all cores.

A mutant is killed by the first test that fails; tests that are fast come first, since they find most. A mutant that
takes far longer than the unmutated program hangs, which counts as killed: a test run would never get past it. What is
measured is time of the processor, which does not depend on what else the machine does.
"""
import concurrent.futures
import json
import math
import os
import re
import resource
import signal
import subprocess
import tempfile
import threading
from dataclasses import dataclass

import tree

FAST_MS = 40
SLOWDOWN = 5
MEMORY_BYTES = 2 << 30  # a mutant that collects without end must not take the machine with it


@dataclass
class Step:
    program: str
    tests: list
    cpu_s: int  # when to give up

    @property
    def name(self):
        return os.path.basename(self.program)


def run(program, number, arguments, cpu_s, cwd):
    def limit():
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY_BYTES, MEMORY_BYTES))
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        resource.setrlimit(resource.RLIMIT_CPU, (cpu_s, cpu_s + 1))

    environment = {**os.environ, tree.VARIABLE: str(number), "LC_ALL": "C.UTF-8"}
    for name in [name for name in environment if name.startswith("GTEST_")]:
        del environment[name]
    # One that waits for ever uses no processor: that is what the timeout is for.
    return subprocess.run([program, *arguments], env=environment, cwd=cwd, timeout=60 * cpu_s, preexec_fn=limit,
                          stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)


def cpu_of_children():
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


def steps_of(program, tests, cwd):
    """The steps of a run, after the unmutated program has passed and shown how long each test takes."""
    with tempfile.TemporaryDirectory() as folder:
        report = os.path.join(folder, "report.json")
        before_s = cpu_of_children()
        result = run(program, 0, [f"--gtest_output=json:{report}", f"--gtest_filter={tests}"], 600, cwd)
        if result.returncode != 0:
            words = result.stdout.decode(errors="replace")[-4000:]
            raise tree.Failed(f"{program} fails without any mutant:\n{words}")
        with open(report, encoding="utf-8") as file:
            suites = json.load(file)["testsuites"]
    cpu_s = cpu_of_children() - before_s
    timed = [(f"{suite['name']}.{test['name']}", 1000 * float(test["time"].rstrip("s")))
             for suite in suites for test in suite["testsuite"] if test["result"] == "COMPLETED"]
    if not timed:
        raise tree.Failed(f"{program} has no test {tests}")
    fast = [entry for entry in timed if entry[1] <= FAST_MS]
    slow = [entry for entry in timed if entry[1] > FAST_MS]
    return [Step(program, [name for name, _ in chosen], math.ceil(1 + SLOWDOWN * cpu_s * share(chosen, timed)))
            for chosen in (fast, slow) if chosen]


def share(chosen, timed):
    return sum(ms for _, ms in chosen) / max(sum(ms for _, ms in timed), 1e-9)


def judge(mutant, steps, cwd):
    """Status of the mutant, and what decided it."""
    for step in steps:
        arguments = ["--gtest_fail_fast", "--gtest_brief=1", "--gtest_filter=" + ":".join(step.tests)]
        try:
            result = run(step.program, mutant.number, arguments, step.cpu_s, cwd)
        except subprocess.TimeoutExpired:
            return "timeout", f"{step.name} waits"
        if result.returncode in (-signal.SIGXCPU, -signal.SIGKILL):
            return "timeout", f"{step.name} after {step.cpu_s} s"
        if result.returncode != 0:
            failed = re.findall(rb"^\[  FAILED  \] (\S+?),? ", result.stdout + b" ", re.M)
            return "killed", failed[0].decode() if failed else f"{step.name} ended with {result.returncode}"
    return "survived", ""


def judge_all(mutants, steps_for, cwd, jobs, say):
    """Status and reason by number."""
    outcomes, lock = {}, threading.Lock()

    def one(mutant):
        outcome = judge(mutant, steps_for(mutant), cwd)
        with lock:
            outcomes[mutant.number] = outcome
            if len(outcomes) % 100 == 0:
                say(f"{len(outcomes)} of {len(mutants)} mutants run")

    with concurrent.futures.ThreadPoolExecutor(jobs) as pool:
        list(pool.map(one, mutants))
    return outcomes
