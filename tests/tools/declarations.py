"""Reads the declarations of Hail's public headers, for api.py.

It knows the few forms of C that these headers use, and raises Trouble with file and line at anything else, so that
nothing is passed over. What it returns is compared with what compilers see (api_proof.py).
"""
import ast
import operator
import re

from c_types import SCALARS
from cheatsheet import SECTION, first_sentence
from header_tokens import Reader, Trouble

LIMITS = {"UINT8_MAX": 2**8 - 1, "UINT16_MAX": 2**16 - 1, "UINT32_MAX": 2**32 - 1, "UINT64_MAX": 2**64 - 1, "INT32_MAX": 2**31 - 1}


def prose(comment):
    """A comment's text without its stars, with its line breaks; one beside a field is one paragraph."""
    bare = [re.sub(r"^\s*\* ?", "", line) for line in comment[2:-2].split("\n")]
    if not re.search(r"^\s*\*", comment, flags=re.MULTILINE):
        return " ".join(comment[2:-2].split())
    return "\n".join(line.rstrip() for line in bare).strip()


def documented(entry, comment):
    """Adds a comment to an entry: its first sentence, and the whole."""
    entry["summary"], entry["doc"] = (first_sentence(comment), prose(comment)) if comment else ("", "")
    return entry


def evaluate(words, constants):
    """(type, value) of a constant expression."""
    text = "".join(words)
    if re.fullmatch(r"-?[\d.]+(e[+-]?\d+)?f", text):
        return "float", float(text[:-1])
    kinds = {"+": operator.add, "-": operator.sub, "*": operator.mul, "<<": operator.lshift, "|": operator.or_}
    unsigned = any(word in LIMITS and word[0] == "U" or re.fullmatch(r"[\da-fx]+u", word) for word in words)
    values = [str(LIMITS.get(word, constants.get(word, word))) for word in words]
    tree = ast.parse("".join(re.sub(r"^(0x[\da-f]+|\d+)u$", r"\1", value) for value in values), mode="eval").body

    def value(node):  # a KeyError for what is no such expression
        if isinstance(node, ast.Constant) and isinstance(node.value, int):
            return node.value
        if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub):
            return -value(node.operand)
        names = {ast.Add: "+", ast.Sub: "-", ast.Mult: "*", ast.LShift: "<<", ast.BitOr: "|"}
        return kinds[names[type(getattr(node, "op", None))]](value(node.left), value(node.right))

    number = value(tree)
    return ("uint64_t" if number > 2**32 - 1 else "uint32_t") if unsigned else "int", number


class Declarations:
    """All declarations of some headers, in the order in which a compiler reads them."""

    def __init__(self, folder):
        self.folder = folder
        self.headers, self.sections, self.entries, self.macros = [], [], [], []
        self.constants, self.types = {}, {name: "scalar" for name in SCALARS}
        for path in sorted(folder.glob("*.h")):
            self.read(path.name)

    def read(self, name):
        if f"hail/{name}" not in [header["name"] for header in self.headers]:
            Header(self, name).read()

    def of(self, kind):
        return [entry for entry in self.entries if entry["is"] == kind]


class Header(Reader):
    """One header while it is read."""

    def __init__(self, everything, name):
        super().__init__((everything.folder / name).read_text(encoding="utf-8"), name)
        self.all, self.section, self.comment, self.used = everything, "", "", True
        self.notes = None  # the header's or section's entry, which free-standing comments are added to

    # ---- A header

    def read(self):
        header = documented({"name": f"hail/{self.name}"}, self.take().text)
        header["summary"] = header["summary"].removeprefix(f"hail/{self.name} - ")
        self.notes = header
        guard = [self.take().text.split() for _ in range(2)]
        if guard[0][0] != "#ifndef" or guard[1] != ["#define", guard[0][1]]:
            raise Trouble(f"{self.name}: no include guard after the first comment")
        while self.peek().kind != "end":
            self.piece()
        self.all.headers.append(header)

    def piece(self):
        token = self.peek()
        if token.kind == "gap":
            self.take()
            self.end_comment()
        elif token.kind == "comment":
            self.end_comment()
            self.take()
            self.comment, self.used = token.text, False
            if heading := SECTION.match(token.text):
                self.section, self.comment, self.used = heading[1], "", True
                text = re.sub(r"^-{2,}.*", "", prose(token.text)).strip()
                self.notes = {"header": f"hail/{self.name}", "name": self.section, "doc": text}
                self.all.sections.append(self.notes)
        elif token.kind == "directive":
            self.directive(self.take())
        else:
            self.declaration()

    def end_comment(self):
        """A comment that no declaration followed belongs to the section or header."""
        if not self.used:
            self.notes["doc"] = "\n\n".join(filter(None, (self.notes["doc"], prose(self.comment))))
        self.comment, self.used = "", True

    def add(self, kind, entry, known_as=None):
        """Adds an entry; the comment beside it replaces the one above it."""
        self.used = True
        entry = {"is": kind, **entry, "header": f"hail/{self.name}", "section": self.section}
        self.all.entries.append(documented(entry, self.beside() or self.comment))
        if entry["name"] and known_as:
            self.all.types[entry["name"]] = known_as

    def directive(self, token):
        words = token.text.split()
        if words[0] == "#include" and words[1][0] == '"':
            self.all.read(words[1].strip('"'))
        elif words[0] in ("#if", "#ifdef"):
            self.skip_condition(token)
        elif words[0] == "#define" and (call := re.match(r"#define\s+(\w+)\(([^)]*)\)\s+(.+)", token.text)):
            entry = {"name": call[1], "parameters": call[2].replace(" ", "").split(","), "text": call[3].strip()}
            self.add("macro", entry)
        elif words[0] == "#define":
            kind, value = self.constant(re.findall(r"[\d.]+(?:e[+-]?\d+)?f|<<|\w+|\S", " ".join(words[2:])))
            self.all.constants[words[1]] = value
            self.add("constant", {"name": words[1], "type": kind, "value": value})
        elif words[0] not in ("#include", "#endif") or len(words) > 2:
            raise Trouble(f"{self.name}:{token.line}: what is {token.text!r}?")

    def constant(self, words):
        try:
            return evaluate(words, self.all.constants)
        except (KeyError, SyntaxError) as error:
            raise Trouble(f"{self.name}:{self.peek().line}: what is the value of {' '.join(words) or 'nothing'!r}?") from error

    def skip_condition(self, token):
        """What #if and #ifdef guard is for compilers alone: HAIL_API, and extern "C"."""
        while (inner := self.take()).text != "#endif":
            words = inner.text.split()
            known = inner.kind != "directive" or words[0] in ("#elif", "#else") or words[:2] == ["#define", "HAIL_API"]
            if inner.kind == "end" or not known:
                raise Trouble(f"{self.name}:{token.line}: {inner.text!r} under a condition")

    # ---- Declarations

    def declaration(self):
        if self.taken("typedef"):
            self.typedef()
        elif self.taken("enum"):
            self.enum("")
        elif self.taken("HAIL_API"):
            self.function(False)
        elif self.taken("static"):
            self.take("inline")
            self.function(True)
        else:
            self.take("a declaration")

    def typedef(self):
        what = self.peek().text
        if what in ("struct", "union", "enum") and self.peek(1).kind == "word" and self.peek(2).text != "*":
            self.take()
            tag = self.word()
            if what == "enum":
                self.enum(tag)
            elif what == "struct" and self.peek().text == "{":
                self.struct(tag)
            else:
                self.opaque(what)
            return
        name, kind = self.declarator(self.base())
        self.take(";")
        if kind["kind"] == "function" or kind["kind"] == "callback":
            self.add("callback", {"name": name, "pointer": kind["kind"] == "callback", "returns": kind["returns"],
                                  "parameters": kind["parameters"]}, "callback" if kind["kind"] == "callback" else "function")
        else:
            raise Trouble(f"{self.name}:{self.peek().line}: the typedef {name} is none of a struct, enum or function")

    def opaque(self, what):
        name = self.word()
        self.take(";")
        if what != "struct":
            raise Trouble(f"{self.name}:{self.peek().line}: {name} is a {what}")
        self.add("opaque", {"name": name}, "opaque")

    def enum(self, tag):
        self.take("{")
        constants, value = [], -1
        comment = self.above()
        while not self.taken("}"):
            name = self.word()
            value = self.constant(self.until(",", "}"))[1] if self.taken("=") else value + 1
            self.all.constants[name] = value
            self.taken(",")
            constants.append(documented({"name": name, "value": value}, self.beside() or comment))
            comment = self.above()
        named = self.word() if tag else ""
        self.take(";")
        self.add("enum", {"name": named, "constants": constants}, "enum")

    def struct(self, tag):
        self.take("{")
        self.all.types[tag] = "opaque"  # inside itself
        fields = []
        comment = self.above()
        while not self.taken("}"):
            group, base = [], self.base()
            while True:
                name, kind = self.declarator(dict(base))
                group.append({"name": name, "type": kind})
                if not self.taken(","):
                    break
            self.take(";")
            comment = self.beside() or comment
            fields += [documented(field, comment) for field in group]
            comment = self.above()
        name = self.word()
        self.take(";")
        self.add("struct", {"name": name, "fields": fields}, "struct")

    def function(self, inline):
        name, kind = self.declarator(self.base())
        if kind["kind"] != "function":
            raise Trouble(f"{self.name}:{self.peek().line}: {name} is no function")
        if inline:
            self.take("{")
            depth = 1
            while depth:
                depth += {"{": 1, "}": -1}.get(self.take().text, 0)
        else:
            self.take(";")
        self.add("function", {"name": name, "inline": inline, "returns": kind["returns"], "parameters": kind["parameters"]})

    def base(self):
        """The type before a declarator: const and a name."""
        const, name = False, None
        while True:
            if self.taken("const"):
                const = True
            elif name is None:
                self.taken("struct")
                line, name = self.peek().line, self.word()
            else:
                break
        if name not in self.all.types:
            raise Trouble(f"{self.name}:{line}: the type {name} is not known")
        return {"kind": self.all.types[name], "name": name, **({"const": True} if const else {})}

    def declarator(self, kind):
        """(name, type): pointers, then a name or a declarator in parentheses, then arrays and parameters."""
        while self.taken("*"):
            if kind["kind"] == "function":
                kind = {**kind, "kind": "callback"}
            else:
                kind = {"kind": "pointer", "element": kind}
            if self.taken("const"):
                kind["const"] = True
        inner = None
        if self.peek().text == "(" and self.peek(1).text == "*":
            self.take("(")
            self.take("*")
            inner = self.word()
            self.take(")")
        name = inner or (self.word() if self.peek().kind == "word" else "")
        lengths = []
        while self.taken("["):
            words = self.until("]")
            lengths.append((self.constant(words)[1], words[0] if len(words) == 1 else ""))
            self.take("]")
        for length, spelled in reversed(lengths):
            named = {"constant": spelled} if spelled in self.all.constants else {}
            kind = {"kind": "array", "length": length, **named, "element": kind}
        if self.taken("("):
            kind = {"kind": "callback" if inner else "function", "returns": kind, "parameters": self.parameters()}
        return name, kind

    def parameters(self):
        found = []
        if self.peek().text == "void" and self.peek(1).text == ")":
            self.take("void")
        while not self.taken(")"):
            name, kind = self.declarator(self.base())
            found.append({"name": name, "type": kind})
            if not self.taken(","):
                self.take(")")
                break
        return found
