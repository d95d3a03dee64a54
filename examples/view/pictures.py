#!/usr/bin/env python3
"""Makes small pictures of what hail-view wrote: python3 pictures.py shot IN.png OUT.png, or film OUT.gif DIR...

A shot gets three quarters of its size and a palette. A film is half as large and plays the frames of all folders one after the
other. Needs Pillow (Debian: python3-pil).
"""
import os
import sys

from PIL import Image, ImageChops

COLORS = {"shot": 96, "film": 32}
BEST = Image.Quantize.MAXCOVERAGE  # keeps hues that few pixels have
FRAME = 66  # ms: frames of the folders are 33 ms apart, and every second one is taken


def shot(source, target):
    image = Image.open(source).convert("RGB")
    image.resize((960, 540), Image.LANCZOS).quantize(COLORS["shot"], method=BEST, dither=Image.Dither.NONE).save(target, optimize=True)


def frames(folder):
    names = sorted(name for name in os.listdir(folder) if name.endswith(".png"))[::2]
    for name in names:
        with Image.open(os.path.join(folder, name)) as image:
            yield image.convert("RGB").resize((640, 360), Image.LANCZOS)


def changed(before, now):
    """A frame with the number after the palette's last, which is transparent, wherever nothing changed."""
    values = [Image.frombytes("L", image.size, image.tobytes()) for image in (before, now)]
    same = ImageChops.difference(*values).point(lambda value: 0 if value else 255)
    frame = now.copy()
    frame.paste(COLORS["film"], mask=same)
    return frame


def film(target, folders):
    """One palette for all frames, made from a sheet of some of them, so that equal pixels stay equal."""
    images = [image for folder in folders for image in frames(folder)]
    some = images[::6]
    sheet = Image.new("RGB", (640, 360 * len(some)))
    for i, image in enumerate(some):
        sheet.paste(image, (0, 360 * i))
    palette = sheet.quantize(COLORS["film"], method=BEST, dither=Image.Dither.NONE)
    small = [image.quantize(palette=palette, dither=Image.Dither.NONE) for image in images]
    rest = [changed(before, now) for before, now in zip(small, small[1:])]
    options = {"duration": FRAME, "loop": 0, "transparency": COLORS["film"], "disposal": 1}
    small[0].save(target, save_all=True, append_images=rest, optimize=False, **options)


if __name__ == "__main__":
    if len(sys.argv) == 4 and sys.argv[1] == "shot":
        shot(sys.argv[2], sys.argv[3])
    elif len(sys.argv) > 3 and sys.argv[1] == "film":
        film(sys.argv[2], sys.argv[3:])
    else:
        sys.exit(__doc__)
