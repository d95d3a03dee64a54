"""Makes the page and tests it in Chromium. Exits with 77 (skipped), and says why, where there is none or no registry.

usage: run.py ROOT FOLDER COMPILE...

FOLDER: where everything is made; its shots/ has pictures of the page. COMPILE: how to compile a C program of Hail's:
the compiler and all of its flags. The modules are compiled at -O1, which is sooner done.
"""
import os
import pathlib
import shutil
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent
CHROMIUMS = ("chromium", "chromium-browser", "google-chrome")
SKIPPED = 77


def skip(why):
    print(f"skipped: {why}")
    return SKIPPED


def install(folder):
    """What package-lock.json names; None if npm or its registry is out of reach."""
    for name in ("package.json", "package-lock.json"):
        shutil.copy(HERE.parent / name, folder)
    if not shutil.which("npm"):
        return None
    done = subprocess.run(["npm", "ci", "--silent", "--no-audit", "--no-fund"], cwd=folder, check=False)
    return folder / "node_modules" if done.returncode == 0 else None


def main():
    if len(sys.argv) < 4:
        print(__doc__, file=sys.stderr)
        return 2
    root, folder = pathlib.Path(sys.argv[1]).resolve(), pathlib.Path(sys.argv[2]).resolve()
    chromium = next(filter(None, map(shutil.which, CHROMIUMS)), None)
    if not chromium:
        return skip("there is no Chromium (Debian's package chromium)")
    folder.mkdir(parents=True, exist_ok=True)
    modules = install(folder)
    if not modules:
        return skip("npm could not install playwright-core and twgl.js: there is no npm, or no registry")
    built = folder / "hail2d"
    subprocess.run([sys.executable, root / "bindings" / "js" / "build.py", root, built, "-O1"], check=True)
    package, page, shots = built / "package", folder / "page", folder / "shots"
    subprocess.run([sys.executable, HERE.parent / "make.py", root, page, "--package", package, "--modules", modules],
                   check=True)
    shutil.rmtree(shots, ignore_errors=True)
    shots.mkdir()
    places = {"HAIL_PAGE": page, "HAIL_PACKAGE": package, "HAIL_MODULES": modules, "HAIL_SHOTS": shots,
              "HAIL_CHROMIUM": chromium, "HAIL_COMPILE": " ".join(sys.argv[3:])}
    more = {name: str(value) for name, value in places.items()}
    tests = ["node", "--test", "--test-concurrency=1", *sorted(HERE.glob("*.test.mjs"))]
    return subprocess.run(tests, env={**os.environ, **more}, check=False).returncode


if __name__ == "__main__":
    sys.exit(main())
