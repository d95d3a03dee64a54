"""What the report's pages share: results by name, medians, spreads, ratios."""
import json
import statistics

FIELDS = ("ns_per_body", "pairs", "bytes_per_second", "items_per_second", "ns_per_pair", "touching", "ns_per_ray", "hits",
          "edit_ns", "edit_worst_ns", "edit_max_ns", "march25_ns", "march500_ns", "bytes_beside_ids", "ns_per_instance", "hull",
          "differing", "tested", "rows", "pixels", "ns_per_point", "ns_per_query", "hits_per_query", "prepare_ns_per_body",
          "prepare_ns", "of_step")
UNIT_NS = {"ns": 1.0, "us": 1e3, "ms": 1e6, "s": 1e9}


def load(path):
    with open(path, encoding="utf-8") as file:
        return json.load(file)


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
        time = "real_time" if "/real_time" in run["name"] else "cpu_time"
        values = {"ns": run[time] * UNIT_NS[run["time_unit"]]}
        for field in run:
            if field in FIELDS or field.startswith("stage_"):
                values[field] = run[field]
        for field, value in values.items():
            entry.setdefault(field, []).append(value)
    return found


def median(entry, field):
    return statistics.median(entry[field]) if entry and field in entry else None


def spread(entry):
    """The interquartile range of the repetitions, in per cent of the median."""
    values = sorted(entry["ns"])
    if len(values) < 4:
        return None
    low, _, high = statistics.quantiles(values, n=4)
    return 100.0 * (high - low) / statistics.median(values)


def ratio(over, under):
    return "" if not over or not under else f"{over / under:.2f}"


def groups_of(found):
    """{scene/size: {contender: entry}}, without the machine's limits."""
    groups = {}
    for name, entry in found.items():
        parts = name.split("/")
        if parts[0] != "limit" and len(parts) == 3:
            groups.setdefault("/".join(parts[:2]), {})[parts[2]] = entry
    return groups
