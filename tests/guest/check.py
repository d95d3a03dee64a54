"""Carries Hail as a subproject of the two-file guest beside this file, as a game would, and checks what the game sees.

usage: check.py SOURCE_ROOT SCRATCH_FOLDER MESON...

Builds and runs the guest with gcc and clang (where installed), against a static and a shared Hail, found by fallback
and by name alone. Each time there is no warning, and the include path has only the public headers. Hail brings only
hail_ symbols, nothing that prints or aborts, and none of its tests, benchmarks and examples. The installed game runs
wherever its folder is moved. Then the compile commands of every buildtype: Hail's files are optimised, and get the
parent's sanitizers and LTO but not its warnings. Last, Hail alone builds with clang and -Werror. The library as it is
by default is no larger than it may be. Prints TAP.
"""
import json
import os
import pathlib
import re
import shlex
import shutil
import subprocess
import sys
import time

GUEST = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(GUEST.parent / "tools"))
sys.dont_write_bytecode = True
import symbols  # noqa: E402

def command(words, **options):
    """Runs a command. Returns its output, or raises an AssertionError with it."""
    done = subprocess.run([str(word) for word in words], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
                          stdin=subprocess.DEVNULL, check=False, **options)
    assert done.returncode == 0, f"{words[0]} answered {done.returncode}:\n{done.stdout[-8000:]}"
    return done.stdout


def left_out(folder, names):
    """The names in a folder that are not sources: git's and python's own, build folders, reports."""
    builds = {name for name in names if (pathlib.Path(folder) / name / "meson-private").exists()}
    return builds | ({".git", "__pycache__", "report"} & set(names))


def copy_tree(source, target):
    """Copies what git tracks or does not ignore; without git, all but build folders."""
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
    """The guest's own files see one folder of Hail's, and cannot include a header that is not public."""
    public = hail / "engine" / "include"
    private = {path.relative_to(hail) for path in hail.rglob("*.h") if public not in path.parents}
    names = {"/".join(path.parts[start:]) for path in private for start in range(len(path.parts))}
    entries = [entry for entry in json.loads((build / "compile_commands.json").read_text(encoding="utf-8"))
               if "guest-" in entry["output"].split("/")[0]]
    assert len(entries) == 3, f"{len(entries)} files of the guest's own, not 3"
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
    """Hail gives the guest libraries and no programs."""
    targets = json.loads(command(meson + ["introspect", "--targets", build]))
    other = [f"{target['name']} ({target['type']})" for target in targets
             if not target["name"].startswith("guest-") and target["type"] not in ("static library", "shared library")]
    assert not other, f"Hail also builds {other}"
    tests = [test["name"] for test in json.loads(command(meson + ["introspect", "--tests", build]))]
    assert sorted(tests) == ["c", "cpp", "turns"], f"tests: {tests}"
    benchmarks = json.loads(command(meson + ["introspect", "--benchmarks", build]))
    assert not benchmarks, f"benchmarks: {benchmarks}"


def check_installed(meson, build, guest):
    """The game is installed to a prefix, the prefix is moved, and the game still runs."""
    prefix, moved = build / "prefix", build / "moved"
    command(meson + ["install", "-C", build, "--no-rebuild"])
    prefix.rename(moved)
    for name in ("guest-c", "guest-cpp"):
        command([moved / "bin" / name], cwd=guest)
    assert not (moved / "include").exists(), "the game installs Hail's headers"


def setup(meson, build, guest, compilers, *options):
    return command(meson + ["setup", build, guest, "-Db_colorout=never", *options],
                   env={**os.environ, "CC": compilers[0], "CXX": compilers[1]})


def of_hail(build):
    """The arguments of every command that compiles one of Hail's files."""
    entries = json.loads((build / "compile_commands.json").read_text(encoding="utf-8"))
    words = [shlex.split(entry["command"]) for entry in entries if "guest-" not in entry["output"].split("/")[0]]
    assert len(words) > 50, f"only {len(words)} files of Hail's"
    return words


def check_debug(every, bare):
    """Kernels have no debug information (bare), or what the parent asks for; the engine always has that."""
    for words in every:
        last = [word for word in words if re.fullmatch("-g.?", word)][-1:]
        kernel = any(word.startswith("-DHAIL_VARIANT=") for word in words)
        assert last == ["-g0" if kernel and bare else "-g"], f"debug information: {' '.join(words)}"


def check_buildtypes(meson, guest, compilers):
    """How Hail's files are compiled in every buildtype of the parent."""
    def level(words):
        return [word for word in words if re.fullmatch("-O.?", word)][-1:] or ["none"]
    def commands(name, *options):
        build = guest / f"build-{name}"
        setup(meson, build, guest, compilers, *options)
        return of_hail(build)
    for kind in ("plain", "debug", "debugoptimized", "release", "minsize"):
        levels = {(level(words)[0], any(word.startswith("-DHAIL_VARIANT=") for word in words))
                  for words in commands(kind, f"--buildtype={kind}")}
        assert levels == {("-O3", True), ("-O2", False)}, f"buildtype={kind} compiles Hail with {sorted(levels)}"
    check_debug(commands("debug", "--wipe"), True)
    check_debug(commands("debug", "--reconfigure", "-Dhail:kernel_debug=true", "-Dhail:apart=true"), False)
    for variant, needed in (("sse2", {"reference", "sse2"}), ("avx512", {"reference", "avx2", "avx512"})):
        names = {word[15:] for words in commands("debug", "--reconfigure", f"-Dhail:variants={variant}") for word in words
                 if word.startswith("-DHAIL_VARIANT=")}
        assert names == needed, f"hail:variants={variant} builds {sorted(names)}"
    try:
        commands("unknown", "-Dhail:variants=sse9")
    except AssertionError as error:
        assert "'sse9'" in str(error) and "avx2" in str(error), f"an unknown variant: {error}"
    else:
        raise AssertionError("hail:variants=sse9 is accepted")
    levels = {level(words)[0] for words in commands("unoptimized", "--buildtype=debug", "-Dhail:optimize=false")}
    assert levels <= {"-O0", "none"}, f"hail:optimize=false compiles Hail with {sorted(levels)}"
    for words in commands("sanitized", "-Db_sanitize=address,undefined", "-Db_lto=true"):
        assert "-fsanitize=address,undefined" in words and any(word.startswith("-flto") for word in words), f"no sanitizer or LTO: {words}"
        assert "-Werror" not in words and "-w" in words, f"the parent's warnings reach Hail: {words}"


def check_alone(meson, guest, hail, compilers):
    """Hail's own build has no warning."""
    build = guest / f"build-alone-{compilers[0]}"
    off = [f"-D{part}=disabled" for part in ("tests", "bench", "examples")]
    setup(meson, build, hail, compilers, *off, "-Dwerror=true", "-Doptimize=false", "-Doptimization=0")
    command(["ninja", "-C", build])


MOST_BYTES = 1_800_000  # of the library as a guest has it by default, as a shared one and stripped: gcc 12, x86-64


def check_size(built):
    """The optimised library with all variants, linked as a shared one without symbols, is no larger than it may be."""
    linked = built.with_suffix(".size.so")
    command(["gcc", "-shared", "-s", "-Wl,--whole-archive", built, "-Wl,--no-whole-archive", "-lm", "-o", linked])
    size = linked.stat().st_size
    assert size <= MOST_BYTES * 1.01, f"{size} bytes, not {MOST_BYTES}"


def check(meson, guest, hail, compilers, library, override):
    """One build of the guest."""
    build = guest / f"build-{compilers[0]}-{library}"
    kind = [] if library == "static" else [f"-Dhail:default_library={library}"]  # static is the default
    # One build is optimised: with debug information it would take half as long again.
    optimised = (compilers[0], library) == ("gcc", "static")
    quick = ["-Ddebug=false"] if optimised else ["-Dhail:optimize=false", "-Dhail:variants=sse2"]
    text = setup(meson, build, guest, compilers, f"-Doverride={override}", f"--prefix={build / 'prefix'}", *kind, *quick)
    text += command(["ninja", "-C", build])
    warnings = [line for line in text.splitlines() if re.search(r"\bwarning\b|\bdeprecat", line, re.IGNORECASE)]
    assert not warnings, "warnings:\n" + "\n".join(warnings)
    command(meson + ["test", "-C", build, "--no-rebuild", "--print-errorlogs"])
    check_include_path(build, hail)
    check_targets(meson, build)
    built = symbols.find(build, library)
    symbols.check(built, hail / "engine" / "include")
    symbols.check_quiet(built)
    if optimised and os.uname().machine == "x86_64":
        check_size(built)
    check_installed(meson, build, guest)


def run_checks(first, checks):
    """Runs [(name, function, further arguments)], prints TAP; 1 if one of them failed."""
    print(f"TAP version 13\n1..{len(checks)}", flush=True)
    failed = 0
    for number, (name, function, arguments) in enumerate(checks, 1):
        start = time.monotonic()
        try:
            function(first, *arguments)
            print(f"ok {number} {name} ({time.monotonic() - start:.1f} s)", flush=True)
        except AssertionError as error:
            failed += 1
            print(f"not ok {number} {name}\n" + "\n".join("# " + line for line in str(error).splitlines()), flush=True)
    return 1 if failed else 0


def main():
    source, scratch, meson = pathlib.Path(sys.argv[1]).resolve(), pathlib.Path(sys.argv[2]).resolve(), sys.argv[3:]
    guest = scratch / "guest"
    shutil.rmtree(guest, ignore_errors=True)
    guest.mkdir(parents=True)
    for name in ("meson.build", "meson_options.txt", "bullets.c", "ships.cpp", "turns.c"):
        shutil.copy2(GUEST / name, guest / name)
    hail = guest / "subprojects" / "hail"
    copy_tree(source, hail)
    compilers = [pair for pair in (("gcc", "g++"), ("clang", "clang++")) if all(map(shutil.which, pair))]
    pairs = compilers or [("cc", "c++")]
    checks = [(f"{pair[0]}, {library}, " + ("by name" if override else "by fallback"), check,
               (guest, hail, pair, library, "true" if override else "false"))
              for turn, pair in enumerate(pairs)
              for number, library in enumerate(("static", "shared"))
              for override in [(number + turn) % 2]]
    checks.append(("every buildtype", check_buildtypes, (guest, pairs[0])))
    if os.environ.get("HAIL_SHORT") == "1":
        del checks[1:-1]  # one compiler, the static library
        pairs = pairs[:1]
    # gcc's own warnings stop tests/run.sh.
    checks += [(f"{pair[0]}, alone, -Werror", check_alone, (guest, hail, pair)) for pair in pairs if pair[0] != "gcc"]
    failed = run_checks(meson, checks)
    if not failed:
        shutil.rmtree(guest)
    return failed


if __name__ == "__main__":
    sys.exit(main())
