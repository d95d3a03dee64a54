"""Hail's pixel-perfect overlaps against pygame's masks: random pairs at whole offsets; the seed says everything.

usage: sprite_pygame.py PROGRAM [SEED]

PROGRAM is tests/sprites/sprite_pairs_main.c's. pygame.mask.from_surface makes the masks of alpha bytes; then Mask.overlap_area
and Mask.overlap_mask say how many pixels overlap and which, Mask.count and Surface.get_bounding_rect what is opaque.
(Mask.get_bounding_rects and its kin would say that, too, but pygame 2.1 crashes in them.)

The first pixel: Mask.overlap answers the one that it finds first, and it looks through columns of 64 pixels one after
the other, with the second mask's columns within them. Only in masks that are not wider than one column and lie on one
another column by column is that the first of the first row, as in Hail; it is compared there. Everywhere Hail's has to
be the first pixel of Mask.overlap_mask, row by row. Prints TAP; exits with 1 if anything differs.
"""
import os
import random
import subprocess
import sys

os.environ["SDL_VIDEODRIVER"] = "dummy"
os.environ["PYGAME_HIDE_SUPPORT_PROMPT"] = "1"
import pygame  # noqa: E402

PAIRS = 1000
SIZES = (1, 2, 63, 64, 65, 127, 128, 129, 200)
COLUMN = 64  # pixels: of a word of pygame's masks


def draw(chance):
    """A mask as alpha bytes: haze of some density, in a rectangle or all over. (width, height, alphas, threshold)"""
    width, height = (chance.choice(SIZES) if chance.random() < 0.3 else chance.randint(1, 200) for _ in range(2))
    threshold = chance.choice((0, 3, 64, 127, 128, 200, 253, 254))
    alphas = bytearray(chance.randbytes(width * height))
    if chance.random() < 0.25:  # most of it transparent
        left, right = sorted(chance.randint(0, width) for _ in range(2))
        top, bottom = sorted(chance.randint(0, height) for _ in range(2))
        for y in range(height):
            row = slice(y * width, (y + 1) * width)
            inside = alphas[row][left:right] if top <= y < bottom else b""
            alphas[row] = (bytes(left) + inside).ljust(width, b"\0")
    return width, height, bytes(alphas), threshold


def mask_of(width, height, alphas, threshold):
    """pygame's: what has more alpha than the threshold; and what Hail should say of it."""
    rgba = bytearray(4 * width * height)
    rgba[3::4] = alphas
    surface = pygame.image.frombuffer(rgba, (width, height), "RGBA")
    mask = pygame.mask.from_surface(surface, threshold)
    box = surface.get_bounding_rect(threshold + 1)
    facts = [mask.count(), box.left, box.top, box.right, box.bottom]
    return mask, facts if mask.count() else [0] * 5


def words_of(width, height, alphas, threshold):
    """The same for the program: rows of hexadecimal bits, the first pixel lowest."""
    digits = alphas.translate(bytes(48 + (alpha > threshold) for alpha in range(256))).decode()
    rows = (digits[y * width:(y + 1) * width] for y in range(height))
    return " ".join([f"{width} {height}", *(f"{int(row[::-1], 2):x}" for row in rows)])


def offset(chance, first, second):
    """Where the second's corner lies: mostly on the first, at its borders, or quite elsewhere."""
    if chance.random() < 0.1:
        return chance.randint(-500, 500), chance.randint(-500, 500)
    if chance.random() < 0.1:
        return 0, 0
    return tuple(chance.randint(-second[axis] - 1, first[axis] + 1) for axis in range(2))


def first_of(mask):
    """The first opaque pixel of the first row that has one."""
    top = mask.to_surface(setcolor=(0, 0, 0, 255), unsetcolor=(0, 0, 0, 0)).get_bounding_rect().top
    return next(x for x in range(mask.get_size()[0]) if mask.get_at((x, top))), top


def expected(one, other, at):
    """The program's line as pygame would write it."""
    (first, facts), (second, others) = mask_of(*one), mask_of(*other)
    area, overlap = first.overlap_area(second, at), first.overlap_mask(second, at)
    assert overlap.count() == area, "pygame does not agree with itself"
    line = facts + others + [int(area > 0), area]
    found = first.overlap(second, at)
    assert (found is not None) == (area > 0), "pygame does not agree with itself"
    if not area:
        return line + [-1] * 4
    x, y = first_of(overlap)
    if at[0] == 0 and max(first.get_size()[0], second.get_size()[0]) <= COLUMN:
        assert found == (x, y), f"pygame finds {found} before {(x, y)}"
    return line + [x, y, x - at[0], y - at[1]]


def main():
    """The pairs, one after another: one line of TAP for each hundred of them."""
    program, seed = sys.argv[1], int(sys.argv[2]) if len(sys.argv) > 2 else 20101
    chance = random.Random(seed)
    wanted, lines = [], []
    for _ in range(PAIRS):
        one, other = draw(chance), draw(chance)
        at = offset(chance, one, other)
        wanted.append(expected(one, other, at))
        lines.append(f"{words_of(*one)} {words_of(*other)} {at[0]} {at[1]}\n")
    done = subprocess.run([program], input="".join(lines), capture_output=True, text=True, check=False)
    said = [[int(word) for word in line.split()] for line in done.stdout.splitlines()]
    touching = sum(line[10] for line in wanted)
    tests = [("the program ends well, with a line for each pair", done.returncode == 0 and len(said) == PAIRS),
             (f"{touching} of {PAIRS} pairs overlap", PAIRS / 3 < touching < PAIRS * 0.95)]
    differing = [i for i in range(min(len(said), PAIRS)) if said[i] != wanted[i]]
    for start in range(0, PAIRS, 100):
        end = start + 100
        good = end <= len(said) and not any(start <= i < end for i in differing)
        tests.append((f"pairs {start} to {end - 1} of seed {seed}", good))
    print(f"TAP version 13\n1..{len(tests)}")
    for number, (name, good) in enumerate(tests, 1):
        print(f"{'ok' if good else 'not ok'} {number} - {name}")
    for i in differing[:10]:
        print(f"# pair {i}: hail says {said[i]}, pygame {wanted[i]}")
    if done.stderr:
        print("# " + done.stderr.strip())
    return 0 if all(good for _, good in tests) else 1


if __name__ == "__main__":
    sys.exit(main())
