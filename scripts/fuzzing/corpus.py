"""A harness's corpus: a folder that grows by itself, is seeded with what is committed, and is minimised."""
import contextlib
import hashlib
import os
import re
import shutil
import tempfile

import harness as harnesses
import process

MERGE_S = 1800
FOUND = r"[0-9a-f]{40}"  # how libFuzzer names what it found; a seed that somebody wrote has a name


def size(folder):
    return len(os.listdir(folder)) if os.path.isdir(folder) else 0


def minimise(harness, target, sources, findings, stop):
    """Makes the target the smallest set of inputs that reaches what the sources and it reach.

    Returns the counts of what that is, and complaints. Inputs that end the program are findings, and not kept.
    """
    os.makedirs(target, exist_ok=True)
    sources = [folder for folder in [target, *sources] if size(folder) > 0]
    if not sources:
        return harnesses.Counts(), []
    with tempfile.TemporaryDirectory() as scratch:
        merged, artifacts = os.path.join(scratch, "merged"), os.path.join(scratch, "artifacts")
        os.mkdir(merged)
        os.mkdir(artifacts)
        # libFuzzer's control file goes where TMPDIR says; the process may be killed and would leave it.
        environment = {**harnesses.environment(), "TMPDIR": scratch}
        ended = process.run(harness.command(artifacts, "-merge=1", merged, *sources), MERGE_S, environment, stop=stop)
        for artifact in harnesses.artifacts_in(artifacts):
            findings.add(harness, artifact, ended.output)
        if ended.code != 0:
            return harnesses.Counts(), [f"{harness.name}: its corpus cannot be minimised:\n{ended.output[-2000:]}"]
        replace(target, merged, sources)
        return harnesses.merged_counts_of(ended.output), []


def replace(target, merged, sources):
    """Puts what was merged into the target, under the names that somebody gave, and only then drops the rest."""
    # As they were: a merge cuts what is too long.
    named = {digest(os.path.join(folder, name)): os.path.join(folder, name) for folder in sources
             for name in sorted(os.listdir(folder)) if not re.fullmatch(FOUND, name)}
    kept = set()
    for name in sorted(os.listdir(merged)):
        path = named.get(name, os.path.join(merged, name))
        place = os.path.join(target, os.path.basename(path))
        if path != place:
            shutil.copyfile(path, place)
        kept.add(os.path.basename(path))
    for name in set(os.listdir(target)) - kept:
        os.remove(os.path.join(target, name))


def drop(folder, path):
    """Takes an input out of a corpus, whatever its name is there."""
    unwanted = digest(path)
    for name in os.listdir(folder):
        with contextlib.suppress(FileNotFoundError):  # another process has put a smaller one in its place
            if digest(os.path.join(folder, name)) == unwanted:
                os.remove(os.path.join(folder, name))


def digest(path):
    """SHA-1, as libFuzzer names inputs. A longer input it has cut."""
    with open(path, "rb") as file:
        return hashlib.sha1(file.read(harnesses.MAX_BYTES), usedforsecurity=False).hexdigest()
