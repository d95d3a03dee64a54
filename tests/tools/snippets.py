"""Compiles the snippet at the top of every public header, so that what a reader pastes works.

usage: snippets.py INCLUDE_FOLDER

A snippet is made of the paragraphs of a header's first comment whose lines are all indented by 5 columns or more. It is
compiled inside a function that declares what DECLARATIONS lists and the snippet mentions; `static` functions in it, from
their first line to a `}` at the margin, stand before that function. A header that mentions another name declares it
itself, or gets a row here.
"""
import os
import re
import shutil
import subprocess
import sys

DECLARATIONS = {
    "": {  # everywhere
        "x": "const float *x",
        "y": "const float *y",
        "dx": "const float *dx",
        "dy": "const float *dy",
        "vx": "const float *vx",
        "vy": "const float *vy",
        "ax": "const float *ax",
        "ay": "const float *ay",
        "bx": "const float *bx",
        "by": "const float *by",
        "a_shape": "const uint32_t *a_shape",
        "b_shape": "const uint32_t *b_shape",
        "cos": "const float *cos",
        "sin": "const float *sin",
        "radius": "const float *radius",
        "n": "size_t n",
        "m": "size_t m",
        "k": "uint32_t k",
        "count": "size_t count",
        "dt": "float dt",
        "name": "const char *name",
        "status": "hail_status status",
        "inside": "uint8_t *inside",
        "pixels": "const uint8_t *pixels",
        "contacts": "hail_contact *contacts",
        "nearest": "hail_nearest *nearest",
        "hits": "hail_ray_hit *hits",
        "boxes": "hail_box *boxes",
        "handles": "hail_handle *handles",
        "world": "hail_world *world",
        "set": "hail_spriteset *set",
        "ship": "uint32_t ship",
        "sprite": "uint32_t sprite",
        "sector": "uint32_t *sector",
        "walls": "const hail_wall *walls",
        "movers": "hail_sector_movers movers",
        "moves": "hail_sector_move *moves",
        "points": "hail_points points",
        "game": "void *game",
        "on_contacts": "hail_contacts_fn *on_contacts",
    },
    "march": {"map": "hail_tilemap *map"},
    "sectors": {"map": "hail_sectors *map"},
    "slide": {"map": "hail_tilemap *map", "movers": "hail_movers movers"},
    "tilemap": {"map": "hail_tilemap *map", "set": "hail_tileset *set"},
    "world": {"map": "hail_tilemap *map"},
}
WITHOUT = {"hail", "contact", "slide", "step", "tilemap", "world"}  # headers that may have no snippet

COMPILERS = ("gcc", "clang")
FLAGS = "-std=c17 -pedantic-errors -fsyntax-only -Wall -Wextra -Wconversion -Wno-unused -Wno-unused-parameter -Werror"


def opening_comment(text):
    """The lines of the comment that a header opens with, without their margin, from line 1 on."""
    comment = text[: text.index("*/")]
    return [re.sub(r"^(/\*| \*)", "", line) for line in comment.split("\n")]


def snippet(text):
    """The snippet's lines by number."""
    lines, paragraph = {}, {}
    for number, line in enumerate(opening_comment(text) + [""], 1):
        if line.strip():
            paragraph[number] = line
            continue
        if all(code.startswith(" " * 5) for code in paragraph.values()):
            lines.update(paragraph)
        paragraph = {}
    return {number: line[5:] for number, line in lines.items()}


def split(lines):
    """Lines that stand outside of all functions, and the others."""
    outside, inside, depth = {}, {}, 0
    for number, line in lines.items():
        opens = not depth and re.match(r"static .*\)( \{)?$", line)
        if opens or depth or line.startswith("#"):
            outside[number] = line
        else:
            inside[number] = line
        if opens or depth:
            depth = 0 if line == "}" else 1
    return outside, inside


def mentions(name, lines):
    return any(re.search(rf"(?<![.\w]){name}\b", re.sub(r'"[^"]*"', '""', line)) for line in lines.values())


def parameters(header, outside, inside):
    known = {**DECLARATIONS[""], **DECLARATIONS.get(header, {})}
    made = " ".join(line for line in outside.values() if line.startswith("static "))
    wanted = [name for name in known if mentions(name, inside) and not re.search(rf"\b{name}\(", made)]
    return ", ".join(known[name] for name in wanted) or "void"


def program(header, path, lines):
    outside, inside = split(lines)

    def placed(part):
        return "".join(f'#line {number} "{path}"\n{line}\n' for number, line in part.items())

    known = parameters(header, outside, inside)
    return (
        f"#include <stdio.h>\n#include <hail/{header}.h>\n{placed(outside)}"
        f"void snippet({known});\nvoid snippet({known}) {{ {{\n{placed(inside)}}} }}\n"
    )


def compile_all(include, compilers):
    found, failed = 0, 0
    folder = os.path.join(include, "hail")
    for name in sorted(os.listdir(folder)):
        header, path = name.removesuffix(".h"), os.path.join(folder, name)
        with open(path, encoding="utf-8") as file:
            lines = snippet(file.read())
        if not lines:
            if header not in WITHOUT:
                failed += 1
                print(f"hail/{name}: has no snippet", file=sys.stderr)
            continue
        found += 1
        for compiler in compilers:
            source = program(header, f"hail/{name}", lines)
            run = subprocess.run([compiler, *FLAGS.split(), "-I", include, "-x", "c", "-"], input=source, text=True,
                                 capture_output=True, check=False)
            if run.returncode:
                failed += 1
                print(f"hail/{name}: its snippet does not compile with {compiler}\n{run.stderr}", file=sys.stderr)
    return found, failed


def main():
    compilers = [compiler for compiler in COMPILERS if shutil.which(compiler)]
    if not compilers:
        sys.exit(77)
    found, failed = compile_all(sys.argv[1], compilers)
    print(f"{found} snippets, {' and '.join(compilers)}, {failed} failed")
    sys.exit(1 if failed or not found else 0)


main()
