"""Checks who includes whom: the table of docs/ARCHITECTURE.md, as data, against the #include lines.

The checker must share no code with the planners and Z3 must stay behind one file; a reviewer would overlook the one
line that breaks either. A folder that is not in the table is an error, so that new folders choose their place.
usage: include_table.py ROOT
"""
import os
import re
import sys

MODEL = {"planner/model"}
JSON = {"planner/formats/json"}
FORMATS = {"planner/formats"}
PLANNER = {"planner"}
CHECK = {"properties/check"}
BOUNDS = {"smt/bounds"}
SHA256 = {"planner/formats/sha256"}
ENCODE = {"smt/encode"}
SOLVER = {"smt/solver"}
SEARCH = {"smt/search"}
CERTIFICATE = {"smt/certificate"}
SMT = ENCODE | SOLVER | SEARCH | CERTIFICATE | {"smt/certify", "smt/recheck", "smt/compare", "smt/plain", "smt/theorems"}
LIBRARIES = MODEL | JSON | FORMATS | SHA256 | PLANNER | CHECK | BOUNDS | SMT
JUDGES = {"properties/generators", "properties/mutants", "properties/gate"}

# Folder: what its files may include of ours, beside their own folder.
MAY_USE = {
    "planner/model": set(),
    "planner/formats/json": MODEL,
    "planner/formats": MODEL | JSON,
    "planner": MODEL,
    "properties/check": MODEL | JSON,
    "smt/bounds": MODEL,
    "planner/formats/sha256": set(),
    "smt/encode": MODEL | SHA256 | BOUNDS,
    "smt/solver": ENCODE,
    "smt/search": MODEL | BOUNDS,
    "smt/plain": MODEL | BOUNDS,  # for tests and bench/
    "smt/certificate": MODEL | JSON | SHA256,
    "smt/certify": MODEL | BOUNDS | CHECK | ENCODE | SOLVER | SEARCH | CERTIFICATE,
    # Its own bounds, formula and search: nothing of what it rechecks.
    "smt/recheck": MODEL | SHA256 | CHECK | CERTIFICATE,
    "smt/compare": MODEL | BOUNDS | CHECK | CERTIFICATE,
    "smt/theorems": MODEL,
    "smt": MODEL | BOUNDS | CHECK | SMT,  # tests of several of its parts together
    "properties/generators": LIBRARIES | JUDGES,
    "properties/mutants": LIBRARIES | JUDGES,
    "properties/gate": LIBRARIES | JUDGES,
    "fuzz": LIBRARIES | {"fuzz/decode", "fuzz/slow", "fuzz/mutate"},
    "fuzz/decode": MODEL | CERTIFICATE,
    # The second checker shares nothing with the first.
    "fuzz/slow": MODEL,
    "fuzz/mutate": set(),
    "report": MODEL,
    "cli": LIBRARIES | JUDGES | {"report"},
    "bench": LIBRARIES | JUDGES,
    "examples/consumer": MODEL | JSON | FORMATS | PLANNER | CHECK,
}
TESTS = "tests"  # x_test.cpp, and what serves tests alone (x_test_data.h), in any folder
TESTS_MAY_USE = LIBRARIES | JUDGES | {"bench"}

EVERYONE = set(MAY_USE) | {TESTS}
# Headers of others, and the folders that may include them.
FOREIGN = [
    (r"[a-z0-9_]+", EVERYONE),  # the standard library
    (r"fmt/.+\.h", EVERYONE),
    (r"rapidjson/.+\.h", JSON),
    (r"CLI/.+\.hpp", {"cli"}),
    (r"openssl/.+\.h", SHA256),
    (r"uv\.h", {"properties/gate"}),
    (r"((sys|linux)/.+|dirent|fcntl|poll|signal|spawn|unistd)\.h",
     {"properties/gate", "smt/solver", "cli", "bench", TESTS}),
    (r"(gtest|gmock)/.+\.h", JUDGES | {TESTS}),
    (r"rapidcheck(\.h|/.+)", JUDGES | {TESTS}),
    (r"benchmark/.+\.h", {"bench"}),
    (r"z3\+\+\.h", SOLVER | {"smt"}),
    (r"cadical\.hpp", SOLVER),
]
# Wrapped in one .cpp each, so that replacing one touches one file.
IN_ONE_FILE = r"z3\+\+\.h|cadical\.hpp|uv\.h|(rapidjson|CLI)/.+"

INCLUDE = re.compile(r'\s*#\s*include\s*(<([^>]+)>|"([^"]+)")')


def is_test(file):
    return re.search(r"_test(_[a-z_]+)?\.(h|cpp)$", file) is not None


def sources(root):
    """Paths of all .h and .cpp files relative to the root, sorted; build and hidden folders are not ours."""
    for folder, below, names in os.walk(root):
        below[:] = sorted(name for name in below if not name.startswith((".", "build")))
        for name in sorted(names):
            if name.endswith((".h", ".cpp")):
                yield os.path.relpath(os.path.join(folder, name), root)


def includes(path):
    """(line number, foreign header or None, header of ours or None) for every #include; both None: not understood."""
    with open(path, encoding="utf-8") as text:
        for number, line in enumerate(text, 1):
            if re.match(r"\s*#\s*include", line):
                match = INCLUDE.match(line)
                yield (number, match[2], match[3]) if match else (number, None, None)


def judge_ours(root, file, header):
    folder, target = os.path.dirname(file), os.path.dirname(header)
    here = os.path.join(root, header)
    if not os.path.isfile(here) and not os.path.isfile(here + ".in"):  # or made from a template beside it
        return f'"{header}" is not a file of the project (includes are relative to its root)'
    if is_test(header) and not is_test(file):
        return f'"{header}" is for tests alone'
    allowed = MAY_USE[folder] | {folder} | (TESTS_MAY_USE if is_test(file) else set())
    return None if target in allowed else f'{folder} may not use {target} ("{header}")'


def judge_foreign(file, header):
    folder = os.path.dirname(file)
    for pattern, users in FOREIGN:
        if re.fullmatch(pattern, header):
            allowed = folder in users or (is_test(file) and TESTS in users)
            return None if allowed else f"{folder} may not use <{header}>"
    return f"<{header}> is not in the table"


def violations(root):
    """Every violation as one line `file:line: what`, in the order of the files."""
    found, wrapped = [], {}
    for file in sources(root):
        if os.path.dirname(file) not in MAY_USE:
            found.append(f"{file}:1: folder '{os.path.dirname(file)}' is not in the table")
            continue
        for line, foreign, ours in includes(os.path.join(root, file)):
            if foreign:
                problem = judge_foreign(file, foreign)
            elif ours:
                problem = judge_ours(root, file, ours)
            else:
                problem = "an #include that names no file"
            if not problem and foreign and re.fullmatch(IN_ONE_FILE, foreign):
                first = wrapped.setdefault(foreign.split("/")[0], file)
                if file != first or not file.endswith(".cpp"):
                    problem = f"<{foreign}> belongs in one .cpp alone (first seen in {first})"
            if problem:
                found.append(f"{file}:{line}: {problem}")
    return found


def main():
    root = sys.argv[1]
    looked_at = len(list(sources(root)))
    found = violations(root)
    for line in found:
        print(line)
    print(f"{looked_at} files, {len(found)} violations")
    return 1 if found or looked_at == 0 else 0


if __name__ == "__main__":
    sys.exit(main())
