"""Compiles the snippet at the top of every public header, so that what a reader pastes works.

usage: snippets.py INCLUDE_FOLDER

A snippet is made of the paragraphs of a header's first comment whose lines are all indented by 5 columns or more. It is
compiled inside a function whose parameters are those of DECLARATIONS that it mentions; its own declarations come first.
Its includes, and its `static` functions, from their first line to a `}` at the margin, stand before that function. A
snippet that mentions another name of the caller's gets a row here.
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
        "px": "const float *px",
        "py": "const float *py",
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
        "nearest": "hail_nearest_point *nearest",
        "hits": "hail_ray_hit *hits",
        "matches": "hail_query_match *matches",
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
        "map": "hail_tilemap *map",
        "game": "void *game",
        "on_contacts": "hail_contacts_fn *on_contacts",
        "BULLETS": "uint32_t BULLETS",
        "SHIPS": "uint32_t SHIPS",
        "hurt": "void hurt(void *game, hail_handle body, float depth)",
        "spark": "void spark(float x, float y, float normal_x, float normal_y)",
        "add_part": "void add_part(const float *x, const float *y, uint32_t count)",
    },
    "hail.hpp": {"score": "int &score"},
    "sectors.h": {"map": "hail_sectors *map"},
    "draw.h": {
        "screen": "void *screen",
        "draw_discs": "hail_draw_discs_fn *draw_discs",
        "draw_lines": "hail_draw_lines_fn *draw_lines",
        "draw_polygon": "hail_draw_polygon_fn *draw_polygon",
    },
    "lists.h": {"hits": "hail_query_hit *hits"},
    "query.h": {"hits": "hail_query_hit *hits"},
    "slide.h": {
        "x": "float x",
        "y": "float y",
        "dx": "float dx",
        "dy": "float dy",
        "on_floor": "bool on_floor",
        "movers": "hail_tilemap_movers movers",
    },
    "state.h": {"theirs": "uint64_t theirs", "replayed": "const hail_world *replayed"},
    "tasks.h": {
        "enqueue": "hail_enqueue_fn *enqueue",
        "finish": "hail_finish_fn *finish",
        "jobs": "void *jobs",
        "rays": "hail_rays rays",
    },
    "tilemap.h": {"set": "hail_tileset *set"},
}

UNUSED = "-Wno-unused -Wno-unused-parameter -Wno-unused-but-set-parameter"
FLAGS = f"-pedantic-errors -fsyntax-only -Wall -Wextra -Wconversion {UNUSED} -Werror"
LANGUAGES = {  # by the end of a header's name
    ".h": (("gcc", "clang"), "-std=c17 -x c"),
    ".hpp": (("g++", "clang++"), "-std=c++17 -x c++"),
}


def opening_comment(text):
    """The lines of a header's first comment without the comment's margin; the first is line 1."""
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
    """Two parts: includes and static functions, which go outside of any function; and the other lines."""
    outside, inside, function = {}, {}, False
    for number, line in lines.items():
        begins = not function and re.match(r"static [^=;]*\(", line)
        function = function or bool(begins)
        (outside if function or line.startswith("#") else inside)[number] = line
        if line == "}" or (begins and line.endswith(("}", ";"))):
            function = False
    return outside, inside


def mentions(name, lines):
    return any(re.search(rf"(?<![.\w]){name}\b", re.sub(r'"[^"]*"', '""', line)) for line in lines.values())


def parameters(header, outside, inside):
    known = {**DECLARATIONS[""], **DECLARATIONS.get(header, {})}
    made = " ".join(line for line in outside.values() if line.startswith("static "))
    wanted = [name for name in known if mentions(name, inside) and not re.search(rf"\b{name}\(", made)]
    return ", ".join(known[name] for name in wanted) or "void"


def program(header, lines):
    outside, inside = split(lines)

    def placed(part):
        return "".join(f'#line {number} "hail/{header}"\n{line}\n' for number, line in part.items())

    known = parameters(header, outside, inside)
    return (
        f"#include <stdio.h>\n#include <hail/{header}>\n{placed(outside)}"
        f"void snippet({known});\nvoid snippet({known}) {{ {{\n{placed(inside)}}} }}\n"
    )


def compilers_of(header):
    names, language = LANGUAGES["." + header.rsplit(".", 1)[-1]]
    return [[name, *language.split(), *FLAGS.split()] for name in names if shutil.which(name)]


def failures(include, header, lines):
    """How many compilers reject the snippet; says why."""
    failed = 0
    for command in compilers_of(header):
        run = subprocess.run([*command, "-I", include, "-"], input=program(header, lines), text=True,
                             capture_output=True, check=False)
        if run.returncode:
            failed += 1
            print(f"hail/{header}: its snippet does not compile with {command[0]}\n{run.stderr}", file=sys.stderr)
    return failed


def main():
    if not compilers_of("hail.h"):
        sys.exit(77)
    include, found, failed = sys.argv[1], 0, 0
    for header in sorted(os.listdir(os.path.join(include, "hail"))):
        with open(os.path.join(include, "hail", header), encoding="utf-8") as file:
            lines = snippet(file.read())
        if lines:
            found += 1
            failed += failures(include, header, lines)
        else:
            failed += 1
            print(f"hail/{header}: has no snippet", file=sys.stderr)
    print(f"{found} snippets, {failed} failures")
    sys.exit(1 if failed or not found else 0)


main()
