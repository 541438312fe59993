"""Stops in the middle of a long answer, with exit code 0."""
import sys

from honest import planner

for line in sys.stdin.buffer:
    answer = planner.answer(line)
    if len(answer) > 4000:
        sys.stdout.write(answer[:4000])
        break
    sys.stdout.write(answer + "\n")
    sys.stdout.flush()
