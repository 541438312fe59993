"""A night: looks again at what is known, then all harnesses in rounds, then minimises what they have collected."""
import concurrent.futures
import json
import os
import random
import tempfile
import threading
import time
from dataclasses import asdict, dataclass, field

import corpus
import harness as harnesses
import process
import rounds

GRACE_S = 60 + harnesses.TIMEOUT_S  # for loading a corpus, and for the last input
CANARY_S = 60
LOST_POINTS = 1  # of the share of edges that is covered: a little is chance, or code that was added or taken away
RECORD = "last.json"


@dataclass
class Tally:
    """What a harness did tonight."""
    cpu_s: float = 0
    executions: int = 0
    new_features: int = 0
    inputs: int = 0
    before: harnesses.Counts = field(default_factory=harnesses.Counts)
    after: harnesses.Counts = field(default_factory=harnesses.Counts)
    last: dict = field(default_factory=dict)  # of the night before


@dataclass
class Canary:
    found: bool = False
    executions: int = 0
    wall_s: float = 0


class Night:
    def __init__(self, chosen, canary, findings, folder, cores, seed, stop, say):
        self.harnesses, self.canary_harness, self.findings = chosen, canary, findings
        self.folder, self.cores, self.seed, self.stop, self.say = folder, cores, seed, stop, say
        self.tallies = {name: Tally() for name in chosen}
        self.canary, self.complaints = Canary(), []
        self.interrupted = False
        self.lock = threading.Lock()

    def run(self, seconds):
        started = time.monotonic()
        record = self.read_record()
        for name, tally in self.tallies.items():
            tally.last = record.get(name, {})
        try:
            self.canary = find_canary(self.canary_harness, self.seed, self.stop)
            self.for_all(self.look_again)
            self.for_all(self.seed_corpus)
            # What it took to go through the corpora once is what it will take at the end.
            left_s = seconds - 2 * (time.monotonic() - started)
            self.fuzz(max(left_s, 1) * self.cores)
            self.for_all(self.minimise)
            self.write_record(record)
        except (process.Interrupted, KeyboardInterrupt):
            self.stop.set()
            self.interrupted = True
        for name, tally in self.tallies.items():
            tally.inputs = corpus.size(self.corpus(name))
        self.complaints += complaints_about(self)

    def for_all(self, work):
        self.parallel([lambda harness=harness: work(harness) for harness in self.harnesses.values()])

    def parallel(self, tasks):
        """Runs tasks on all cores. The first that is interrupted ends the others, and they are waited for."""
        with concurrent.futures.ThreadPoolExecutor(self.cores) as pool:
            try:
                for future in concurrent.futures.as_completed([pool.submit(task) for task in tasks]):
                    future.result()
            except BaseException:
                self.stop.set()
                pool.shutdown(cancel_futures=True)
                raise

    def corpus(self, name):
        return os.path.join(self.folder, name)

    def look_again(self, harness):
        self.findings.look_again(harness)

    def seed_corpus(self, harness):
        self.tallies[harness.name].before = self.merge(harness, [harness.seeds])

    def minimise(self, harness):
        self.findings.minimise(harness)
        self.tallies[harness.name].after = self.merge(harness, [])

    def merge(self, harness, sources):
        counts, complaints = corpus.minimise(harness, self.corpus(harness.name), sources, self.findings, self.stop)
        self.complain(complaints)
        return counts

    def complain(self, complaints):
        with self.lock:
            self.complaints += complaints

    def fuzz(self, budget_s):
        total = rounds.count(len(self.harnesses), budget_s)
        gains = {name: 0 for name in self.harnesses}
        for number in range(total):
            self.say(f"round {number + 1} of {total}, {budget_s / total / self.cores:.0f} s")
            had = {name: tally.new_features for name, tally in self.tallies.items()}
            lists = rounds.by_core(rounds.slices(gains, budget_s / total), self.cores)
            self.parallel([lambda core=core, pieces=pieces: self.run_pieces(f"{number}/{core}", pieces)
                           for core, pieces in enumerate(lists)])
            gains = {name: (tally.new_features - had[name]) / max(1, tally.before.features + had[name])
                     for name, tally in self.tallies.items()}

    def run_pieces(self, label, pieces):
        for number, (name, seconds) in enumerate(pieces):
            self.run_piece(self.harnesses[name], seconds, random.Random(f"{self.seed}/{name}/{label}/{number}"))

    def run_piece(self, harness, seconds, seeds):
        """Runs a harness for so long; one that ends with a finding is started again."""
        until = time.monotonic() + seconds
        while (left_s := round(until - time.monotonic())) >= 1:
            with tempfile.TemporaryDirectory() as artifacts:
                command = harness.command(artifacts, f"-seed={seeds.randrange(1, 2**31)}", f"-max_total_time={left_s}",
                                          self.corpus(harness.name))
                ended = process.run(command, left_s + GRACE_S, harnesses.environment(), stop=self.stop)
                self.count(harness, ended)
                if ended.code == 0:
                    return
                inputs = harnesses.artifacts_in(artifacts)
                if not inputs:
                    self.complain([trouble(harness, ended)])
                    return
                for path in inputs:
                    corpus.drop(self.corpus(harness.name), path)
                    self.findings.add(harness, path, ended.output)

    def count(self, harness, ended):
        counts = harnesses.counts_of(ended.output)
        with self.lock:
            tally = self.tallies[harness.name]
            tally.cpu_s += ended.cpu_s
            tally.executions += counts.executions
            tally.new_features += counts.new_features

    def read_record(self):
        path = os.path.join(self.folder, RECORD)
        if not os.path.isfile(path):
            return {}
        with open(path, encoding="utf-8") as file:
            return json.load(file)

    def write_record(self, record):
        """What the next night compares with. Harnesses that were left out tonight keep their numbers."""
        for name, tally in self.tallies.items():
            record[name] = asdict(tally.after)
        path = os.path.join(self.folder, RECORD)
        with open(path + ".new", "w", encoding="utf-8") as file:
            json.dump(record, file, indent=1)
            file.write("\n")
        os.replace(path + ".new", path)


def trouble(harness, ended):
    words = "did not stop in time" if ended.is_late else f"ended with {ended.code} and left no input"
    return f"{harness.name}: {words}:\n{ended.output[-2000:]}"


def find_canary(harness, seed, stop, *arguments):
    """Whether the planted fault is found from nothing but its seeds."""
    if harness is None:
        return Canary()
    with tempfile.TemporaryDirectory() as artifacts:
        own = os.path.join(artifacts, "corpus")
        os.mkdir(own)
        sources = [own] + ([harness.seeds] if corpus.size(harness.seeds) else [])
        command = harness.command(artifacts, f"-seed={seed % 2**31 or 1}", f"-max_total_time={CANARY_S}", *arguments,
                                  *sources)
        ended = process.run(command, CANARY_S + GRACE_S, harnesses.environment(), stop=stop)
        found = ended.code != 0 and bool(harnesses.artifacts_in(artifacts))
    return Canary(found, harnesses.counts_of(ended.output).executions, ended.wall_s)


def complaints_about(night):
    """Why the night is red although nothing was found. An interrupted one is not judged by what it had no time for."""
    if night.interrupted:
        return []
    complaints = []
    if not night.canary.found:
        complaints.append("the canary was not found" if night.canary_harness else "there is no canary harness")
    for name, tally in night.tallies.items():
        if tally.executions == 0:
            complaints.append(f"{name}: nothing was executed")
        if share(tally.last) - share(asdict(tally.after)) > LOST_POINTS:
            complaints.append(f"{name}: coverage was lost: {tally.after.covered} of {tally.after.edges} edges, the "
                              f"night before {tally.last['covered']} of {tally.last['edges']}")
    return complaints


def share(counts):
    return 100 * counts["covered"] / counts["edges"] if counts.get("edges") else 0
