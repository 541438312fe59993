"""Answers twice at some configurations, which puts all later answers in each other's places."""
from honest import fails_at, planner


def answer(line):
    text = planner.answer(line)
    return text + "\n" + text if fails_at(planner.read_request(line)) else text


planner.main(answer)
