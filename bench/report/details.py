"""The report's full tables of whole steps and of the narrowphase alone, the aims, and the machine's limits. CPU time,
medians of the repetitions. details_arrays.py has the tables of calls that take arrays.
"""
from bounds import SAT_BYTES, sat_operations
from details_arrays import (POINT_QUESTIONS, PREPARE_WORKS, QUERY_WORKS, body_lines, point_lines, query_lines, single_lines,
                            sprite_lines, tile_lines)
from figures import gather, median, ratio
from tables import contender_table, faster_columns, field_column, peak_column, scene_lines


def sat_lines(title, contenders, limits):
    corners = int(title.split("/")[0][3:])
    triad = median(limits.get("triad"), "bytes_per_second")
    yield f"### {title}"
    yield ""
    yield (f"{sat_operations(corners)} operations and {SAT_BYTES} bytes a pair. At the triad's bandwidth the bytes take "
           f"{1e9 * SAT_BYTES / triad:.1f} ns." if triad else f"{sat_operations(corners)} operations a pair.")
    yield ""
    yield from contender_table(contenders, "ns_per_pair", ("ns/pair", 1), field_column("touching %", "touching", 0, 100),
                               *faster_columns(contenders, "ns_per_pair", "plain", "plain:tuned"),
                               peak_column("operations at peak, ns", limits, sat_operations(corners)))


PAIR_KINDS = ("pair_", "sweep_", "gap_", "predict_")


def pair_lines(works):
    variants = [name for name in next(iter(works.values())) if name.startswith("hail:")]
    order = {"hail:reference": 0, "hail:generic": 1, "hail:neon": 1, "hail:simd128": 1, "hail:sse2": 2, "hail:avx2": 3, "hail:avx512": 4}
    variants.sort(key=lambda name: order.get(name, 9))
    yield "### Pairs of shapes"
    yield ""
    yield ("Nanoseconds a pair. 20,000 pairs that stay in the cache, in another order each round, because a branch "
           "predictor learns a fixed one. In brackets: times faster than `plain`, here a good scalar function that is called "
           "for each pair (for polygons the one that is `plain:tuned` of sat).")
    yield ""
    yield "| pairs | touching % | plain | " + " | ".join(variants) + " |"
    yield "|---|---:|---:|" + "---:|" * len(variants)
    kinds = {kind: number for number, kind in enumerate(PAIR_KINDS)}
    for name, contenders in sorted(works.items(), key=lambda item: kinds[item[0].split("_")[0] + "_"]):
        plain = median(contenders.get("plain"), "ns_per_pair")
        touching = median(contenders.get("plain"), "touching")
        cells = []
        for variant in variants:
            ns = median(contenders.get(variant), "ns_per_pair")
            cells.append(f"{ns:.1f} ({ratio(plain, ns)}x)" if ns and plain else "")
        yield (f"| {name.split('/')[0]} | {'' if touching is None else f'{100 * touching:.0f}'} | "
               f"{'' if plain is None else f'{plain:.1f}'} | {' | '.join(cells)} |")
    yield ""


# (what, the benchmark that is divided, the one it is divided by, "at least" or "at most", how much); name#field: not the time
AIMS = [
    ("debris/10000: avx2 faster than plain", "debris/10000/plain", "debris/10000/hail:avx2", "at least", 4.3),
    ("debris/100000: avx2 faster than plain", "debris/100000/plain", "debris/100000/hail:avx2", "at least", 4.0),
    *((f"sat{n}: avx2 faster than plain", f"sat{n}/200000/plain", f"sat{n}/200000/hail:avx2", "at least", 4.5)
      for n in (4, 6, 8)),
    ("sat8: avx512 faster than avx2", "sat8/200000/hail:avx2", "sat8/200000/hail:avx512", "at least", 1.25),
    *((f"sweep {pair.replace('_', '-')}: avx2 faster than plain", f"sweep_{pair}/20000/plain",
       f"sweep_{pair}/20000/hail:avx2", "at least", 4.0) for pair in ("circle_polygon", "polygon_polygon")),
    *((f"barrage_swept/{size}: {isa}, times barrage_fast", f"barrage_swept/{size}/hail:{isa}",
       f"barrage_fast/{size}/hail:{isa}", "at most", 1.4) for size in (10000, 100000) for isa in ("avx2", "avx512")),
    *((f"tile_rays_{filled}: {isa} faster than plain", f"tile_rays_{filled}/100000/plain",
       f"tile_rays_{filled}/100000/hail:{isa}", "at least", aim)
      for filled in ("002", "020") for isa, aim in (("avx2", 2.0), ("avx512", 3.3))),
    *((f"tiles_{question}: avx2 faster than plain", f"tiles_{question}/10000/plain", f"tiles_{question}/10000/hail:avx2",
       "at least", aim) for question, aim in (("manifold", 3.0), ("swept", 3.0), ("sweep", 3.0), ("slide", 2.5),
                                              ("stand", 3.0), ("walk", 2.5), ("walk_boxes", 2.5),
                                              ("turned_overlap", 2.0), ("turned_sweep", 2.0))),
    ("tiles_compounds: avx2 faster than plain", "tiles_compounds/1000/plain", "tiles_compounds/1000/hail:avx2", "at least", 1.5),
    ("tiles_one: avx2 faster than plain", "tiles_one/1/plain", "tiles_one/1/hail:avx2", "at least", 0.7),
    ("sprite boxes: avx2 faster than plain", "sprite_boxes/10000/plain", "sprite_boxes/10000/hail:avx2", "at least", 5.0),
    ("sprite boxes: avx2 faster than the scan", "sprite_boxes/10000/scan#ns_per_instance",
     "sprite_boxes/10000/hail:avx2#ns_per_instance", "at least", 100.0),
    ("aligned sprites: avx2 faster than a loop of pixels", "sprite_overlap_aligned/10000/plain:pixels",
     "sprite_overlap_aligned/10000/hail:avx2", "at least", 8.0),
    ("rotated sprites: avx2 faster than plain", "sprite_overlap_rotated/10000/plain",
     "sprite_overlap_rotated/10000/hail:avx2", "at least", 3.5),
    *((f"{what}: avx2 faster than plain", f"{question}/100000/plain", f"{question}/100000/hail:avx2", "at least", aim)
      for what, question, aim in (("points in a polygon", "point_in_polygon", 5.0), ("which sector", "sectors", 3.0),
                                  ("nearest wall", "nearest_wall", 3.0))),
    *((f"{work}: avx2 faster than {what}", f"{work}/{what}", f"{work}/hail:avx2", "at least", aim)
      for work, what, aim in (("body_rays/10000", "plain", 2.5), ("body_rays/10000", "plain:tuned", 1.8),
                              ("body_boxes/10000", "plain", 3.0), ("nearest1/10000", "plain", 3.0),
                              ("nearest4/10000", "plain", 3.0), ("nearest4/100000", "plain", 3.0),
                              ("nearest1/10000", "nanoflann", 2.0), ("nearest4/10000", "nanoflann", 2.0),
                              ("nearest4/100000", "nanoflann", 2.0))),
    *((f"one tile changed, {which}: times {rays} rays of {isa}", f"tile_edit/1/hail:{isa}#{field}",
       f"tile_edit/1/hail:{isa}#march{rays}_ns", "at most", 1.0)
      for which, field, rays in (("median", "edit_ns", 25), ("worst", "edit_worst_ns", 500)) for isa in ("avx2", "avx512")),
]


def figure(found, key):
    name, _, field = key.partition("#")
    return median(found.get(name), field or "ns")


def aim_lines(found):
    rows = []
    for what, over, under, sense, aim in AIMS:
        one, other = figure(found, over), figure(found, under)
        if one and other:
            met = one / other >= aim if sense == "at least" else one / other <= aim
            tuned = median(found.get(over + ":tuned"), "ns")
            rows.append(f"| {what} | {sense} {aim:g} | {one / other:.2f} | {'yes' if met else 'no'} | "
                        f"{ratio(tuned, other)} |")
    if not rows:
        return
    yield "### Aims"
    yield ""
    yield "| what | aim | measured | met | than plain:tuned |"
    yield "|---|---:|---:|---|---:|"
    yield from rows
    yield ""


def swept_lines(scenes):
    """What sweeping costs: barrage_swept compared with barrage_fast."""
    rows = []
    for title, swept in sorted(scenes.items(), key=lambda item: int(item[0].split("/")[1])):
        if not title.startswith("barrage_swept/"):
            continue
        size = title.split("/")[1]
        fast = scenes.get("barrage_fast/" + size, {})
        for name in sorted(swept.keys() & fast.keys() - {"move"}, key=lambda name: median(swept[name], "ns")):
            one, other = median(swept[name], "ns"), median(fast[name], "ns")
            rows.append(f"| {size} | {name} | {one / 1e3:.1f} | {other / 1e3:.1f} | {ratio(one, other)} | "
                        f"{median(swept[name], 'pairs'):.0f} | {median(fast[name], 'pairs'):.0f} |")
    if not rows:
        return
    yield "### Swept and discrete: barrage_swept and barrage_fast"
    yield ""
    yield "| bullets | contender | swept, us/step | fast, us/step | swept / fast | hits | touching |"
    yield "|---:|---|---:|---:|---:|---:|---:|"
    yield from rows
    yield ""


def limit_lines(limits):
    for name, entry in sorted(limits.items()):
        rate, unit = median(entry, "bytes_per_second"), "GB/s"
        if rate is None:
            rate, unit = median(entry, "items_per_second"), "GFLOP/s, separate multiplications and additions"
        yield f"limit: {name} {rate / 1e9:.1f} {unit}"
        yield ""


def report(data):
    found = gather(data)
    context = data.get("context", {})
    repetitions = max((len(entry["ns"]) for entry in found.values()), default=0)
    yield "## Throughput"
    yield ""
    yield (f"One core at {context.get('mhz_per_cpu', '?')} MHz as the system reports it, CPU time, medians of {repetitions} "
           "repetition(s), all from one run. A body is a bullet, an enemy, a circle or a polygon. A step moves, wraps, finds, "
           "and writes a manifold for every touching pair (`barrage_swept`: for each bullet's first hit); hail also puts the "
           "contacts in order. `move` only moves. `plain` is what a competent programmer writes in a day: careful scalar C "
           "over a tuned grid, one pair at a time (`tiny`, `tiny_self`: a double loop); the aims compare with it. `plain:tuned` "
           "is scalar C with Hail's algorithms but without lanes, the fastest that was found. `barrage_fast` is the scene of `barrage_swept`, tested where bodies "
           "end. The spread is the interquartile range of the repetitions.")
    yield ""
    yield from aim_lines(found)
    scenes, sats, pairs, rays, edits, sparks, boxes, overlaps, points, limits = {}, {}, {}, {}, {}, {}, {}, {}, {}, {}
    bodies, queries, movers, singles = {}, {}, {}, {}
    for name, entry in found.items():
        parts = name.split("/")
        if parts[0] == "limit":
            limits[parts[1]] = entry
            continue
        if parts[0] == "single":
            singles.setdefault(parts[1], {})[parts[2]] = entry
            continue
        if parts[0] == "tile_edit":
            edits[parts[2]] = entry
            continue
        into = (sats if parts[0].startswith("sat") else pairs if parts[0].startswith(PAIR_KINDS) else
                rays if parts[0].startswith("tile_rays") else movers if parts[0].startswith("tiles_") else sparks if parts[0] == "sparks" else
                boxes if parts[0] == "sprite_boxes" else overlaps if parts[0].startswith("sprite_overlap") else
                points if parts[0] in POINT_QUESTIONS else bodies if parts[0] in ("read_bodies", "contact_users") else
                queries if parts[0] in QUERY_WORKS or parts[0] in PREPARE_WORKS else scenes)
        into.setdefault(f"{parts[0]}/{parts[1]}", {})[parts[2]] = entry
    # Interleaved repetitions come in random order, so sort.
    for title in sorted(scenes, key=lambda scene: (scene.split("/")[0], int(scene.split("/")[1]))):
        yield from scene_lines(title, scenes[title])
    yield from swept_lines(scenes)
    for title in sorted(sats):
        yield from sat_lines(title, sats[title], limits)
    if pairs:
        yield from pair_lines(dict(sorted(pairs.items())))
    yield from tile_lines(rays, edits, sparks, movers)
    yield from sprite_lines(boxes, overlaps, limits)
    yield from point_lines(points)
    yield from body_lines(bodies)
    yield from query_lines(queries)
    yield from single_lines(singles)
    yield from limit_lines(limits)
