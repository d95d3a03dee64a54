#!/usr/bin/env python3
"""Makes the documentation's pictures again, with the programs of a build, for a small palette each.

usage: docs/pictures/make.py [BUILD] [NAME...]   from the repository's top: build docs/pictures again, or only these
needs: python3-pil (tests/tools/packages.sh: HAIL_PICTURE_PACKAGES), a build with hail-view, freedoom
"""
import pathlib
import subprocess
import sys
import tempfile

from PIL import Image

SHORT = ("hello", "pairs", "bullets", "platformer", "sparks", "sprites", "doom-walk", "homing", "pierce", "threads", "rooms",
         "own-arrays")
# hail-view's: a name, and what it is to show
VIEWS = {
    "barrage": "--scene barrage --frames 700",
    "dig": "--scene dig --frames 900",
    "sprites": "--scene sprites --frames 300",
    "doom": "--scene doom --frames 400",
    "debris": "--scene debris --frames 400",
    "contacts": "--scene debris --frames 400 --keys gc+++ --mouse 420,300",
    "queries": "--scene doom --frames 400 --keys k+++ --mouse 640,360",
    "sparks": "--scene sparks --frames 300",
}
FILMS = (("barrage", 600, 40), ("dig", 700, 28))  # scene, frames, pictures of its end


def small(path, size, colors=96):
    picture = Image.open(path).convert("RGB")
    if size:
        picture = picture.resize(size, Image.LANCZOS)
    return picture.quantize(colors, dither=Image.Dither.NONE)


def make_short(build, name, to):
    subprocess.run([build / "examples" / f"hail-{name}", to], check=True, stdout=subprocess.DEVNULL)
    small(to, None).save(to, optimize=True)


def make_view(build, name, to):
    subprocess.run([build / "examples" / "hail-view", "--headless", *VIEWS[name].split(), "--screenshot", to], check=True)
    small(to, (960, 540), 128).save(to, optimize=True)


def make_film(build, to):
    frames = []
    for scene, count, pictures in FILMS:
        with tempfile.TemporaryDirectory() as folder:
            subprocess.run([build / "examples" / "hail-view", "--headless", "--scene", scene, "--frames", str(count), "--keys",
                            "u", "--film", folder], check=True)
            frames += [small(path, (640, 360), 64) for path in sorted(pathlib.Path(folder).glob("*.png"))[-pictures:]]
    frames[0].save(to, save_all=True, append_images=frames[1:], duration=60, loop=0, optimize=True)


def main():
    build = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else "build").resolve()
    folder = pathlib.Path(__file__).resolve().parent
    wanted = set(sys.argv[2:])
    jobs = [(name, make_short, folder / f"short-{name}.png") for name in SHORT]
    jobs += [(f"view-{name}", lambda b, n, to: make_view(b, n[5:], to), folder / f"view-{name}.png") for name in VIEWS]
    for name, make, to in jobs:
        if not wanted or name in wanted:
            make(build, name, to)
    if not wanted or "hail" in wanted:
        make_film(build, folder / "hail.gif")


if __name__ == "__main__":
    main()
