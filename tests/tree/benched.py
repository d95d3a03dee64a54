#!/usr/bin/env python3
"""usage: benched.py REPOSITORY: every public call that takes arrays has a benchmark, or a reason why not; and every kernel
has one.

A call takes arrays if it has a parameter `count` (not an output) beside a pointer, or a parameter that points to a
struct with a field `count` and fields that are pointers, of the call's own or of a struct within. It has a benchmark if
a file in bench/ calls it. Reasons are in tests/tree/unbenched.txt: the call's name, then why.

A kernel has a benchmark (hail-bench --kernels) if a file in tests/kernels/ that calls case_times names it in a string.
The narrowphase's kernels are named by their questions and classes, all at once. The test bench-kernels runs them all."""
import json
import pathlib
import re
import sys


def has_arrays(structs, name):
    fields = structs[name]["fields"]
    own = any(field["name"] == "count" for field in fields) and any(
        field["type"]["kind"] == "pointer" for field in fields)
    return own or any(field["type"]["kind"] == "struct" and field["type"]["name"] in structs and
                      has_arrays(structs, field["type"]["name"]) for field in fields)


def takes_arrays(structs, function):
    parameters = function["parameters"]
    pointers = [p["type"]["element"] for p in parameters if p["type"]["kind"] == "pointer"]
    counted = any(p["name"] == "count" and p["type"]["kind"] == "scalar" for p in parameters) and pointers
    return counted or any(e["kind"] == "struct" and e.get("const") and e["name"] in structs and
                          has_arrays(structs, e["name"]) for e in pointers)


def read_reasons(path):
    lines = [line for line in path.read_text(encoding="utf-8").splitlines() if line and not line.startswith("#")]
    return {name: reason.strip() for name, _, reason in (line.partition(" ") for line in lines)}


def kernels_without_times(top):
    registry = (top / "simd/kernels/registry.h").read_text(encoding="utf-8")
    texts = [path.read_text(encoding="utf-8") for path in sorted((top / "tests/kernels").glob("*.c"))]
    timed = {name for text in texts if "case_times(" in text for name in re.findall(r'"(\w+)"', text)}
    return [name for name in re.findall(r"^ *KERNEL\((\w+),", registry, re.M) if name not in timed]


def main():
    top = pathlib.Path(sys.argv[1])
    interface = json.loads((top / "bindings/hail-api.json").read_text(encoding="utf-8"))
    structs = {struct["name"]: struct for struct in interface["structs"]}
    sources = [path for path in sorted((top / "bench").rglob("*.c*")) if path.suffix in (".c", ".cpp")]
    source = "\n".join(path.read_text(encoding="utf-8") for path in sources)
    called = set(re.findall(r"\bhail_\w+(?=\()", source))
    reasons = read_reasons(top / "tests/tree/unbenched.txt")
    wanted = [f["name"] for f in interface["functions"] if takes_arrays(structs, f)]
    missing = [name for name in wanted if name not in called and not reasons.get(name)]
    stale = [name for name in reasons if name in called or name not in wanted]
    print("1..3")
    for number, (what, names) in enumerate((("Every call that takes arrays has a benchmark, or a reason.", missing),
                                            ("No reason is for another call.", stale),
                                            ("Every kernel has a benchmark.", kernels_without_times(top))), 1):
        print(f"{'not ok' if names else 'ok'} {number} {what}")
        for name in names:
            print(f"# {name}")
    return 1 if missing or stale or kernels_without_times(top) else 0


if __name__ == "__main__":
    sys.exit(main())
