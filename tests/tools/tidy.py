"""Runs clang-tidy, with the tree's .clang-tidy, over the files of the given folders as the build compiles them.

usage: tidy.py SCRATCH_FOLDER SOURCE_ROOT MESON FOLDER...

A file that is compiled once for each variant is checked once for each, because its lanes differ. A file that is in two
libraries is checked once, and as its own folder compiles it if a test compiles it again.

Kernels of a room and variant are checked together, as the build compiles them, because SIMDe's headers take longer than
many a kernel. If there is a warning, each is checked again by itself, and only that counts. clang's analyzer looks into
included files only if the name of the file that includes them has "UnifiedSource" in it; a defect is planted first, to
see that it still does.

Exits with 77 if clang-tidy is not there.
"""
import concurrent.futures
import json
import os
import pathlib
import re
import shlex
import shutil
import subprocess
import sys
import tempfile

# The analyzer's checks of C++, Objective-C and other systems' libraries find nothing in C, but look at every call.
NOT_OF_C = ",".join(f"-clang-analyzer-{group}*" for group in (
    "cplusplus", "optin.cplusplus", "webkit", "apiModeling.google", "apiModeling.llvm",
    "osx", "optin.osx", "nullability", "fuchsia", "optin.mpi"))
# The analyzer's many small allocations are faster in large pages. Other C libraries than glibc ignore this.
ENVIRONMENT = {"GLIBC_TUNABLES": "glibc.malloc.hugetlb=1", **os.environ}


def tidy(entry, root):
    """clang-tidy's warnings about one entry of compile_commands.json; '' if there are none."""
    checks = [f"--checks={NOT_OF_C}"] if entry["file"].endswith(".c") else []
    with tempfile.TemporaryDirectory() as database:
        pathlib.Path(database, "compile_commands.json").write_text(json.dumps([entry]), encoding="utf-8")
        unknown = [f"--extra-arg=-Wno-{name}" for name in ("unknown-warning-option", "ignored-optimization-argument")]
        words = ["clang-tidy", "--quiet", "-p", database, f"--config-file={root / '.clang-tidy'}", *checks, *unknown]
        done = subprocess.run([*words, entry["file"]], cwd=root, env=ENVIRONMENT, stdin=subprocess.DEVNULL,
                              capture_output=True, text=True, check=False)
    return (done.stdout.strip() or done.stderr) if done.returncode else ""


def join(entries, folder):
    """An entry for a file in this folder that includes those of these entries."""
    file = folder / "UnifiedSource.c"
    lines = [f'#include "{entry["file"]}" // NOLINT(bugprone-suspicious-include)\n' for entry in entries]
    file.write_text("".join(lines), encoding="utf-8")
    command = entries[0]["command"].rsplit(" -c ", 1)[0] + f" -c {shlex.quote(str(file))}"
    return {**entries[0], "command": command, "file": str(file)}


def tidy_group(entries, root):
    """clang-tidy's warnings about files that it checks together. Returns [(output, warnings)]."""
    if len(entries) > 1:
        with tempfile.TemporaryDirectory() as folder:
            if not tidy(join(entries, pathlib.Path(folder)), root):
                return [(entry["output"], "") for entry in entries]
    return [(entry["output"], tidy(entry, root)) for entry in entries]


def can_join(root):
    """Whether clang-tidy and its analyzer report what is wrong in an included file."""
    with tempfile.TemporaryDirectory() as folder:
        file = pathlib.Path(folder, "simd", "planted.c")
        file.parent.mkdir()
        file.write_text("int planted(int *p);\nint planted(int *p) { return p ? (p == p) : *p; }\n", encoding="utf-8")
        entry = {"directory": folder, "command": f"cc -c {file}", "file": str(file)}
        text = tidy(join([entry], pathlib.Path(folder)), root)
    return "misc-redundant-expression" in text and "clang-analyzer-core.NullDereference" in text


def configure(build, root, meson):
    """A build that compiles every file by itself; it is never run."""
    shutil.rmtree(build, ignore_errors=True)
    off = [f"-D{part}=disabled" for part in ("tests", "bench", "examples")]
    subprocess.run([meson, "setup", build, root, "-Dapart=true", "-Dchecks=true", *off], check=True, stdout=subprocess.DEVNULL,
                   stdin=subprocess.DEVNULL)


def read_entries(build, root, folders):
    """What the build compiles of these folders: {(variant, room): [entry]}, '' for what is compiled without lanes."""
    found = {}
    for entry in json.loads((build / "compile_commands.json").read_text(encoding="utf-8")):
        entry["command"] = entry["command"].replace(" -fno-tree-pre", "")  # only gcc knows it
        file = (pathlib.Path(entry["directory"]) / entry["file"]).resolve()
        entry["file"] = str(file)
        if any(folder in file.parents for folder in folders):
            own = entry["output"].startswith(file.relative_to(root).parts[0] + "/")
            found.setdefault(entry["file"], []).append((own, entry))
    variants = {}
    for entries in found.values():
        owned = any(own for own, _ in entries)
        kept = {}
        for own, entry in entries:
            if own or not owned:
                flags = [word for word in shlex.split(entry["command"]) if word.startswith(("-D", "-m"))]
                kept[tuple(sorted(flags))] = entry
        for flags, entry in kept.items():
            lanes = any(re.fullmatch(r"-DHAIL_LANES=(?!1$)\d+", flag) for flag in flags)
            room = pathlib.Path(entry["file"]).parent
            variants.setdefault((flags, room) if lanes else "", []).append(entry)
    return variants


def main():
    if not shutil.which("clang-tidy"):
        return 77
    build, root = pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2]).resolve()
    configure(build, root, sys.argv[3])
    variants = read_entries(build, root, [root / name for name in sys.argv[4:]])
    alone = [[entry] for entry in variants.pop("", [])]
    if can_join(root):
        joined = list(variants.values())
    else:
        joined = [[entry] for entries in variants.values() for entry in entries]
    groups = sorted(joined, key=len, reverse=True) + alone  # long ones first, so that all cores are busy to the end
    said = {}
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        for answers in pool.map(lambda group: tidy_group(group, root), groups):
            for output, text in answers:
                if text and text not in said.values():
                    said[output] = text
    for text in said.values():
        print(text)
    count = sum(map(len, groups))
    print(f"{count} files in {len(groups)} runs, {len(said)} with warnings")
    return 1 if said or not count else 0


if __name__ == "__main__":
    sys.exit(main())
