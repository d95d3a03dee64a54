"""The report's pictures, by matplotlib. Each function returns a figure, or None if the run has nothing for it."""
import matplotlib

matplotlib.use("Agg")
import matplotlib.pyplot as plt  # noqa: E402

import bounds  # noqa: E402
import lead  # noqa: E402
from figures import groups_of, median  # noqa: E402

COLOURS = {"plain": "#777777", "plain:tuned": "#222222", "box2d": "#2a7fb8", "box2d:world": "#7fb8d8", "chipmunk": "#d1672b", "nanoflann": "#8a5fbf",
           "hail": "#c2185b"}
SCENE_COLOURS = ("#c2185b", "#2a7fb8", "#3c9d4e", "#d1672b", "#8a5fbf", "#555555")
VARIANTS = ("reference", "generic", "neon", "simd128", "sse2", "avx2", "avx512")
STAGE_COLOURS = plt.get_cmap("tab10").colors


def bare(axes, title, pad=None):
    axes.set_title(title, loc="left", fontsize=10, fontweight="bold", pad=pad)
    for side in ("top", "right"):
        axes.spines[side].set_visible(False)


def draw_times(axes, rows):
    titles = dict(lead.PEERS)
    for y, (_, _, _, times, _) in enumerate(rows):
        axes.hlines(y, 1, max([1, *times.values()]), color="#dddddd", zorder=1)
        for name, value in times.items():
            axes.plot(value, y, "o", color=COLOURS[name], markersize=6, zorder=2)
        if "plain" in times:
            axes.annotate(lead.factor(times["plain"]), (times["plain"], y), xytext=(0, 5), textcoords="offset points",
                          ha="center", fontsize=7, color=COLOURS["plain"])
    axes.axvline(1, color="#c2185b", linewidth=1)
    axes.set_xscale("log")
    axes.set_yticks(range(len(rows)), [f"{asks or group}  ({group})" for group, asks, *_ in rows], fontsize=8)
    axes.set_ylim(len(rows) - 0.5, -0.7)
    axes.set_xlabel("Hail is so many times as fast (log scale; the red line is Hail itself)")
    ticks = [tick for tick in (0.5, 1, 2, 5, 10, 20, 50, 100, 200) if tick <= 2 * max(max(r[3].values()) for r in rows)]
    axes.set_xticks(ticks, [f"{tick:g}x" for tick in ticks])
    axes.minorticks_off()
    shown = [name for name, _ in lead.PEERS if any(name in row[3] for row in rows)]
    axes.legend([plt.Line2D([], [], marker="o", linestyle="", color=COLOURS[name]) for name in shown],
                [titles[name] for name in shown], fontsize=8, frameon=False, ncols=len(shown), loc="lower left", bbox_to_anchor=(0, 1.0))
    bare(axes, "How much faster than what I would write, or take?", 24)


def draw_growth(axes, grown):
    for (scene, contenders), colour in zip(sorted(grown.items()), SCENE_COLOURS):
        for name, style in (("hail", "o-"), ("plain", "o:")):
            points = contenders.get(name, ())
            axes.plot([size for size, _ in points], [ns for _, ns in points], style, color=colour, markersize=4,
                      label=f"{scene}, {'Hail' if name == 'hail' else 'plain C'}" if points else None)
    axes.set_xscale("log")
    axes.set_yscale("log")
    ticks = [tick for tick in (1, 2, 5, 10, 20, 50, 100, 200, 500) if axes.get_ylim()[0] <= tick <= axes.get_ylim()[1]]
    axes.set_yticks(ticks, [str(tick) for tick in ticks])
    axes.minorticks_off()
    axes.set_xlabel("bodies")
    axes.set_ylabel("ns a body and step (log scale)")
    axes.set_xticks(sizes := sorted({size for c in grown.values() for points in c.values() for size, _ in points}),
                    [f"{size:,}" for size in sizes])
    axes.legend(fontsize=8, frameon=False, ncols=len(grown), loc="lower left", bbox_to_anchor=(0, 1.0))
    bare(axes, "How does it grow?", 40)


def first(found):
    """The picture that leads the report."""
    rows, grown = lead.one_of_each(found), lead.growth(found)
    if not rows:
        return None
    height = 2 + 0.26 * len(rows)
    if not grown:
        figure, axes = plt.subplots(figsize=(10, height), layout="constrained")
        draw_times(axes, rows)
        return figure
    figure, (left, right) = plt.subplots(1, 2, figsize=(15, max(height, 5)), layout="constrained",
                                         gridspec_kw={"width_ratios": (3, 2)})
    draw_times(left, rows)
    draw_growth(right, grown)
    return figure


def stages(found):
    """Where a step's time goes: a bar for each scene."""
    bars = {group: {field[len("stage_"):]: median(contenders["hail"], field) for field in contenders["hail"]
                    if field.startswith("stage_")}
            for group, contenders in groups_of(found).items() if "hail" in contenders}
    bars = {group: parts for group, parts in bars.items() if sum(parts.values()) > 0}
    if not bars:
        return None
    names = [name for name in next(iter(bars.values())) if any(parts[name] > 0 for parts in bars.values())]
    figure, axes = plt.subplots(figsize=(10, 1.4 + 0.35 * len(bars)), layout="constrained")
    for y, parts in enumerate(bars.values()):
        begin, total = 0.0, sum(parts.values())
        for name, colour in zip(names, STAGE_COLOURS):
            share = 100 * parts[name] / total
            axes.barh(y, share, left=begin, color=colour, label=name if y == 0 else None)
            begin += share
    axes.set_yticks(range(len(bars)), list(bars), fontsize=8)
    axes.invert_yaxis()
    axes.set_xlabel("% of a step (timed apart from the other figures)")
    axes.legend(fontsize=8, frameon=False, ncols=len(names), loc="lower center", bbox_to_anchor=(0.5, 1.02))
    return figure


def grouped(found, names, title, unit):
    """A group of bars for each scene that has at least two of the contenders: speed, the first being 1."""
    shown = {group: [(name, median(contenders[name], "ns")) for name in names if name in contenders]
             for group, contenders in groups_of(found).items()}
    shown = {group: values for group, values in shown.items() if len(values) > 1}
    if not shown:
        return None
    used = [name for name in names if any(name in dict(values) for values in shown.values())]
    colours = dict(zip(used, STAGE_COLOURS))  # more than there are variants
    figure, axes = plt.subplots(figsize=(max(6, 1 + 1.1 * len(shown)), 3.6), layout="constrained")
    for x, values in enumerate(shown.values()):
        width = 0.8 / len(values)
        for i, (name, ns) in enumerate(values):
            axes.bar(x - 0.4 + (i + 0.5) * width, values[0][1] / ns, width * 0.9, color=colours[name])
    axes.legend([plt.Rectangle((0, 0), 1, 1, color=colours[name]) for name in used], used, fontsize=8, frameon=False)
    axes.set_xticks(range(len(shown)), list(shown), rotation=30, ha="right", fontsize=8)
    axes.set_ylabel(unit)
    bare(axes, title)
    return figure


def variants(found):
    return grouped(found, [f"hail:{name}" for name in VARIANTS] + ["hail"], "By variant (hail: as a game gets it)", "times as fast as the first")


def tasks(found):
    return grouped(found, [f"hail:{count}tasks" for count in (1, 2, 4, 8, 16)], "By tasks", "times as fast as one task (wall time)")


def shares_of_moving(found):
    """(group, % of Hail's step that moving the bodies alone would take)"""
    for group, contenders in groups_of(found).items():
        hail, move = lead.hail_of(contenders), contenders.get("move")
        if hail and move:
            yield group, 100 * median(move, "ns") / median(hail, "ns")


def shares_of_peak(found):
    """(group, % of Hail's time that its counted operations would take at the widest variant's peak)"""
    peaks = [median(entry, "items_per_second") for name, entry in found.items() if name.startswith("limit/peak-")]
    for group, contenders in groups_of(found).items():
        hail = lead.hail_of(contenders)
        bound = bounds.of_peak(group.split("/")[0], hail) if hail and peaks else None
        if bound:
            yield group, 100 * 1e9 * bound[0] / max(peaks) / median(hail, bound[1])


def limits(found):
    """How much of the memory floor and of peak arithmetic is reached."""
    panels = [("How near is the memory floor?", "% of Hail's step that moving the bodies alone would take", list(shares_of_moving(found))),
              ("How near is peak arithmetic?", "% of Hail's time that the operations alone would take", list(shares_of_peak(found)))]
    panels = [panel for panel in panels if panel[2]]
    if not panels:
        return None
    counts = [len(rows) for _, _, rows in panels]
    figure, all_axes = plt.subplots(len(panels), 1, figsize=(9, sum(1.2 + 0.28 * n for n in counts)), layout="constrained",
                                    squeeze=False, height_ratios=[n + 2 for n in counts])
    for axes, (title, unit, rows) in zip(all_axes[:, 0], panels):
        axes.barh([group for group, _ in rows], [share for _, share in rows], color=COLOURS["hail"])
        axes.invert_yaxis()
        axes.set_xlabel(unit)
        axes.tick_params(axis="y", labelsize=8)
        bare(axes, title)
    return figure
