"""Checks the symbols that libhail exports.

usage: symbols.py BUILD_FOLDER INCLUDE_FOLDER

Static: every external symbol starts with hail_. Shared: exactly the functions that the public headers declare.
"""
import pathlib
import re
import subprocess
import sys

# The linkers of some systems add these to every shared library.
LINKER = {"_init", "_fini", "_edata", "_end", "__bss_start"}


def declared(include):
    """The functions that the public headers declare."""
    names = set()
    for header in sorted(pathlib.Path(include).rglob("*.h")):
        text = re.sub(r"/\*.*?\*/|//[^\n]*", "", header.read_text(encoding="utf-8"), flags=re.DOTALL)
        names |= set(re.findall(r"^HAIL_API\b[^;(]*?\b(\w+)\s*\(", text, flags=re.MULTILINE))
    return names


def find(build, kind):
    """Hail's library below a build folder."""
    pattern = "libhail.a" if kind == "static" else "libhail.so"
    found = sorted(pathlib.Path(build).rglob(pattern))
    found = [path for path in found if "guest" not in path.relative_to(build).parts]
    assert len(found) == 1, f"{len(found)} files named {pattern} below {build}"
    return found[0]


def defined(library, *options):
    text = subprocess.run(["nm", "--defined-only", "-g", "-P", *options, str(library)], check=True,
                          capture_output=True, text=True).stdout
    rows = (line.split() for line in text.splitlines())
    return {row[0].split("@")[0] for row in rows if len(row) >= 2 and not row[0].endswith(":")}


# A library that never prints, exits or aborts calls none of these.
LOUD = {"abort", "exit", "_exit", "_Exit", "quick_exit", "raise", "signal", "sigaction", "printf", "fprintf", "puts", "putchar",
        "fputs", "fwrite", "perror", "__assert_fail", "__printf_chk", "__fprintf_chk"}


def check_quiet(library):
    """Raises an AssertionError if the library calls a function that prints, exits or aborts."""
    text = subprocess.run(["nm", "--undefined-only", "-P", *(["-D"] if library.suffix == ".so" else []), str(library)],
                          check=True, capture_output=True, text=True).stdout
    called = {line.split()[0].split("@")[0] for line in text.splitlines() if line.split()}
    assert not called & LOUD, f"{library.name} calls {sorted(called & LOUD)}"


def check(library, include):
    """Raises an AssertionError that says what is wrong; returns the number of symbols."""
    public = declared(include)
    assert public, f"no function is declared in {include}"
    if library.suffix == ".a":
        names = defined(library)
        foreign = sorted(name for name in names if not name.startswith("hail_"))
        assert not foreign, f"{library.name} also defines {foreign}"
    else:
        names = defined(library, "-D") - LINKER
        extra = sorted(names - public)
        assert not extra, f"{library.name} also exports {extra}"
    missing = sorted(public - names)
    assert not missing, f"declared, but not in {library.name}: {missing}"
    return len(names)


def main():
    build, include = sys.argv[1:3]
    checked = 0
    for kind in ("static", "shared"):
        try:
            library = find(build, kind)
        except AssertionError:
            continue
        print(f"{library.name}: {check(library, include)} symbols")
        checked += 1
    assert checked, f"no libhail below {build}"


if __name__ == "__main__":
    try:
        main()
    except AssertionError as error:
        sys.exit(str(error))
