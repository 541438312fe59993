"""Refuses what the production planner refuses, in words of its own."""
from honest import planner


def answer(line):
    honest = planner.answer(line)
    return honest if honest.startswith('{"plan"') else '{"error":"bad configuration"}'


planner.main(answer)
