"""Checks the documents: some are short, lines are short, links lead somewhere, snippets compile.

usage: docs.py TOP COMPILER...

- README.md has at most 200 lines, docs/performance.md 250.
- No line of a *.md file is longer than 120 characters, except in tables, code blocks and docs/cheatsheet.md.
- Every relative link leads to a file or folder, and to a heading if it names one.
- Every name that starts with hail_ or HAIL_ is in a public header (except in the files OTHER_NAMES).
- Every ```c block compiles as a translation unit once the includes in USUAL are put before it. In a page of SHARING its
  first block is put before all others.
"""
import pathlib
import re
import subprocess
import sys
import tempfile

MOST_LINES = {"README.md": 200, "performance.md": 250}
LINE = 120
USUAL = "#include <hail/hail.h>\n#include <stdio.h>\n"
SHARING = {"recipes.md"}
OTHER_NAMES = {"CHANGELOG.md", "CONTRIBUTING.md"}  # they name old or internal names
NOT_PUBLIC = {"hail_dep", "hail_turn"}  # meson's name; the exact sign in arithmetic.md
STRICT = ("-std=c17", "-fsyntax-only", "-Wall", "-Wextra", "-Wno-unused-function", "-Werror")


def documents(top):
    return sorted([*top.glob("*.md"), *top.glob("docs/**/*.md"), *top.glob("bindings/*/README.md")])


def prose(text):
    """(line number, line) of every line outside code and tables."""
    fenced = False
    for number, line in enumerate(text.splitlines(), 1):
        if line.startswith("```"):
            fenced = not fenced
        elif not fenced and not line.startswith(("    ", "|")):
            yield number, line


def slug(heading):
    """A heading's anchor, as GitHub and most other sites make it."""
    return re.sub(r"[^\w\- ]", "", heading.strip().lower()).replace(" ", "-")


def anchors(path):
    return {slug(line.lstrip("#")) for _, line in prose(path.read_text(encoding="utf-8")) if line.startswith("#")}


def long_lines(path, text):
    if path.name != "cheatsheet.md":
        for number, line in prose(text):
            if len(line) > LINE:
                yield f"{number}: {len(line)} characters, {LINE} is the most"


def broken_links(path, text):
    code = re.compile(r"^```.*?^```|`[^`\n]*`", flags=re.DOTALL | re.MULTILINE)
    for link in re.findall(r"\]\(([^)\s]+)\)", code.sub("", text)):
        target, _, anchor = link.partition("#")
        if re.match(r"[a-z]+:", link):
            continue
        to = (path.parent / target) if target else path
        if not to.exists():
            yield f"the link {link} leads nowhere"
        elif anchor and anchor not in anchors(to):
            yield f"the link {link} names no heading"


def unknown_names(path, text, top):
    headers = "".join(header.read_text(encoding="utf-8") for header in (top / "engine" / "include" / "hail").iterdir())
    name = re.compile(r"\b(?:hail|HAIL)_\w+")
    if path.name not in OTHER_NAMES:
        for unknown in sorted({*name.findall(text)} - {*name.findall(headers)} - NOT_PUBLIC):
            yield f"{unknown} stands in no public header"


def bad_snippets(path, text, top, compiler, scratch):
    blocks = list(re.finditer(r"^```c[ \t]*\n(.*?)^```", text, flags=re.DOTALL | re.MULTILINE))
    for block in blocks:
        line = text.count("\n", 0, block.start(1)) + 1
        before = USUAL + (blocks[0][1] if path.name in SHARING and block is not blocks[0] else "")
        scratch.write_text(f'{before}#line {line} "{path.name}"\n{block[1]}', encoding="utf-8")
        ran = subprocess.run([*compiler, *STRICT, "-I", str(top / "engine" / "include"), str(scratch)], text=True,
                             stderr=subprocess.PIPE, check=False)
        if ran.returncode:
            yield f"{line}: the snippet does not compile\n{ran.stderr}"


def complaints(top, compiler, scratch):
    for path in documents(top):
        text = path.read_text(encoding="utf-8")
        found = [*long_lines(path, text), *broken_links(path, text), *unknown_names(path, text, top),
                 *bad_snippets(path, text, top, compiler, scratch)]
        most = MOST_LINES.get(path.name)
        if most and text.count("\n") > most:
            found.append(f"{text.count(chr(10))} lines, {most} is the most")
        yield from (f"{path.relative_to(top)}: {complaint}" for complaint in found)


def main():
    top, compiler = pathlib.Path(sys.argv[1]), sys.argv[2:]
    if not documents(top):
        print("no documents", file=sys.stderr)
        return 1
    with tempfile.TemporaryDirectory() as folder:
        found = list(complaints(top, compiler, pathlib.Path(folder) / "snippet.c"))
    print("\n".join(found) if found else f"{len(documents(top))} documents")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
