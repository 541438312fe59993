"""Waits forever at some configurations."""
import time

from honest import fails_at, planner


def answer(line):
    while fails_at(planner.read_request(line)):
        time.sleep(60)
    return planner.answer(line)


planner.main(answer)
