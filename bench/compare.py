#!/usr/bin/env python3
"""Compares two builds of hail-bench, or a build with a baseline, and flags what got slower beyond its spread.

    compare.py OLD NEW [--only REGEX]... [--pairs 15]      two programs, which take turns
    compare.py --save FILE NEW                             writes a baseline: ratios to `plain`, not times
    compare.py --baseline FILE NEW                         ratios to `plain` now, against those of the baseline

Each benchmark runs as often as there are pairs; the ratio is the median of the pairs' ratios, and its spread their
interquartile range. It is worse if it is beyond --limit and its whole spread is. Exits 1 if something is worse, and 77 if
the baseline is of a CPU that runs other variants.
"""
import argparse
import json
import os
import re
import statistics
import subprocess
import sys

SCENES = r"^(barrage|swarm|debris|barrage_swept|swarm_unordered)/10000/hail$|^tile_rays_002/100000/hail$|^tiny/200/hail$"
PIN = ("taskset", "-c", "1") if os.path.exists("/usr/bin/taskset") and (os.cpu_count() or 1) > 1 else ()


def run(program, pattern, seconds):
    """{benchmark: CPU time}"""
    done = subprocess.run([*PIN, program, f"--benchmark_filter={pattern}", f"--benchmark_min_time={seconds}",
                           "--benchmark_format=json"], capture_output=True, text=True, check=False)
    if done.returncode:
        sys.exit(f"compare.py: {program} failed:\n{done.stderr}")
    return {b["name"]: b["cpu_time"] for b in json.loads(done.stdout)["benchmarks"]}


def variants_of(program):
    """The variants that this CPU runs, by the benchmarks of their peaks."""
    names = subprocess.run([program, "--benchmark_list_tests"], check=True, capture_output=True, text=True).stdout.split()
    return sorted(match[1] for match in (re.match(r"limit/peak-(\w+)", name) for name in names) if match)


def interquartile(values):
    if len(values) < 4:
        return min(values), max(values)
    low, _, high = statistics.quantiles(values, n=4)
    return low, high


def pairs_of(options):
    """{benchmark: [new / old]}: the programs take turns, and who begins alternates."""
    ratios = {}
    for number in range(options.pairs):
        order = (options.old, options.new) if number % 2 == 0 else (options.new, options.old)
        results = {program: run(program, options.only, options.seconds) for program in order}
        for name in results[options.old].keys() & results[options.new].keys():
            ratios.setdefault(name, []).append(results[options.new][name] / results[options.old][name])
        print(f"\r{number + 1}/{options.pairs} pairs", end="", file=sys.stderr, flush=True)
    print(file=sys.stderr)
    return ratios


def over_plain(options):
    """{benchmark: [time / plain's time]} of the new program."""
    pattern = re.sub(r"/hail\$", "/(hail|plain)$", options.only)
    ratios = {}
    for number in range(options.pairs):
        times = run(options.new, pattern, options.seconds)
        for name, ns in times.items():
            plain = times.get(re.sub(r"/[^/]*$", "/plain", name))
            if plain and not name.endswith("/plain"):
                ratios.setdefault(name, []).append(ns / plain)
        print(f"\r{number + 1}/{options.pairs} rounds", end="", file=sys.stderr, flush=True)
    print(file=sys.stderr)
    return ratios


def judge(name, ratios, before, limit):
    """Prints a line; returns whether it is worse."""
    values = [value / before for value in ratios]
    middle, (low, high) = statistics.median(values), interquartile(values)
    worse = middle > 1 + limit and low > 1 + limit
    better = middle < 1 - limit and high < 1 - limit
    print(f"{name:44} {middle:6.3f}  [{low:.3f}, {high:.3f}]  {'WORSE' if worse else 'better' if better else ''}")
    return worse


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("programs", nargs="+", help="OLD and NEW, or NEW alone")
    parser.add_argument("--only", default=SCENES, metavar="REGEX", help="the benchmarks (default: a few fast scenes)")
    parser.add_argument("--pairs", type=int, default=15, help="how often each runs (default: 15)")
    parser.add_argument("--seconds", type=float, default=0.05, help="of one run (default: 0.05)")
    parser.add_argument("--limit", type=float, default=0.02, help="what is allowed (default: 0.02, two per cent)")
    parser.add_argument("--baseline", metavar="FILE")
    parser.add_argument("--save", metavar="FILE")
    options = parser.parse_args()
    options.new = options.programs[-1]
    if not options.baseline and not options.save:
        if len(options.programs) != 2:
            parser.error("two programs are needed, or --baseline, or --save")
        options.old = options.programs[0]
        ratios = pairs_of(options)
        worse = [judge(name, values, 1.0, options.limit) for name, values in sorted(ratios.items())]
        return int(any(worse))
    if options.save:
        medians = {name: round(statistics.median(values), 4) for name, values in sorted(over_plain(options).items())}
        with open(options.save, "w", encoding="utf-8") as file:
            json.dump({"variants": variants_of(options.new), "over_plain": medians}, file, indent=1)
            file.write("\n")
        return 0
    with open(options.baseline, encoding="utf-8") as file:
        baseline = json.load(file)
    if baseline["variants"] != variants_of(options.new):
        print(f"The baseline is of a CPU with {', '.join(baseline['variants'])}: nothing is compared.")
        return 77
    ratios, before = over_plain(options), baseline["over_plain"]
    worse = [judge(name, values, before[name], options.limit) for name, values in sorted(ratios.items()) if name in before]
    return int(any(worse))


if __name__ == "__main__":
    sys.exit(main())
