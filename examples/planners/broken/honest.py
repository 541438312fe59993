"""The honest planner, for the broken ones beside this file to import and to break in one place."""
import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), os.pardir, "python"))
sys.dont_write_bytecode = True
import planner  # noqa: E402


def fails_at(config):
    """The configurations that the planners which fail now and then fail at."""
    return config.stage_count == 3 and config.microbatches > 4
