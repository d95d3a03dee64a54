"""Writes the code of pages of the documentation to a file that a test includes. Their functions become static.

usage: extract_guides.py OUT PAGE.md...

README.md: only the blocks without a main.
"""
import re
import sys

FUNCTION = re.compile(r"^(?!static\b|typedef\b|enum\b)(?=[a-z]\w* \*?\w+\([^;{]*\)\s*(?:/\*.*?\*/\s*)?\{)", flags=re.MULTILINE)

out, pages = sys.argv[1], sys.argv[2:]
with open(out, "w", encoding="utf-8") as file:
    for page in pages:
        with open(page, encoding="utf-8") as source:
            text = source.read()
        for block in re.finditer(r"^```c\n(.*?)^```", text, flags=re.DOTALL | re.MULTILINE):
            if "int main(" not in block[1]:
                line = text.count("\n", 0, block.start(1)) + 1
                file.write(f'#line {line} "{page}"\n{FUNCTION.sub("static ", block[1])}')
