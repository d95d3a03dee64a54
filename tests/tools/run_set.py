"""Builds and runs a set of tests, with the time left after each.

usage: run_set.py BUILD short | all | only NAME...

tests/sets.txt says which test is in the short set, and about how many seconds of CPU time each takes. Only what the
chosen tests need is compiled. In the short set the environment variable HAIL_SHORT is 1: random tests then try fewer
inputs. Exits with meson's status.
"""
import json
import os
import pathlib
import re
import subprocess
import sys
import time

FINISHED = re.compile(r"^\s*\d+/\d+ \S+ (?:/ )?(\S+)\s+[A-Z]+")


def read_sets(path):
    """{name: (set, seconds)}"""
    rows = [line.split() for line in path.read_text(encoding="utf-8").splitlines() if line.strip() and line[0] != "#"]
    return {name: (part, float(seconds)) for part, name, seconds in rows}


def introspect(build, what):
    done = subprocess.run(["meson", "introspect", what, build], check=True, capture_output=True, text=True)
    return json.loads(done.stdout)


def outputs(build, tests):
    """The files that the tests need."""
    files = {target["id"]: target["filename"] for target in introspect(build, "--targets")}
    needed = {os.path.relpath(name, build) for test in tests for target in test["depends"] for name in files[target]}
    needed |= {os.path.relpath(test["cmd"][0], build) for test in tests
               if test["cmd"][0].startswith(os.path.abspath(build) + os.sep)}
    return sorted(needed)


def choose(tests, sets, which, names):
    if which == "only":
        unknown = [name for name in names if name not in {test["name"] for test in tests}]
        if unknown:
            sys.exit(f"no test {', '.join(unknown)}: tests/sets.txt lists them")
        return [test for test in tests if test["name"] in names]
    return [test for test in tests if which == "all" or sets.get(test["name"], ("long", 0))[0] == "short"]


def compile_them(build, tests, which):
    environment = dict(os.environ, NINJA_STATUS="[%f/%t, %e s] ")
    everything = ["all"] if which == "all" else []
    done = subprocess.run(["ninja", "-C", build, *everything, *outputs(build, tests)], check=False, env=environment)
    if done.returncode:
        sys.exit(done.returncode)


def run_them(build, tests, sets, which):
    """Passes meson's lines on, each finished test with the time left by what the tests before it took."""
    environment = dict(os.environ, **({"HAIL_SHORT": "1"} if which == "short" else {}))
    command = ["meson", "test", "-C", build, "--no-rebuild", "--print-errorlogs", *[test["name"] for test in tests]]
    left = {test["name"]: sets.get(test["name"], ("long", 10.0))[1] for test in tests}
    total, begin = sum(left.values()), time.monotonic()
    with subprocess.Popen(command, env=environment, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, text=True) as meson:
        for line in meson.stdout:
            match = FINISHED.match(line)
            if match and left.pop(match[1], None) is not None:
                done = max(total - sum(left.values()), 1.0)
                seconds = (time.monotonic() - begin) * sum(left.values()) / done
                line = f"{line.rstrip():90} {f'{seconds / 60:.0f} min left' if seconds > 90 else f'{seconds:.0f} s left'}\n"
            print(line, end="", flush=True)
    return meson.returncode


def main():
    if len(sys.argv) < 3 or sys.argv[2] not in ("short", "all", "only"):
        sys.exit(__doc__)
    build, which, names = sys.argv[1], sys.argv[2], sys.argv[3:]
    sets = read_sets(pathlib.Path(__file__).resolve().parents[1] / "sets.txt")
    tests = choose(introspect(build, "--tests"), sets, which, names)
    if not tests:
        sys.exit("no test to run")
    compile_them(build, tests, which)
    sys.exit(run_them(build, tests, sets, which))


if __name__ == "__main__":
    main()
