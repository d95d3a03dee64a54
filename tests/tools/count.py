"""Counts the cases that meson's tests ran, and ends with 'N passed, N failed, N skipped'.

usage: count.py build/meson-logs/testlog.json MESON_STATUS [FURTHER_LOG...]

A test that prints TAP counts its cases. A test that failed without a failed case counts as one failure. Any other test
is one case. Exits with 1 if a case failed, if meson reported a failure, or if nothing ran.
"""
import json
import re
import sys

GOOD = {"OK", "EXPECTEDFAIL"}


def cases(test):
    """(passed, failed, skipped) of one line of the log."""
    good, skipped = test["result"] in GOOD, test["result"] == "SKIP"
    text = test.get("stdout", "")
    if not text.startswith("TAP version"):
        return int(good), int(not good and not skipped), int(skipped)
    passed = failed = skips = 0
    for line in text.splitlines():
        if re.match(r"not ok\b", line):
            failed += 1
        elif re.match(r"ok\b.*# *SKIP", line, re.IGNORECASE):
            skips += 1
        elif re.match(r"ok\b", line):
            passed += 1
    if not good and not skipped and failed == 0:
        failed = 1
    return passed, failed, skips


def failures(text):
    """The failed cases of TAP text, with the lines below each."""
    inside = False
    for line in text.splitlines():
        inside = line.startswith("not ok") or (inside and not line.startswith("ok"))
        if inside:
            yield line


def main():
    log, status = sys.argv[1], int(sys.argv[2])
    tests = []
    for name in (log, *sys.argv[3:]):
        try:
            with open(name, encoding="utf-8") as file:
                tests += [json.loads(line) for line in file if line.strip()]
        except OSError as error:
            print(f"no test log: {error}", file=sys.stderr)
            status = status or 1
    passed, failed, skipped = (sum(column) for column in zip((0, 0, 0), *map(cases, tests)))
    for test in tests:
        if test["result"] not in GOOD:
            print(f"{test['result'].lower()}: {test['name']}")
            if test.get("stdout", "").startswith("TAP version"):  # meson does not show it
                print("".join(f"    {line}\n" for line in list(failures(test["stdout"]))[:100]), end="")
    if passed + failed == 0:
        print("no test ran", file=sys.stderr)
    sys.stderr.flush()
    print(f"{passed} passed, {failed} failed, {skipped} skipped", flush=True)
    return 1 if failed or status or passed == 0 else 0


if __name__ == "__main__":
    sys.exit(main())
