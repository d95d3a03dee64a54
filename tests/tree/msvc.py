"""Parses every file of the library as Microsoft's compiler would. That compiler is not available here; clang-cl parses
for its target, with the stand-in headers in msvc/ beside this file.

usage: msvc.py SOURCE_ROOT SCRATCH_FOLDER [SIMDE_FOLDER]

Uses simd/variants.txt's flags for cl. There is no warning and no GNU extension; after preprocessing, Hail's own text
has no word that only GNU compilers know. Prints TAP.
"""
import concurrent.futures
import functools
import os
import pathlib
import re
import shutil
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent
GNU = re.compile(r"__attribute__|__builtin_\w+|__asm__|\b__typeof|_Pragma\s*\(\s*\"GCC|#pragma\s+GCC|__restrict__|__extension__")
# cl knows no variable-length arrays, no [static n] and no statement expressions.
STRICT = ["/std:c17", "/W4", "-Wextra", "-Wno-unused-command-line-argument", "-Wgnu", "-Wvla", "-Wcomplex-component-init",
          "-Wc2x-extensions", "-Werror", "-Wpedantic",
          "-U__clang__", "-Wno-unknown-pragmas"]


def compiler(source, simde):
    own = subprocess.run(["clang", "-print-resource-dir"], check=True, capture_output=True, text=True).stdout.strip()
    return ["clang", "--driver-mode=cl", "--target=x86_64-pc-windows-msvc", "/nologo", "/X", *STRICT, "/fp:precise",
            "-imsvc", str(HERE / "msvc"), "-imsvc", own + "/include", "-imsvc", str(simde),
            *(f"/I{source / folder}" for folder in ("engine/include", "engine", "simd"))]


def units(source, scratch):
    """[(name, file, flags)] of every compilation, as meson and CMake make them."""
    (scratch / "variant_list.h").write_text("#define HAIL_EACH_VARIANT(X) X(reference, 0) X(sse2, 0) X(avx2, 0) X(avx512, 0)\n",
                                            encoding="utf-8")
    engine = [source / "engine" / name for name in (source / "engine/sources.txt").read_text(encoding="utf-8").split()]
    simd = [source / "simd" / name for name in (source / "simd/sources.txt").read_text(encoding="utf-8").split()]
    kernels = [file for file in simd if "kernels" in file.parts]
    scalars = [file for file in kernels if file.name.endswith("_reference.c") or file.name == "table.c"]
    lanes = [file for file in kernels if not file.name.endswith("_reference.c")]
    eights = [source / "simd" / name for name in (source / "simd/eight_lanes.txt").read_text(encoding="utf-8").split()]
    made = [("the engine", file, [f"/I{scratch}"]) for file in [*engine, *(file for file in simd if file not in kernels)]]
    for line in (source / "simd/variants.txt").read_text(encoding="utf-8").splitlines():
        if not line.startswith("#"):
            name, width, machine, _, _, flags = (word.strip() for word in line.split("|"))
            if machine in ("any", "x86"):
                for file in scalars if width == "1" else lanes:
                    if width != "16" or file not in eights:
                        made.append((name, file, [*flags.split(), f"/DHAIL_LANES={width}", f"/DHAIL_VARIANT={name}"]))
    return made


@functools.cache
def own_words(source):
    """GNU words that Hail's files use themselves; others come from the macros of system headers."""
    return {word for folder in ("engine", "simd") for path in (source / folder).rglob("*.[ch]")
            for word in GNU.findall(path.read_text(encoding="utf-8"))}


def foreign_words(text, source):
    """GNU words in preprocessed lines that come from Hail's files."""
    mine, found = False, set()
    for line in text.splitlines():
        if match := re.match(r'#(?:line)? ?\d+ "((?:[^"\\]|\\.)*)"', line):
            path = match[1].replace("\\\\", "\\")
            mine = path.startswith((str(source / "engine"), str(source / "simd")))
        elif mine:
            found |= set(GNU.findall(line))
    return found & own_words(source)


def parse(source, base, file, flags):
    """What is wrong with a file, or ''."""
    done = subprocess.run([*base, "/Zs", *flags, "--", str(file)], capture_output=True, text=True, check=False)
    if done.returncode or done.stderr.strip():
        return f"{file}:\n{done.stderr or done.stdout}"
    text = subprocess.run([*base, "/E", *flags, "--", str(file)], capture_output=True, text=True, check=False).stdout
    words = foreign_words(text, source)
    return f"{file} says {sorted(words)} to Microsoft's compiler\n" if words else ""


def parse_amalgamation(source, scratch, base):
    """Parses hail.c as clang-cl does, and as cl does: with every instruction set allowed."""
    done = subprocess.run([sys.executable, source / "packaging/amalgamate.py", source, scratch / "msvc-pair"], capture_output=True,
                          text=True, check=False)
    if done.returncode:
        return done.stderr
    wide = ["-mavx512f", "-mavx512bw", "-mavx512dq", "-mavx512vl", "-mpopcnt"]
    return "\n".join(filter(None, (parse(source, base, scratch / "msvc-pair" / "hail.c", flags) for flags in (["-D__clang__"], wide))))


def main():
    source, scratch = pathlib.Path(sys.argv[1]).resolve(), pathlib.Path(sys.argv[2]).resolve() / "msvc"
    if not shutil.which("clang"):
        print("TAP version 13\n1..0 # SKIP without clang")
        return 0
    shutil.rmtree(scratch, ignore_errors=True)
    scratch.mkdir(parents=True)
    simde = scratch / "simde-include"
    simde.mkdir()
    (simde / "simde").symlink_to(pathlib.Path(sys.argv[3] if len(sys.argv) > 3 else "/usr/include") / "simde")
    base = compiler(source, simde)
    work = units(source, scratch)
    assert len(work) > 150, f"only {len(work)} files"
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count() or 1) as pool:
        results = list(pool.map(lambda unit: parse(source, base, unit[1], unit[2]), work))
    wrong = {group: "" for group, _, _ in work}
    for (group, _, _), result in zip(work, results):
        wrong[group] += result
    wrong["hail.c"] = parse_amalgamation(source, scratch, base)
    print(f"TAP version 13\n1..{len(wrong)}")
    for number, (group, text) in enumerate(wrong.items(), 1):
        print(f"{'not ok' if text else 'ok'} {number} {group}")
        for line in text.splitlines():
            print(f"# {line}")
    shutil.rmtree(scratch)
    return 1 if any(wrong.values()) else 0


if __name__ == "__main__":
    sys.exit(main())
