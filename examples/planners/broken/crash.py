"""Is killed by a signal at some configurations, as a crash in native code would."""
import os
import signal

from honest import fails_at, planner


def answer(line):
    if fails_at(planner.read_request(line)):
        os.kill(os.getpid(), signal.SIGKILL)
    return planner.answer(line)


planner.main(answer)
