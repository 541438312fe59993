"""The reports for continuous integration as a CI system meets them: JUnit XML against an XSD of the common dialect, SARIF
against its published schema, annotations and step summary as GitHub's runner would read them.

usage: ci_report_test.py TICKPROOF SOURCE_FOLDER [unittest arguments]
"""
import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import unittest
import xml.etree.ElementTree as xml

import jsonschema

TICKPROOF, SOURCES = map(os.path.abspath, sys.argv[1:3])
TEST_DATA = os.path.join(SOURCES, "cli", "test_data")
GOOD = '{"id":"%s","stages":1,"microbatches":1,"orders":[["F0","B0"]]}\n'
REFUTED = '{"id":"%s","stages":1,"microbatches":1,"orders":[["B0","F0"]]}\n'
DISAGREES = '{"id":"%s","stages":1,"microbatches":1,"orders":[["F0","B0"]],"expect":{"makespan":9}}\n'
UNUSABLE = '{"id":"%s"}\n'
HOSTILE = '\\u0000\\u001b[31m<a b=\\"c\\">&amp;]]>\\ud834\\udd1e\\ufffe\\n::error::x%%0A,:|`'


class CiReports(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = folder.name

    def path(self, name):
        return os.path.join(self.folder, name)

    def run_check(self, *objects, options=("--junit", "j.xml", "--sarif", "s.sarif"), **environment):
        with open(self.path("a b.jsonl"), "w") as file:
            file.write("".join(text % f"case{i}" if "%s" in text else text for i, text in enumerate(objects)))
        clean = {key: value for key, value in os.environ.items() if not key.startswith("GITHUB_")}
        return subprocess.run([TICKPROOF, "check", "a b.jsonl", *options], cwd=self.folder, env={**clean, **environment},
                              capture_output=True, text=True, timeout=300)

    def junit(self):
        subprocess.run(["xmllint", "--noout", "--nonet", "--schema", os.path.join(TEST_DATA, "junit.xsd"),
                        self.path("j.xml")], check=True, capture_output=True)
        return xml.parse(self.path("j.xml")).getroot()

    def sarif(self):
        with open(self.path("s.sarif"), encoding="utf-8") as file:
            document = json.load(file)
        with open(os.path.join(TEST_DATA, "sarif-2.1.0-rtm.5.json"), encoding="utf-8") as file:
            schema = json.load(file)
        jsonschema.Draft4Validator.check_schema(schema)
        jsonschema.Draft4Validator(schema).validate(document)
        return document["runs"][0]

    def test_xmllint_is_there(self):
        self.assertIsNotNone(shutil.which("xmllint"), "install libxml2-utils (scripts/setup)")

    def test_one_case_an_object_whatever_its_verdict(self):
        process = self.run_check(GOOD, REFUTED, DISAGREES, UNUSABLE)
        self.assertEqual(process.returncode, 2)
        root = self.junit()
        self.assertEqual({key: root.get(key) for key in ("tests", "failures", "errors")},
                         {"tests": "4", "failures": "2", "errors": "1"})
        found = [(case.get("name"), [(child.tag, child.get("type")) for child in case]) for case in root.iter("testcase")]
        self.assertEqual(found, [("a b.jsonl:1: case0", []),
                                 ("a b.jsonl:2: case1", [("failure", "deadlock")]),
                                 ("a b.jsonl:3: case2", [("failure", "expect")]),
                                 ("a b.jsonl:4", [("error", "unusable")])])
        results = self.sarif()["results"]
        self.assertEqual([(result["ruleId"], result["level"]) for result in results],
                         [("deadlock", "error"), ("expect", "error"), ("unusable", "error")])
        place = results[0]["locations"][0]["physicalLocation"]
        self.assertEqual(place, {"artifactLocation": {"uri": "a%20b.jsonl"}, "region": {"startLine": 2}})

    def test_nothing_found_is_a_report_too(self):
        self.assertEqual(self.run_check(GOOD).returncode, 0)
        self.assertEqual(self.junit().get("failures"), "0")
        self.assertEqual(self.sarif()["results"], [])

    def test_the_validators_can_fail(self):
        self.run_check(REFUTED)
        for name, good, bad, validate in (("j.xml", 'failures="1"', 'failures="one"', self.junit),
                                          ("s.sarif", '"level":"error"', '"level":"bad"', self.sarif)):
            with open(self.path(name)) as file:
                text = file.read()
            self.assertIn(good, text)
            with open(self.path(name), "w") as file:
                file.write(text.replace(good, bad))
            with self.assertRaises((subprocess.CalledProcessError, jsonschema.ValidationError)):
                validate()

    def test_hostile_names_break_no_report(self):
        for text in (REFUTED, DISAGREES):
            self.run_check(text.replace("%s", HOSTILE))
            name = next(self.junit().iter("testcase")).get("name")
            self.assertIn('\ufffd\ufffd[31m<a b="c">&amp;]]>\U0001d11e\ufffd\n::error::x', name)
            self.assertIn(name[-3:], self.sarif()["results"][0]["message"]["text"])

    def test_the_same_run_writes_the_same_bytes_and_the_same_stdout(self):
        def files():
            return [pathlib.Path(self.path(name)).read_bytes() for name in ("j.xml", "s.sarif")]

        first, first_files = self.run_check(GOOD, REFUTED), files()
        second = self.run_check(GOOD, REFUTED, GITHUB_ACTIONS="true")
        self.assertEqual((first.stdout, first_files), (second.stdout, files()))
        self.assertEqual(first.stdout, self.run_check(GOOD, REFUTED, options=()).stdout)

    def test_annotations_only_on_github(self):
        self.assertEqual(self.run_check(REFUTED, options=()).stderr, "")
        self.assertEqual(self.run_check(REFUTED, options=(), GITHUB_ACTIONS="false").stderr, "")
        line, = self.run_check(GOOD, REFUTED, options=(), GITHUB_ACTIONS="true").stderr.splitlines()
        self.assertRegex(line, "^::error file=a b.jsonl,line=2,title=deadlock::a b.jsonl:2: case1: ")

    def test_no_text_can_become_a_command_of_its_own(self):
        process = self.run_check(REFUTED.replace("%s", HOSTILE), GITHUB_ACTIONS="true")
        lines = (process.stdout + process.stderr).splitlines()
        self.assertEqual(sum(line.lstrip().startswith("::") for line in lines), 1)

    def test_what_is_beyond_ten_goes_to_the_summary_and_leaves_what_is_there(self):
        summary = self.path("summary.md")
        with open(summary, "w") as file:
            file.write("# before\n")
        process = self.run_check(*[REFUTED] * 13, options=(), GITHUB_ACTIONS="true", GITHUB_STEP_SUMMARY=summary)
        self.assertEqual(process.stderr.count("::error "), 10)
        with open(summary) as file:
            text = file.read()
        self.assertTrue(text.startswith("# before\n<p>tickproof: 3 findings"), text)
        self.assertEqual([i for i in range(13) if f"case{i}: deadlock" in text], [10, 11, 12])

    def test_a_report_that_cannot_be_written_is_no_success(self):
        for option in ("--junit", "--sarif"):
            process = self.run_check(GOOD, options=(option, self.path("no/such/folder")))
            self.assertEqual(process.returncode, 2)
            self.assertEqual(process.stderr.count("\n"), 1)
            self.assertIn("No such file or directory", process.stderr)
        process = self.run_check(GOOD, options=(), GITHUB_ACTIONS="true", GITHUB_STEP_SUMMARY=self.path("no/such"))
        self.assertEqual((process.returncode, process.stderr), (0, ""))

    def run_gate(self, planner, *options, cases=("--cases", "5"), **environment):
        clean = {key: value for key, value in os.environ.items() if not key.startswith("GITHUB_")}
        examples = os.path.join(SOURCES, "examples", "planners")
        words = ["gate", "--planner", f"{sys.executable} {planner}", *cases, *options]
        return subprocess.run([TICKPROOF, *words, "--junit", self.path("j.xml"), "--sarif", self.path("s.sarif")],
                              cwd=examples, env={**clean, **environment}, capture_output=True, text=True, timeout=300)

    def test_the_gate_reports_each_finding_at_the_planner(self):
        process = self.run_gate("./broken/wrong_order.py", GITHUB_ACTIONS="true")
        self.assertEqual(process.returncode, 1)
        root = self.junit()
        self.assertGreater(int(root.get("failures")), 0)
        names = [case.get("name") for case in root.iter("testcase")]
        self.assertIn("dependency:gpipe:S2V1M1L2", names)
        self.assertEqual(len(names), len(set(names)))
        result = self.sarif()["results"][0]
        self.assertEqual(result["ruleId"], "dependency")
        self.assertEqual(result["locations"][0]["physicalLocation"],
                         {"artifactLocation": {"uri": "broken/wrong_order.py"}, "region": {"startLine": 1}})
        self.assertEqual(result["partialFingerprints"], {"tickproofFinding/v1": "dependency:gpipe:S2V1M1L2"})
        self.assertRegex(process.stderr, "^::error file=broken/wrong_order.py,line=1,title=dependency::")

    def test_the_gate_reports_the_properties_that_hold(self):
        process = self.run_gate("python/planner.py", "--level", "conform", GITHUB_ACTIONS="true")
        self.assertEqual((process.returncode, process.stderr), (0, ""))
        names = [case.get("name") for case in self.junit().iter("testcase")]
        for held in ("dependency", "reference", "deterministic", "layer-independent", "refusal-message", "must-refuse"):
            self.assertIn(held, names)
        self.assertEqual(self.sarif()["results"], [])
        self.run_gate("python/planner.py")
        names = [case.get("name") for case in self.junit().iter("testcase")]
        self.assertIn("deterministic", names)
        for not_judged in ("reference", "layer-independent", "refusal-message", "must-refuse"):
            self.assertNotIn(not_judged, names)

    def test_the_gate_reports_what_it_could_not_decide_as_no_success(self):
        with open(self.path("refused.jsonl"), "w") as file:
            file.write('{"n_layer":1,"stage_count":2,"schedule":"gpipe","microbatches":1}\n')
        for cases in (("--cases", "5"), ("--config", self.path("refused.jsonl"))):
            process = self.run_gate("broken/refuses_everything.py", cases=cases, GITHUB_ACTIONS="true")
            self.assertEqual(process.returncode, 3)
            self.assertRegex(process.stderr, "^::warning file=broken/refuses_everything.py,line=1,title=")
            root = self.junit()
            self.assertGreater(int(root.get("tests")), 0)
            self.assertEqual((root.get("failures"), root.get("errors")), ("0", root.get("tests")))
            self.assertEqual({result["level"] for result in self.sarif()["results"]}, {"warning"})


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1] + sys.argv[3:])
