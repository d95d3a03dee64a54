"""Puts the site's pages into a folder, for Sphinx: README.md as its first page, docs/*.md, and a page of reference for
each public header, made from bindings/hail-api.json.

usage: stage.py TOP FOLDER

Links between documents stay. A link to a header leads to its page of reference; a link to any other file of the
repository becomes the file's name.
"""
import json
import pathlib
import re
import shutil
import sys

# The menu: a title, and its pages in order. A page of docs/ that stands nowhere is an error.
MENU = (("Start here", ("start", "examples", "recipes", "mistakes", "coming-from")),
        ("Guides", ("worlds", "queries", "tiles", "sprites", "pairs", "points-and-sectors", "threads", "view")),
        ("Reference", ("cheatsheet", "api/index", "arithmetic", "renamed", "changelog")),
        ("In your game", ("installing", "cpp", "bindings", "platforms")),
        ("How it behaves", ("performance", "memory", "determinism", "contributing")))
OTHERS = {"CHANGELOG.md": "changelog", "CONTRIBUTING.md": "contributing", "README.md": "index"}  # in the repository's top
HEADER = re.compile(r"engine/include/(hail/(\w+)\.h)$")


def staged_link(top, page, link):
    """Where a link of a document leads on the site; None: nowhere, only its text stays."""
    if re.match(r"[a-z]+:|#", link):
        return link
    target, _, anchor = link.partition("#")
    path = (page.parent / target).resolve().relative_to(top.resolve())
    anchor = "#" + anchor if anchor else ""
    header = HEADER.match(path.as_posix())
    if header:
        return f"api/{header[2]}.md"
    if path.as_posix() in OTHERS:
        return OTHERS[path.as_posix()] + ".md" + anchor
    if path.parent.as_posix().startswith("docs") and path.suffix in (".md", ".png", ".gif", ".jpg", ".svg"):
        return path.relative_to("docs").as_posix() + anchor
    return None


def rewritten(top, page):
    """A document's text with the site's links. Code is left alone."""
    def replace(found):
        if found["code"]:
            return found[0]
        to = staged_link(top, page, found["link"])
        if to is None:
            return found["text"]
        return f"{found['mark']}[{found['text']}]({to})"

    token = re.compile(r"(?P<code>^```.*?^```|`[^`\n]*`(?!\]))|(?P<mark>!?)\[(?P<text>[^\]\n]*(?:\n[^\]\n]+)?)\]\((?P<link>[^)\s]+)\)",
                       flags=re.DOTALL | re.MULTILINE)
    return token.sub(replace, page.read_text(encoding="utf-8"))


def menu(pages):
    for title, names in MENU:
        shown = [name for name in names if name in pages]
        yield from ("", "```{toctree}", ":hidden:", f":caption: {title}", "", *shown, "```")


# ---- Reference ----------------------------------------------------------------------------------------------------------

def prose(doc):
    """A comment's text as Markdown: lists of arguments and code are set as they stand."""
    for part in doc.strip().split("\n\n"):
        lines = part.split("\n")
        inset = [i for i, line in enumerate(lines) if line.startswith("  ")]
        if not inset:
            yield from (escaped(part), "")
            continue
        plain, rest = lines[:inset[0]], lines[inset[0]:]
        if plain:
            yield from (escaped("\n".join(plain)), "")
        yield from ("```text", *rest, "```", "")


def escaped(text):
    """Names that Markdown would take for emphasis are set as code."""
    text = re.sub(r"(?<![`\w])(\*\w+|\w*_\w*(?:\.\.\.)?)(?![`\w])", r"`\1`", text)
    return re.sub(r"(?<!`)\*(?!`)", r"\\*", text) if "`*" not in text else text


def cell(text):
    return re.sub(r"\s+", " ", text).replace("|", "\\|")


def entry(name, code, doc):
    yield from (f"### {name}", "", "```c", code, "```", "")
    yield from prose(doc)


def function_lines(item):
    yield from entry(item["name"], item["c"] + ";", item["doc"])


def struct_lines(item):
    yield from (f"### {item['name']}", "")
    yield from prose(item["doc"])
    yield from (f"{item['size']} bytes on 64-bit systems.", "", "| field | type | what it is |", "|---|---|---|")
    for field in item["fields"]:
        yield f"| `{field['name']}` | `{field['c']}` | {cell(escaped(field['doc']))} |"
    yield ""


def enum_lines(item, number):
    yield from (f"### {item['name'] or 'Constants' + (f' ({number})' if number else '')}", "")
    yield from prose(item["doc"])
    yield from ("| constant | value | what it means |", "|---|---:|---|")
    for constant in item["constants"]:
        yield f"| `{constant['name']}` | {constant['value']} | {cell(escaped(constant['doc']))} |"
    yield ""


def header_page(api, header):
    """One header: its opening, then calls, structs, constants."""
    of = {kind: [item for item in api[kind] if item["header"] == header["name"]]
          for kind in ("functions", "callbacks", "structs", "opaque", "enums", "constants", "macros")}
    yield from (f"# {header['name']}", "")
    yield from opening(header["doc"])
    if of["functions"] or of["callbacks"]:
        yield from ("## Calls", "")
    for item in of["functions"] + of["callbacks"]:
        yield from function_lines(item)
    if of["opaque"] or of["structs"]:
        yield from ("## Types", "")
    for item in of["opaque"]:
        yield from (f"### {item['name']}", "", escaped(item["doc"]), "")
    for item in of["structs"]:
        yield from struct_lines(item)
    if of["enums"] or of["constants"] or of["macros"]:
        yield from ("## Values", "")
    unnamed = 0
    for item in of["enums"]:
        yield from enum_lines(item, unnamed)
        unnamed += not item["name"]
    for item in of["constants"]:
        yield f"- `{item['name']}` = {item['value']}: {escaped(item['doc'])}"
    for item in of["macros"]:
        yield f"- `{item['name']}({', '.join(item['parameters'])})`: {escaped(item['doc'])}"


def opening(doc):
    """The comment at a header's top: its example is code, the rest prose."""
    text = re.sub(r"^hail/\S+ - ", "", doc)
    for part in re.split(r"\n\n", text[:1].upper() + text[1:]):
        if all(line.startswith("    ") for line in part.split("\n")):
            yield from ("```c", *(line[4:] for line in part.split("\n")), "```", "")
        else:
            yield from prose(part)


def reference(api):
    """(page, text) of the whole reference."""
    rows = [f"| [{header['name']}]({pathlib.Path(header['name']).stem}.md) | {cell(escaped(header['summary']))} |"
            for header in api["headers"] if header["name"] != "hail/hail.h"]
    names = [pathlib.Path(header["name"]).stem for header in api["headers"] if header["name"] != "hail/hail.h"]
    yield "api/index", "\n".join(["# API reference", "", "`hail/hail.h` includes every header.", "", "| header | what it is for |",
                                  "|---|---|", *rows, "", "```{toctree}", ":hidden:", "", *names, "```"])
    for header in api["headers"]:
        if header["name"] != "hail/hail.h":
            yield f"api/{pathlib.Path(header['name']).stem}", "\n".join(header_page(api, header))


# ---- Everything ---------------------------------------------------------------------------------------------------------

def pages_of(top):
    """{page: text}"""
    pages = {name: rewritten(top, top / file) for file, name in OTHERS.items()}
    for path in sorted((top / "docs").glob("*.md")):
        pages[path.stem] = rewritten(top, path)
    pages.update(reference(json.loads((top / "bindings" / "hail-api.json").read_text(encoding="utf-8"))))
    return pages


def main():
    top, folder = pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2])
    pages = pages_of(top)
    listed = {name for _, names in MENU for name in names} | {"index"}
    missing = [name for name in pages if name not in listed and not name.startswith("api/")]
    if missing:
        print(f"stage.py: MENU lists no {', no '.join(missing)}", file=sys.stderr)
        return 1
    pages["index"] += "\n".join(menu(pages)) + "\n"
    for name, text in pages.items():
        path = folder / (name + ".md")
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    for picture in [*(top / "docs").rglob("*.png"), *(top / "docs").rglob("*.gif")]:
        to = folder / picture.relative_to(top / "docs")
        to.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(picture, to)
    shutil.copy(top / "docs" / "site" / "conf.py", folder)
    return 0


if __name__ == "__main__":
    sys.exit(main())
