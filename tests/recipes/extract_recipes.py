"""Writes the code of docs/recipes.md to a file that tests/recipes/recipes.c includes, and checks that each is short.

usage: extract_recipes.py PAGE.md OUT
"""
import re
import sys

MAX_LINES = 20  # of a recipe's code, without its includes and comments

page, out = sys.argv[1:3]
with open(page, encoding="utf-8") as file:
    text = file.read()
with open(out, "w", encoding="utf-8") as file:
    for block in re.finditer(r"^```c\n(.*?)^```", text, flags=re.DOTALL | re.MULTILINE):
        line = text.count("\n", 0, block.start(1)) + 1
        code = re.sub(r"/\*.*?\*/", "", block[1], flags=re.DOTALL)
        lines = [each for each in code.splitlines() if each.strip()]
        if len(lines) > MAX_LINES:
            sys.exit(f"{page}:{line}: {len(lines)} lines of code; a recipe has at most {MAX_LINES}")
        file.write(f'#line {line} "{page}"\n{block[1]}')
