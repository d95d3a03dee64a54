"""Hail's nearest bodies against scipy's k-d tree: random points; the seed says everything.

usage: nearest_scipy.py PROGRAM

PROGRAM is tests/queries/nearest_points_main.c's. HAIL_TEST_SEED is the seed; without it, the seed is 1.
scipy.spatial.cKDTree measures in double precision, so distances may differ by ROUNDING of themselves. Of bodies that
are equally far to within that, either order is right, unless Hail reports the same distance: then the lower number
comes first. Prints TAP; exits with 1 if anything differs.
"""
import os
import subprocess
import sys

import numpy
from scipy.spatial import cKDTree

ROUNDING = 1e-6  # of a distance: some ulps of single precision
NEAREST = (1, 4, 16)
ASKED = 300
SURFACE, CENTRE = 0, 1


def spread(chance, count, kind):
    """Points in single precision: all over, in clumps, or on a lattice, where many are equally far or the same."""
    if kind == "lattice":
        places = chance.integers(-20, 20, (count, 2)) * 16.0
    elif kind == "clumps":
        centres = chance.uniform(-2000, 2000, (8, 2))
        places = centres[chance.integers(0, 8, count)] + chance.normal(0, 20, (count, 2))
    else:
        places = chance.uniform(-1000, 1000, (count, 2))
    return places.astype(numpy.float32)


def text(points):
    """A line for each point; nine digits say a single exactly."""
    return "".join(f"{x:.9g} {y:.9g}\n" for x, y in points.tolist())


def ask(program, measure, bodies, questions):
    """The program's lines: (how many within the radius, numbers, distances) for each point of each question."""
    given = f"{measure} {len(bodies)}\n{text(bodies)}"
    given += "".join(f"{k} {radius:.9g} {len(points)}\n{text(points)}" for k, radius, points in questions)
    done = subprocess.run([program], input=given, capture_output=True, text=True, check=False)
    if done.returncode:
        print("Bail out! " + done.stderr.strip())
        sys.exit(1)
    rows = [line.split() for line in done.stdout.splitlines()]
    return [(int(row[0]), [int(n) for n in row[2::2]], [float(d) for d in row[3::2]]) for row in rows]


def close(one, other):
    """Equal up to rounding."""
    return abs(one - other) <= ROUNDING * max(one, other)


def wrong(said, wanted, within, k, true):
    """What is wrong with one line: wanted are scipy's distances, within how many bodies lie within the radius (at the
    least, at the most), true(number) the distance in double precision."""
    count, numbers, distances = said
    if not within[0] <= count <= within[1]:
        return f"{count} within the radius"
    if len(numbers) != min(k, count) or len(set(numbers)) != len(numbers):
        return f"bodies {numbers}, of {count}"
    for rank, (number, distance) in enumerate(zip(numbers, distances)):
        if not close(distance, true(number)):
            return f"body {number} is {true(number)} away, not {distance}"
        if not close(distance, wanted[rank]):
            return f"rank {rank} is {wanted[rank]} away, not {distance}"
        if rank and (distances[rank - 1], numbers[rank - 1]) > (distance, number):
            return f"rank {rank} is before rank {rank - 1}"
    return None


def compare(said, tree, points, k, radius):
    """The first thing that is wrong with a question's lines."""
    wanted = tree.query(points, k=list(range(1, min(k, tree.n) + 1)))[0]
    least, most = [tree.n] * len(points), [tree.n] * len(points)
    if radius:
        least = tree.query_ball_point(points, radius * (1 - ROUNDING), return_length=True)
        most = tree.query_ball_point(points, radius * (1 + ROUNDING), return_length=True)
    if len(said) != len(points):
        return f"{len(said)} lines"
    for i, point in enumerate(points):
        fault = wrong(said[i], wanted[i], (least[i], most[i]), k,
                      lambda number, point=point: float(numpy.hypot(*(tree.data[number] - point))))
        if fault:
            return f"point {i} ({point[0]}, {point[1]}), k {k}, radius {radius}: {fault}"
    return None


def check(program, chance, measure, count, kind):
    """One world: every k, with and without a radius."""
    bodies = spread(chance, count, kind)
    tree = cKDTree(bodies.astype(numpy.float64))
    questions = []
    for k in NEAREST:
        for radius in (0.0, float(numpy.float32(chance.uniform(5, 120)))):
            points = numpy.concatenate([spread(chance, ASKED // 2, kind), spread(chance, ASKED // 2, "everywhere")])
            questions.append((k, radius, points))
    said = ask(program, measure, bodies, questions)
    for n, (k, radius, points) in enumerate(questions):
        lines = said[n * ASKED:(n + 1) * ASKED]
        fault = compare(lines, tree, points.astype(numpy.float64), k, radius)
        if fault:
            return fault
    return None


def main():
    """One test of TAP for each world."""
    program, seed = sys.argv[1], int(os.environ.get("HAIL_TEST_SEED", "1"))
    chance = numpy.random.default_rng(seed)
    worlds = [(measure, count, kind) for measure in (SURFACE, CENTRE) for count in (1, 5, 1000, 10000)
              for kind in ("everywhere", "clumps", "lattice")]
    print(f"TAP version 13\n1..{len(worlds)}\n# seed {seed}")
    faults = 0
    for number, (measure, count, kind) in enumerate(worlds, 1):
        fault = check(program, chance, measure, count, kind)
        faults += fault is not None
        where = "centres" if measure == CENTRE else "points"
        print(f"{'not ok' if fault else 'ok'} {number} - {count} {where}, {kind}")
        if fault:
            print(f"# {fault}")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
