"""What a night or a smoke run has to say, as Markdown for people and as JUnit for whatever collects test reports."""
import xml.etree.ElementTree as xml



def headline(night):
    states = [finding.state for finding in night.findings.found.values()]
    words = f"{states.count('new')} new, {states.count('known')} known, {len(night.findings.gone)} gone"
    return ("interrupted: " if night.interrupted else "") + words


def markdown(night, seconds, folder):
    lines = [f"# Fuzzing: {headline(night)}", "",
             f"Seed {night.seed}, {seconds / 60:.0f} minutes on {night.cores} cores. {canary_words(night.canary)}"]
    if night.findings.found or night.findings.gone:
        lines += ["", "| finding | state | looks like | what | where | times |", "|---|---|---|---|---|---:|"]
        lines += [finding_row(finding) for finding in [*sorted_findings(night), *night.findings.gone]]
    for finding in sorted_findings(night):
        lines += ["", f"`scripts/fuzz --reproduce {folder}/{finding.id}` builds {finding.harness} and shows it again"
                  + ("." if finding.repeats else "; its input alone did not do it again here.")]
    lines += ["", "| harness | processor s | executions | a second | new features | inputs | edges | of | last night |",
              "|---|---:|---:|---:|---:|---:|---:|---:|---:|"]
    lines += [harness_row(name, tally) for name, tally in night.tallies.items()]
    if night.complaints:
        lines += ["", "## Not as it should be", ""] + ["- " + indented(complaint) for complaint in night.complaints]
    return "\n".join(lines) + "\n"


def canary_words(canary):
    if not canary.found:
        return "The canary was not found."
    return f"The canary was found after {canary.executions} executions, {canary.wall_s:.1f} s."


def sorted_findings(night):
    return sorted(night.findings.found.values(), key=lambda finding: (finding.state != "new", finding.id))


def finding_row(finding):
    what = finding.what.replace("|", "\\|")
    return (f"| {finding.id} | {finding.state} | {finding.suspect} | {what} | "
            f"{finding.frames[0] if finding.frames else '-'} | {finding.times} |")


def harness_row(name, tally):
    rate = f"{tally.executions / tally.cpu_s:.0f}" if tally.cpu_s else "-"
    return (f"| {name} | {tally.cpu_s:.0f} | {tally.executions} | {rate} | {tally.new_features} | {tally.inputs} | "
            f"{tally.after.covered} | {tally.after.edges} | {tally.last.get('covered', '-')} |")


def indented(text):
    return text.strip().replace("\n", "\n      ")


def junit(night, folder):
    """A test case for the canary, for each harness and for each finding; gone ones pass."""
    cases = [("canary", None if night.canary.found else "the canary was not found", "")]
    for name in night.tallies:
        complaints = [words for words in night.complaints if words.startswith(name + ":")]
        cases.append((name, complaints[0].split("\n")[0] if complaints else None, "\n".join(complaints)))
    for finding in sorted_findings(night):
        message = f"{finding.state}, looks like {finding.suspect}: {finding.what}"
        cases.append((f"{finding.harness}/{finding.id}", message,
                      f"scripts/fuzz --reproduce {folder}/{finding.id}\n" + "\n".join(finding.frames)))
    cases += [(f"{finding.harness}/{finding.id}", None, "") for finding in night.findings.gone]
    return as_xml(cases)


def as_xml(cases):
    failures = sum(message is not None for _, message, _ in cases)
    counts = {"tests": str(len(cases)), "failures": str(failures), "errors": "0"}
    root = xml.Element("testsuites", {"name": "tickproof fuzz", **counts})
    suite = xml.SubElement(root, "testsuite", {"name": "fuzz", **counts})
    for name, message, text in cases:
        case = xml.SubElement(suite, "testcase", {"classname": "fuzz", "name": name})
        if message is not None:
            xml.SubElement(case, "failure", {"message": printable(message)}).text = printable(text)
    return xml.tostring(root, encoding="unicode", xml_declaration=True) + "\n"


def printable(text):
    """XML has no way to write most control characters."""
    return "".join(character if character.isprintable() or character in "\n\t" else "?" for character in text)
