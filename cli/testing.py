"""What the tests of commands share: tickproof as a process, its exit codes, a folder of its own for each test.

All of them are called as TEST TICKPROOF SOURCE_FOLDER, some with more words behind.
"""
import json
import os
import subprocess
import sys
import tempfile
import unittest

import jsonschema

TICKPROOF, SOURCES = map(os.path.abspath, sys.argv[1:3])
HOLDS, REFUTED, UNUSABLE, UNDECIDED = 0, 1, 2, 3


class Answer:
    def __init__(self, process):
        self.code = process.returncode
        self.out = process.stdout.decode()
        self.err = process.stderr.decode()
        self.first = self.out.split("\n")[0]


def run(*arguments, stdin="", **options):
    data = stdin if isinstance(stdin, bytes) else stdin.encode()
    return Answer(subprocess.run([TICKPROOF, *arguments], input=data, capture_output=True, timeout=300, **options))


def with_solvers():
    """Whether the build has them, which tests that need it are told as a third argument."""
    return sys.argv[3].upper() in ("ON", "1", "TRUE", "YES")


class CommandTest(unittest.TestCase):
    maxDiff = None

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = folder.name

    def path(self, name, content=None):
        path = os.path.join(self.folder, name)
        if content is not None:
            with open(path, "w") as file:
                file.write(content)
        return path

    def assert_one_line_of_error(self, answer, *words, code=UNUSABLE):
        self.assertEqual((answer.code, answer.out), (code, ""), answer.err)
        self.assertEqual(answer.err.count("\n"), 1, answer.err)
        for word in words:
            self.assertIn(word, answer.err)

    def validated(self, text, schema):
        """The document, which must be as docs/schemas says."""
        document = json.loads(text)
        with open(os.path.join(SOURCES, "docs", "schemas", schema + ".json")) as file:
            definition = json.load(file)
        jsonschema.Draft7Validator.check_schema(definition)
        jsonschema.validate(document, definition)
        return document
