"""Prints its plan as Python writes a dictionary, which is not JSON."""
import json

from honest import planner


def answer(line):
    return str(json.loads(planner.answer(line)))


planner.main(answer)
