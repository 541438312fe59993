"""Never ends a line."""
import sys

from honest import planner


def answer(line):
    sys.stdout.write('{"plan":{"events":[')
    while True:
        sys.stdout.write('{"tick":0},' * 1000)


planner.main(answer)
