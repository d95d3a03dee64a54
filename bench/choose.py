#!/usr/bin/env python3
"""Chooses each kernel's variant for this CPU's family, from runs of hail-bench --kernels: writes simd/families/NAME.h.

    for i in 1 2 3; do hail-bench --kernels --out run$i.json; done
    choose.py --family sapphire_rapids run1.json run2.json run3.json

A kernel is taken from the narrowest variant than which no wider one is --gain faster, by the medians of the runs. (What
is as fast at half the width leaves the other half to the code around it.) Kernels that exist twice for 8 lanes come with
single loads (avx2_loads) where these are faster. The reference is never taken: in games batches are longer than in the
tests' inputs, and that helps vectors.
"""
import argparse
import datetime
import json
import os
import platform
import re
import statistics
import subprocess
import sys

CANDIDATES = ("sse2", "avx2", "avx2_loads", "avx512")  # the narrowest first
LOADS_GAIN = 0.02  # how much faster avx2_loads must be than avx2

# In these families 512-bit registers slow the clock for all code that follows (on Sapphire Rapids a swarm without other
# 512-bit kernels took 4 to 6 % longer). Kernels that go over the bodies once, in a few per cent of a step, never earn
# that back.
SLOWED = ("sapphire_rapids",)
SHORT = ("move", "check", "check_finite", "radii", "cells", "gather", "sums", "starts",
         "add_gathered", "crowded", "orient", "cull_walls", "cast_rows", "cast_results",
         "find_at_points")

# These run beside another kernel, in the same stages. Where widths are equally fast they take that kernel's.
BESIDE = {"cull": "pairs_raster", "path_pieces": "filter_paths", "circle_polygon": "pairs_raster", "near_rows": "near_few",
          "near_one_rows": "near_one", "cast_circles_convex": "cast_times", "cast_polygon_results": "cast_times"}


def read(path):
    """{kernel: {variant: ns an element}}"""
    kernels = {}
    with open(path, encoding="utf-8") as file:
        for benchmark in json.load(file)["benchmarks"]:
            _, kernel, variant = benchmark["name"].split("/")
            kernels.setdefault(kernel, {})[variant] = benchmark["ns_per_element"]
    return kernels


def of_runs(runs, kernel, variant):
    return statistics.median(run[kernel][variant] for run in runs)


def kernels_with_loads(top):
    with open(os.path.join(top, "simd", "kernels", "loads.h"), encoding="utf-8") as file:
        return set(re.findall(r"^#define HAIL_LOADS_(\w+) +~, avx2_loads", file.read(), re.M))


def candidates(family, kernel, loads):
    """The variants that the kernel may be taken from."""
    return [variant for variant in CANDIDATES if (variant != "avx2_loads" or kernel in loads) and
            (variant != "avx512" or kernel not in SHORT or family not in SLOWED)]


def choice(runs, family, kernel, gain, loads):
    first, *others = candidates(family, kernel, loads)
    taken = first
    for variant in others:
        least = LOADS_GAIN if (taken, variant) == ("avx2", "avx2_loads") else gain
        if of_runs(runs, kernel, variant) * (1 + least) < of_runs(runs, kernel, taken):
            taken = variant
    beside = choice(runs, family, BESIDE[kernel], gain, loads) if kernel in BESIDE else taken
    if beside not in candidates(family, kernel, loads):
        return taken
    return beside if of_runs(runs, kernel, beside) <= of_runs(runs, kernel, taken) * (1 + gain) else taken


def processor():
    try:
        with open("/proc/cpuinfo", encoding="utf-8") as file:
            lines = dict(line.split(":", 1) for line in file if ":" in line)
        cache = {key.strip(): value.strip() for key, value in lines.items()}
        return f"{cache['model name']}, family {cache['cpu family']}"
    except (OSError, KeyError):
        return platform.processor()


def compiler():
    return subprocess.run(["gcc", "--version"], capture_output=True, text=True, check=False).stdout.partition("\n")[0]


def header(family, runs, gain, date, loads):
    guard = f"HAIL_SIMD_FAMILIES_{family.upper()}_H"
    yield f"/* simd/families/{family}.h - which variant each kernel is taken from on CPUs of this family, and the measured"
    yield f" * nanoseconds an element ({', '.join(CANDIDATES)}). A kernel without a line is taken from {CANDIDATES[-1]}."
    yield " * bench/choose.py wrote it: do not edit it, measure again."
    yield " *"
    yield f" * Measured on {date}, medians of {len(runs)} runs: {processor()};"
    yield f" * {compiler()}. A wider variant is taken if it is {100 * gain:.0f} % faster. */"
    yield f"#ifndef {guard}"
    yield f"#define {guard}"
    yield ""
    yield "/* clang-format off */"
    for kernel in runs[0]:
        times = ", ".join(f"{of_runs(runs, kernel, variant):.3g}" for variant in CANDIDATES)
        yield f"#define HAIL_{family.upper()}_{kernel:24} ~, {choice(runs, family, kernel, gain, loads):10} /* {times} */"
    yield "/* clang-format on */"
    yield ""
    yield "#endif"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("runs", nargs="+", help="what hail-bench --kernels --out wrote")
    parser.add_argument("--family", required=True, help="a name that simd/families.c knows")
    parser.add_argument("--gain", type=float, default=0.06, help="how much faster a wider variant must be (default: 0.06)")
    parser.add_argument("--date", default=datetime.date.today().isoformat())
    parser.add_argument("--out", help="default: simd/families/FAMILY.h")
    options = parser.parse_args()
    top = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
    out = options.out or os.path.join(top, "simd", "families", options.family + ".h")
    runs = [read(path) for path in options.runs]
    text = "\n".join(header(options.family, runs, options.gain, options.date, kernels_with_loads(top))) + "\n"
    with open(out, "w", encoding="utf-8") as file:
        file.write(text)
    return 0


if __name__ == "__main__":
    sys.exit(main())
