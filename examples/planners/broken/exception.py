"""Ends with an exception at some configurations: exit code 1, and a traceback on stderr."""
from honest import fails_at, planner


def answer(line):
    config = planner.read_request(line)
    if fails_at(config):
        raise IndexError("no slot for microbatch %d" % config.microbatches)
    return planner.answer(line)


planner.main(answer)
