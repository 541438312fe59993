"""A short run for every change: each harness does fixed runs with a fixed seed, from the committed corpus."""
import os
import tempfile
from dataclasses import dataclass, field

import corpus
import harness as harnesses
import night as nights
import process

SEED = 1
SECONDS = 4  # that the runs take at the figure
MOST_S = 25  # three minutes hold all harnesses even if they are far too slow
CANARY_RUNS = 2_000_000
SLOWEST = 10  # so many times below its figure is an error; less may be a busy machine

# Executions a second that one core is to reach, with sanitizers.
FIGURES = {
    "plan_json": 5000, "orders_json": 5000, "request_json": 5000, "certificate_json": 5000, "response": 5000,
    "names": 5000, "pytorch_csv": 5000, "tessel_json": 5000, "text_formats": 5000,
    "planners": 2000, "simulation": 2000, "execution": 2000, "orders_file": 2000, "edits": 2000, "split": 2000,
    "ready_sets": 2000, "placing": 2000,
    "difference": 2000, "side_rules": 2000,
    "optimum": 20, "recheck": 20,
}


@dataclass
class Result:
    name: str
    figure: int
    executions: int = 0
    cpu_s: float = 0
    complaints: list = field(default_factory=list)

    @property
    def rate(self):
        return self.executions / self.cpu_s if self.cpu_s else 0


def run_one(harness, findings, stop):
    figure = FIGURES.get(harness.name, 0)
    result = Result(harness.name, figure)
    if not figure:
        result.complaints.append(f"{harness.name}: no figure in scripts/fuzzing/smoke.py")
    with tempfile.TemporaryDirectory() as scratch:
        own = os.path.join(scratch, "corpus")
        os.mkdir(own)
        folders = [own] + ([harness.seeds] if corpus.size(harness.seeds) else [])
        command = harness.command(scratch, f"-runs={SECONDS * (figure or 1000)}", f"-seed={SEED}", "-reload=0",
                                  f"-max_total_time={MOST_S}", *folders)
        ended = process.run(command, MOST_S + nights.GRACE_S, harnesses.environment(), stop=stop)
        result.executions, result.cpu_s = harnesses.counts_of(ended.output).executions, ended.cpu_s
        inputs = harnesses.artifacts_in(scratch)
        for path in inputs:
            findings.add(harness, path, ended.output)
        if ended.code != 0 and not inputs:
            result.complaints.append(nights.trouble(harness, ended))
    if result.executions == 0:
        result.complaints.append(f"{harness.name}: nothing was executed")
    elif ended.code == 0 and result.rate * SLOWEST < figure:
        result.complaints.append(f"{harness.name}: {result.rate:.0f} executions a second, wanted are {figure}")
    return result


def table(results):
    lines = ["| harness | executions | processor s | a second | wanted | |", "|---|---:|---:|---:|---:|---|"]
    for result in results:
        verdict = "met" if result.rate >= result.figure else "below"
        lines.append(f"| {result.name} | {result.executions} | {result.cpu_s:.1f} | {result.rate:.0f} | "
                     f"{result.figure} | {verdict} |")
    return "\n".join(lines)
