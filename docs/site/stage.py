"""Puts the site's pages into a folder, for Sphinx: docs/site/landing.md as its first page, README.md, docs/*.md, a page
of reference for each public header, and a page for each file of the repository that another page links to.

usage: stage.py TOP FOLDER [--play]

Links between documents stay. A link to a header leads to its page of reference; with --play, one to docs/site/play
leads to the page that plays in the browser, without it the first page leaves out its row; a link to any other file or folder of the repository leads to a page that
shows it.
"""
import json
import os
import pathlib
import re
import shutil
import sys

import files
import reference

REPOSITORY = os.environ.get("HAIL_REPOSITORY", "")  # its address in the web: a maintainer puts it here

# The menu: a title, and its pages in order. A page of docs/ that stands nowhere is an error.
MENU = (("Start here", ("start", "readme", "examples", "recipes", "mistakes", "coming-from")),
        ("Guides", ("worlds", "big-level", "ecs", "queries", "tiles", "sprites", "pairs", "points-and-sectors", "threads", "view")),
        ("Reference", ("cheatsheet", "api/index", "arithmetic", "changelog")),
        ("In your game", ("installing", "cpp", "bindings", "hail2d", "platforms")),
        ("How it behaves", ("performance", "memory", "determinism", "contributing", "security")))
OTHERS = {"CHANGELOG.md": "changelog", "CONTRIBUTING.md": "contributing", "README.md": "readme", "SECURITY.md": "security",
          "bindings/js/README.md": "hail2d"}  # outside of docs/
PLAY = "--play"
HEADER = re.compile(r"engine/include/(hail/(\w+)\.h)$")


def staged_link(top, page, link):
    """Where a link of a document leads on the site; None: nowhere, only its text stays."""
    if re.match(r"[a-z]+:|#", link):
        return link
    target, _, anchor = link.partition("#")
    path = (page.parent / target).resolve().relative_to(top.resolve())
    anchor = "#" + anchor if anchor else ""
    header = HEADER.match(path.as_posix())
    if header or path.as_posix() == "engine/include/hail":
        return f"api/{header[2] if header else 'index'}.md"
    if path.as_posix() in OTHERS:
        return OTHERS[path.as_posix()] + ".md" + anchor
    if path.parent.as_posix().startswith("docs") and path.suffix in (".md", ".png", ".gif", ".jpg", ".svg"):
        return path.relative_to("docs").as_posix() + anchor
    shown = files.page_of(top, path)
    return shown and shown + ".md"


def rewritten(top, page):
    """A document's text with the site's links. Code is left alone."""
    def replace(found):
        if found["code"]:
            return found[0]
        if PLAY in sys.argv and (page.parent / found["link"]).resolve() == (top / "docs" / "site" / "play").resolve():
            return f'<a href="play/index.html">{found["text"]}</a>'  # no document: Sphinx does not know it
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


# ---- Everything ---------------------------------------------------------------------------------------------------------

def pages_of(top):
    """{page: text}"""
    pages = {name: rewritten(top, top / file) for file, name in OTHERS.items()}
    pages["readme"] = pages["readme"].replace("# Hail", "# A complete program, and more", 1)
    pages["hail2d"] = pages["hail2d"].replace("# Hail", "# hail2d, the JavaScript package", 1)
    for path in sorted((top / "docs").glob("*.md")):
        pages[path.stem] = rewritten(top, path)
    api = json.loads((top / "bindings" / "hail-api.json").read_text(encoding="utf-8"))
    shown = reference.examples(top, api)
    pages.update(reference.pages(top, api, shown))
    where = f"[source and faults]({REPOSITORY})" if REPOSITORY else "source and faults: the repository that you got Hail from"
    landing = top / "docs" / "site" / "landing.md"
    pages["index"] = rewritten(top, landing).replace("@REPOSITORY@", where).replace("@VERSION@", api["version"]["text"])
    if PLAY not in sys.argv:
        pages["index"] = re.sub(r"^\| to play with it.*\n", "", pages["index"], flags=re.MULTILINE)
    pages.update(files.pages(top, pages.values()))
    bare = [item["name"] for item in api["functions"] if item["name"] not in shown]
    if bare:
        sys.exit(f"stage.py: no example of {', '.join(bare)}: add one to docs/site/calls.c")
    return pages


def main():
    top, folder = pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2])
    pages = pages_of(top)
    listed = {name for _, names in MENU for name in names} | {"index"}
    missing = [name for name in pages if name not in listed and not name.startswith(("api/", "files/"))]
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
    (folder / "_static").mkdir()
    shutil.copy(top / "docs" / "site" / "site.css", folder / "_static")
    version = json.loads((top / "bindings" / "hail-api.json").read_text(encoding="utf-8"))["version"]["text"]
    (folder / "about.json").write_text(json.dumps({"version": version}), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
