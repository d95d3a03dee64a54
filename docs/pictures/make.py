#!/usr/bin/env python3
"""Makes the documentation's pictures again, with the programs of a build, for a small palette each.

usage: docs/pictures/make.py [BUILD] [NAME...]   from the repository's top: all pictures again, or only these:
       a short example (pierce), a recipe (laser), view-SCENE, rays, trace, sectors, hail (the film)
note: pictures of hail-view show times: let nothing else run.
needs: python3-pil (tests/tools/packages.sh: HAIL_PICTURE_PACKAGES), a build with hail-view, freedoom
"""
import pathlib
import subprocess
import sys
import tempfile

from PIL import Image, ImageChops

SHORT = ("hello", "pairs", "bullets", "platformer", "sparks", "sprites", "doom-walk", "homing", "pierce", "threads", "rooms",
         "own-arrays", "rollback")
# hail-view's: a name, and what it is to show
VIEWS = {
    "barrage": "--scene barrage --frames 700",
    "dig": "--scene dig --frames 900",
    "sprites": "--scene sprites --frames 300",
    "doom": "--scene doom --frames 400",
    "debris": "--scene debris --frames 400",
    "contacts": "--scene debris --frames 400 --keys gc+++ --mouse 571,296",
    "queries": "--scene doom --frames 400 --keys k --mouse 400,400",
    "sparks": "--scene sparks --frames 300",
    "backward": "--scene barrage --frames 700 --rewind 100",
}
RECIPES = ("laser", "explosion", "guard")
# Those of the larger programs, in docs/: a program, and what it is to do
LARGE = {
    "rays": "hail-rays",
    "trace": "hail-trace",
    "sectors": "hail-sectors --doors /usr/share/games/doom/freedoom1.wad E1M1",
}
# The film: the last of the frames that a scene writes, without text, at half size
FILMS = (("--scene barrage --keys u++ --mouse 640,480 --size 6 --frames 400", 76), ("--scene dig --keys u --frames 440", 60))
FILM_COLORS, FILM_FRAME = 32, 66  # ms: frames are written 33 ms apart, and every second one is taken


def small(path, size, colors=96):
    picture = Image.open(path).convert("RGB")
    if size:
        picture = picture.resize(size, Image.LANCZOS)
    return picture.quantize(colors, method=Image.Quantize.MAXCOVERAGE, kmeans=1, dither=Image.Dither.NONE)  # keeps rare hues


def make_short(build, name, to):
    subprocess.run([build / "examples" / f"hail-{name}", to], check=True, stdout=subprocess.DEVNULL)
    small(to, None).save(to, optimize=True)


def make_recipe(build, name, to):
    subprocess.run([build / "tests" / "recipe-pictures", name, to], check=True)
    small(to, None).save(to, optimize=True)


def make_view(build, name, to):
    subprocess.run([build / "examples" / "hail-view", "--headless", *VIEWS[name].split(), "--screenshot", to], check=True)
    small(to, (960, 540), 256).save(to, optimize=True)


def make_large(build, name, to):
    program, *options = LARGE[name].split()
    subprocess.run([build / "examples" / program, *options, "--png", to], check=True, stdout=subprocess.DEVNULL)
    small(to, None, 256).save(to, optimize=True)


def film_frames(build, options, last):
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run([build / "examples" / "hail-view", "--headless", *options.split(), "--film", folder], check=True)
        for path in sorted(pathlib.Path(folder).glob("*.png"))[-last::2]:
            yield Image.open(path).convert("RGB").resize((640, 360), Image.LANCZOS)


def changed(before, now):
    """A frame with the number after the palette's last, which is transparent, wherever nothing changed."""
    values = [Image.frombytes("L", image.size, image.tobytes()) for image in (before, now)]
    same = ImageChops.difference(*values).point(lambda value: 0 if value else 255)
    frame = now.copy()
    frame.paste(FILM_COLORS, mask=same)
    return frame


def make_film(build, to):
    """One palette for all frames, made from a sheet of some of them, so that equal pixels stay equal."""
    images = [image for options, last in FILMS for image in film_frames(build, options, last)]
    some = images[::6]
    sheet = Image.new("RGB", (640, 360 * len(some)))
    for i, image in enumerate(some):
        sheet.paste(image, (0, 360 * i))
    palette = sheet.quantize(FILM_COLORS, method=Image.Quantize.MAXCOVERAGE, dither=Image.Dither.NONE)
    frames = [image.quantize(palette=palette, dither=Image.Dither.NONE) for image in images]
    rest = [changed(before, now) for before, now in zip(frames, frames[1:])]
    frames[0].save(to, save_all=True, append_images=rest, duration=FILM_FRAME, loop=0, transparency=FILM_COLORS, disposal=1,
                   optimize=False)


def main():
    build = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else "build").resolve()
    folder = pathlib.Path(__file__).resolve().parent
    wanted = set(sys.argv[2:])
    jobs = [(name, make_short, folder / f"short-{name}.png") for name in SHORT]
    jobs += [(f"view-{name}", lambda b, n, to: make_view(b, n[5:], to), folder / f"view-{name}.png") for name in VIEWS]
    jobs += [(name, make_recipe, folder / f"recipe-{name}.png") for name in RECIPES]
    jobs += [(name, make_large, folder.parent / f"{name}.png") for name in LARGE]
    for name, make, to in jobs:
        if not wanted or name in wanted:
            make(build, name, to)
    if not wanted or "hail" in wanted:
        make_film(build, folder / "hail.gif")


if __name__ == "__main__":
    main()
