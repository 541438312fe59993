"""Reads what a program printed as it ended: what kind of end it was, where, whose fault it looks like, and its id.

An id has to be the same tomorrow, when lines have moved and addresses are others: it is made of the harness, the kind
and the innermost functions of ours. A timeout is where the clock caught it, so there the outermost functions count.
"""
import hashlib
import os
import re
from dataclasses import dataclass, field

FRAMES = 3
KINDS = [  # (what the output holds, kind); the first that fits
    (r"^difference \(\w+\): ", "difference"),
    (r"^.*: runtime error: ([a-z][a-z -]*[a-z])", None),
    (r"AddressSanitizer: (?!\d)([\w-]+)", None),
    (r"LeakSanitizer: detected memory leaks", "leak"),
    (r"libFuzzer: (timeout|out-of-memory)", None),
    (r"libFuzzer: fuzz target exited", "exit"),
    (r"^terminate called after throwing an instance of '([^']+)'", None),
    (r"Assertion '.*' failed", "assertion"),
    (r"libFuzzer: deadly signal", "abort"),
]
PARTS = [  # (folder, who is looked at first); the first that fits
    ("planner/formats/", "reader"), ("properties/gate/", "reader"), ("smt/certificate/", "reader"),
    ("smt/recheck/", "recheck"), ("planner/", "planner"), ("properties/check/", "checker"), ("smt/", "solver"),
]


@dataclass
class Frame:
    function: str
    path: str  # below the root


@dataclass
class Crash:
    harness: str
    kind: str
    what: str  # for a reader
    suspect: str
    frames: list = field(default_factory=list)

    @property
    def id(self):
        parts = [self.harness, self.kind, without_numbers(self.what) if self.kind == "difference" else ""]
        parts += [frame.function for frame in self.frames]
        digest = hashlib.sha256("\n".join(parts).encode()).hexdigest()[:8]
        return f"{self.harness}-{re.sub(r'[^a-z0-9]+', '-', self.kind.lower()).strip('-')}-{digest}"

    @property
    def place(self):
        return self.frames[0].function if self.frames else ""


def read(harness, output, root):
    kind = kind_of(output)
    frames = frames_of(output, root)
    suspect = re.search(r"^difference \((\w+)\): ", output, re.M)
    what = what_of(output, kind).replace(root + os.sep, "")
    return Crash(harness, kind, what, suspect[1] if suspect else suspect_of(frames),
                 chosen(frames, kind))


def kind_of(output):
    for pattern, kind in KINDS:
        if found := re.search(pattern, output, re.M):
            return kind or found[1]
    return "unknown"


def what_of(output, kind):
    """One line that says what happened, in the program's own words."""
    for pattern in (r"^difference \(\w+\): (.*)", r"runtime error: (.*)", r"^SUMMARY: \w+: (.*?)(?: \(.*)?$"):
        if found := re.search(pattern, output, re.M):
            return found[1].strip()
    return kind


def frames_of(output, root):
    """The functions of ours on the first stack, innermost first, without those that every run has."""
    frames, begun = [], False
    for line in output.splitlines():
        found = re.match(r"\s+#(\d+) 0x[0-9a-f]+ in (.*?) (/[^\s:]+)(?::\d+)*(?: .*)?$", line)
        if re.match(r"\s+#\d+ ", line):
            begun = True
        elif begun:
            break
        path = os.path.relpath(found[3], root) if found else ".."
        if path.startswith("..") or path.startswith("fuzz/differ") or found[2].startswith("LLVMFuzzer"):
            continue
        frame = Frame(plain(found[2]), path)
        if not frames or frames[-1] != frame:
            frames.append(frame)
    return frames


def plain(function):
    """A function's name without return type, parameters and template arguments, which differ between compilers."""
    name = function.replace("(anonymous namespace)::", "").split("(")[0]
    while (shorter := re.sub(r"<[^<>]*>", "", name)) != name:
        name = shorter
    return name.split()[-1] if name.split() else function


def chosen(frames, kind):
    """Few enough that a detour through a helper does not make it another finding."""
    return frames[-FRAMES + 1:] if kind in ("timeout", "out-of-memory") else frames[:FRAMES]


def suspect_of(frames):
    for frame in frames:
        for folder, suspect in PARTS:
            if frame.path.startswith(folder):
                return suspect
    return "harness" if frames else "unclear"


def without_numbers(text):
    return re.sub(r"\d+", "0", text)
