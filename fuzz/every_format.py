"""Checks that every format that is read from outside is read by a harness.

A format is a function read_…() in a header of a folder of formats. One that takes a json::Decoder is a part of another
format and is reached through that one. A harness is a fuzz/NAME.cpp that fuzz/CMakeLists.txt names.
usage: every_format.py ROOT
"""
import pathlib
import re
import sys

FOLDERS = ["planner/formats", "smt/certificate"]
DECLARATION = re.compile(r"\b(read_\w+)\(([^)]*)\)")
HARNESS = re.compile(r"^tickproof_harness\((\w+)", re.MULTILINE)


def formats(root):
    """(reader, header) for every format, in the order of the headers."""
    for folder in FOLDERS:
        for header in sorted((root / folder).rglob("*.h")):
            if header.stem.endswith("_test_data") or header.parent.name == "json":
                continue  # strict JSON itself is under every reader
            for name, parameters in DECLARATION.findall(header.read_text(encoding="utf-8")):
                if "Decoder" not in parameters:
                    yield name, header.relative_to(root)


def harness_texts(root):
    fuzz = root / "fuzz"
    names = HARNESS.findall((fuzz / "CMakeLists.txt").read_text(encoding="utf-8"))
    return [(fuzz / f"{name}.cpp").read_text(encoding="utf-8") for name in names]


def without_harness(root):
    texts = harness_texts(root)
    return [(name, header) for name, header in formats(root)
            if not any(re.search(rf"\b{name}\b", text) for text in texts)]


def main():
    root = pathlib.Path(sys.argv[1])
    found = list(formats(root))
    missing = without_harness(root)
    for name, header in missing:
        print(f"{header}: no harness in fuzz/ calls {name}()")
    print(f"{len(found)} formats, {len(missing)} without a harness")
    return 1 if missing or not found else 0


if __name__ == "__main__":
    sys.exit(main())
