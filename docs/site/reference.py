"""The pages of reference: one for each public header, made from bindings/hail-api.json, with an example of each call."""
import pathlib
import re

import files

# The headers in the order in which a reader needs them. One that stands nowhere is an error.
ORDER = ("world", "shape", "bodies", "borrow", "rules", "step", "contact", "events", "query", "lists", "tilemap", "slide", "march",
         "sprite", "outline", "points", "sectors", "batch", "convex", "state", "tasks", "scratch", "draw", "base", "variant")

# ---- Examples of calls --------------------------------------------------------------------------------------------------

FENCE = re.compile(r"^```c\n(.*?)^```", flags=re.DOTALL | re.MULTILINE)


def anchor(text, at):
    """The anchor of the heading above a place of a page, as GitHub and MyST name it; "": none."""
    above = [found[1] for found in re.finditer(r"^```.*?^```|^##+ ([^\n]*)$", text, flags=re.DOTALL | re.MULTILINE)
             if found[1] and found.start() < at]
    return "#" + re.sub(r"[^\w\- ]", "", above[-1].lower()).replace(" ", "-") if above else ""


def functions(text):
    """The top-level functions of a C file, with the comments before them."""
    return re.findall(r"^(?:/\*(?:(?!\*/).)*\*/\n)?[a-z][\w *]*\([^;{]*\{\n.*?^\}\n", text,
                      flags=re.DOTALL | re.MULTILINE)


def statement(block, call):
    """The lines of the statement that makes a call, without their common margin."""
    lines = block.rstrip().split("\n")
    at = next(i for i, line in enumerate(lines) if re.search(rf"\b{call}\s*\(", line))
    begin = end = at
    while begin > 0 and not lines[begin - 1].rstrip().endswith((";", "{", "}", "*/")) and lines[begin - 1].strip():
        begin -= 1
    while end + 1 < len(lines) and not re.search(r"[;{}]( *(/\*|//).*)?$", lines[end]):
        end += 1
    margin = min(len(line) - len(line.lstrip()) for line in lines[begin:end + 1])
    return "\n".join(line[margin:] for line in lines[begin:end + 1])


def sources(top, api):
    """(where it is from, the anchor there, blocks of code), the best first. Tests compile all of them."""
    path = top / "docs" / "site" / "calls.c"
    yield path, "", functions(path.read_text(encoding="utf-8").split("/* ---- All of them")[0])
    for name in ("recipes", "queries", "worlds", "tiles", "sprites", "pairs", "points-and-sectors", "threads", "view", "memory"):
        path = top / "docs" / (name + ".md")
        text = path.read_text(encoding="utf-8")
        for found in FENCE.finditer(text):
            yield path, anchor(text, found.start()), [found[1]]
    for header in api["headers"]:
        code = [line for line in header["doc"].split("\n") if line.startswith("    ")]
        yield top / "engine" / "include" / header["name"], "", ["\n".join(code)]
    yield top / "README.md", "", FENCE.findall((top / "README.md").read_text(encoding="utf-8"))
    for path in [*sorted((top / "examples").glob("*.c")), top / "examples" / "view" / "ask.c"]:
        yield path, "", functions(path.read_text(encoding="utf-8"))


def examples(top, api):
    """{call: (code, where it is from, the anchor there)}. Short functions are shown as a whole, of others the statement with the call."""
    found = {}
    for path, place, blocks in sources(top, api):
        for block in blocks:
            for call in set(re.findall(r"\b(hail_\w+)\s*\(", block)) - found.keys():
                whole = path.suffix == ".c" and block.count("\n") <= 14
                found[call] = (block.rstrip() if whole else statement(block, call), path.relative_to(top), place)
    return found


# ---- Reference ----------------------------------------------------------------------------------------------------------

def indent(line):
    return len(line) - len(line.lstrip())


def pieces(lines):
    """(kind, lines) of a paragraph: "plain" text, "item" of a list with its further lines, "inset": what stands as it is."""
    kind, piece = None, []
    for line in lines:
        within = kind == "inset" and indent(line) > min(map(indent, piece))
        if kind == "item" and indent(line) >= indent(piece[0]) + 2 and not line.lstrip().startswith("- ") or within:
            now = kind
        elif line.lstrip().startswith("- "):
            now = "item"
        else:
            now = "inset" if indent(line) >= 2 else "plain"
        if piece and (now != kind or line.lstrip().startswith("- ") and now == "item"):
            yield kind, piece
            piece = []
        kind = now
        piece.append(line)
    yield kind, piece


def prose(doc):
    """A comment's text as Markdown: lists of arguments and code are set as they stand."""
    for part in doc.strip("\n").rstrip().split("\n\n"):
        before = None
        for kind, lines in pieces(part.split("\n")):
            if before == "item" and kind != "item":
                yield ""
            if kind == "inset":
                yield from table(lines) or ("```text", *lines, "```", "")
            elif kind == "plain":
                yield from (escaped("\n".join(lines)), "")
            else:
                yield escaped("\n".join(line[indent(lines[0]):] for line in lines))
            before = kind
        if before == "item":
            yield ""


def table(lines):
    """A table of lines that are a name, two or more blanks, and what is said of it; []: they are something else."""
    found = []
    for line in lines:
        row = re.match(r"\s*(\S.*?)\s{2,}(\S.*)$", line)
        if row and indent(line) == indent(lines[0]):
            found.append([row[1], row[2]])
        elif found and indent(line) > indent(lines[0]):
            found[-1][1] += " " + line.strip()
        else:
            return []
    return ["| | |", "|---|---|", *(f"| `{name}` | {cell(escaped(text))} |" for name, text in found), ""]


def escaped(text):
    """Names that Markdown would take for emphasis are set as code."""
    text = re.sub(r"(?<![`\w])(\*\w+|\w*_\w*(?:\.\.\.)?)(?![`\w])", r"`\1`", text)
    return re.sub(r"(?<!`)\*(?!`)", r"\\*", text) if "`*" not in text else text


def cell(text):
    return re.sub(r"\s+", " ", text).replace("|", "\\|")


def entry(name, code, doc):
    yield from (f"### {name}", "", "```c", code, "```", "")
    yield from prose(doc)


def function_lines(top, item, shown):
    yield from entry(item["name"], item["c"] + ";", item["doc"])
    if item["name"] in shown:
        code, path, place = shown[item["name"]]
        yield from (f"Example, of {origin(top, path, place)}:", "", "```c", code, "```", "")


def origin(top, path, place):
    """Where an example is from: a link to its heading if it is on a page of the site, else to a page with its source."""
    if path.suffix == ".md" and path.parts[0] == "docs":
        return f"[{path.name}](../{path.name}{place})"
    if path.name == "README.md":
        return "[the README](../readme.md)"
    return f"[{path.as_posix()}](../{files.page_of(top, path)}.md)"


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


def header_page(top, api, header, shown):
    """One header: its opening, then calls, structs, constants."""
    of = {kind: [item for item in api[kind] if item["header"] == header["name"]]
          for kind in ("functions", "callbacks", "structs", "opaque", "enums", "constants", "macros")}
    yield from (f"# {header['name']}", "")
    yield from opening(header["doc"])
    if of["functions"] or of["callbacks"]:
        yield from ("## Calls", "")
    for item in of["functions"] + of["callbacks"]:
        yield from function_lines(top, item, shown)
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


def pages(top, api, shown):
    """(page, text) of the whole reference."""
    headers = {pathlib.Path(header["name"]).stem: header for header in api["headers"] if header["name"] != "hail/hail.h"}
    if set(headers) != set(ORDER):
        raise SystemExit(f"reference.py: ORDER is not the list of headers: {', '.join(sorted(set(headers) ^ set(ORDER)))}")
    rows = [f"| [{headers[name]['name']}]({name}.md) | {cell(escaped(headers[name]['summary']))} |" for name in ORDER]
    yield "api/index", "\n".join(["# API reference", "", "`hail/hail.h` includes every header. They stand in the order in which a game needs them.",
                                  "", "| header | what it is for |", "|---|---|", *rows, "", "```{toctree}", ":hidden:", "", *ORDER,
                                  "```"])
    for name in ORDER:
        yield f"api/{name}", "\n".join(header_page(top, api, headers[name], shown))
