"""Carries Hail as a subproject of the two-file guest beside this file, as a game would, and checks what the game sees.

usage: check.py SOURCE_ROOT SCRATCH_FOLDER MESON...

Builds and runs the guest with gcc and clang (those that are there), against a static and a shared Hail, found by fallback
and by name alone. Each time: no warning (Hail's own files are built with -Werror too); only the public headers on the
guest's include path; only hail_ symbols; nothing of Hail's tests, benchmarks and examples. Prints TAP.
"""
import json
import os
import pathlib
import re
import shlex
import shutil
import subprocess
import sys

GUEST = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(GUEST.parent / "tools"))
sys.dont_write_bytecode = True
import symbols  # noqa: E402

def command(words, **options):
    """Runs it; its output, or an AssertionError with it."""
    done = subprocess.run([str(word) for word in words], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
                          stdin=subprocess.DEVNULL, check=False, **options)
    assert done.returncode == 0, f"{words[0]} answered {done.returncode}:\n{done.stdout[-8000:]}"
    return done.stdout


def left_out(folder, names):
    """Names in a folder that are no sources: git's and python's own, build folders, reports."""
    builds = {name for name in names if (pathlib.Path(folder) / name / "meson-private").exists()}
    return builds | ({".git", "__pycache__", "report"} & set(names))


def copy_tree(source, target):
    """What git knows and what it does not ignore; without git all but build folders."""
    git = subprocess.run(["git", "-C", source, "ls-files", "-z", "-co", "--exclude-standard"], capture_output=True,
                         text=True, check=False) if (source / ".git").exists() and shutil.which("git") else None
    if git is None or git.returncode:
        shutil.copytree(source, target, ignore=left_out)
        return
    for name in filter(None, git.stdout.split("\0")):
        if (source / name).is_file():
            (target / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(source / name, target / name)


def visible(build, entry, words, names):
    """Which of these headers a compiler's command line finds."""
    file = build / ("probe" + pathlib.Path(entry["file"]).suffix)
    file.write_text("".join(f"#if __has_include(<{name}>)\nsees {name}\n#endif\n" for name in sorted(names)),
                    encoding="utf-8")
    takes_one = {"-MQ", "-MF", "-o"}
    kept = [word for before, word in zip([""] + words, words[:words.index("-c")])
            if word not in takes_one | {"-MD"} and before not in takes_one]
    text = command(kept + ["-E", "-P", file], cwd=entry["directory"])
    return set(re.findall(r"^sees (.+)$", text, flags=re.MULTILINE))


def check_include_path(build, hail):
    """The guest's own files see one folder of Hail's, and by no name a header that is not public."""
    public = hail / "engine" / "include"
    private = {path.relative_to(hail) for path in hail.rglob("*.h") if public not in path.parents}
    names = {"/".join(path.parts[start:]) for path in private for start in range(len(path.parts))}
    entries = [entry for entry in json.loads((build / "compile_commands.json").read_text(encoding="utf-8"))
               if "guest-" in entry["output"].split("/")[0]]
    assert len(entries) == 2, f"{len(entries)} files of the guest's own, not 2"
    for entry in entries:
        words = shlex.split(entry["command"])
        seen = [word[2:] for word in words if word.startswith("-I")]
        seen += [words[i + 1] for i, word in enumerate(words) if word in ("-isystem", "-iquote", "-idirafter")]
        real = {(pathlib.Path(entry["directory"]) / path).resolve() for path in seen}
        of_hail = {path for path in real if hail == path or hail in path.parents}
        assert of_hail == {public}, f"the guest sees {sorted(map(str, of_hail))}"
        in_build = build / "subprojects" / "hail"
        made = [str(header) for path in real if path == in_build or in_build in path.parents
                for header in path.rglob("*.h")]
        assert not made, f"the guest sees what the build made: {made}"
        mine = [word for word in words if not (word.startswith("-I") and hail in
                                              (pathlib.Path(entry["directory"]) / word[2:]).resolve().parents)]
        shown = visible(build, entry, words, names) - visible(build, entry, mine, names)
        assert not shown, f"the guest can include {sorted(shown)}"
        assert visible(build, entry, words, {"hail/hail.h"}), "no hail/hail.h"


def check_targets(meson, build):
    """Hail gives the guest libraries, and nothing to run."""
    targets = json.loads(command(meson + ["introspect", "--targets", build]))
    other = [f"{target['name']} ({target['type']})" for target in targets
             if not target["name"].startswith("guest-") and target["type"] not in ("static library", "shared library")]
    assert not other, f"Hail also builds {other}"
    tests = [test["name"] for test in json.loads(command(meson + ["introspect", "--tests", build]))]
    assert sorted(tests) == ["c", "cpp"], f"tests: {tests}"
    benchmarks = json.loads(command(meson + ["introspect", "--benchmarks", build]))
    assert not benchmarks, f"benchmarks: {benchmarks}"


def check(meson, guest, hail, compilers, library, override):
    """One build of the guest."""
    build = guest / f"build-{compilers[0]}-{library}"
    quick = "-Doptimization=" + ("0" if compilers[0] == "clang" else "2")
    text = command(meson + ["setup", build, guest, f"-Ddefault_library={library}", f"-Doverride={override}", quick,
                           "-Db_colorout=never"],
                   env={**os.environ, "CC": compilers[0], "CXX": compilers[1]})
    text += command(["ninja", "-C", build])
    warnings = [line for line in text.splitlines() if re.search(r"\bwarning\b|\bdeprecat", line, re.IGNORECASE)]
    assert not warnings, "warnings:\n" + "\n".join(warnings)
    command(meson + ["test", "-C", build, "--no-rebuild", "--print-errorlogs"])
    check_include_path(build, hail)
    check_targets(meson, build)
    symbols.check(symbols.find(build, library), hail / "engine" / "include")


def main():
    source, scratch, meson = pathlib.Path(sys.argv[1]).resolve(), pathlib.Path(sys.argv[2]).resolve(), sys.argv[3:]
    guest = scratch / "guest"
    shutil.rmtree(guest, ignore_errors=True)
    guest.mkdir(parents=True)
    for name in ("meson.build", "meson_options.txt", "bullets.c", "ships.cpp"):
        shutil.copy2(GUEST / name, guest / name)
    hail = guest / "subprojects" / "hail"
    copy_tree(source, hail)
    compilers = [pair for pair in (("gcc", "g++"), ("clang", "clang++")) if all(map(shutil.which, pair))]
    builds = [(pair, library, "true" if (number + turn) % 2 else "false")
              for turn, pair in enumerate(compilers or [("cc", "c++")])
              for number, library in enumerate(("static", "shared"))]
    print(f"TAP version 13\n1..{len(builds)}", flush=True)
    failed = 0
    for number, (pair, library, override) in enumerate(builds, 1):
        name = f"{number} {pair[0]}, {library}, " + ("by name" if override == "true" else "by fallback")
        try:
            check(meson, guest, hail, pair, library, override)
            print(f"ok {name}", flush=True)
        except AssertionError as error:
            failed += 1
            print(f"not ok {name}\n" + "\n".join("# " + line for line in str(error).splitlines()), flush=True)
    if not failed:
        shutil.rmtree(guest)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
