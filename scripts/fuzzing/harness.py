"""A harness as a libFuzzer program: where it lies, how it is called, and what its output says."""
import glob
import os
import re
import shutil
from dataclasses import dataclass

MAX_BYTES = 4096  # longer inputs cost executions and find nothing that a short one does not
TIMEOUT_S = 25  # for one input
MEMORY_MIB = 2048
SYMBOLIZER = shutil.which("llvm-symbolizer-19")


@dataclass(frozen=True)
class Harness:
    name: str
    program: str
    seeds: str  # folder of committed inputs, which may be missing
    dictionary: str  # file, which may be missing

    def command(self, artifacts, *arguments):
        flags = [f"-max_len={MAX_BYTES}", f"-timeout={TIMEOUT_S}", f"-rss_limit_mb={MEMORY_MIB}", "-print_funcs=0",
                 "-print_final_stats=1", f"-artifact_prefix={artifacts}/"]
        if os.path.isfile(self.dictionary):
            flags.append(f"-dict={self.dictionary}")
        return [self.program, *flags, *arguments]


@dataclass
class Counts:
    executions: int = 0
    covered: int = 0  # edges
    edges: int = 0  # of the program
    features: int = 0
    features_before: int = 0  # when the corpus was loaded

    @property
    def new_features(self):
        return max(0, self.features - self.features_before)


def find(programs, sources):
    """The harnesses whose programs lie in a folder, by name."""
    found = {}
    for program in sorted(glob.glob(os.path.join(programs, "fuzz_*"))):
        if os.path.isfile(program) and os.access(program, os.X_OK):
            name = os.path.basename(program)[len("fuzz_"):]
            found[name] = Harness(name, program, os.path.join(sources, "corpus", name),
                                  os.path.join(sources, "dictionaries", name + ".dict"))
    return found


def environment():
    """Every report with a stack, and with names in it."""
    symbolizer = f":external_symbolizer_path={SYMBOLIZER}" if SYMBOLIZER else ""
    return {**os.environ, "LC_ALL": "C.UTF-8", "ASAN_OPTIONS": "detect_leaks=1" + symbolizer,
            "UBSAN_OPTIONS": "print_stacktrace=1" + symbolizer}


def counts_of(output):
    counts = Counts()
    if loaded := re.search(r"^INFO: Loaded .*?\((\d+) inline", output, re.M):
        counts.edges = int(loaded[1])
    for executed, event, covered, features in re.findall(r"^#(\d+)\s+(\w+)\s+cov: (\d+) ft: (\d+)", output, re.M):
        counts.executions, counts.covered, counts.features = int(executed), int(covered), int(features)
        if event == "INITED":
            counts.features_before = counts.features
    if executed := re.findall(r"^stat::number_of_executed_units: (\d+)", output, re.M):
        counts.executions = int(executed[-1])
    return counts


def merged_counts_of(output):
    """What a whole corpus reaches: it was merged into an empty folder, so all of it was new."""
    counts = counts_of(output)
    words = r"^MERGE-OUTER: \d+ new files with (\d+) new features added; (\d+) new coverage edges"
    if merged := re.search(words, output, re.M):
        counts.features, counts.covered = int(merged[1]), int(merged[2])
    return counts


def artifacts_in(folder):
    """Inputs that a program has left behind as reason to stop. One that is merely slow is none."""
    paths = [os.path.join(folder, name) for name in sorted(os.listdir(folder)) if not name.startswith("slow-unit-")]
    return [path for path in paths if os.path.isfile(path)]
