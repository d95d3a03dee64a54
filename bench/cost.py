#!/usr/bin/env python3
"""What each array call and each kind of step executes and touches an element, and what that bounds: Markdown.

    meson setup build-cost -Dbuildtype=release -Dbench=enabled -Dc_args=-mno-avx512f    (valgrind knows no AVX-512)
    ninja -C build-cost bench/hail-bench
    cost.py [--bench build-cost/bench/hail-bench] [--times FILE] [--out cost.md]

Valgrind's callgrind counts what one round of each benchmark executes with avx2, at the benchmarks' smallest sizes
(hail-bench --smoke), so the counts are the same on a busy machine. Bytes are the lines that a simulated first-level cache
of 48 KB lacks: what comes from the second level or from memory. Missed branches are those that a simulated predictor gets
wrong; real ones get more of them right.

--times adds nanoseconds, from a run on a quiet machine: hail-bench --benchmark_filter='/hail:avx2$' --benchmark_out=FILE.
"""
import argparse
import json
import os
import re
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "report"))
from figures import gather, median  # noqa: E402

VARIANT = "hail:avx2"
CACHES = ("--I1=32768,8,64", "--D1=49152,12,64", "--LL=2097152,16,64")
LINE = 64  # bytes
# What an element is, by the counter that divides.
ELEMENTS = {"ns_per_body": "body", "ns_per_pair": "pair", "ns_per_ray": "ray", "ns_per_query": "query", "ns_per_point": "point",
            "ns_per_instance": "sprite"}
# (name, instructions a ns, bytes a ns from the second-level cache or None): of whole steps; docs/performance.md, Stages.
PROCESSORS = (("Xeon", 12.9, 100.0), ("EPYC", 10.3, None))


def run_callgrind(bench, folder, only):
    """Google Benchmark's JSON; the counts of the n-th benchmark's round are in FOLDER/counts.n."""
    report = os.path.join(folder, "bench.json")
    subprocess.run(["valgrind", "--tool=callgrind", f"--callgrind-out-file={folder}/counts", "--cache-sim=yes", "--branch-sim=yes",
                    *CACHES, "--zero-before=benchmark::State::StartKeepRunning*", "--dump-before=benchmark::State::FinishKeepRunning*",
                    bench, "--smoke", f"--benchmark_filter=^({only}).*/{VARIANT}(/|$)", f"--benchmark_out={report}",
                    "--benchmark_out_format=json"], check=True, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
    with open(report, encoding="utf-8") as file:
        return json.load(file)["benchmarks"]


def counts_of(path, public):
    """({event: sum of a round, of the library's calls with all that they call}, the names of these calls)"""
    events, called, names, sums = [], set(), {}, []
    caller, callee, costs_follow = "", "", False

    def name_of(text):
        number, _, name = text.partition(" ")
        return names.setdefault(number, name.strip())

    with open(path, encoding="utf-8", errors="replace") as file:
        for line in map(str.strip, file):
            if line.startswith("events:"):
                events = line.split()[1:]
                sums = [0] * len(events)
            elif line.startswith("fn="):
                caller = name_of(line[3:])
            elif line.startswith("cfn="):
                callee = name_of(line[4:])
            elif line.startswith("calls="):
                costs_follow = True
            elif costs_follow:
                costs_follow = False
                if callee in public and (not caller.startswith("hail_") or caller.startswith("hail_map_")): # the last: bench/tiles
                    called.add(callee)
                    for i, cost in enumerate(map(int, line.split()[1:])):
                        sums[i] += cost
    return dict(zip(events, sums)), called


def elements_of(run):
    """(how many elements a round has, what one is); (0, "") if the benchmark does not say."""
    what = next((what for field, what in ELEMENTS.items() if run.get(field)), "")
    size = run["name"].split("/")[1]
    count = run.get("queries") or (int(size) if size.isdigit() else 0)
    return (count, what) if what else (0, "")


def public_calls(top):
    with open(os.path.join(top, "bindings", "hail-api.json"), encoding="utf-8") as file:
        return {function["name"] for function in json.load(file)["functions"] if not re.search("_defaults$|^hail_convex_", function["name"])}


def rows(bench, only, times, public):
    """(title, calls, what, instructions, branches, bytes, ns measured or None), an element"""
    with tempfile.TemporaryDirectory() as folder:
        for number, run in enumerate(run_callgrind(bench, folder, only), 1):
            sums, called = counts_of(os.path.join(folder, f"counts.{number}"), public)
            count, what = elements_of(run)
            if not count or not called:
                continue
            scene = run["name"].split("/")[0]
            missed = sums["D1mr"] + sums["D1mw"]
            yield (scene, called, what, sums["Ir"] / count, (sums["Bcm"] + sums["Bim"]) / count, LINE * missed / count,
                   times.get(scene))


def times_of(path):
    """{scene: ns an element}, of the smallest size of each."""
    found = {}
    if path:
        with open(path, encoding="utf-8") as file:
            entries = gather(json.load(file))
        for name, entry in entries.items():
            scene, size, contender = (name.split("/") + ["", ""])[:3]
            each = next((median(entry, field) for field in ELEMENTS if field in entry), None)
            if contender == VARIANT and each and size.isdigit() and int(size) < found.get(scene, (1 << 60, 0))[0]:
                found[scene] = (int(size), each)
    return {scene: each for scene, (_, each) in found.items()}


def shown(number):
    return f"{number:,.0f}" if number >= 100 else f"{number:.1f}" if number >= 10 else f"{number:.2f}"


def bound(processor, instructions, moved):
    """(ns, which of the two takes longer)"""
    _, per_ns, bytes_per_ns = processor
    executed, fetched = instructions / per_ns, moved / bytes_per_ns if bytes_per_ns else 0.0
    return (executed, "instructions") if executed >= fetched else (fetched, "bytes")


def table(found):
    found = list(found)
    timed = any(row[-1] is not None for row in found)
    yield ("| benchmark, of one | call | instructions | branches missed | bytes | " +
           ", ns | ".join(p[0] for p in PROCESSORS) + ", ns |" + (" measured, ns |" if timed else ""))
    yield "|---|---|---:|---:|---:|" + "---:|" * (len(PROCESSORS) + timed)
    for scene, called, what, instructions, branches, moved, ns in found:
        calls = ", ".join(f"`{name}`" for name in sorted(called))
        limits = [bound(processor, instructions, moved) for processor in PROCESSORS]
        cells = " | ".join(f"{shown(time)}{' (bytes)' if by == 'bytes' else ''}" for time, by in limits)
        measured = f" {'' if ns is None else shown(ns)} |" if timed else ""
        yield (f"| `{scene}`, {what} | {calls} | {shown(instructions)} | {branches:.2f} | {shown(moved)} | {cells} |{measured}")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--bench", default="build-cost/bench/hail-bench", help="see above (default: %(default)s)")
    parser.add_argument("--only", default="", metavar="REGEX", help="the scenes that are counted (default: all)")
    parser.add_argument("--times", metavar="FILE", help="Google Benchmark's JSON")
    parser.add_argument("--out", metavar="FILE", help="default: standard output")
    options = parser.parse_args()
    top = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
    found = rows(options.bench, options.only, times_of(options.times), public_calls(top))
    text = "\n".join(table(found)) + "\n"
    if options.out:
        with open(options.out, "w", encoding="utf-8") as file:
            file.write(text)
    else:
        sys.stdout.write(text)
    return 0


if __name__ == "__main__":
    sys.exit(main())
