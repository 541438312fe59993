"""Findings as folders, one for each distinct one; a folder is all that one night tells the next.

    ID/finding.json  what is known of it          ID/input      the input as it was met
    ID/report.txt    what the program prints      ID/minimised  the smallest one that does the same
"""
import json
import os
import shutil
import tempfile
import threading
import time
from dataclasses import asdict, dataclass

import crash
import harness as harnesses
import process

MINIMISING_S = 120
STEP_S = 10  # without any success, after which an input counts as minimal
ONE_INPUT_S = 2 * harnesses.TIMEOUT_S
GONE = "gone"


@dataclass
class Finding:
    id: str
    harness: str
    kind: str
    what: str
    suspect: str
    frames: list
    first_seen: str
    last_seen: str
    repeats: bool  # does the input do it again, alone
    state: str = "new"
    times: int = 1


class Findings:
    def __init__(self, folder, root, stop):
        self.folder, self.root, self.stop = folder, root, stop
        self.found, self.gone = {}, []
        self.lock = threading.Lock()

    def path(self, finding, name=""):
        return os.path.join(self.folder, finding.id, name).rstrip("/")

    def known(self):
        """What earlier nights have left open."""
        found = []
        for name in sorted(os.listdir(self.folder)) if os.path.isdir(self.folder) else []:
            path = os.path.join(self.folder, name, "finding.json")
            if os.path.isfile(path):
                found.append(load(path))
        return found

    def add(self, harness, artifact, output):
        """Looks at an input that has ended a program with this output; keeps it if it is the first of its kind."""
        with tempfile.TemporaryDirectory() as scratch:
            again = self.execute(harness, scratch, artifact)
        repeats = again.code != 0
        report = again.output if repeats else output
        seen = crash.read(harness.name, report, self.root)
        with self.lock:
            if seen.id in self.found:
                self.found[seen.id].times += 1
                return
            now = time.strftime("%Y-%m-%d")
            finding = Finding(seen.id, seen.harness, seen.kind, seen.what, seen.suspect,
                              [frame.function for frame in seen.frames], now, now, repeats)
            if os.path.isfile(self.path(finding, "finding.json")):
                finding.state, finding.first_seen = "known", load(self.path(finding, "finding.json")).first_seen
            self.found[finding.id] = finding
            self.write(finding, artifact, report)

    def execute(self, harness, scratch, path):
        return process.run(harness.command(scratch, path), ONE_INPUT_S, harnesses.environment(), stop=self.stop)

    def write(self, finding, artifact, report):
        os.makedirs(self.path(finding), exist_ok=True)
        if finding.state == "new":
            shutil.copyfile(artifact, self.path(finding, "input"))
        with open(self.path(finding, "report.txt"), "w", encoding="utf-8") as file:
            file.write(report)
        store(self.path(finding, "finding.json"), finding)  # last: a folder without it is none

    def minimise(self, harness):
        """Adds the smallest input to each of the harness's findings. Smaller ones that give another do not count."""
        for finding in [finding for finding in self.found.values() if finding.harness == harness.name]:
            if not finding.repeats or os.path.isfile(self.path(finding, "minimised")):
                continue
            with tempfile.TemporaryDirectory() as scratch:
                smallest = os.path.join(scratch, "smallest")
                command = harness.command(scratch, "-minimize_crash=1", f"-max_total_time={STEP_S}",
                                          f"-exact_artifact_path={smallest}", self.path(finding, "input"))
                process.run(command, MINIMISING_S, harnesses.environment(), stop=self.stop)
                is_same = os.path.isfile(smallest) and self.id_of(harness, scratch, smallest) == finding.id
                shutil.copyfile(smallest if is_same else self.path(finding, "input"), self.path(finding, "minimised"))

    def id_of(self, harness, scratch, path):
        ended = self.execute(harness, scratch, path)
        return crash.read(harness.name, ended.output, self.root).id if ended.code != 0 else None

    def look_again(self, harness):
        """Replays what earlier nights found in this harness: it is known if it still happens, and gone if not."""
        for finding in self.known():
            if finding.harness != harness.name:
                continue
            path = input_in(self.path(finding))
            with tempfile.TemporaryDirectory() as scratch:
                ended = self.execute(harness, scratch, path)
            if ended.code != 0:
                self.add(harness, path, ended.output)
            if finding.repeats and finding.id not in self.found:
                self.put_away(finding)

    def put_away(self, finding):
        finding.state = GONE
        with self.lock:
            self.gone.append(finding)
        away = os.path.join(self.folder, GONE, finding.id)
        shutil.rmtree(away, ignore_errors=True)
        os.makedirs(os.path.dirname(away), exist_ok=True)
        os.rename(self.path(finding), away)


def input_in(folder):
    """The smallest input that a finding's folder has."""
    smallest = os.path.join(folder, "minimised")
    return smallest if os.path.isfile(smallest) else os.path.join(folder, "input")


def load(path):
    with open(path, encoding="utf-8") as file:
        return Finding(**json.load(file))


def store(path, finding):
    with open(path, "w", encoding="utf-8") as file:
        json.dump(asdict(finding), file, indent=1)
        file.write("\n")
