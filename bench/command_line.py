"""Times `tickproof plan` and `tickproof check` through a file, as processes of their own.

Prints the seconds that both took together, the smallest of three, and the largest peak memory of either in MiB.
usage: command_line.py TICKPROOF
"""
import os
import sys
import tempfile
import time


def run(*command):
    """Seconds and peak MiB of a command, whose standard output is dropped; a failure ends everything."""
    nowhere = (os.POSIX_SPAWN_OPEN, 1, os.devnull, os.O_WRONLY, 0)
    start = time.monotonic()
    child = os.posix_spawn(command[0], command, os.environ, file_actions=[nowhere])
    _, status, usage = os.wait4(child, 0)
    seconds = time.monotonic() - start
    if status != 0:
        sys.exit(f"{' '.join(command)}: exit code {os.waitstatus_to_exitcode(status)}")
    return seconds, usage.ru_maxrss / 1024


def plan_and_check(tickproof, file):
    plan = run(tickproof, "plan", "--stages", "64", "--virtual", "8", "--microbatches", "512", "-o", file)
    check = run(tickproof, "check", file)
    return plan[0] + check[0], max(plan[1], check[1])


with tempfile.TemporaryDirectory() as folder:
    costs = [plan_and_check(os.path.abspath(sys.argv[1]), os.path.join(folder, "plan.json")) for _ in range(3)]
print(min(seconds for seconds, _ in costs), max(mib for _, mib in costs))
