"""action.yml without GitHub and without Docker: its scripts run with a stand-in for docker that keeps what it was given.

usage: action_test.py SOURCE_FOLDER [unittest arguments]
"""
import os
import re
import subprocess
import sys
import tempfile
import textwrap
import unittest

SOURCES = os.path.abspath(sys.argv[1])

DOCKER = """#!/bin/bash
if [ "$1" = build ]; then cat >"$KEPT/dockerfile"; exit; fi
printf '%s\\n' "$@" >"$KEPT/docker_run"
while [ "$1" != tickproof-gate ]; do shift; done
shift
exec "$@"
"""
TICKPROOF = """#!/bin/bash
printf '%s\\n' "$@" >"$KEPT/words"
exit "$STATUS"
"""


def scripts():
    """The two `run: |` blocks, in order."""
    with open(os.path.join(SOURCES, "action.yml")) as file:
        text = file.read()
    return [textwrap.dedent(block) for block in re.findall(r"^      run: \|\n((?:        .*\n|\n)+)", text, re.M)]


class Action(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = folder.name
        for name, content in (("docker", DOCKER), ("tickproof", TICKPROOF)):
            with open(self.path(name), "w") as file:
                file.write(content)
            os.chmod(self.path(name), 0o755)

    def path(self, name):
        return os.path.join(self.folder, name)

    def kept(self, name):
        with open(self.path(name)) as file:
            return file.read()

    def run_script(self, script, status=0, **inputs):
        environment = {"PATH": f"{self.folder}:/usr/bin:/bin", "KEPT": self.folder, "STATUS": str(status),
                       "GITHUB_ACTION_PATH": SOURCES, "GITHUB_WORKSPACE": "/w s", "GITHUB_STEP_SUMMARY": "/s",
                       "PLANNER": "python3 planner.py", "SETUP": "", "FOLDER": ".", "LEVEL": "valid", "BASELINE": "",
                       "JUNIT": "", "SARIF": "", "OPTIONS": "", **inputs}
        # As the runner starts `shell: bash`.
        return subprocess.run(["bash", "--noprofile", "--norc", "-eo", "pipefail", "-c", script], env=environment,
                              capture_output=True, text=True, timeout=60)

    def test_all_inputs_reach_the_gate_as_they_are(self):
        hostile = "./a 'b c' \"$(touch x)\"; #"
        process = self.run_script(scripts()[1], PLANNER=hostile, LEVEL="conform", BASELINE="b l", JUNIT="j.xml",
                                  SARIF="s.sarif", OPTIONS="--cases 5  --seed 7")
        self.assertEqual(process.returncode, 0, process.stderr)
        self.assertEqual(self.kept("words").splitlines(),
                         ["gate", "--planner", hostile, "--level", "conform", "--baseline", "b l", "--junit", "j.xml",
                          "--sarif", "s.sarif", "--cases", "5", "--seed", "7"])
        self.assertIn("/w s:/workspace\n", self.kept("docker_run"))

    def test_empty_inputs_are_left_out(self):
        self.assertEqual(self.run_script(scripts()[1]).returncode, 0)
        self.assertEqual(self.kept("words").splitlines(), ["gate", "--planner", "python3 planner.py", "--level",
                                                               "valid"])

    def test_the_exit_code_is_the_gates(self):
        for status in (0, 1, 2, 3, 4):
            process = self.run_script(scripts()[1], status)
            self.assertEqual(process.returncode, status, process.stderr)

    def test_a_setup_runs_first_and_stops_all_if_it_fails(self):
        process = self.run_script(scripts()[1], SETUP='echo "first"\ntouch "$KEPT/made"')
        self.assertEqual((process.returncode, process.stdout, process.stderr), (0, "", "first\n"))
        self.assertTrue(os.path.exists(self.path("made")))
        os.remove(self.path("tickproof"))
        process = self.run_script(scripts()[1], SETUP="false\ntrue")
        self.assertEqual((process.returncode, process.stderr), (2, "the setup failed\n"))

    def test_the_image_builds_from_the_actions_own_sources(self):
        self.assertEqual(self.run_script(scripts()[0]).returncode, 0)
        dockerfile = self.kept("dockerfile")
        self.assertTrue(dockerfile.startswith("FROM debian:12\n"), dockerfile)
        # Its list of packages is the first section of scripts/packages.txt: as many names as that has lines.
        command = re.search(r"\$\((sed .*)\)", dockerfile)[1].replace("/tickproof/", SOURCES + "/")
        names = subprocess.run(["bash", "-c", command], capture_output=True, text=True, check=True).stdout.split()
        with open(os.path.join(SOURCES, "scripts", "packages.txt")) as file:
            section = file.read().split("# planner, checker, gate\n")[1].split("\n\n")[0]
        self.assertEqual(names, [line.split()[0] for line in section.splitlines()])


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1] + sys.argv[2:])
