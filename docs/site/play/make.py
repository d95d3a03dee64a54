"""Makes the page: its own files, the npm package hail2d, and twgl.js, as a folder that any static server can serve.

usage: make.py ROOT FOLDER [--package PACKAGE] [--modules NODE_MODULES]

FOLDER    receives the page
PACKAGE   the built package; default: it is built in ROOT/bindings/js/build
MODULES   where npm put what package-lock.json names; without it the page draws on a plain canvas
"""
import argparse
import pathlib
import shutil
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent
OWN = ("*.html", "*.css", "*.js", "barrage.tape", "barrage-licence.txt", "native.json", "native-dig.json")


def copy_twgl(modules, folder):
    twgl = modules / "twgl.js"
    folder.mkdir()
    shutil.copy(next(twgl.glob("dist/*/twgl-full.module.js")), folder / "twgl.js")
    shutil.copy(twgl / "LICENSE.md", folder / "twgl-licence.md")


def make_page(folder, package, modules):
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    for pattern in OWN:
        for path in sorted(HERE.glob(pattern)):
            shutil.copy(path, folder)
    shutil.copytree(package / "src", folder / "hail2d" / "src", ignore=shutil.ignore_patterns("*.d.ts"))
    (folder / "hail2d" / "dist").mkdir()
    for module in sorted((package / "dist").glob("*.wasm")):
        shutil.copy(module, folder / "hail2d" / "dist")
    shutil.copy(package / "LICENSE", folder / "hail2d")
    if modules:
        copy_twgl(modules, folder / "vendor")


def main():
    parser = argparse.ArgumentParser(usage=__doc__.split("usage: ")[1].splitlines()[0])
    parser.add_argument("root", type=pathlib.Path)
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("--package", type=pathlib.Path)
    parser.add_argument("--modules", type=pathlib.Path)
    options = parser.parse_args()
    package = options.package
    if package is None:
        built = options.root / "bindings" / "js" / "build"
        subprocess.run([sys.executable, options.root / "bindings" / "js" / "build.py", options.root, built], check=True)
        package = built / "package"
    make_page(options.folder, package, options.modules)
    return 0


if __name__ == "__main__":
    sys.exit(main())
