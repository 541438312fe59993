"""Answers everything right and ends with exit code 1."""
import sys

from honest import planner

planner.main()
sys.exit(1)
