"""Writes the recipes of packaging/recipes/ for a published archive: WrapDB's, Conan Center's and vcpkg's.

usage: release.py OWNER/NAME ARCHIVE FOLDER

OWNER/NAME is the GitHub repository with the tag v<version>. ARCHIVE is that tag's .tar.gz; its hashes go into the
recipes. The recipes are written to FOLDER; docs/installing.md says where to copy them.
"""
import hashlib
import pathlib
import re
import sys

HERE = pathlib.Path(__file__).resolve().parent


def version():
    """The project's version, from meson.build."""
    text = (HERE.parent / "meson.build").read_text(encoding="utf-8")
    return re.search(r"^  version: '([^']+)'", text, flags=re.MULTILINE)[1]


def main():
    if len(sys.argv) != 4 or not re.fullmatch(r"[\w.-]+/[\w.-]+", sys.argv[1]):
        sys.exit(__doc__)
    archive, folder = pathlib.Path(sys.argv[2]).read_bytes(), pathlib.Path(sys.argv[3])
    values = {"REPO": sys.argv[1], "VERSION": version(), "SHA256": hashlib.sha256(archive).hexdigest(),
              "SHA512": hashlib.sha512(archive).hexdigest()}
    for template in sorted((HERE / "recipes").rglob("*")):
        if template.is_file():
            made = folder / template.relative_to(HERE / "recipes")
            made.parent.mkdir(parents=True, exist_ok=True)
            text = template.read_text(encoding="utf-8")
            made.write_text(re.sub(r"@(\w+)@", lambda match: values[match[1]], text), encoding="utf-8")


if __name__ == "__main__":
    main()
