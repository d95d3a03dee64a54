"""Runs the Python program of docs/bindings.md, and compares what it prints with what the page says.

usage: bindings.py PAGE.md SHARED_LIBRARY bindings/hail-api.json
"""
import pathlib
import re
import subprocess
import sys


def main():
    page, library, description = map(pathlib.Path, sys.argv[1:4])
    text = page.read_text(encoding="utf-8")
    blocks = dict(re.findall(r"^```(python|text)\n(.*?)^```", text, flags=re.DOTALL | re.MULTILINE))
    program, wanted = blocks["python"], blocks["text"]
    ran = subprocess.run([sys.executable, "-c", program, library.resolve(), description], capture_output=True, text=True, check=False)
    if ran.returncode or ran.stdout != wanted:
        print(f"The program of {page.name} prints\n{ran.stdout}{ran.stderr}instead of\n{wanted}")
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
