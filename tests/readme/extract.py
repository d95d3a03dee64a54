"""Writes the first C program of README.md (a ```c block with a main) to a file, so that it is compiled as it is pasted.

usage: extract.py README.md OUT.c
"""
import re
import sys

readme, out = sys.argv[1:3]
with open(readme, encoding="utf-8") as file:
    text = file.read()
blocks = re.finditer(r"^```c[ \t]*\n(.*?)^```", text, flags=re.DOTALL | re.MULTILINE)
block = next((match for match in blocks if re.search(r"\bint main\b", match[1])), None)
with open(out, "w", encoding="utf-8") as file:
    if block is None:
        file.write("int main(void)\n{\n    return 77; /* skipped: README.md has no program */\n}\n")
    else:
        line = text.count("\n", 0, block.start(1)) + 1
        file.write(f'#line {line} "README.md"\n{block[1]}')
