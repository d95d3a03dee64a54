"""The report's full tables of calls that take arrays: tile maps, sprites, points, bodies, queries."""
from bounds import BOX_BYTES, BOX_VERTEX, INSTANCE_BYTES, PIXEL_OPERATIONS
from figures import median
from tables import contender_table, faster_columns, field_column, number, peak_column, scene_lines, table


def ray_lines(title, contenders):
    yield f"### {title}"
    yield ""
    yield from contender_table(contenders, "ns_per_ray", ("ns/ray", 1), ("M rays/s", lambda _, __, ns: number(1e3 / ns)),
                               field_column("hit %", "hits", 0, 100),
                               *faster_columns(contenders, "ns_per_ray", "plain", "plain:tuned", "bresenham_list"))


def edit_lines(contenders):
    yield "### One tile changed"
    yield ""
    beside = median(next(iter(contenders.values())), "bytes_beside_ids")
    yield (f"Single calls of `hail_tilemap_set` at random empty cells of the map of `tile_rays_002`: a full tile is set, then "
           f"taken away. Each call is timed by itself; its time is the least of three rounds. One edit in a thousand takes "
           f"longer than the worst. An edit in rays is its time divided by the time a ray of a call of `hail_tilemap_march` with 25, "
           f"or 500, of `tile_rays_002`'s rays. Besides the tiles' numbers (4 bytes a cell) a map takes {beside:.2f} bytes "
           f"a cell.")
    yield ""
    rows = []
    for name, entry in sorted(contenders.items(), key=lambda item: median(item[1], "march500_ns")):
        middle, worst, longest, few, many = (median(entry, field) for field in
                                             ("edit_ns", "edit_worst_ns", "edit_max_ns", "march25_ns", "march500_ns"))
        rows.append([name, *(number(ns, 0) for ns in (middle, worst, longest, few, many)), number(25 * middle / few),
                     number(500 * worst / many, 0)])
    yield from table(["contender", "median, ns", "worst, ns", "longest, ns", "25 rays, ns", "500 rays, ns", "median edit, rays",
                      "worst edit, rays"], rows)


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
               "`tiles_stand` slides movers that stand on something, `tiles_floor` the same on floors of full tiles with "
               "steps and walls, `tiles_overlap` lists what movers touch that all touch "
               "something. `plain` is scalar C that tests a point against rectangles enlarged by the shape.")
        yield ""
        yield ("`tiles_walk` and `tiles_walk_boxes` slide capsules and boxes with `snap` and `step_height` 8 over hills of slopes, "
               "stairs, steps and one-way platforms; `tiles_one` is one of these capsules a call, with `snap`. `tiles_turned_...` "
               "are rotated boxes and polygons of 5 to 8 vertices, some rounded; `tiles_compounds...` compounds of 3 and 4 parts. "
               "Here `plain` knows every convex shape.")
        yield ""
    for title in sorted(movers):
        yield from scene_lines(title, movers[title])


def box_lines(title, contenders, limits):
    hull = median(next(iter(contenders.values())), "hull")
    far, near = (median(limits.get(name), "bytes_per_second") for name in ("triad", "triad-1MB"))
    yield f"### {title}"
    yield ""
    yield (f"{BOX_BYTES} bytes an instance" +
           (f", which take {1e9 * BOX_BYTES / near:.1f} ns at the rate of `triad-1MB`, and {1e9 * BOX_BYTES / far:.1f} ns "
            "at that of `triad`." if near and far else "."))
    yield ""
    yield from contender_table(contenders, "ns_per_instance", ("ns/instance", 1),
                               *faster_columns(contenders, "ns_per_instance", "plain", "plain:tuned", "scan"),
                               peak_column("all hull vertices at peak, ns", limits, hull * BOX_VERTEX))


# (the question, whose names begin so, what they are divided by)
OVERLAP_TABLES = (("how many pixels touch", ("plain", "hail"), "plain"),
                  ("whether any touch", ("plain_touch", "hail_touch"), "plain_touch"),
                  ("where, how deep and the push direction (compared with `plain`, which only counts)", ("hail_overlaps",), "plain"))


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
    some = next(iter(contenders.values()))
    tested = median(some, "tested")
    yield f"### {title}"
    yield ""
    yield overlap_limit(title, some, limits)
    yield ""
    for question, names, base in OVERLAP_TABLES:
        rows = {name: entry for name, entry in contenders.items() if name.split(":")[0] in names}
        if not rows:
            continue
        yield f"The question: {question}."
        yield ""
        columns = [field_column("touching %", "touching", 0, 100), field_column("pairs that differ from the exact result", "differing", 0),
                   *faster_columns(contenders, "ns_per_pair", base, base + ":tuned")]
        if base == "plain":  # a touch test may stop at the first pixel that touches
            columns.insert(0, ("M pixels/s", lambda _, __, ns: number(1e3 * tested / ns, 0)))
            columns += [peak_column("coordinates at peak, ns", limits, PIXEL_OPERATIONS * tested)] * ("rotated" in title)
        yield from contender_table(rows, "ns_per_pair", ("ns/pair", 1), *columns)


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


def map_name(points):
    label = next((entry["label"] for title, contenders in points.items() if not title.startswith("point_in")
                  for entry in contenders.values() if entry["label"]), "")
    return f"The map: {label} ({'the largest of freedoom' if label.startswith('MAP') else 'crooked rooms'})."


def point_lines(points):
    if not points:
        return
    yield "### Points, walls and sectors"
    yield ""
    yield map_name(points)
    yield ""
    for question, text in POINT_QUESTIONS.items():
        for title in sorted(title for title in points if title.split("/")[0] == question):
            yield from (f"#### {title}", "", text, "")
            yield from contender_table(points[title], "ns_per_point", ("ns/point", 2),
                                       *faster_columns(points[title], "ns_per_point", "plain", "plain:tuned"))


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
        yield f"#### {title}"
        yield ""
        yield from contender_table(bodies[title], "ns_per_body", ("ns/body", 2), *faster_columns(bodies[title], "ns_per_body", "plain"))


def single_lines(singles):
    if not singles:
        return
    names = sorted({name for contenders in singles.values() for name in contenders})
    yield "### One element a call"
    yield ""
    yield from table(["call, ns", *names], ([call, *(number(median(contenders.get(name), "ns"), 0) for name in names)]
                                            for call, contenders in singles.items()))


QUERY_WORKS = {
    "body_rays": "Rays of 200 px in any direction: which circle each hits first.",
    "body_boxes": "Boxes of 100 px: which circles each touches.",
    "picks": "Points: which circles contain each.",
    "nearest1": "The nearest of as many points.",
    "nearest4": "The four nearest of as many points, by distance.",
    "nearest4_filtered": "The four nearest of those that a mask lets through, half of the points; Hail has them in two layers.",
    "nearest4_rare": "The four nearest of one point in a thousand, which a mask lets through; plain lists these once a call.",
    "query_shapes": "Boxes of 100 x 40 px that are turned: which circles each touches.",
    "query_casts": "Circles of 6 px that go 200 px: which circle each hits first.",
    "query_box_casts": "Boxes of 16 x 8 px that go 200 px, the long side ahead: which circle each hits first.",
    "query_sight": "Lines of 200 px: whether a circle is in the way.",
    "rays4": "The first four circles that each of the rays hits.",
    "casts4": "The same of the circles of 6 px.",
    "box_casts4": "The same of the boxes of 16 x 8 px.",
    "rays_counted": "How many circles each of the rays hits.",
    "rays4_counted": "The same, and the first four of them.",
    "casts_counted": "How many circles each of the circles of 6 px hits.",
    "boxes_counted": "How many circles each of the boxes of 100 px touches.",
    "picks_counted": "How many circles contain each of the points.",
    "shapes_counted": "How many circles each of the turned boxes touches.",
    "nearest4_counted": "How many points lie within 50 px of each of as many others, and the four nearest of them.",
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
    yield f"{median(next(iter(contenders.values())), 'hits_per_query'):.2f} bodies a query."
    yield ""
    yield from contender_table(contenders, "ns_per_query", ("ns/query", 1),
                               *faster_columns(contenders, "ns_per_query", "plain", "plain:tuned", "nanoflann"),
                               field_column("index, ns/body", "prepare_ns_per_body"))


def prepare_table(contenders):
    if "of_step" in next(iter(contenders.values())):
        yield from contender_table(contenders, "prepare_ns", ("ns", 0), field_column("of the step", "of_step", 3))
    else:
        yield from contender_table(contenders, "ns_per_body", ("ns/body", 1), *faster_columns(contenders, "ns_per_body", "plain"))


def query_lines(queries):
    """Rays, boxes, picks and nearest bodies."""
    if not queries:
        return
    yield "### Queries"
    yield ""
    yield ("10,000 queries a call against circles of 8 px, or points, one per 24 x 24 px; another batch each call. `plain` is a grid "
           "by counting sort, and walks, rows or rings of its cells; `plain:tuned` lists each circle in every cell that it "
           "touches (rays, picks), or avoids branches (boxes, nearest). Both write body numbers in no order. `hail` has the index "
           "of the step before it, `hail_built` one from nothing, `hail_unordered` lists bodies as it finds them; the column of the index is what one from nothing takes.")
    yield ""
    for work, text in (QUERY_WORKS | PREPARE_WORKS).items():
        for title in sorted((t for t in queries if t.split("/")[0] == work), key=lambda t: int(t.split("/")[1])):
            yield f"#### {title}"
            yield ""
            yield text
            yield ""
            yield from (query_table if work in QUERY_WORKS else prepare_table)(queries[title])


