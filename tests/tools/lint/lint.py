"""Checks the scripts of the repository: what ESLint finds, and how Prettier lays them out.

usage: lint.py ROOT FOLDER [--fix]

FOLDER receives what package-lock.json names. Exits with 77 (skipped), and says why, where there is no npm or no
registry.
"""
import pathlib
import shutil
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent
NAMED = ("package.json", "package-lock.json", "eslint.config.mjs")
CHECKED = ("bindings/js", "docs/site/play", "tests")
MADE = {"build", "node_modules", "layout.js"}  # not written by hand
SKIPPED = 77


def skip(why):
    print(f"skipped: {why}")
    return SKIPPED


def install(folder):
    for name in NAMED:
        shutil.copy(HERE / name, folder)
    if not shutil.which("npm"):
        return "there is no npm"
    words = ["npm", "ci", "--silent", "--no-audit", "--no-fund"]
    return "" if subprocess.run(words, cwd=folder, check=False).returncode == 0 else "npm's registry is out of reach"


def scripts(root):
    for top in CHECKED:
        for path in sorted((root / top).rglob("*js")):
            if path.suffix in (".js", ".mjs") and not MADE.intersection(path.parts):
                yield path.relative_to(root)


def copy_scripts(root, folder, names):
    """ESLint takes files of its own folder only."""
    shutil.rmtree(folder / "scripts", ignore_errors=True)
    for name in names:
        (folder / "scripts" / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(root / name, folder / "scripts" / name)
    shutil.copy(HERE / "eslint.config.mjs", folder / "scripts")


def main():
    fix = sys.argv[3:] == ["--fix"]
    if len(sys.argv) != 3 and not fix:
        print(__doc__, file=sys.stderr)
        return 2
    root, folder = pathlib.Path(sys.argv[1]).resolve(), pathlib.Path(sys.argv[2]).resolve()
    folder.mkdir(parents=True, exist_ok=True)
    missing = install(folder)
    if missing:
        return skip(missing)
    names = [str(name) for name in scripts(root)]
    commands = folder / "node_modules" / ".bin"
    layout = [commands / "prettier", "--print-width", "120", "--log-level", "warn", "--write" if fix else "--check"]
    laid_out = subprocess.run([*layout, *names], cwd=root, check=False).returncode
    copy_scripts(root, folder, names)
    found = subprocess.run([commands / "eslint", "."], cwd=folder / "scripts", check=False).returncode
    print(f"{len(names)} scripts")
    return 1 if laid_out or found else 0


if __name__ == "__main__":
    sys.exit(main())
