"""Runs one program and leaves nothing of it behind.

A program gets a process group of its own, so that solvers which it started end with it. Its time is time of the
processor, its children's included, which does not depend on what else the machine does.
"""
import os
import signal
import subprocess
import tempfile
import time
from dataclasses import dataclass

POLL_S = 0.02


class Interrupted(Exception):
    """The one who runs this has asked to stop."""


@dataclass
class Outcome:
    code: int  # negative: the signal that ended it
    output: str  # of both streams, in their order
    wall_s: float
    cpu_s: float
    is_late: bool  # ended by us, at its limit


def run(command, limit_s, environment=None, cwd=None, stop=None):
    """Outcome of the command. Raises Interrupted once the event `stop` is set, when the program is gone."""
    if stop and stop.is_set():
        raise Interrupted
    # A file, not a pipe: a grandchild that keeps a pipe open would keep us waiting.
    with tempfile.TemporaryFile() as output:
        started = time.monotonic()
        process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=output, stderr=subprocess.STDOUT,
                                   env=environment, cwd=cwd, start_new_session=True)
        ended = False
        try:
            while not ended and time.monotonic() < started + limit_s and not (stop and stop.is_set()):
                # Left as it lies until its group is gone: the number of the group is its own until then.
                ended = os.waitid(os.P_PID, process.pid, os.WEXITED | os.WNOHANG | os.WNOWAIT) is not None
                if not ended:
                    time.sleep(POLL_S)
        finally:
            usage = reap(process)
        if stop and stop.is_set():
            raise Interrupted
        output.seek(0)
        text = output.read().decode(errors="replace")
    return Outcome(process.returncode, text, time.monotonic() - started, usage.ru_utime + usage.ru_stime, not ended)


def reap(process):
    os.killpg(process.pid, signal.SIGKILL)
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    return usage
