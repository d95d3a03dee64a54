"""The numbers of the golden scenes: bindings/golden.json.

usage: table.py --inc   GOLDEN_JSON OUT     writes them as C, for main.c
       table.py --write GOLDEN_JSON GOLDEN  runs the program GOLDEN for 1,000 steps, and writes what it finds

Write them anew only if answers are meant to change: docs/determinism.md.
"""
import json
import pathlib
import subprocess
import sys

ABOUT = ("A hash of all contacts, answers and state of each scene of tests/golden after so many steps. They are the same with every "
         "variant, on every processor, and for bindings that play the same scenes.")


def as_c(table):
    yield '    {"", {0}},'
    for scene in table["scenes"]:
        yield f'    {{"{scene["name"]}", {{' + ", ".join(f"UINT64_C({number})" for number in scene["hashes"].values()) + "}},"


def found(program):
    """{scene: {steps: hash}}"""
    scenes = {}
    ran = subprocess.run([program, "--print", "--steps", "1000", "--variant", "reference"], stdout=subprocess.PIPE, text=True, check=True)
    for line in ran.stdout.splitlines():
        name, steps, number = line.split()
        scenes.setdefault(name, {})[steps] = number
    return scenes


def main():
    if len(sys.argv) != 4 or sys.argv[1] not in ("--inc", "--write"):
        print(__doc__, file=sys.stderr)
        return 2
    path = pathlib.Path(sys.argv[2])
    if sys.argv[1] == "--inc":
        table = json.loads(path.read_text(encoding="utf-8"))
        pathlib.Path(sys.argv[3]).write_text("\n".join(as_c(table)) + "\n", encoding="utf-8")
    else:
        scenes = [{"name": name, "hashes": hashes} for name, hashes in found(sys.argv[3]).items()]
        path.write_text(json.dumps({"about": ABOUT, "scenes": scenes}, indent=1) + "\n", encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
