"""Runs the session of README.md and compares its output with what README.md shows, character by character.

Lines of the ``` blocks that begin with `$ ` are commands, run one after another from the root of the sources; what
follows is their output, both streams as a terminal would show them.
usage: readme_session.py FOLDER_OF_TICKPROOF
"""
import os
import re
import subprocess
import sys
import tempfile


def steps(readme):
    """Pairs of command and expected output."""
    for block in re.findall(r"^```\n(\$ .*?)^```$", readme, re.S | re.M):
        for part in re.split(r"^\$ ", block, flags=re.M)[1:]:
            command, _, output = part.partition("\n")
            yield command, output


def run(command, folder, root):
    environment = {**os.environ, "PATH": folder + os.pathsep + os.environ["PATH"]}
    return subprocess.run(["bash", "-c", command], cwd=root, env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                          text=True).stdout


def main(folder):
    with open("README.md") as file, tempfile.TemporaryDirectory() as root:
        # Like the root of the sources, but what the session writes is gone afterwards.
        for folder_of_inputs in ("properties", "examples"):
            os.symlink(os.path.abspath(folder_of_inputs), os.path.join(root, folder_of_inputs))
        return compare(list(steps(file.read())), folder, root)


def compare(session, folder, root):
    failures = 0
    for command, expected in session:
        shown = run(command, folder, root)
        if shown != expected:
            failures += 1
            print(f"$ {command}\n--- README.md says\n{expected}--- it prints\n{shown}")
    print(f"{len(session)} commands, {failures} differ")
    return 1 if failures or not session else 0


if __name__ == "__main__":
    sys.exit(main(os.path.abspath(sys.argv[1])))
