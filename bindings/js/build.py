"""Builds the npm package: the two WebAssembly modules, and all that is published.

usage: build.py ROOT FOLDER [-O1|-O2|-O3|-Os]

Without a level: as it is published. -O1 is for tests: sooner done, not optimised further.

Makes FOLDER/package. Objects are kept in FOLDER, so a second build compiles only what changed. Needs clang, lld,
wasi-libc, libclang-rt-dev-wasm32 and SIMDe's headers.
"""
import base64
import gzip
import hashlib
import json
import pathlib
import re
import shutil
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent
CLANG = ["clang", "-std=c17", "--target=wasm32-wasi", "-ffp-contract=off", "-fno-strict-aliasing", "-fvisibility=hidden",
         "-ffunction-sections", "-fdata-sections", "-w"]
LINK = ["clang", "--target=wasm32-wasi", "-nostartfiles", "-Wl,--no-entry", "-Wl,--gc-sections", "-Wl,--strip-all",
        "-Wl,--stack-first", "-Wl,-z,stack-size=1048576", "-Wl,--max-memory=2147483648"]  # so addresses have no sign
# Without SIMD the scalar reference is twice as fast as lanes that SIMDe emulates, and a third of their size. The level
# is the fastest that keeps a module below 1,024 KB.
BUILDS = {"simd": ["-msimd128"], "plain": ["-DHAIL_NO_SIMDE"]}
LEVELS = {"simd": ["-O2", "-mllvm", "-inline-threshold=-20"], "plain": ["-O2"]}
FEATURES = ["--enable-bulk-memory", "--enable-sign-ext", "--enable-nontrapping-float-to-int", "--enable-mutable-globals"]
OWN = [HERE / "shim.c", HERE / "find.c"]
COPIED = ["package.json", "README.md", "src", "test"]


def run(words):
    subprocess.run([str(word) for word in words], check=True)


def make_pair(root, folder):
    """hail.h, hail.c and their includes; the same files as before keep their times."""
    run([sys.executable, root / "packaging" / "amalgamate.py", root, folder])
    (folder / "hail").mkdir(exist_ok=True)
    (folder / "hail" / "hail.h").write_text('#include "../hail.h"\n', encoding="utf-8")
    simde = next((path for path in (root / "subprojects").glob("simde*/simde")), pathlib.Path("/usr/include/simde"))
    (folder / "simde").unlink(missing_ok=True)
    (folder / "simde").symlink_to(simde)


def compile_object(folder, source, flags, includes=()):
    """Compiles a file, unless that was done; `includes`: what it includes besides hail.h."""
    words = [*CLANG, *flags, f"-I{folder}", "-c"]
    text = b"".join(path.read_bytes() for path in [source, folder / "hail.h", *includes])
    key = hashlib.sha256(text + " ".join(words).encode()).hexdigest()[:16]
    target = folder / f"{source.stem}-{key}.o"
    if not target.exists():
        part = target.with_suffix(".part")
        run([*words, source, "-o", part])
        part.rename(target)
    return target


def used_calls():
    """The calls that the package makes: no other code of the library is linked."""
    text = "".join(path.read_text(encoding="utf-8") for path in sorted((HERE / "src").glob("*.js")))
    return sorted({*re.findall(r"\bhail_\w+", text)} & known_calls()) + ["malloc", "free"]


def known_calls():
    described = json.loads((HERE.parent / "hail-api.json").read_text(encoding="utf-8"))
    own = "".join(source.read_text(encoding="utf-8") for source in OWN)
    shim = re.findall(r"^[\w *]*?\b(hail_js_\w+)\(", own, flags=re.MULTILINE)
    return {*shim, *(function["name"] for function in described["functions"])}


def flags_of(name, level):
    return [*([level] if level else LEVELS[name]), *BUILDS[name]]


def optimise(module, name, level, *more):
    """binaryen's turn, unless it is for tests."""
    if level != "-O1" and shutil.which("wasm-opt"):
        run(["wasm-opt", "-Os", *FEATURES, *(["--enable-simd"] if name == "simd" else []), *more, module, "-o", module])


def build_module(folder, name, level):
    flags = flags_of(name, level)
    objects = [compile_object(folder, source, flags) for source in (folder / "hail.c", *OWN)]
    target = folder / f"hail-{name}.wasm"
    run([*LINK, *(f"-Wl,--export={call}" for call in used_calls()), *objects, "-o", target])
    optimise(target, name, level)
    return target


def write_package(root, folder, modules):
    package = folder / "package"
    shutil.rmtree(package, ignore_errors=True)
    (package / "dist").mkdir(parents=True)
    for name in COPIED:
        copy = shutil.copytree if (HERE / name).is_dir() else shutil.copy
        copy(HERE / name, package / name)
    shutil.copy(root / "LICENSE", package)
    for module in modules:
        data = module.read_bytes()
        (package / "dist" / module.name).write_bytes(data)
        inlined = base64.b64encode(data).decode()
        (package / "dist" / f"{module.stem}.js").write_text(f'export default "{inlined}";\n', encoding="utf-8")
        print(f"{module.name}: {len(data)} bytes, {len(gzip.compress(data, 9))} with gzip", flush=True)
    return package


def main():
    arguments = [word for word in sys.argv[1:] if not word.startswith("-O")]
    level = next((word for word in sys.argv[1:] if word.startswith("-O")), None)
    if len(arguments) != 2:
        print(__doc__, file=sys.stderr)
        return 2
    root, folder = pathlib.Path(arguments[0]).resolve(), pathlib.Path(arguments[1]).resolve()
    folder.mkdir(parents=True, exist_ok=True)
    make_pair(root, folder)
    print(write_package(root, folder, [build_module(folder, name, level) for name in BUILDS]))
    return 0


if __name__ == "__main__":
    sys.exit(main())
