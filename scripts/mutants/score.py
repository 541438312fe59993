"""What became of the mutants: one status each, the tables, and whether the run passes."""
import os
from collections import Counter

import survivors
from find import OPERATORS

TARGET_PERCENT = {"properties/check": 95, "planner": 85}
STATUSES = ("killed", "timeout", "survived", "equivalent", "does not compile")


def folder_of(mutant):
    return os.path.dirname(mutant.path)


def statuses(mutants, dropped, outcomes, records):
    """Status by number. A record that says equivalent counts only if the tests let its mutant live."""
    found = {}
    for mutant in mutants:
        status = "does not compile" if mutant.number in dropped else outcomes.get(mutant.number, ("not run", ""))[0]
        record = records.get(mutant.number)
        if status == "survived" and record and record.kind == "equivalent":
            status = "equivalent"
        found[mutant.number] = status
    return found


def complaints_about(mutants, status, outcomes, records):
    complaints = []
    for mutant in mutants:
        record = records.get(mutant.number)
        if status[mutant.number] == "survived" and not record:
            complaints.append(f"{mutant} survives and is not in survivors.txt; if no test can kill it, this may be added:\n"
                              + survivors.written(mutant, "equivalent", "..."))
        if record and status[mutant.number] not in ("survived", "equivalent"):
            by = outcomes.get(mutant.number, ("", ""))[1]
            complaints.append(f"{record}: said to live, but {status[mutant.number]} {by}".rstrip())
    return complaints


def table(title, rows):
    """Rows of name and a Counter of statuses, as a Markdown table."""
    lines = [f"| {title} | mutants | killed | timeout | survived | equivalent | does not compile | score |",
             "|---|---:|---:|---:|---:|---:|---:|---:|"]
    for name, counts in rows:
        figures = " | ".join(str(counts[status]) for status in STATUSES)
        lines.append(f"| {name} | {sum(counts.values())} | {figures} | {percent(counts)} |")
    return "\n".join(lines)


def judged(counts):
    return counts["killed"] + counts["timeout"] + counts["survived"]


def percent(counts):
    return f"{100 * (judged(counts) - counts['survived']) / judged(counts):.1f} %" if judged(counts) else "-"


def by_folder(mutants, status, folders):
    return {folder: Counter(status[mutant.number] for mutant in mutants if folder_of(mutant) == folder)
            for folder in folders}


def report(mutants, status, counts):
    parts = [table("folder", counts.items())]
    for folder in counts:
        rows = [(operator, Counter(status[mutant.number] for mutant in mutants
                                   if folder_of(mutant) == folder and mutant.operator == operator))
                for operator in OPERATORS]
        parts.append(table(folder, rows))
    return "\n\n".join(parts)


def failures_of_totals(mutants, found, is_whole):
    """Complaints about the counts by folder; the targets are asked of a whole run alone."""
    complaints = []
    if sum(judged(counts) for counts in found.values()) == 0:
        complaints.append("no mutant ran")
    for folder, counts in found.items():
        if set(counts) - set(STATUSES):
            complaints.append(f"{folder}: unknown statuses {sorted(set(counts) - set(STATUSES))}")
        if is_whole and 100 * counts["survived"] > (100 - TARGET_PERCENT[folder]) * judged(counts):
            complaints.append(f"{folder}: {percent(counts)} killed, at least {TARGET_PERCENT[folder]} % are wanted")
    if sum(sum(counts.values()) for counts in found.values()) != len(mutants):
        complaints.append("a mutant is missing from the totals")
    return complaints


def write_details(path, mutants, status, outcomes):
    with open(path, "w", encoding="utf-8") as file:
        for mutant in mutants:
            by = outcomes.get(mutant.number, ("", ""))[1]
            file.write(f"{mutant.number}\t{status[mutant.number]}\t{mutant}\t{by}\n")
