"""Never plans, so there is nothing to judge: undecided, not a pass."""
from honest import planner

planner.main(lambda line: '{"error":"not today"}')
