"""Builds the npm package and runs its tests with node.

usage: run.py ROOT FOLDER SCENE

FOLDER: where it is built. SCENE: scene.c, compiled with the native library. The modules are compiled at -O1, which is
sooner done; every level gives the same answers.
"""
import os
import pathlib
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent
sys.dont_write_bytecode = True
import golden  # noqa: E402


def main():
    if len(sys.argv) != 4:
        print(__doc__, file=sys.stderr)
        return 2
    root, folder, scene = (pathlib.Path(word).resolve() for word in sys.argv[1:])
    subprocess.run([sys.executable, HERE.parent / "generate.py", "--check"], check=True)
    subprocess.run([sys.executable, HERE.parent / "build.py", root, folder, "-O1"], check=True)
    tests = sorted((folder / "package" / "test").glob("*.test.mjs"))
    more = {"HAIL_SCENE": str(scene), "HAIL_DOCS": str(root / "docs" / "bindings.md"),
            "HAIL_GOLDEN": str(root / "bindings" / "golden.json")}
    if not golden.play(root, folder, "-O1"):
        return 1
    return subprocess.run(["node", "--test", *tests], env={**os.environ, **more}, check=False).returncode


if __name__ == "__main__":
    sys.exit(main())
