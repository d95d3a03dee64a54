#!/usr/bin/env python3
"""Runs hail-bench group by group, with a line for each benchmark as it ends, and writes report/.

    run.py --bench build/bench/hail-bench [--full] [--only SCENE]...

A group is one scene at one size. Its contenders take turns within one process, so their ratios can be trusted; ratios
between groups can not. Without --full, groups of up to 100,000 bodies that a newcomer asks for first.
"""
import argparse
import json
import os
import re
import subprocess
import sys
import tempfile
import time

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "report"))
import page  # noqa: E402
from figures import gather, median, spread  # noqa: E402

# What runs without --full: scenes, and the sizes of those that have several. Chipmunk needs two minutes for `crowd`.
FIRST = ("barrage", "barrage_swept", "barrage_hits", "swarm", "swarm_unordered", "swarm_events", "debris", "tiny_self",
         "barrage_real", "boss", "crowd_tenth", "churn", "city", "city_swept", "swarm_swept",
         "sat8", "tile_rays_002", "tiles_manifold", "tiles_sweep", "tiles_slide", "tiles_walk", "tiles_turned_sweep", "sparks", "sprite_overlap_rotated",
         "sectors", "body_rays", "body_boxes", "nearest4", "rooms")
GROWING = ("barrage/1000000", "swarm/1000000", "debris/1000000")  # only Hail and plain C
LARGE = re.compile(r"/10000000$")  # gigabytes, minutes: with --full, only Hail and plain C
FIRST_SIZES = ("32", "50", "200", "1000", "5000", "10000", "20000", "50000", "100000", "110000", "200000")
BY_VARIANT = ("barrage/10000", "swarm/10000", "debris/10000", "sat8/200000")  # also with each variant by name
VARIANTS = re.compile(r":(reference|generic|neon|simd128|sse2|avx2|avx512)$")
THE_DEFAULT = re.compile(r":auto$")  # the same as without a variant
QUICK = {"repetitions": 5, "seconds": 0.04}
FULL = {"repetitions": 7, "seconds": 0.2}


def list_benchmarks(bench):
    """{group: [contender]} in the benchmark's own order."""
    names = subprocess.run([bench, "--large", "--benchmark_list_tests"], check=True, capture_output=True, text=True).stdout.split()
    groups = {}
    for name in names:
        parts = name.split("/")
        group = "limit" if parts[0] == "limit" else "/".join(parts[:2])
        contender = "/".join(parts[1:]) if group == "limit" else parts[2]  # no "/iterations:100"
        if not THE_DEFAULT.search(contender):
            groups.setdefault(group, []).append(contender)
    return groups


def chosen(groups, options):
    """The groups and contenders that are to run."""
    if options.only:
        wanted = {g: c for g, c in groups.items() if g in options.only or (
            g.split("/")[0] in options.only and (options.full or not g.endswith("/1000000") and not g.endswith("/10000000")))}
        missing = [name for name in options.only if not any(name in (g, g.split("/")[0]) for g in groups)]
        if missing:
            scenes = sorted({g.split("/")[0] for g in groups})
            sys.exit(f"run.py: no scene is called {missing[0]}. There are: {' '.join(scenes)}")
        return wanted
    if options.full:
        return {g: [c for c in names if c in ("plain", "hail")] if LARGE.search(g) else names for g, names in groups.items()}
    first = {}
    for group, contenders in groups.items():
        scene, _, size = group.partition("/")
        if group in GROWING:
            first[group] = ["plain", "hail"]
            continue
        if group != "limit" and (scene not in FIRST or size not in FIRST_SIZES):
            continue
        first[group] = [c for c in contenders if group in BY_VARIANT or group == "limit" or not VARIANTS.search(c)]
    return first


def pattern(group, contenders):
    return f"^{group}/({'|'.join(contenders)})(/|$)"  # no name has a character that means something here


def measure(bench, group, contenders, settings):
    """Google Benchmark's JSON of one group."""
    handle, path = tempfile.mkstemp(suffix=".json")
    os.close(handle)
    try:
        done = subprocess.run([bench, *(["--large"] if LARGE.search(group) else []), f"--benchmark_filter={pattern(group, contenders)}",
                               f"--benchmark_repetitions={settings['repetitions']}",
                               f"--benchmark_min_time={settings['seconds']}",
                               "--benchmark_enable_random_interleaving=true",
                               f"--benchmark_out={path}", "--benchmark_out_format=json"],
                              stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True, check=False)
        if done.returncode:
            sys.exit(f"run.py: {group} failed ({done.returncode}):\n{done.stderr}")
        with open(path, encoding="utf-8") as file:
            return json.load(file)
    finally:
        os.unlink(path)


def processor_time():
    """(seconds that the cores were busy, of them this program's children's); None where the system does not say."""
    try:
        with open("/proc/stat", encoding="utf-8") as file:
            user, nice, system, _, _, irq, softirq, steal = map(int, file.readline().split()[1:9])
    except (OSError, ValueError):
        return None
    own = os.times()
    return (user + nice + system + irq + softirq + steal) / os.sysconf("SC_CLK_TCK"), sum(own[:4])


def others_share(before, after, seconds):
    """The share of all cores' time that other programs took."""
    busy, own = (after[i] - before[i] for i in range(2))
    return max(0.0, (busy - own) / (seconds * (os.cpu_count() or 1)))


def clock(seconds):
    return f"{int(seconds) // 60}:{int(seconds) % 60:02}"


def lines_of(data):
    """A short line for each benchmark: its time, and its spread."""
    for name, entry in gather(data).items():
        ns = median(entry, "ns")
        shown = f"{ns / 1e6:.2f} ms" if ns >= 1e6 else f"{ns / 1e3:.2f} us" if ns >= 1e3 else f"{ns:.1f} ns"
        apart = spread(entry)
        yield f"{name:48} {shown:>12}" + ("" if apart is None else f"  +- {apart / 2:.0f} %")


def run(options):
    groups = chosen(list_benchmarks(options.bench), options)
    settings = FULL if options.full else QUICK
    total, done, began, merged = sum(map(len, groups.values())), 0, time.monotonic(), None
    before = processor_time()
    print(f"{total} benchmarks of {len(groups)} groups, {settings['repetitions']} repetitions each.", flush=True)
    for group, contenders in groups.items():
        data = measure(options.bench, group, contenders, settings)
        done += len(contenders)
        left = (time.monotonic() - began) / done * (total - done)
        for line in lines_of(data):
            print(line, flush=True)
        print(f"[{done}/{total}] {clock(time.monotonic() - began)} gone, about {clock(left)} left", flush=True)
        if merged:
            merged["benchmarks"] += data["benchmarks"]
        else:
            merged = data
    if before:
        merged["context"]["others_share"] = others_share(before, processor_time(), time.monotonic() - began)
    return merged


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--bench", required=True, help="the program hail-bench")
    parser.add_argument("--full", action="store_true", help="every benchmark, longer: about half an hour")
    parser.add_argument("--only", action="append", metavar="SCENE", help="one scene (swarm) of up to 100,000 bodies, or of all sizes with --full; or one size (swarm/1000000)")
    parser.add_argument("--out", default="report", help="the folder to write (default: report)")
    options = parser.parse_args()
    data = run(options)
    os.makedirs(options.out, exist_ok=True)
    with open(os.path.join(options.out, "bench.json"), "w", encoding="utf-8") as file:
        json.dump(data, file, indent=1)
    page.write(data, options.out)
    return 0


if __name__ == "__main__":
    sys.exit(main())
