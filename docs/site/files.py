"""Pages of the site that show files of the repository: examples, what other pages take code from, and lists of folders."""
import re

LANGUAGES = {".c": "c", ".h": "c", ".hpp": "cpp", ".cpp": "cpp", ".py": "python", ".sh": "sh", ".js": "js", ".json": "json",
             ".txt": "text", ".build": "text", ".wrap": "text", ".md": "text", "": "text"}
LARGEST = 100_000  # bytes of a file that is shown


def is_shown(path):
    return path.is_file() and path.suffix in LANGUAGES and path.stat().st_size <= LARGEST


def page_of(top, path):
    """The page that shows a file or folder, both below TOP; None: there is none."""
    if (top / path).is_dir() and path.parts or is_shown(top / path):
        return f"files/{path.as_posix()}"
    return None


def linked(text):
    """The files and folders whose pages a page links to."""
    return set(re.findall(r"\]\((?:\.\./)*files/([^)#]+)\.md\)", text))


def body(top, path):
    """What a page says of a file, or of a folder. Searches do not look at it."""
    yield from ("---", "orphan: true", "nosearch: true", "---", f"# {path.as_posix()}", "")
    if (top / path).is_dir():
        up = "../" * len(path.parts)
        for each in sorted((top / path).iterdir()):
            page = page_of(top, each.relative_to(top))
            if page and not each.name.startswith("."):
                yield f"- [{each.name}]({up}{page}.md)"
    else:
        text = (top / path).read_text(encoding="utf-8")
        fence = "`" * max(3, 1 + max(map(len, re.findall("`+", text)), default=0))
        yield from (fence + LANGUAGES[path.suffix], text.rstrip("\n"), fence)


def pages(top, texts):
    """{page: text} of all files that pages link to, and that lists of folders lead to."""
    made, wanted = {}, set().union(*map(linked, texts))
    while wanted:
        name = wanted.pop()
        made[f"files/{name}"] = text = "\n".join(body(top, type(top)(name)))
        wanted |= {each for each in linked(text) if f"files/{each}" not in made}
    return made
