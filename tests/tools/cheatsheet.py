"""Makes docs/cheatsheet.md from the public headers: one line a call, with the first sentence of its comment; then one
line a struct and an enum, with the values of constants.

usage: cheatsheet.py --check | --write  INCLUDE/hail  docs/cheatsheet.md

--check exits with 1 if the file differs from what the headers say, --write writes it.
"""
import difflib
import pathlib
import re
import sys

ORDER = ("base", "variant", "convex", "shape", "lists", "world", "rules", "bodies", "borrow", "step", "contact",
         "batch", "tilemap", "march", "slide", "sprite", "outline", "points", "sectors", "query", "events", "state",
         "tasks")
SECTION = re.compile(r"/\* -{2,} *(.*?) *-{2,}")
ABBREVIATION = re.compile(r"(?:\b[A-Z]|\be\.g|\bi\.e|\bvs|\betc)\.$")  # a full stop after these ends no sentence


def first_sentence(comment):
    """The first sentence of a comment: up to the first full stop before a space or the end of the paragraph."""
    bare = "\n".join(re.sub(r"^\s*/?\*+/?|\*/\s*$", "", line).strip() for line in comment.splitlines())
    text = re.sub(r"\s+", " ", bare.strip().split("\n\n")[0])
    for stop in re.finditer(r"\.(?=\s|$)", text):
        if not ABBREVIATION.search(text[:stop.end()]):
            return text[:stop.end()]
    return text


def title(text):
    """What the header is for: its first line without the path."""
    opening = re.match(r"/\*.*?\*/", text, flags=re.DOTALL)
    return re.sub(r"^hail/\S+ - ", "", first_sentence(opening[0])) if opening else ""


def pieces(text):
    """The header as ("comment", text), ("call", declaration) and ("gap", ""), which is a blank line between groups."""
    token = re.compile(r"(?P<comment>/\*.*?\*/)|^HAIL_API\s+(?P<call>[^;{}]*?\([^;{}]*\))\s*;|(?P<gap>\n[ \t]*\n)",
                       flags=re.DOTALL | re.MULTILINE)
    for found in token.finditer(text):
        yield found.lastgroup, found[found.lastgroup]


def subject(call):
    """A call's first parameter. Calls under one comment share its sentence if their first parameters are the same."""
    return re.search(r"\(([^,)]*)", call)[1]


def lines(text):
    """One line a call."""
    comment, about, section, shown = "", None, None, None
    for kind, piece in pieces(text):
        if kind == "gap":
            comment, about = "", None
        elif kind == "comment":
            heading = SECTION.match(piece)
            section = heading[1] if heading else section
            if not heading and not comment:
                comment = piece
        else:
            if section and section != shown:
                yield f"// {section}"
                shown = section
            call = re.sub(r"\s+", " ", re.sub(r"/\*.*?\*/", "", piece, flags=re.DOTALL)).strip() + ";"
            about = about or subject(call)
            said = first_sentence(comment) if comment and about == subject(call) else ""
            yield call + (f"  // {said}" if said else "")


def bare(text):
    """Without comments, in one line."""
    return re.sub(r"\s+", " ", re.sub(r"/\*.*?\*/", "", text, flags=re.DOTALL)).strip()


def structs(text):
    """One line a struct: its fields, without their comments."""
    for found in re.finditer(r"^typedef struct (\w+) \{(.*?)^\} \1;", text, flags=re.DOTALL | re.MULTILINE):
        fields = re.sub(r"\(\*(\w+)\)\(.*?\)", r"(*\1)(...)", bare(found[2]))
        yield f"struct {found[1]} {{ {fields} }};"


def written(value):
    if isinstance(value, float):
        return f"{value:.9g}"
    return hex(value) if value >= 1 << 28 else str(value)


def values(declared, header):
    """One line an enum, then one for all macros: constants with their values."""
    for enum in declared.of("enum"):
        if enum["header"] == header:
            parts = [f"{part['name']} = {written(part['value'])}" for part in enum["constants"]]
            yield f"enum {enum['name'] + ': ' if enum['name'] else ''}{', '.join(parts)};"
    macros = [f"{entry['name']} {written(entry['value'])}" for entry in declared.of("constant") if entry["header"] == header]
    if macros:
        yield f"#define {', '.join(macros)}"


def block(language, shown):
    if shown:
        yield from ("```" + language, *shown, "```")


def sheet(include):
    from declarations import Declarations  # it imports this file
    declared = Declarations(include)
    headers = {path.stem: path.read_text(encoding="utf-8") for path in sorted(include.glob("*.h"))}
    names = [name for name in ORDER if name in headers] + [name for name in headers if name not in ORDER]
    yield "# Every call, struct and constant on a page"
    yield ""
    yield ("Made from the public headers by `tests/tools/cheatsheet.py --write`; the headers say the rest. A `hail_status` is\n"
           "`HAIL_OK`, or says what went wrong (`hail_status_text`). Structs and enums follow the calls of each header.")
    for name in names:
        text = headers[name]
        parts = [list(lines(text)), list(structs(text)), list(values(declared, f"hail/{name}.h"))]
        if not any(parts):
            continue
        yield ""
        yield f"## hail/{name}.h"
        what = title(headers[name])
        yield what[:1].upper() + what[1:]
        yield from block("c", parts[0])
        yield from block("text", parts[1] + parts[2])


def report_difference(path, made, repair):
    """Prints how a file differs from what it should hold; returns 1 if it does."""
    present = path.read_text(encoding="utf-8") if path.exists() else ""
    if present == made:
        return 0
    sys.stdout.writelines(difflib.unified_diff(present.splitlines(True), made.splitlines(True), str(path), "the headers"))
    print(f"{path} is out of date: {repair}")
    return 1


def main():
    if len(sys.argv) != 4 or sys.argv[1] not in ("--check", "--write"):
        print(__doc__, file=sys.stderr)
        return 2
    include, path = pathlib.Path(sys.argv[2]), pathlib.Path(sys.argv[3])
    made = "\n".join(sheet(include)) + "\n"
    if sys.argv[1] == "--write":
        path.write_text(made, encoding="utf-8")
        return 0
    return report_difference(path, made, f"python3 {sys.argv[0]} --write {include} {path}")


if __name__ == "__main__":
    sys.exit(main())
