"""Checks that every file of ours is compiled without contracted multiply-adds.

On a processor without them a lost flag changes no result here, and f32 results elsewhere: no other test would notice.
usage: compile_flags.py compile_commands.json
"""
import json
import sys

REQUIRED = "-ffp-contract=off"

with open(sys.argv[1], encoding="utf-8") as text:
    commands = json.load(text)
lacking = [entry["file"] for entry in commands if REQUIRED not in entry["command"].split()]
for file in lacking:
    print(f"{file}: compiled without {REQUIRED}")
print(f"{len(commands)} files looked at")
sys.exit(1 if lacking or not commands else 0)
