"""usage: sets.py BUILD MESON SETS: every test of the build is in tests/sets.txt, once and in order.

A test that this build lacks may be listed: a package may be missing."""
import json
import pathlib
import subprocess
import sys

done = subprocess.run([sys.argv[2], "introspect", "--tests", sys.argv[1]], check=True, capture_output=True, text=True)
tests = {test["name"] for test in json.loads(done.stdout)}
rows = [line.split() for line in pathlib.Path(sys.argv[3]).read_text(encoding="utf-8").splitlines() if line and line[0] != "#"]
names = [row[1] for row in rows]
wrong = [f"tests/sets.txt lacks {name}" for name in sorted(tests - set(names))]
wrong += [f"'{' '.join(row)}' is not: short or long, a name, seconds" for row in rows
          if len(row) != 3 or row[0] not in ("short", "long") or not row[2].replace(".", "").isdigit()]
if names != sorted(set(names)):
    wrong.append("tests/sets.txt is not in order, each test once")
print("\n".join(wrong) or f"{len(tests)} tests")
sys.exit(1 if wrong else 0)
