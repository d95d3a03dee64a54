"""Runs clang-tidy, with the tree's .clang-tidy, over the files of the given folders as the build compiles them.

usage: tidy.py BUILD_FOLDER SOURCE_ROOT FOLDER...

A file that is compiled once for each variant is checked once for each, because its lanes differ. A file that is in two
libraries is checked once, and as its own folder compiles it if a test compiles it again.

Kernels of one variant are checked together, by files that include some of them each, because SIMDe's headers take
longer than many a kernel. If there is a warning, or if such a file does not compile, each kernel is checked again by
itself, and only that counts. clang's analyzer looks into included files only if the name of the file that includes them
has "UnifiedSource" in it; a defect is planted first, to see that it still does.

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

sys.dont_write_bytecode = True
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "packaging"))
import amalgamate  # noqa: E402

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


def read_entries(build, root, folders):
    """What the build compiles of these folders: {variant: [entry]}, '' for what is compiled without lanes."""
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
            variants.setdefault(flags if lanes else "", []).append(entry)
    return variants


def split(entries, root, tree):
    """Splits a variant's files into few groups that compile: no two files of one may give two things the same name."""
    paths = {entry["file"]: pathlib.Path(entry["file"]).relative_to(root).as_posix() for entry in entries}
    below = {file: set(tree.below(path)) for file, path in paths.items()}
    def names(paths):
        return set().union(*(tree[path].declared | tree[path].macros for path in paths))
    def clash(one, other):
        ours, theirs = below[one["file"]], below[other["file"]]
        return bool(names(ours - theirs) & names(theirs - ours))
    clashes = {entry["file"]: sum(clash(entry, other) for other in entries) for entry in entries}
    groups = []
    for entry in sorted(entries, key=lambda entry: -clashes[entry["file"]]):
        free = [group for group in groups if not any(clash(entry, other) for other in group)]
        if free:
            min(free, key=len).append(entry)
        else:
            groups.append([entry])
    return groups


def main():
    if not shutil.which("clang-tidy"):
        return 77
    build, root = pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2]).resolve()
    variants = read_entries(build, root, [root / name for name in sys.argv[3:]])
    tree = amalgamate.Tree(root)
    alone = [[entry] for entry in variants.pop("", [])]
    if can_join(root):
        joined = [group for entries in variants.values() for group in split(entries, root, tree)]
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
