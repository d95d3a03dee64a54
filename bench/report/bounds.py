"""What the work cannot do without: operations and bytes an element, for the shares of the machine's limits."""


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
BOX_BYTES = 7 * 4 + 16  # of each instance x, y, cos, sin, both scales and sprite, and the box
BOX_VERTEX = 6 + 4  # operations a vertex of the hull: both coordinates, two minima and two maxima
PIXEL_OPERATIONS = 4  # of floats: a coordinate is a product and a sum, or, with an error that grows, a sum
INSTANCE_BYTES = {"aligned": 2 * (4 + 3 * 4), "rotated": 2 * (4 + 7 * 4)}  # of a pair: indices and what they lead to


def of_peak(scene, entry):
    """(operations, the field of an element's time) of a scene whose operations are counted; None of others."""
    if scene in ("sat4", "sat6", "sat8"):
        return sat_operations(int(scene[3:])), "ns_per_pair"
    if scene == "sprite_boxes" and "hull" in entry:
        return BOX_VERTEX * sum(entry["hull"]) / len(entry["hull"]), "ns_per_instance"
    if scene == "sprite_overlap_rotated" and "tested" in entry:
        return PIXEL_OPERATIONS * sum(entry["tested"]) / len(entry["tested"]), "ns_per_pair"
    return None
