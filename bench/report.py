#!/usr/bin/env python3
"""Turns Google Benchmark's JSON into the throughput report: one table a scene and size, in Markdown.

    hail-bench --benchmark_repetitions=5 --benchmark_enable_random_interleaving=true \\
               --benchmark_out=bench.json --benchmark_out_format=json
    report.py bench.json [-o report.md]

Medians of the repetitions, CPU time. Ratios are taken within the run that the file holds, never between runs.
"""
import argparse
import json
import statistics
import sys


def load(path):
    with open(path, encoding="utf-8") as file:
        return json.load(file)


UNIT_NS = {"ns": 1.0, "us": 1e3, "ms": 1e6, "s": 1e9}


def gather(data):
    """{name without suffixes: {field: [one value a repetition], "label": text}}, in the order of first sight."""
    found = {}
    for run in data["benchmarks"]:
        if run.get("run_type", "iteration") != "iteration" or run.get("error_occurred"):
            continue
        name = "/".join(run["name"].split("/")[:3])
        if name.startswith("limit/"):
            name = "/".join(name.split("/")[:2])
        entry = found.setdefault(name, {"label": run.get("label", "")})
        values = {"ns": run["cpu_time"] * UNIT_NS[run["time_unit"]]}
        for field in ("ns_per_body", "pairs", "bytes_per_second"):
            if field in run:
                values[field] = run[field]
        for field, value in values.items():
            entry.setdefault(field, []).append(value)
    return found


def median(entry, field):
    return statistics.median(entry[field]) if entry and field in entry else None


def spread(entry):
    """How far the repetitions lie apart: the middle half, in per cent of the median."""
    values = sorted(entry["ns"])
    if len(values) < 4:
        return None
    low, _, high = statistics.quantiles(values, n=4)
    return 100.0 * (high - low) / statistics.median(values)


def ratio(over, under):
    return "" if not over or not under else f"{over / under:.2f}"


def scene_lines(title, contenders):
    plain = median(contenders.get("plain"), "ns")
    tuned = median(contenders.get("plain:tuned"), "ns")
    move = median(contenders.get("move"), "ns")
    yield f"### {title}"
    yield ""
    yield "| contender | us/step | ns/body | touching pairs/step | x faster than plain | than plain:tuned | x the time of move | spread % |"
    yield "|---|---:|---:|---:|---:|---:|---:|---:|"
    for name, entry in sorted(contenders.items(), key=lambda item: median(item[1], "ns")):
        ns, apart = median(entry, "ns"), spread(entry)
        shown = f"{name} ({entry['label']})" if entry["label"] and ":" not in name else name
        pairs = median(entry, "pairs")
        yield (f"| {shown} | {ns / 1e3:.1f} | {median(entry, 'ns_per_body'):.2f} | "
               f"{'' if name == 'move' else f'{pairs:.0f}'} | {ratio(plain, ns)} | {ratio(tuned, ns)} | {ratio(ns, move)} | "
               f"{'' if apart is None else f'{apart:.0f}'} |")
    yield ""


def report(data):
    found = gather(data)
    context = data.get("context", {})
    repetitions = max((len(entry["ns"]) for entry in found.values()), default=0)
    yield "## Throughput"
    yield ""
    yield (f"One core at {context.get('mhz_per_cpu', '?')} MHz as the system tells it, CPU time, medians of {repetitions} "
           "repetition(s), all from one run. A body is a bullet, an enemy or a circle; a step moves, wraps, finds, and "
           "writes a manifold for every touching pair; hail also puts the contacts in order. `move` only moves. `plain` is careful "
           "scalar C over a tuned grid; `plain:tuned` is scalar C that has taken over what Hail does apart from lanes. The spread is that of the middle half of the repetitions.")
    yield ""
    scenes = {}
    for name, entry in found.items():
        parts = name.split("/")
        if parts[0] != "limit":
            scenes.setdefault(f"{parts[0]}/{parts[1]}", {})[parts[2]] = entry
    # Interleaved runs come in random order.
    for title in sorted(scenes, key=lambda scene: (scene.split("/")[0], int(scene.split("/")[1]))):
        yield from scene_lines(title, scenes[title])
    for name, entry in sorted(found.items()):
        if name.startswith("limit/"):
            yield f"limit: {name.split('/')[1]} {median(entry, 'bytes_per_second') / 1e9:.1f} GB/s"
            yield ""


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("json", help="what --benchmark_out wrote")
    parser.add_argument("-o", "--output", help="the file to write; standard output otherwise")
    options = parser.parse_args()
    try:
        text = "\n".join(report(load(options.json))) + "\n"
    except (OSError, ValueError, KeyError) as error:
        print(f"report.py: {options.json}: {error}", file=sys.stderr)
        return 1
    if options.output:
        with open(options.output, "w", encoding="utf-8") as file:
            file.write(text)
    else:
        sys.stdout.write(text)
    return 0


if __name__ == "__main__":
    sys.exit(main())
