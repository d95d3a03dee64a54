"""Plays every golden scene of tests/golden as WebAssembly, with the very objects that the package's modules are linked of.

usage: golden.py ROOT FOLDER [-O1|-O2|-O3|-Os]

FOLDER: where build.py has built, or builds what is missing; the level as there. All hashes must be those of
bindings/golden.json, with lanes, without, and in the reference.
"""
import pathlib
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent))
sys.dont_write_bytecode = True
import build  # noqa: E402

LINK = [*(word for word in build.LINK if word not in ("-nostartfiles", "-Wl,--no-entry"))]
LEAST = {"simd": 2, "plain": 1}  # variants


def link_scenes(root, folder, name, level):
    """The scenes as a program of WASI; its library is the module's."""
    flags, scenes = build.flags_of(name, level), root / "tests" / "golden"
    includes = [scenes / "golden.h", folder / "golden_table.inc"]
    objects = [build.compile_object(folder, source, flags, includes) for source in sorted(scenes.glob("*.c"))]
    program = folder / f"golden-{name}.wasm"
    build.run([*LINK, *objects, build.compile_object(folder, folder / "hail.c", flags), "-o", program])
    build.optimise(program, name, level)
    return program


def check(root, folder, name, level):
    program = link_scenes(root, folder, name, level)
    words = ["node", "--no-warnings", root / "tests" / "golden" / "wasi.mjs", program]
    done = subprocess.run([str(word) for word in words], stdout=subprocess.PIPE, text=True, check=False)
    lines = done.stdout.splitlines()
    good = [line for line in lines if line.startswith("ok ")]
    variants = {line.split()[1].rstrip(",") for line in good}
    scenes = (folder / "golden_table.inc").read_text(encoding="utf-8").count("UINT64_C(") // 4
    fine = done.returncode == 0 and len(good) == len(lines) == scenes * len(variants) and len(variants) >= LEAST[name]
    print(f"{name}: {len(good)} of {scenes * len(variants)} golden hashes, with {', '.join(sorted(variants))}", flush=True)
    if not fine:
        print(done.stdout, file=sys.stderr)
    return fine


def play(root, folder, level):
    """Returns whether all is as known."""
    build.make_pair(root, folder)
    table = [sys.executable, root / "tests" / "golden" / "table.py", "--inc", root / "bindings" / "golden.json"]
    build.run([*table, folder / "golden_table.inc"])
    return all([check(root, folder, name, level) for name in build.BUILDS])


def main():
    arguments = [word for word in sys.argv[1:] if not word.startswith("-O")]
    level = next((word for word in sys.argv[1:] if word.startswith("-O")), None)
    if len(arguments) != 2:
        print(__doc__, file=sys.stderr)
        return 2
    root, folder = (pathlib.Path(word).resolve() for word in arguments)
    return 0 if play(root, folder, level) else 1


if __name__ == "__main__":
    sys.exit(main())
