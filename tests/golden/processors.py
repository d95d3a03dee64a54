"""The golden scenes on other processors: one answer everywhere.

usage: processors.py SOURCE_ROOT FOLDER [--all] [TARGET...]

Makes the pair hail.h and hail.c, compiles it with the scenes for each target, runs it (QEMU, node, Wine) for 100 steps,
and compares all hashes with bindings/golden.json. Without names: the targets of CI; --all: every target. A target whose
compiler or emulator is missing fails. Prints TAP.
"""
import pathlib
import shutil
import sys

HERE = pathlib.Path(__file__).resolve().parent
sys.dont_write_bytecode = True
sys.path.insert(0, str(HERE.parent / "guest"))
import check as guests  # noqa: E402

QUICK, LONG = "quick", "long"
CC = ["-ffp-contract=off"]
GCC = ["-std=c17", "-fexcess-precision=fast"]
WASM = ["clang", "-std=c17", "--target=wasm32-wasi", "-fno-strict-aliasing", "-Wl,-z,stack-size=1048576"]
NODE = ["node", "--no-warnings", str(HERE / "wasi.mjs")]


def cross(name, *flags):
    return [f"{name}-gcc", *GCC, "-static", *flags]


# name: (set, compiler, what runs it). What meson builds for this machine: the test `golden`.
TARGETS = {
    "wasm32": (QUICK, [*WASM, "-O1"], NODE),
    "wasm32-simd128": (QUICK, [*WASM, "-O1", "-msimd128"], NODE),
    "s390x (big endian)": (QUICK, cross("s390x-linux-gnu", "-O1"), ["qemu-s390x-static"]),
    "i686": (QUICK, cross("i686-linux-gnu", "-O1", "-msse2", "-mfpmath=sse"), ["qemu-i386-static"]),
    "aarch64": (QUICK, cross("aarch64-linux-gnu", "-O1"), ["qemu-aarch64-static"]),
    "armhf": (LONG, cross("arm-linux-gnueabihf", "-O2"), ["qemu-arm-static"]),
    "riscv64": (LONG, cross("riscv64-linux-gnu", "-O2"), ["qemu-riscv64-static"]),
    "ppc64le": (LONG, cross("powerpc64le-linux-gnu", "-O2"), ["qemu-ppc64le-static"]),
    "windows": (QUICK, ["x86_64-w64-mingw32-gcc", *GCC, "-O2", "-Wa,-muse-unaligned-vector-move", "-DHAIL_UNALIGNED_MOVES"], ["wine"]),
    "x86-64 without AVX": (LONG, ["gcc", *GCC, "-O2", "-static"], ["qemu-x86_64-static", "-cpu", "Nehalem"]),
    "gcc -O0": (LONG, ["gcc", *GCC, "-O0"], []),
    "gcc -O2": (LONG, ["gcc", *GCC, "-O2"], []),
    "gcc -O3": (LONG, ["gcc", *GCC, "-O3"], []),
    "clang -O0": (LONG, ["clang", "-std=c17", "-O0", "-fno-strict-aliasing"], []),
    "clang -O2": (LONG, ["clang", "-std=c17", "-O2", "-fno-strict-aliasing"], []),
    "clang -O3": (LONG, ["clang", "-std=c17", "-O3", "-fno-strict-aliasing"], []),
}


def check(folder, target):
    """Compiles and runs the scenes: every variant must give every number."""
    _, compiler, runner = TARGETS[target]
    for tool in [compiler[0], *runner[:1]]:
        if not shutil.which(tool):
            raise AssertionError(f"{tool} is not installed")
    program = folder / f"golden-{target.replace(' ', '-')}.exe"
    sources = [folder / "hail.c", *sorted(HERE.glob("*.c"))]
    guests.command([*compiler, *CC, f"-I{folder}", *sources, "-lm", "-o", program])
    text = guests.command([*runner, program])
    lines = [line for line in text.splitlines() if line.startswith(("ok ", "WRONG "))]  # Wine says more
    good = [line for line in lines if line.startswith("ok ")]
    names = {line.split()[1].rstrip(",") for line in good}
    scenes = (folder / "golden_table.inc").read_text(encoding="utf-8").count("UINT64_C(") // 4
    if len(good) != len(lines) or len(good) != scenes * len(names) or "reference" not in names or len(names) < 2:
        raise AssertionError(text)


def make_pair(root, folder):
    guests.command([sys.executable, root / "packaging" / "amalgamate.py", root, folder])
    guests.command([sys.executable, HERE / "table.py", "--inc", root / "bindings" / "golden.json", folder / "golden_table.inc"])
    (folder / "hail").mkdir(exist_ok=True)
    (folder / "hail" / "hail.h").write_text('#include "../hail.h"\n', encoding="utf-8")
    simde = next((path for path in (root / "subprojects").glob("simde*/simde")), pathlib.Path("/usr/include/simde"))
    (folder / "simde").unlink(missing_ok=True)
    (folder / "simde").symlink_to(simde)


def main():
    if len(sys.argv) < 3:
        print(__doc__, file=sys.stderr)
        return 2
    root, folder = pathlib.Path(sys.argv[1]).resolve(), pathlib.Path(sys.argv[2]).resolve() / "processors"
    names = [word for word in sys.argv[3:] if word != "--all"]
    chosen = names or [name for name, row in TARGETS.items() if "--all" in sys.argv or row[0] == QUICK]
    folder.mkdir(parents=True, exist_ok=True)
    make_pair(root, folder)
    return guests.run_checks(folder, [(target, check, (target,)) for target in chosen])


if __name__ == "__main__":
    sys.exit(main())
