"""Runs clang-tidy, with the tree's .clang-tidy, over the files of the given folders as the build compiles them.

usage: tidy.py BUILD_FOLDER SOURCE_ROOT FOLDER...

A file that is compiled once for each variant is checked once for each, because its lanes differ; one that is only in two
libraries is checked once. Exits with 77 if clang-tidy is not there.
"""
import concurrent.futures
import json
import os
import pathlib
import shlex
import shutil
import subprocess
import sys
import tempfile


def tidy(entry, root):
    """clang-tidy's warnings about one entry of compile_commands.json; '' if there are none."""
    with tempfile.TemporaryDirectory() as database:
        pathlib.Path(database, "compile_commands.json").write_text(json.dumps([entry]), encoding="utf-8")
        done = subprocess.run(["clang-tidy", "--quiet", "-p", database, "--extra-arg=-Wno-unknown-warning-option",
                               "--extra-arg=-Wno-ignored-optimization-argument", entry["file"]], cwd=root,
                              stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False)
    return (done.stdout.strip() or done.stderr) if done.returncode else ""


def main():
    if not shutil.which("clang-tidy"):
        return 77
    build, root = pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2]).resolve()
    folders = [root / name for name in sys.argv[3:]]
    entries = {}
    for entry in json.loads((build / "compile_commands.json").read_text(encoding="utf-8")):
        entry["command"] = entry["command"].replace(" -fno-tree-pre", "")  # only gcc knows it
        entry["file"] = str((pathlib.Path(entry["directory"]) / entry["file"]).resolve())
        if any(folder in pathlib.Path(entry["file"]).parents for folder in folders):
            variant = [word for word in shlex.split(entry["command"]) if word.startswith(("-D", "-m"))]
            entries[(entry["file"], *sorted(variant))] = entry
    entries = list(entries.values())
    said = {}
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        for entry, text in zip(entries, pool.map(lambda entry: tidy(entry, root), entries)):
            if text and text not in said.values():
                said[entry["output"]] = text
    for text in said.values():
        print(text)
    print(f"{len(entries)} files, {len(said)} with warnings")
    return 1 if said or not entries else 0


if __name__ == "__main__":
    sys.exit(main())
