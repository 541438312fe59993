"""Writes the copy of the sources that holds all mutants, compiles it and finds out which mutants do not compile.

Every piece of source that is mutated becomes a choice on one number, which the program reads from its environment
before anything else runs. Each choice stands on a line of its own, so that an error of the compiler names its mutant.
"""
import concurrent.futures
import hashlib
import json
import os
import re
import shlex
import subprocess
from collections import defaultdict

VARIABLE = "TICKPROOF_MUTANT"
INCLUDED = "tickproof_mutant.h"
HEADER = f"""#pragma once
#include <cstdlib>
// The number of the mutant that this process is; 0: none.
inline const int tickproof_mutant = [] {{
    const char* const text = std::getenv("{VARIABLE}");
    return text ? std::atoi(text) : 0;
}}();
"""
# A deleted `return` must end the program, not run on into whatever follows; an index out of range too.
FLAGS = "-O1 -w -Wno-narrowing -D_GLIBCXX_ASSERTIONS -fsanitize=return -fsanitize-undefined-trap-on-error"


class Failed(Exception):
    """What went wrong, for the one who runs this; not a fault of a mutant."""


def render(source, mutants):
    """The mutated text, and for each of its lines the numbers of the mutants that an error there speaks of."""
    nodes = defaultdict(list)
    for mutant in mutants:
        nodes[mutant.span].append(mutant)
    output = "".join(render_range(source, nodes, 0, len(source.text), without_constexpr(source, mutants), None))
    owners = {}
    for number, line in enumerate(output.split("\n"), 1):
        found = re.search(r"// mutant ([\d ]+)$|/\* mutants ([\d ]+) \*/", line)
        if found:
            owners[number] = {int(text) for text in (found[1] or found[2]).split()}
    lost = {mutant.number for mutant in mutants} - set().union(*owners.values())
    if lost:
        raise Failed(f"{source.path}: mutants {sorted(lost)} are not in the text, for they overlap with others")
    return output, owners


def render_range(source, nodes, start, end, edits, skip):
    """Parts of the text from start to end, with the outermost pieces in it replaced by choices."""
    at = start
    inside = sorted((span for span in nodes if start <= span[0] and span[1] <= end and span != skip),
                    key=lambda span: (span[0], -span[1]))
    for span in inside:
        if span[0] < at:
            continue  # within one that is written already
        yield edited(source.code, at, span[0], edits)
        yield from render_choice(source, nodes, span, edits)
        at = span[1]
    yield edited(source.code, at, end, edits)


def edited(text, start, end, edits):
    for place, (old, new) in sorted(edits.items()):
        if start <= place < end:
            return text[start:place] + new + edited(text, place + len(old), end, edits)
    return text[start:end]


def render_choice(source, nodes, span, edits):
    mutants = nodes[span]
    original = list(render_range(source, nodes, *span, edits, skip=span))
    deletions = [mutant for mutant in mutants if mutant.is_statement]
    for mutant in deletions:
        yield f"{{\nif (tickproof_mutant != {mutant.number})  // mutant {mutant.number}\n"
    choices = [mutant for mutant in mutants if not mutant.is_statement]
    if choices:
        yield "("
    for mutant in choices:
        mark = f"// mutant {mutant.number}"
        yield f"\ntickproof_mutant == {mutant.number} ?  {mark}\n({one_line(source, mutant)})  {mark}\n: "
    if choices:  # a whole condition can be of any type that can be tested, its negation is a bool
        is_condition = any(mutant.operator == "negated condition" and mutant.change == span for mutant in choices)
        yield "static_cast<bool>(" if is_condition else "("
    yield from original
    if choices:
        yield "))"
    for _ in deletions:
        yield "\n}"


def one_line(source, mutant):
    start, end = mutant.span
    first, last = mutant.change
    after = "" if mutant.after == "nothing" else mutant.after
    text = source.text[start:first] + after + source.text[last:end]
    return re.sub(r"\s*\n\s*", " ", text)


def without_constexpr(source, mutants):
    """A constant that is mutated is not known to the compiler: place of each such `constexpr` to what it becomes."""
    edits = {}
    for i, token in enumerate(source.tokens):
        if token.text != "constexpr":
            continue
        end = i
        while source.tokens[end].text != ";" and not (source.tokens[end].text == "{" and source.is_block(end)):
            end = source.match[end] + 1 if source.is_open(end) else end + 1
        is_variable = source.tokens[end].text == ";"
        inside = [m.number for m in mutants if token.start < m.span[0] < source.tokens[end].start]
        if is_variable and inside:
            inline = "inline " if source.before(i) == "static" else ""
            edits[token.start] = ("constexpr", f"{inline}const /* mutants {' '.join(map(str, inside))} */")
    return edits


class Tree:
    """The copy under `build`: source/ and objects/."""

    def __init__(self, root, build, jobs):
        self.root = root
        self.source = os.path.join(build, "source")
        self.objects = os.path.join(build, "objects")
        self.jobs = jobs
        self.digest = ""  # of all sources

    def copy(self, kept):
        """Brings the copy up to date; files in `kept` are only put where there is none: they are mutated later."""
        wanted, digest = {INCLUDED}, hashlib.sha256()
        for folder, below, names in os.walk(self.root):
            below[:] = sorted(name for name in below if not name.startswith((".", "build", "__pycache__")))
            for name in sorted(names):
                path = os.path.relpath(os.path.join(folder, name), self.root)
                wanted.add(path)
                with open(os.path.join(folder, name), "rb") as file:
                    content = file.read()
                if name.endswith((".h", ".cpp", ".py")):
                    digest.update(path.encode() + b"\0" + content)
                if path not in kept or not os.path.isfile(os.path.join(self.source, path)):
                    self.write(path, content)
        self.digest = digest.hexdigest()
        for folder, _, names in os.walk(self.source):
            for name in names:
                path = os.path.relpath(os.path.join(folder, name), self.source)
                if path not in wanted:
                    os.remove(os.path.join(folder, name))

    def write(self, path, content):
        """Leaves a file that is right already alone: it need not be compiled again."""
        target = os.path.join(self.source, path)
        content = content if isinstance(content, bytes) else content.encode()
        if os.path.isfile(target):
            with open(target, "rb") as file:
                if file.read() == content:
                    return
        os.makedirs(os.path.dirname(target), exist_ok=True)
        with open(target, "wb") as file:
            file.write(content)

    def remembered(self):
        """Numbers of mutants that did not compile when these very sources were mutated before; None: they were not."""
        try:
            with open(os.path.join(self.objects, "dropped.json"), encoding="utf-8") as file:
                known = json.load(file)
        except FileNotFoundError:
            return None
        return set(known["numbers"]) if known["digest"] == self.digest else None

    def remember(self, numbers):
        with open(os.path.join(self.objects, "dropped.json"), "w", encoding="utf-8") as file:
            json.dump({"digest": self.digest, "numbers": sorted(numbers)}, file)

    def configure(self):
        header = os.path.join(self.source, INCLUDED)
        self.write(INCLUDED, HEADER)
        command = ["cmake", "-S", self.source, "-B", self.objects, "-G", "Ninja", "-DCMAKE_CXX_COMPILER=g++",
                   "-DCMAKE_BUILD_TYPE=", f"-DCMAKE_CXX_FLAGS={FLAGS} -include {header}", "-DTICKPROOF_SOLVERS=OFF",
                   "-DTICKPROOF_CHECKS=OFF", "-DTICKPROOF_BENCH=OFF"]
        run = subprocess.run(command, capture_output=True, text=True)
        if run.returncode != 0:
            raise Failed(f"the copy of the sources cannot be configured:\n{run.stdout}{run.stderr}")

    def compile(self, programs):
        command = ["cmake", "--build", self.objects, "-j", str(self.jobs), "--target", *programs]
        run = subprocess.run([*command, "--", "-k", "0"], capture_output=True, text=True)
        return run.returncode == 0, run.stdout + run.stderr

    def check_syntax(self, paths):
        """Compiler output by file for those that have errors; faster than compiling them, for they need no code."""
        with open(os.path.join(self.objects, "compile_commands.json"), encoding="utf-8") as file:
            commands = {os.path.relpath(entry["file"], self.source): entry for entry in json.load(file)}

        def check(path):
            words = shlex.split(commands[path]["command"])
            if os.path.basename(words[0]) == "ccache":
                words = words[1:]
            output = words.index("-o")
            words[output : output + 2] = ["-fsyntax-only"]
            return subprocess.run(words, cwd=commands[path]["directory"], capture_output=True, text=True).stderr

        with concurrent.futures.ThreadPoolExecutor(self.jobs) as pool:
            paths = [path for path in paths if path in commands]
            outputs = dict(zip(paths, pool.map(check, paths)))
        return {path: output for path, output in outputs.items() if re.search(r": (fatal )?error: ", output)}


def drop_uncompilable(tree, sources, mutants, programs, say):
    """Writes and compiles the copy, leaving out what does not compile. Returns the numbers left out."""
    known = tree.remembered()
    unsure = [] if known is not None else sorted({mutant.path for mutant in mutants})
    known = known or set()
    dropped = known & {mutant.number for mutant in mutants}
    while True:
        owners = {}
        for path, source in sources.items():
            kept = [mutant for mutant in mutants if mutant.path == path and mutant.number not in dropped]
            text, owners[path] = render(source, kept)
            tree.write(path, text)
        wrong = tree.check_syntax(unsure)
        unsure = sorted(wrong)
        is_good, output = (False, "".join(wrong.values())) if wrong else tree.compile(programs)
        if is_good:
            tree.remember(known | dropped)
            return dropped
        blamed = blame(tree, owners, output) - dropped
        if not blamed:
            raise Failed(f"the copy of the sources does not compile, and no mutant is to blame:\n{output[-6000:]}")
        say(f"{len(blamed)} mutants do not compile")
        dropped |= blamed


def blame(tree, owners, output):
    """Mutants that errors point at: by their line, else by the lines of ours that led to them.

    An error within a library names them as `required from`, a constant that no longer is one in a `note`.
    """
    prefix = re.escape(tree.source + os.sep)
    for kind in (r"(?:fatal )?error: ", r"in .constexpr. expansion", r"required from", r"note: "):
        blamed = set()
        for path, line in re.findall(rf"{prefix}([^:\n]+):(\d+):\d+: +{kind}", output):
            blamed |= owners.get(path, {}).get(int(line), set())
        if blamed:
            return blamed
    return set()
