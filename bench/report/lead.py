"""The report's first screen: how much faster Hail is than what a reader would write or take, and how it grows."""
import statistics

from figures import groups_of, median, spread

# What each scene asks, in the reader's words; scenes without a line are named only.
ASKS = {
    "barrage": "bullets against turning enemies", "barrage_unordered": "the same, contacts in any order",
    "barrage_swept": "fast bullets, each one's first hit", "barrage_first": "bullets, each one's first hit", "barrage_pierce": "bullets that pierce",
    "barrage_hits": "bullets that pierce and graze", "tiles_overlap": "movers that overlap tiles",
    "sprites_swept": "moving sprites against moving sprites", "sprites_swept_tiles": "moving sprites against tiles",
    "sprites_world": "sprites, all against all", "compounds_world": "concave stars, all against all",
    "barrage_real": "a real pattern, 32 emitters: a game of ten seconds",
    "swarm": "circles, all against all", "swarm_unordered": "the same, contacts in any order",
    "swarm_events": "the same, with begin, stay and end", "debris": "turning polygons, all against all",
    "debris_unordered": "the same, contacts in any order", "debris_own": "polygons, each of its own shape",
    "tiny": "a small game", "tiny_self": "few circles, all against all", "crowd": "circles nearly in one spot",
    "crowd_tenth": "circles, ten times as dense", "boss": "bullets against one huge polygon",
    "churn": "circles, a tenth of them new in each step", "city": "movers among still bodies and tiles",
    "swarm_swept": "moving circles, all against all", "city_swept": "moving circles against still ones",
    "sat4": "pairs of 4-gons", "sat6": "pairs of 6-gons", "sat8": "pairs of 8-gons",
    "tile_rays_002": "rays through an open tile map", "tile_rays_020": "rays through a crowded tile map",
    "tile_rays_water": "rays through a map that is half under water",
    "tile_rays_002_distance": "the first, distances alone", "tile_rays_020_distance": "the second, distances alone",
    "tiles_manifold": "shapes against tiles", "tiles_swept": "moving shapes against tiles",
    "tiles_sweep": "movers through tiles", "tiles_slide": "movers that slide along tiles",
    "tiles_walk": "capsules that walk on slopes and stairs", "tiles_walk_boxes": "boxes that walk on slopes and stairs",
    "tiles_one": "one capsule a call, on slopes and stairs", "tiles_turned_overlap": "turned polygons that overlap tiles",
    "tiles_turned_sweep": "turned polygons through tiles", "tiles_turned_manifold": "turned polygons against tiles",
    "tiles_turned_swept": "moving turned polygons against tiles", "tiles_capsules_manifold": "capsules against tiles",
    "tiles_capsules_swept": "moving capsules against tiles", "tiles_compounds": "compounds against tiles",
    "tiles_compounds_swept": "moving compounds against tiles",
    "tiles_stand": "movers that stand on tiles", "tiles_floor": "movers on floors of tiles", "sparks": "sparks that bounce off tiles",
    "sprite_overlap_rotated": "pixels of turned sprites", "sprite_overlap_aligned": "pixels of upright sprites",
    "sectors": "which sector a point is in", "body_rays": "rays against circles", "body_boxes": "boxes against circles",
    "picks": "points in circles", "nearest1": "the nearest point", "nearest4": "the four nearest points",
    "rooms": "a thousand small worlds",
}
# The order of the table: whole steps, then array calls.
FIRST = ("tiny", "tiny_self", "rooms", "barrage", "barrage_unordered", "barrage_swept", "barrage_fast", "barrage_hits",
         "barrage_real", "boss", "city", "city_swept", "swarm", "swarm_swept", "swarm_unordered", "swarm_events", "churn", "crowd", "crowd_tenth",
         "debris", "debris_unordered", "debris_own", "sparks", "tiles_manifold",
         "tiles_swept", "tiles_stand", "tiles_floor", "tiles_sweep", "tiles_slide", "tiles_walk", "tiles_walk_boxes",
         "tiles_one", "tiles_turned_manifold", "tiles_turned_swept", "tiles_turned_overlap", "tiles_turned_sweep", "tiles_capsules_manifold",
         "tiles_capsules_swept", "tiles_compounds", "tiles_compounds_swept", "tile_rays_002", "tile_rays_020",
         "tile_rays_water", "body_rays", "body_boxes", "picks", "nearest1", "nearest4", "sectors")
GROWTH = ("barrage", "swarm", "debris")  # the scenes whose growth is shown
EACH = ("ns_per_body", "ns_per_pair", "ns_per_ray", "ns_per_query", "ns_per_point", "ns_per_instance")
PEERS = (("plain", "plain C"), ("plain:tuned", "tuned C"), ("box2d", "Box2D"), ("box2d:world", "Box2D, a world"),
         ("chipmunk", "Chipmunk"), ("nanoflann", "nanoflann"))


def hail_of(contenders):
    """Hail as a user gets it; where only variants were run, the fastest."""
    if "hail" in contenders:
        return contenders["hail"]
    variants = [entry for name, entry in contenders.items() if name.startswith("hail:")]
    return min(variants, key=lambda entry: median(entry, "ns")) if variants else None


def place(group):
    scene, _, size = group.partition("/")
    return (FIRST.index(scene) if scene in FIRST else len(FIRST), scene, int(size) if size.isdigit() else 0)


def rows(found):
    """(group, what it asks, ns each, {contender: times faster}, spread) for each group with a contender."""
    for group, contenders in sorted(groups_of(found).items(), key=lambda item: place(item[0])):
        hail = hail_of(contenders)
        times = {name: median(contenders[name], "ns") / median(hail, "ns")
                 for name, _ in PEERS if hail and name in contenders}
        if not times:
            continue
        each = next((median(hail, field) for field in EACH if field in hail), None)
        yield group, ASKS.get(group.split("/")[0], ""), each, times, spread(hail)


def one_of_each(found):
    """Of each scene the row with the most contenders; of several such, the one with the most bodies."""
    best = {}
    for row in rows(found):
        scene = row[0].split("/")[0]
        if scene not in best or len(row[3]) >= len(best[scene][3]):
            best[scene] = row
    return list(best.values())


def factor(times):
    """1.3x, and 0.95x: what is slower shows as slower."""
    return f"{times:.1f}x" if times >= 1.0 else f"{times:.2f}x"


def answers(found):
    """The first screen's questions, answered in a sentence each."""
    faster = sorted(row[3]["plain"] for row in rows(found) if "plain" in row[3])
    if faster:
        yield (f"**How much faster than what I would write?** The median of {len(faster)} measurements is {statistics.median(faster):.1f} times "
               f"as fast as careful plain C; the worst is {factor(faster[0])}, the best {factor(faster[-1])}.")
    for scene, contenders in growth(found).items():
        if scene == "swarm" or len(growth(found)) == 1:
            (few, small), (many, large) = contenders["hail"][0], contenders["hail"][-1]
            yield (f"**How does it grow?** From {few:,} to {many:,} bodies of `{scene}` a step takes {small:.0f} to {large:.0f} ns a body.")


def table(found):
    """Markdown."""
    all_rows = list(rows(found))
    peers = [(name, title) for name, title in PEERS if any(name in row[3] for row in all_rows)]
    yield "| scene/size | the question | ns each | " + " | ".join(f"{title}" for _, title in peers) + " | spread % |"
    yield "|---|---|---:|" + "---:|" * len(peers) + "---:|"
    for group, asks, each, times, apart in all_rows:
        cells = [factor(times[name]) if name in times else "" for name, _ in peers]
        yield (f"| `{group}` | {asks} | {'' if each is None else f'{each:.1f}'} | {' | '.join(cells)} | "
               f"{'' if apart is None else f'{apart:.0f}'} |")


def missing(found):
    """The libraries of PEERS that the benchmark was built without."""
    there = {name for contenders in groups_of(found).values() for name in contenders}
    return [title for name, title in PEERS if name not in there]


def growth(found):
    """{scene: {contender: [(bodies, ns a body)]}} for scenes that were run at several sizes."""
    grown = {}
    for group, contenders in groups_of(found).items():
        scene, _, size = group.partition("/")
        for name, entry in contenders.items():
            each = median(entry, "ns_per_body")
            if each and scene in GROWTH and size.isdigit():
                grown.setdefault(scene, {}).setdefault(name, []).append((int(size), each))
    for contenders in grown.values():
        for points in contenders.values():
            points.sort()
    return {scene: contenders for scene, contenders in grown.items() if len(contenders.get("hail", ())) > 1}
