"""Reads survivors.txt: the mutants that no test can or needs to kill, each with its reason.

    equivalent properties/check/chains.cpp: relational: < -> <=
      | the source line, without its indentation, and lines before it if it is not the only one
      because it changes nothing that can be seen

`equivalent`: no input tells the mutant from the original by what it returns. `accepted`: an input could, but the
difference is not worth a test; it counts as survived.
"""
import re
from dataclasses import dataclass, field

from find import occurrences

HEAD = re.compile(r"(equivalent|accepted) (\S+): ([a-z ]+): (.*?) -> (.*?)(?: #(\d+))?$")


@dataclass
class Record:
    kind: str
    path: str
    operator: str
    before: str
    after: str
    nth: int
    line: int
    anchor: list = field(default_factory=list)
    reason: str = ""

    @property
    def key(self):
        return (self.path, tuple(self.anchor), self.operator, self.before, self.after, self.nth)

    def __str__(self):
        return f"survivors.txt:{self.line}: {self.path}: {self.operator}: {self.before} -> {self.after}"


def read(text):
    """Records and complaints."""
    records, complaints = [], []
    for number, line in enumerate(text.split("\n"), 1):
        if not line or line.startswith("#"):
            continue
        head = HEAD.match(line)
        if head:
            kind, path, operator, before, after, nth = head.groups()
            records.append(Record(kind, path, operator, before, after, int(nth or 1), number))
        elif records and line.startswith("  | ") and not records[-1].reason:
            records[-1].anchor.append(line[4:])
        elif records and line.startswith("  because "):
            records[-1].reason = line[len("  because "):].strip()
        elif records and records[-1].reason and line.startswith("    "):
            records[-1].reason += " " + line.strip()
        else:
            complaints.append(f"survivors.txt:{number}: not understood: {line}")
    complaints += [f"{record}: without a reason" for record in records if not record.reason]
    complaints += [f"{record}: without a source line" for record in records if not record.anchor]
    keys = [record.key for record in records]
    complaints += [f"{record}: twice" for record in records if keys.count(record.key) > 1]
    return records, complaints


def match(records, mutants, sources):
    """Record by number of its mutant, and complaints about records that fit the source no longer."""
    by_key = {mutant.key: mutant for mutant in mutants}
    found, complaints = {}, []
    for record in records:
        source = sources.get(record.path)
        if source is None:
            complaints.append(f"{record}: there is no such source file")
            continue
        stripped = [line.strip() for line in source.original_lines]
        times = occurrences(stripped, tuple(record.anchor))
        if times != 1:
            complaints.append(f"{record}: its source line occurs {times} times, not once")
        elif record.key not in by_key:
            complaints.append(f"{record}: there is no such mutant of that line")
        else:
            found[by_key[record.key].number] = record
    return found, complaints


def written(mutant, kind, reason):
    nth = f" #{mutant.nth}" if mutant.nth > 1 else ""
    lines = [f"{kind} {mutant.path}: {mutant.operator}: {mutant.before} -> {mutant.after}{nth}"]
    return "\n".join(lines + [f"  | {line}" for line in mutant.anchor] + [f"  because {reason}"])
