#!/usr/bin/env python3
"""Writes the benchmark's report: report.md with its pictures, and report.html, one file without outside links.

    page.py report/bench.json -o report
"""
import argparse
import base64
import io
import os
import platform
import subprocess
import sys

import details
import figures
import lead
from figures import gather, load

PICTURES = (("first", "", ""),
            ("stages", "Where a step's time goes", "Shares of the stages of `hail_step`, with the default variant."),
            ("variants", "By variant", "One build of the kernels an instruction set."),
            ("tasks", "By tasks", "Wall time; the contenders before are CPU time."),
            ("limits", "How near the machine's limits", "A step cannot take less than moving its bodies, and work whose operations are "
             "counted no less than these take at the peak of the widest variant (separate multiplications and additions)."))


def pictures(found):
    """{name: SVG}; empty without matplotlib."""
    try:
        import plots
    except ImportError:
        return {}
    drawn = {}
    for name, _, _ in PICTURES:
        figure = getattr(plots, name)(found)
        if figure:
            out = io.BytesIO()
            figure.savefig(out, format="svg", metadata={"Date": None})
            drawn[name] = out.getvalue()
    return drawn


def processor():
    try:
        with open("/proc/cpuinfo", encoding="utf-8") as file:
            return next(line.split(":", 1)[1].strip() for line in file if line.startswith("model name"))
    except (OSError, StopIteration):
        return platform.processor() or platform.machine()


def first_line(*command):
    try:
        return subprocess.run(command, capture_output=True, text=True, check=True).stdout.splitlines()[0]
    except (OSError, IndexError, subprocess.CalledProcessError):
        return ""


# What the contenders are built from, as Debian's packages.
PACKAGES = ("libsimde-dev", "libbenchmark-dev", "libbox2d-dev", "chipmunk-dev", "libnanoflann-dev")


def versions(found):
    """Box2D says itself which it is: one that was built by hand comes before Debian's."""
    box2d = sorted({entry["label"].split(",")[0] for entry in found.values() if entry.get("label", "").startswith("Box2D")})
    yield from box2d
    for package in PACKAGES:
        version = first_line("dpkg-query", "-W", "-f", "${Version}", package)
        if version and not (box2d and "box2d" in package):
            yield f"{package.removeprefix('lib').removesuffix('-dev')} {version}"


def caches(context):
    sizes = {(cache["type"], cache["level"]): cache["size"] for cache in context.get("caches", ())}
    return ", ".join(f"L{level}{'' if kind == 'Unified' else ' ' + kind.lower()} {size // 1024} KB"
                     for (kind, level), size in sizes.items())


def unquiet(context, found):
    """What disturbed the run: other programs, and benchmarks whose repetitions differ much."""
    load_before, others = context.get("load_avg") or [], context.get("others_share")
    if load_before and load_before[0] > 0.5:
        yield f"the load average was {load_before[0]:.1f} when the run began"
    if others is not None and others > 0.05:
        yield f"other programs took {100 * others:.0f} % of the processor's time"
    spreads = {name: figures.spread(entry) for name, entry in found.items()}
    wide = [name for name, apart in spreads.items() if apart is not None and apart > 20]
    if wide:
        yield f"{len(wide)} of {len(found)} benchmarks have a spread of more than 20 % (such as {', '.join(f'`{n}`' for n in wide[:3])})"


def about(data, found):
    """The machine, the compiler, the versions, and what was not quiet."""
    context = data.get("context", {})
    yield (f"- **Machine:** {processor()}, {os.cpu_count()} cores{', ' if context.get('caches') else ''}{caches(context)}, "
           f"{platform.system()} {platform.release()}.")
    compiler = first_line("gcc", "--version")
    if compiler:
        yield f"- **Compiler:** {compiler}. **With:** {', '.join(versions(found)) or 'no packages of Debian'}."
    if lead.missing(found):
        yield f"- **Not installed, or not run:** {', '.join(lead.missing(found))}."
    yield (f"- **Numbers:** CPU time of one core, medians; all contenders of a scene take turns in one run. "
           "The spread is the interquartile range, in per cent.")
    noise = list(unquiet(context, found))
    if noise:
        yield f"- **Not quiet:** {'; '.join(noise)}. Trust a ratio only if it is well beyond the spread."
    else:
        yield "- **Quiet:** nothing else of note ran."


CONTENDERS = (
    ("plain C", "what a careful engine programmer writes in a day: scalar, over a tuned grid, one pair at a time"),
    ("tuned C", "scalar C with Hail's algorithms but without lanes, the fastest that was found; it does not order contacts"),
    ("Box2D, Chipmunk", "only their detection: trees or hashes and manifold functions, no solver"),
    ("Box2D, a world", "version 3 as a game uses it: kinematic bodies, sensors, and events that say what began and ended"))


def markdown(data, found, drawn):
    yield "# Hail, measured"
    yield ""
    for answer in lead.answers(found):
        yield from (answer, "")
    if "first" in drawn:
        yield "![How much faster Hail is, and how it grows](first.svg)"
        yield ""
    yield "How many times as fast Hail is as each contender:"
    yield ""
    yield from lead.table(found)
    yield ""
    for name, what in CONTENDERS:
        yield f"- **{name}:** {what}."
    yield from about(data, found)
    yield ""
    for name, title, text in PICTURES:
        if title and name in drawn:
            yield from (f"## {title}", "", text, "", f"![{title}]({name}.svg)", "")
    yield from details.report(data)


def embedded(html, drawn):
    for name, svg in drawn.items():
        html = html.replace(f'src="{name}.svg"', f'src="data:image/svg+xml;base64,{base64.b64encode(svg).decode()}"')
    return html


STYLE = ("body{font:15px/1.45 sans-serif;max-width:76em;margin:2em auto;padding:0 1em}img{max-width:100%}"
         "table{border-collapse:collapse;margin:1em 0}td,th{padding:.15em .7em;border-bottom:1px solid #ddd}"
         "code{background:#f3f3f3}")


def write(data, folder):
    """Writes the pages into a folder that exists; says what is missing for want of a package."""
    found = gather(data)
    drawn = pictures(found)
    for name, svg in drawn.items():
        with open(os.path.join(folder, name + ".svg"), "wb") as file:
            file.write(svg)
    text = "\n".join(markdown(data, found, drawn)) + "\n"
    with open(os.path.join(folder, "report.md"), "w", encoding="utf-8") as file:
        file.write(text)
    if not drawn:
        print("No pictures: matplotlib was not found.")
    try:
        import markdown as converter
    except ImportError:
        print("No report.html: Python's package markdown was not found.")
        return
    body = embedded(converter.markdown(text, extensions=["tables"]), drawn)
    with open(os.path.join(folder, "report.html"), "w", encoding="utf-8") as file:
        file.write(f"<!doctype html><html lang=en><meta charset=utf-8><title>Hail, measured</title><style>{STYLE}</style>"
                   f"{body}</html>\n")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("json", help="the file that --benchmark_out wrote")
    parser.add_argument("-o", "--output", default="report", help="the folder to write (default: report)")
    options = parser.parse_args()
    os.makedirs(options.output, exist_ok=True)
    try:
        write(load(options.json), options.output)
    except (OSError, ValueError, KeyError) as error:
        print(f"page.py: {options.json}: {error}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
