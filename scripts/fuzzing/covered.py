"""Reads what llvm-cov exports: how much of each part is covered, and which conditions are not.

A template counts as covered where any of its instances is. A gap is a condition that was never true, never false, or
that never decided by itself what its decision came to (MC/DC).
"""
import os
import re
from dataclasses import dataclass

PARTS = ["planner/formats", "planner", "properties/check"]  # the first that fits
MEASURES = ["lines", "branches", "MC/DC"]


@dataclass(frozen=True)
class Gap:
    path: str
    what: str  # never true, never false, never decides
    condition: str
    line: str
    number: int = 0  # of the line, which is no part of what it is

    @property
    def key(self):
        return self.path, self.what, self.condition, self.line

    def __str__(self):
        return f"{self.path}:{self.number}: {self.what}: {self.condition}"

    def as_exception(self):
        return f"{self.path}: {self.what}: {self.condition}\n  | {self.line}\n  because ..."


def part_of(path):
    if re.search(r"_test(_data)?\.\w+$", path):
        return None
    return next((part for part in PARTS if path.startswith(part + "/")), None)


def files_of(export, root):
    """The exported files of our parts, by path below the root."""
    files = {os.path.relpath(file["filename"], root): file for file in export["data"][0]["files"]}
    return {path: file for path, file in sorted(files.items()) if part_of(path)}


def totals(files):
    """(covered, all) by part and measure."""
    found = {part: {measure: (0, 0) for measure in MEASURES} for part in PARTS}
    for path, file in files.items():
        counts = {"lines": (file["summary"]["lines"]["covered"], file["summary"]["lines"]["count"]),
                  "branches": count(branches_of(file).values()), "MC/DC": count(decisions_of(file).values())}
        for measure, (covered, all) in counts.items():
            before = found[part_of(path)][measure]
            found[part_of(path)][measure] = (before[0] + covered, before[1] + all)
    return found


def count(outcomes):
    flat = [outcome for several in outcomes for outcome in several]
    return sum(flat), len(flat)


def branches_of(file):
    """[was true, was false] by place. A condition that the compiler has decided has counts in no instance; it is left
    out where the file's own summary knows of no gap."""
    found = {}
    for *place, is_true, is_false, _, _, _ in file["branches"]:
        outcome = found.setdefault(tuple(place), [False, False])
        outcome[0] |= is_true > 0
        outcome[1] |= is_false > 0
    if file["summary"]["branches"]["notcovered"] == 0:
        found = {place: outcome for place, outcome in found.items() if all(outcome)}
    return found


def decisions_of(file):
    """Whether each condition has decided by itself, by place of the decision."""
    found = {}
    for *place, _, _, decided in file["mcdc_records"]:
        before = found.setdefault(tuple(place), [False] * len(decided))
        found[tuple(place)] = [old or new for old, new in zip(before, decided)]
    return found


def gaps(files, root):
    return [gap for path, file in files.items() for gap in gaps_in(path, file, read_lines(os.path.join(root, path)))]


def gaps_in(path, file, lines):
    branches = branches_of(file)
    found = []
    for place, outcome in sorted(branches.items()):
        never = [what for seen, what in zip(outcome, ("never true", "never false")) if not seen]
        found += [gap_at(path, what, place, lines) for what in never]
    for decision, decided in sorted(decisions_of(file).items()):
        inside = sorted(place for place in branches if within(place, decision))
        for place, does in zip(inside, decided):
            if not does and all(branches[place]):  # one that is never true or never false is told of already
                found.append(gap_at(path, "never decides", place, lines))
    return found


def within(place, decision):
    return tuple(decision[:2]) <= tuple(place[:2]) and tuple(place[2:]) <= tuple(decision[2:])


def gap_at(path, what, place, lines):
    first, column, last, end = place
    line = lines[first - 1]
    condition = line[column - 1:end - 1 if last == first else None]
    return Gap(path, what, condition.strip(), line.strip(), first)


def read_lines(path):
    with open(path, encoding="utf-8") as file:
        return file.read().split("\n")


def read_exceptions(text):
    """{key of a gap: reason} and complaints."""
    found, complaints = {}, []
    text = re.sub(r"^#.*\n", "", text, flags=re.M)
    for record in filter(None, (record.strip("\n") for record in re.split(r"\n\s*\n", text))):
        form = r"(\S+): (never \w+): (.*)\n  \| (.*)\n  because (\S(?:.|\n)*)"
        if not (match := re.fullmatch(form, record)):
            complaints.append(f"not understood: {record}")
        elif match.groups()[:4] in found:
            complaints.append(f"twice: {record}")
        else:
            found[match.groups()[:4]] = match[5]
    return found, complaints


def complaints_about(found, exceptions):
    """Gaps without a reason, and reasons without a gap."""
    keys = {gap.key for gap in found}
    complaints = [f"{gap}\n{gap.as_exception()}" for gap in found if gap.key not in exceptions]
    return complaints + [f"no gap any more: {key[0]}: {key[1]}: {key[2]}" for key in exceptions if key not in keys]


def table(by_set):
    """Sets of inputs side by side, as Markdown."""
    lines = ["| part | of | " + " | ".join(by_set) + " |", "|---|---|" + "---:|" * len(by_set)]
    for part in PARTS:
        for measure in MEASURES:
            cells = [f"{percent(found[part][measure]):.1f} %" for found in by_set.values()]
            lines.append(f"| {part} | {measure} | " + " | ".join(cells) + " |")
    return "\n".join(lines)


def percent(counts):
    covered, all = counts
    return 100 * covered / all if all else 100.0
