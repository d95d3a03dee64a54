"""Writes the first program of a page (a ```c or ```cpp block with a main) to a file, so that it is compiled as it is pasted.

usage: extract.py PAGE.md OUT [c|cpp]
"""
import re
import sys

page, out = sys.argv[1:3]
language = sys.argv[3] if len(sys.argv) > 3 else "c"
with open(page, encoding="utf-8") as file:
    text = file.read()
blocks = re.finditer(rf"^```{language}[ \t]*\n(.*?)^```", text, flags=re.DOTALL | re.MULTILINE)
block = next((match for match in blocks if re.search(r"\bint main\b", match[1])), None)
with open(out, "w", encoding="utf-8") as file:
    if block is None:
        file.write("int main(void)\n{\n    return 77; /* skipped: the page has no program */\n}\n")
    else:
        line = text.count("\n", 0, block.start(1)) + 1
        file.write(f'#line {line} "{page}"\n{block[1]}')
