"""Markdown tables of contenders, for the report's details."""
from figures import median, ratio, spread


def number(value, digits=1):
    return "" if value is None else f"{value:.{digits}f}"


def table(titles, rows):
    """The first column is text, the others are numbers. Columns without any entry are left out."""
    rows = [list(row) for row in rows]
    kept = [i for i, _ in enumerate(titles) if i == 0 or any(row[i] for row in rows)]
    yield "| " + " | ".join(titles[i] for i in kept) + " |"
    yield "|---|" + "---:|" * (len(kept) - 1)
    for row in rows:
        yield "| " + " | ".join(row[i] for i in kept) + " |"
    yield ""


def field_column(title, field, digits=1, scale=1.0):
    """A column of one of the benchmark's numbers."""
    def cell(_, entry, __):
        value = median(entry, field)
        return "" if value is None else number(scale * value, digits)
    return title, cell


def faster_columns(contenders, field, *bases):
    """A column for each of these contenders: how many times faster than it."""
    for i, base in enumerate(bases):
        over = median(contenders.get(base), field)
        yield ("times faster than " if i == 0 else "than ") + base, lambda _, __, ns, over=over: ratio(over, ns)


def contender_table(contenders, field, time, *columns, name_of=lambda name, entry: name):
    """A row for each contender, the fastest first. time: (title, digits) of the column of `field`; columns: (title, cell),
    where cell(name, entry, time) is a text."""
    rows = []
    for name, entry in sorted(contenders.items(), key=lambda item: median(item[1], field) or 0.0):
        ns = median(entry, field)
        rows.append([name_of(name, entry), number(ns, time[1]), *(cell(name, entry, ns) for _, cell in columns),
                     number(spread(entry), 0)])
    yield from table(["contender", time[0], *(title for title, _ in columns), "spread %"], rows)


def peak_column(title, limits, operations):
    """ns that `operations` take at the peak of the contender's variant."""
    def cell(name, _, __):
        peak = median(limits.get("peak-" + name.split(":")[-1]), "items_per_second")
        return f"{1e9 * operations / peak:.1f}" if peak else ""
    return title, cell


def scene_lines(title, contenders):
    """Whole steps of one scene."""
    move = median(contenders.get("move"), "ns")
    def pairs(name, entry, _):
        return "" if name == "move" else number(median(entry, "pairs"), 0)
    def shown(name, entry):
        return f"{name} ({entry['label']})" if entry["label"] and ":" not in name else name
    yield f"### {title}"
    yield ""
    yield from contender_table(contenders, "ns", ("ns/step", 0), field_column("ns/body", "ns_per_body", 2),
                               ("contacts/step", pairs), *faster_columns(contenders, "ns", "plain", "plain:tuned"),
                               ("times move", lambda _, __, ns: ratio(ns, move)), name_of=shown)
