"""The report's full tables: the aims, a table for each scene and size, the narrowphase alone, tile maps, sprites,
points, queries, and the machine's limits. CPU time, medians of the repetitions.
"""
from figures import gather, median, ratio, spread


def scene_lines(title, contenders):
    plain = median(contenders.get("plain"), "ns")
    tuned = median(contenders.get("plain:tuned"), "ns")
    move = median(contenders.get("move"), "ns")
    yield f"### {title}"
    yield ""
    yield (f"| contender | us/step | ns/body | contacts/step | times faster than plain |{' than plain:tuned |' if tuned else ''}"
           " times move | spread % |")
    yield f"|---|---:|---:|---:|---:|{'---:|' if tuned else ''}---:|---:|"
    for name, entry in sorted(contenders.items(), key=lambda item: median(item[1], "ns")):
        ns, apart = median(entry, "ns"), spread(entry)
        shown = f"{name} ({entry['label']})" if entry["label"] and ":" not in name else name
        pairs = median(entry, "pairs")
        yield (f"| {shown} | {ns / 1e3:.{1 if ns > 1e4 else 3}f} | {median(entry, 'ns_per_body'):.2f} | "
               f"{'' if name == 'move' or pairs is None else f'{pairs:.0f}'} | {ratio(plain, ns)} |"
               f"{f' {ratio(tuned, ns)} |' if tuned else ''} {ratio(ns, move)} | "
               f"{'' if apart is None else f'{apart:.0f}'} |")
    yield ""


def sat_operations(corners):
    """Float operations (+, -, *, /, min, max) of docs/arithmetic.md for a pair of n-gons that touch at two points."""
    n = corners
    transforms = 14 + 8 * n + 6 * n  # without scale
    separations = 2 * n * (3 * n + (n - 1) + 3 + 1)
    choices = 2 * (n - 1) + 1 + (3 * n + n - 1)
    clip = 5 + 16 + 16 + 10
    points = 2 * (3 + 8 + 2 + 8) + 6
    return transforms + separations + choices + clip + points


SAT_BYTES = 2 * 5 * 4 + 64  # of each body x, y, cos, sin and shape, and the contact


def sat_lines(title, contenders, limits):
    corners = int(title.split("/")[0][3:])
    plain = median(contenders.get("plain"), "ns_per_pair")
    tuned = median(contenders.get("plain:tuned"), "ns_per_pair")
    triad = median(limits.get("triad"), "bytes_per_second")
    yield f"### {title}"
    yield ""
    yield (f"{sat_operations(corners)} operations and {SAT_BYTES} bytes a pair. At the triad's bandwidth the bytes take "
           f"{1e9 * SAT_BYTES / triad:.1f} ns." if triad else f"{sat_operations(corners)} operations a pair.")
    yield ""
    yield ("| contender | ns/pair | touching % | times faster than plain | than plain:tuned |"
           " operations at peak, ns | spread % |")
    yield "|---|---:|---:|---:|---:|---:|---:|"
    for name, entry in sorted(contenders.items(), key=lambda item: median(item[1], "ns")):
        ns, apart = median(entry, "ns_per_pair"), spread(entry)
        peak = median(limits.get("peak-" + name.split(":")[-1]), "items_per_second")
        bound = f"{1e9 * sat_operations(corners) / peak:.1f}" if peak else ""
        yield (f"| {name} | {ns:.1f} | {100 * median(entry, 'touching'):.0f} | {ratio(plain, ns)} | "
               f"{ratio(tuned, ns)} | {bound} | "
               f"{'' if apart is None else f'{apart:.0f}'} |")
    yield ""


PAIR_KINDS = ("pair_", "sweep_", "gap_", "predict_")


def pair_lines(works):
    variants = [name for name in next(iter(works.values())) if name.startswith("hail:")]
    order = {"hail:reference": 0, "hail:generic": 1, "hail:sse2": 2, "hail:avx2": 3, "hail:avx512": 4}
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


def ray_lines(title, contenders):
    plain, tuned, listed = (median(contenders.get(name), "ns_per_ray") for name in ("plain", "plain:tuned", "bresenham_list"))
    yield f"### {title}"
    yield ""
    yield ("| contender | M rays/s | ns/ray | hit % | times faster than plain | than plain:tuned | than bresenham_list |"
           " spread % |")
    yield "|---|---:|---:|---:|---:|---:|---:|---:|"
    for name, entry in sorted(contenders.items(), key=lambda item: median(item[1], "ns")):
        ns, apart = median(entry, "ns_per_ray"), spread(entry)
        yield (f"| {name} | {1e3 / ns:.1f} | {ns:.1f} | {100 * median(entry, 'hits'):.0f} | {ratio(plain, ns)} | "
               f"{ratio(tuned, ns)} | {ratio(listed, ns)} | {'' if apart is None else f'{apart:.0f}'} |")
    yield ""


def edit_lines(contenders):
    yield "### One tile changed"
    yield ""
    beside = median(next(iter(contenders.values())), "bytes_beside_ids")
    yield (f"Single calls of `hail_tilemap_set` at random empty cells of the map of `tile_rays_002`: a full tile is set, then "
           f"taken away. Each call is timed by itself; its time is the least of three rounds. One edit in a thousand takes "
           f"longer than the worst. An edit in rays is its time divided by the time a ray of a call of `hail_march` with 25, "
           f"or 500, of `tile_rays_002`'s rays. Besides the tiles' numbers (4 bytes a cell) a map takes {beside:.2f} bytes "
           f"a cell.")
    yield ""
    yield ("| contender | median, ns | worst, ns | longest, ns | 25 rays, ns | 500 rays, ns | median edit, rays |"
           " worst edit, rays |")
    yield "|---|---:|---:|---:|---:|---:|---:|---:|"
    for name, entry in sorted(contenders.items(), key=lambda item: median(item[1], "march500_ns")):
        middle, worst, longest, few, many = (median(entry, field) for field in
                                             ("edit_ns", "edit_worst_ns", "edit_max_ns", "march25_ns", "march500_ns"))
        yield (f"| {name} | {middle:.0f} | {worst:.0f} | {longest:.0f} | {few:.0f} | {many:.0f} | {25 * middle / few:.1f} | "
               f"{500 * worst / many:.0f} |")
    yield ""


def tile_lines(rays, edits, sparks, movers):
    if rays:
        yield "### Tile maps"
        yield ""
        yield ("100,000 rays of 64 to 1,024 px through 1,024 x 1,024 tiles of 16 px, of which 2 or 20 in 100 are not empty; two "
               "sets of rays take turns. The answer is the first solid pixel, distance and normal. `plain` walks from tile to "
               "tile, and through the pixels of a tile that is partly solid, with two integer additions a step; it is the "
               "fastest scalar walk that was tried. `plain:tuned` has Hail's algorithm without lanes (it leaps by a field of "
               "distances, another one in every mask, 64 rays in flight); it is slower than `plain`, whose loads the processor "
               "predicts. `bresenham_list` lists the points of a line, then walks the list, and answers with the pixel only; "
               "`hail_bresenham` is Hail's answer to the same question.")
        yield ""
    for title in sorted(rays):
        yield from ray_lines(title, rays[title])
    if edits:
        yield from edit_lines(edits)
    if sparks:
        yield "### Sparks"
        yield ""
        yield ("Points that move 1 to 6 px a step over the map of `tile_rays_002`. Each is moved and wrapped; it stops at the first "
               "solid pixel on its path, and its velocity is reflected. `move` is Hail's world without the rule. `plain` looks "
               "at the tiles at both ends of the path first.")
        yield ""
    for title in sorted(sparks, key=lambda title: int(title.split("/")[1])):
        yield from scene_lines(title, sparks[title])
    if movers:
        yield "### Shapes against tiles"
        yield ""
        yield ("10,000 circles of 6 px and upright boxes of 10 x 14 px that move up to 4 px, over 512 x 512 tiles of 16 px, of which "
               "7 in 100 are full and 3 half solid. `tiles_manifold` and `tiles_swept` are steps of a world, the others calls. "
               "`tiles_stand` slides movers that stand on something, `tiles_overlap` lists what movers touch that all touch "
               "something. `plain` is scalar C that tests a point against rectangles enlarged by the shape.")
        yield ""
    for title in sorted(movers):
        yield from scene_lines(title, movers[title])


BOX_BYTES = 7 * 4 + 16  # of each instance x, y, cos, sin, both scales and sprite, and the box
BOX_VERTEX = 6 + 4  # operations a vertex of the hull: both coordinates, two minima and two maxima


def box_lines(title, contenders, limits):
    plain, tuned, scan = (median(contenders.get(name), "ns_per_instance") for name in ("plain", "plain:tuned", "scan"))
    hull = median(next(iter(contenders.values())), "hull")
    far, near = (median(limits.get(name), "bytes_per_second") for name in ("triad", "triad-1MB"))
    yield f"### {title}"
    yield ""
    yield (f"{BOX_BYTES} bytes an instance" +
           (f", which take {1e9 * BOX_BYTES / near:.1f} ns at the rate of `triad-1MB`, and {1e9 * BOX_BYTES / far:.1f} ns "
            "at that of `triad`." if near and far else "."))
    yield ""
    yield ("| contender | ns/instance | times faster than plain | than plain:tuned | than scan |"
           " all hull vertices at peak, ns | spread % |")
    yield "|---|---:|---:|---:|---:|---:|---:|"
    for name, entry in sorted(contenders.items(), key=lambda item: median(item[1], "ns_per_instance")):
        ns, apart = median(entry, "ns_per_instance"), spread(entry)
        peak = median(limits.get("peak-" + name.split(":")[-1]), "items_per_second")
        bound = f"{1e9 * hull * BOX_VERTEX / peak:.1f}" if peak else ""
        yield (f"| {name} | {ns:.1f} | {ratio(plain, ns)} | {ratio(tuned, ns)} | {ratio(scan, ns)} | {bound} | "
               f"{'' if apart is None else f'{apart:.0f}'} |")
    yield ""


# (the question, whose names begin so, what they are divided by)
OVERLAP_TABLES = (("how many pixels touch", ("plain", "hail"), "plain"),
                  ("whether any touch", ("plain_touch", "hail_touch"), "plain_touch"),
                  ("where, how deep and the push direction (compared with `plain`, which only counts)", ("hail_overlaps",), "plain"))
PIXEL_OPERATIONS = 4  # of floats: a coordinate is a product and a sum, or, with an error that grows, a sum
INSTANCE_BYTES = {"aligned": 2 * (4 + 3 * 4), "rotated": 2 * (4 + 7 * 4)}  # of a pair: indices and what they lead to


def overlap_limit(title, entry, limits):
    """The lower bound, by the machine's limits, for a program that reads all of a pair."""
    kind = "aligned" if "aligned" in title else "rotated"
    tested, rows = median(entry, "tested"), median(entry, "rows")
    near = median(limits.get("triad-1MB"), "bytes_per_second")
    words = 2 * 8 * rows if kind == "aligned" else 0
    bytes_all = INSTANCE_BYTES[kind] + 4 + words
    text = (f"{median(entry, 'pixels'):.0f} pixels of a pair touch, of {tested:.0f} that lie in both bounds, in {rows:.0f} rows. "
            f"{bytes_all:.0f} bytes a pair")
    text += " (two words of bits a row among them)" if words else " besides the masks"
    return text + (f": {1e9 * bytes_all / near:.1f} ns at the rate of `triad-1MB`." if near else ".")


def overlap_lines(title, contenders, limits):
    rotated = "rotated" in title
    some = next(iter(contenders.values()))
    tested = median(some, "tested")
    yield f"### {title}"
    yield ""
    yield overlap_limit(title, some, limits)
    yield ""
    for question, names, base in OVERLAP_TABLES:
        plain, tuned = (median(contenders.get(name), "ns_per_pair") for name in (base, base + ":tuned"))
        rows = {name: entry for name, entry in contenders.items() if name.split(":")[0] in names}
        if not rows:
            continue
        yield f"The question: {question}."
        yield ""
        whole = base == "plain"  # a touch test may stop at the first pixel that touches
        bounded = rotated and whole
        yield (f"| contender | ns/pair |{' M pixels/s |' if whole else ''} touching % | pairs that differ from the exact result |"
               f" times faster than {base} | than {base}:tuned |"
               f"{' coordinates at peak, ns |' if bounded else ''} spread % |")
        yield f"|---|---:|{'---:|' * whole}---:|---:|---:|---:|{'---:|' * bounded}---:|"
        for name, entry in sorted(rows.items(), key=lambda item: median(item[1], "ns_per_pair")):
            ns, apart = median(entry, "ns_per_pair"), spread(entry)
            peak = median(limits.get("peak-" + name.split(":")[-1]), "items_per_second")
            bound = f"{1e9 * PIXEL_OPERATIONS * tested / peak:.1f}" if peak else ""
            yield (f"| {name} | {ns:.1f} |{f' {1e3 * tested / ns:.0f} |' if whole else ''} "
                   f"{100 * median(entry, 'touching'):.0f} | {median(entry, 'differing'):.0f} | {ratio(plain, ns)} | "
                   f"{ratio(tuned, ns)} |{f' {bound} |' if bounded else ''} "
                   f"{'' if apart is None else f'{apart:.0f}'} |")
        yield ""


def sprite_lines(boxes, overlaps, limits):
    if not boxes and not overlaps:
        return
    hull = median(next(iter(next(iter(boxes.values())).values())), "hull") if boxes else None
    yield "### Sprites"
    yield ""
    yield ("48 templates of 12 to 96 px with transparent borders of 1 to 6 px: discs, rings, ships, lasers" +
           (f"; their hulls have {hull:.1f} vertices on average" if hull else "") +
           ". Instances are rotated by any angle, stretched 0.5 to 2 times in x and in y, a quarter mirrored; they come in another "
           "order each round where a branch predictor could learn one. Boxes: `plain` transforms every vertex of the hull; "
           "`plain:tuned` has a table of the two vertices that can be the furthest in each of 256 directions; `scan` has no "
           "hull: it draws the sprite and crops its clear rows and columns (1,000 instances; its boxes are whole pixels, and "
           "up to some pixels too small). Pairs: 10,000 whose opaque boxes overlap, of which half touch. `plain` tests each "
           "pixel of a that can lie in b, in masks of bytes (where they are aligned the compiler makes vectors of it, and "
           "`plain:pixels` is the same loop without); `plain:tuned` shifts words of 64 pixels, or, where sprites are rotated, "
           "clips each row or column of a, whichever are fewer, to b's bounds. Both are the fastest of several that were "
           "tried; the compiler may use all that the processor has.")
    yield ""
    for title in sorted(boxes, key=lambda title: int(title.split("/")[1])):
        yield from box_lines(title, boxes[title], limits)
    for title in sorted(overlaps):
        yield from overlap_lines(title, overlaps[title], limits)


POINT_QUESTIONS = {
    "point_in_polygon": "One concave polygon of 64 corners. `plain` counts crossings without a division; `plain:tuned` has the "
                        "slopes beforehand, and no branches.",
    "sectors": "Points anywhere in the map's box. `plain` takes Hail's cell, and counts crossings of the walls of each sector "
               "that comes into it; `plain:tuned` finds the first side to the right within the cell.",
    "sectors_roam": "Points that move 4 px a round. `hail` looks each one up anew; `plain` asks the last sector first; "
                    "`plain:tuned` remembers how far around there is no wall.",
    "nearest_wall": "The nearest solid wall. `plain` searches rings of Hail's cells.",
}


def point_lines(points):
    if not points:
        return
    label = next((entry["label"] for title, contenders in points.items() if not title.startswith("point_in")
                  for entry in contenders.values() if entry["label"]), "")
    yield "### Points, walls and sectors"
    yield ""
    yield f"The map: {label} ({'the largest of freedoom' if label.startswith('MAP') else 'crooked rooms'})."
    yield ""
    for question, text in POINT_QUESTIONS.items():
        for title in sorted(points):
            if title.split("/")[0] != question:
                continue
            contenders = points[title]
            plain, tuned = (median(contenders.get(name), "ns_per_point") for name in ("plain", "plain:tuned"))
            yield f"#### {title}"
            yield ""
            yield text
            yield ""
            yield "| contender | ns/point | times faster than plain | than plain:tuned | spread % |"
            yield "|---|---:|---:|---:|---:|"
            for name, entry in sorted(contenders.items(), key=lambda item: median(item[1], "ns_per_point")):
                ns, apart = median(entry, "ns_per_point"), spread(entry)
                yield (f"| {name} | {ns:.2f} | {ratio(plain, ns)} | {ratio(tuned, ns)} | "
                       f"{'' if apart is None else f'{apart:.0f}'} |")
            yield ""


def body_lines(bodies):
    """Reads of bodies by handle."""
    if not bodies:
        return
    yield "### Bodies by handle"
    yield ""
    yield ("Reads user, x and y of random bodies, the b of as many contacts. `plain` calls `hail_locate` and "
           "`hail_layer_columns` for each; `plain:tuned` gets the columns once. `hail` calls `hail_read_bodies`.")
    yield ""
    for title in sorted(bodies, key=lambda title: int(title.split("/")[1])):
        contenders = bodies[title]
        plain = median(contenders.get("plain"), "ns_per_body")
        yield f"#### {title}"
        yield ""
        yield "| contender | ns/body | times faster than plain | spread % |"
        yield "|---|---:|---:|---:|"
        for name, entry in sorted(contenders.items(), key=lambda item: median(item[1], "ns_per_body")):
            ns, apart = median(entry, "ns_per_body"), spread(entry)
            yield f"| {name} | {ns:.2f} | {ratio(plain, ns)} | {'' if apart is None else f'{apart:.0f}'} |"
        yield ""


def single_lines(singles):
    if not singles:
        return
    names = sorted({name for contenders in singles.values() for name in contenders})
    yield "### One element a call"
    yield ""
    yield f"| call, ns | {' | '.join(names)} |"
    yield f"|---|{'---:|' * len(names)}"
    for call, contenders in singles.items():
        cells = (median(contenders.get(name), "ns") for name in names)
        yield f"| {call} | {' | '.join('' if ns is None else f'{ns:.0f}' for ns in cells)} |"
    yield ""


QUERY_WORKS = {
    "body_rays": "Rays of 200 px in any direction: which circle each hits first.",
    "body_boxes": "Boxes of 100 px: which circles each touches.",
    "picks": "Points: which circles contain each.",
    "nearest1": "The nearest of as many points.",
    "nearest4": "The four nearest of as many points, by distance.",
    "nearest4_filtered": "The four nearest of those that a mask lets through, half of the points; Hail has them in two layers.",
    "query_shapes": "Boxes of 100 x 40 px that are turned: which circles each touches.",
    "query_casts": "Circles of 6 px that go 200 px: which circle each hits first.",
    "query_box_casts": "Boxes of 16 x 8 px that go 200 px, the long side ahead: which circle each hits first.",
    "query_sight": "Lines of 200 px: whether a circle is in the way.",
    "single_ray": "The rays, one a call.",
    "single_box": "The boxes, one a call.",
    "single_pick": "The points in circles, one a call.",
    "single_nearest": "The nearest point, one a call.",
}
PREPARE_WORKS = {
    "prepare": "An index of the circles from nothing, as for rays.",
    "prepare_points": "The same of the points, as for nearest.",
    "prepare_after_step": "Hail borrows the index of the step before it.",
}


def query_table(contenders):
    plain, tuned, nanoflann = (median(contenders.get(name), "ns_per_query")
                               for name in ("plain", "plain:tuned", "nanoflann"))
    yield f"{median(next(iter(contenders.values())), 'hits_per_query'):.2f} bodies a query."
    yield ""
    yield (f"| contender | ns/query | times faster than plain | than plain:tuned |{' than nanoflann |' if nanoflann else ''}"
           " index, ns/body | spread % |")
    yield f"|---|---:|---:|---:|{'---:|' if nanoflann else ''}---:|---:|"
    for name, entry in sorted(contenders.items(), key=lambda item: median(item[1], "ns_per_query")):
        ns, apart = median(entry, "ns_per_query"), spread(entry)
        yield (f"| {name} | {ns:.1f} | {ratio(plain, ns)} | {ratio(tuned, ns)} |"
               f"{f' {ratio(nanoflann, ns)} |' if nanoflann else ''} {median(entry, 'prepare_ns_per_body'):.1f} | "
               f"{'' if apart is None else f'{apart:.0f}'} |")
    yield ""


def prepare_table(contenders):
    plain = median(contenders.get("plain"), "ns_per_body")
    if "of_step" in next(iter(contenders.values())):
        yield "| contender | us | of the step |"
        yield "|---|---:|---:|"
        for name, entry in sorted(contenders.items()):
            yield f"| {name} | {median(entry, 'prepare_ns') / 1e3:.1f} | {median(entry, 'of_step'):.3f} |"
    else:
        yield "| contender | ns/body | times faster than plain | spread % |"
        yield "|---|---:|---:|---:|"
        for name, entry in sorted(contenders.items(), key=lambda item: median(item[1], "ns_per_body")):
            ns, apart = median(entry, "ns_per_body"), spread(entry)
            yield f"| {name} | {ns:.1f} | {ratio(plain, ns)} | {'' if apart is None else f'{apart:.0f}'} |"
    yield ""


def query_lines(queries):
    """Rays, boxes, picks and nearest bodies."""
    if not queries:
        return
    yield "### Queries"
    yield ""
    yield ("10,000 queries a call against circles of 8 px, or points, one per 24 x 24 px; another batch each call. `plain` is a grid "
           "by counting sort, and walks, rows or rings of its cells; `plain:tuned` lists each circle in every cell that it "
           "touches (rays, picks), or avoids branches (boxes, nearest). Both write body numbers in no order. `hail` has the index "
           "of the step before it, `hail_built` one from nothing; the column of the index is what one from nothing takes.")
    yield ""
    for work, text in (QUERY_WORKS | PREPARE_WORKS).items():
        for title in sorted((t for t in queries if t.split("/")[0] == work), key=lambda t: int(t.split("/")[1])):
            yield f"#### {title}"
            yield ""
            yield text
            yield ""
            yield from (query_table if work in QUERY_WORKS else prepare_table)(queries[title])


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
                                              ("stand", 3.0))),
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
                points if parts[0] in POINT_QUESTIONS else bodies if parts[0] == "read_bodies" else
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
