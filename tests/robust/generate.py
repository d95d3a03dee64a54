"""Writes the calls of the test `robust` from the description of the C interface.

usage: generate.py HAIL-API.JSON GOOD.C EXCEPTIONS.TXT CALLS.H CALLS.C

CALLS.H declares for each public function a struct of its arguments; GOOD.C fills these, in a row GOOD and, for other
arguments that the call may have, a row ALSO. CALLS.C holds for each function
how to call it, and where each thing lies that can be made bad: arguments, fields of the structs that they point to,
elements of arrays. Exits with 1 if a function has no row in GOOD.C, a row or an exception names no function, an
exception quotes a sentence that no header has, or an absent thing is none of the call's.
"""
import json
import pathlib
import re
import sys

KINDS = {"char": "CHAR", "bool": "BOOL", "float": "FLOAT", "double": "DOUBLE", "size_t": "SIZE", "uint8_t": "U8", "uint16_t": "U16",
         "uint32_t": "U32", "uint64_t": "U64", "int32_t": "I32"}
LEFT = {"zero": "LEFT_ZERO", "anything": "LEFT_ANYTHING"}


class Trouble(Exception):
    """Something that a person has to mend."""


class Api:
    def __init__(self, path):
        self.data = json.loads(pathlib.Path(path).read_text(encoding="utf-8"))
        self.structs = {struct["name"]: struct for struct in self.data["structs"]}
        self.past = {enum["name"]: max(each["value"] for each in enum["constants"]) + 1 for enum in self.data["enums"] if enum["name"]}

    def sentences(self):
        """Every comment, with single spaces."""
        texts = []
        for group in ("headers", "sections", "functions", "structs", "enums"):
            for entry in self.data[group]:
                texts.append(entry.get("doc", ""))
                texts += [part.get("doc", "") for part in entry.get("fields", []) + entry.get("constants", [])]
        return [" ".join(text.split()) for text in texts]


class Targets:
    """What can be made bad in one call: (path, kind, number past an enum's last, C that finds it)."""

    def __init__(self, api, function):
        self.api, self.found = api, []
        for part in function["parameters"]:
            self.visit(part["name"], f"a->{part['name']}", part["type"], "", True)

    def add(self, path, kind, expression, before, past=0):
        self.found.append((path, kind, past, f"{before}return &{expression};"))

    def visit(self, path, expression, kind, before, given):
        """given: false in a struct that the call writes, where only pointers and counts are the caller's."""
        what = kind["kind"]
        if what == "struct":
            for field in self.api.structs[kind["name"]]["fields"]:
                join = "" if path.endswith("->") else "."
                self.visit(path + join + field["name"], f"{expression}.{field['name']}", field["type"], before, given)
        elif what == "array" and given:
            for at in sorted({0, kind["length"] - 1}):
                self.visit(f"{path}[{at}]", f"{expression}[{at}]", kind["element"], before, given)
        elif what == "enum":
            self.add(path, "ENUM", expression, before, self.api.past[kind["name"]])
        elif what == "scalar" and (given or kind["name"] == "size_t"):
            self.add(path, KINDS[kind["name"]], expression, before)
        elif what in ("pointer", "callback"):
            self.add(path, "POINTER", expression, before)
            if what == "pointer":
                self.pointed(path, expression, kind["element"], before)

    def pointed(self, path, expression, element, before):
        """What a pointer points to, if the call reads it: the first and the last element, if it is an array."""
        const = element.get("const", False)
        if element["kind"] == "struct":
            fields = self.api.structs[element["name"]]["fields"]
            if not const and not any(field["type"]["kind"] == "pointer" for field in fields) or element["name"] in ("hail_error", "hail_difference") and not const:
                return
            path += "->"
        elif element["kind"] != "scalar" or element["name"] == "void" or not const:
            return
        else:
            path += "[]"
        name = f"p{before.count('nth(')}"
        c_name = element["name"]
        step = f"{c_name} *{name} = nth({expression}, sizeof *{name}, last);\n        if ({name} == NULL)\n            return NULL;\n        "
        self.visit(path, f"(*{name})", element, before + step, const)


def channel(api, function):
    """Where the call finds the hail_error that it writes: a world; a set or map that it changes; the context of arrays.

    Calls that only look something up in a const set or map write none: several threads may make them at once.
    """
    def kind_of(part):
        return part["type"].get("element", {}) if part["type"]["kind"] == "pointer" else {}

    for part in function["parameters"]:
        if kind_of(part).get("kind") == "opaque" and not kind_of(part).get("const"):
            return part["name"]
    for part in function["parameters"]:
        if kind_of(part).get("name") == "hail_context":
            return part["name"]
        if kind_of(part).get("kind") == "struct":
            path = context_in(api, kind_of(part)["name"])
            if path:
                return f"{part['name']}->{path}"
    for part in function["parameters"]:
        if kind_of(part).get("name") == "hail_world":
            return part["name"]
    return ""


def context_in(api, struct):
    for field in api.structs[struct]["fields"]:
        if field["name"] == "context" and field["type"].get("element", {}).get("name") == "hail_context":
            return "context"
        if field["type"]["kind"] == "struct":
            path = context_in(api, field["type"]["name"])
            if path:
                return f"{field['name']}.{path}"
    return ""


def read_exceptions(api, path):
    """({function: [(argument, what a failure leaves there)]}, {functions without an error}, [(function, name, other name)],
    [(function, path that good arguments do not have)])."""
    written, silent, named, absent = {}, set(), [], []
    known = {function["name"]: function for function in api.data["functions"]}
    texts = api.sentences()
    for number, line in enumerate(pathlib.Path(path).read_text(encoding="utf-8").splitlines(), 1):
        row = [word.strip() for word in line.split("|")]
        if not line or line.startswith("#"):
            continue
        where = f"{path}:{number}"
        if row[0] == "named" and len(row) == 5 and (row[1] == "*" or row[1] in known):
            named.append((row[1], row[2], row[3]))
            continue
        if row[0] == "absent" and len(row) == 4 and row[1] in known:
            if not any(path.startswith(row[2]) for path, _, _, _ in Targets(api, known[row[1]]).found):
                raise Trouble(f"{where}: {row[1]} has no {row[2]}")
            absent.append((row[1], row[2]))
            continue
        if row[1] not in known:
            raise Trouble(f"{where}: there is no function {row[1]}")
        if row[0] == "silent" and len(row) == 3:
            silent.add(row[1])
        elif row[0] == "written" and len(row) == 5 and row[3] in LEFT:
            if row[2] != "*" and row[2] not in [part["name"] for part in known[row[1]]["parameters"]]:
                raise Trouble(f"{where}: {row[1]} has no argument {row[2]}")
            if not any(row[4] in text for text in texts):
                raise Trouble(f"{where}: no header says: {row[4]}")
            written.setdefault(row[1], []).append((row[2], row[3]))
        else:
            raise Trouble(f"{where}: not a row")
    return written, silent, named, absent


def check_rows(api, good):
    """The functions that have a row ALSO."""
    text = pathlib.Path(good).read_text(encoding="utf-8")
    rows, also = (re.findall(rf"^{kind}\((hail_\w+),", text, re.M) for kind in ("GOOD", "ALSO"))
    names = [function["name"] for function in api.data["functions"]]
    wrong = [f"{good}: no row GOOD({name}, ...)" for name in names if name not in rows]
    wrong += [f"{good}: there is no function {name}" for name in rows + also if name not in names]
    if wrong:
        raise Trouble("\n".join(wrong))
    return set(also)


def declare(kind, name):
    """A member of the struct of arguments: of the parameter's type."""
    if kind["kind"] == "callback":
        return f"{kind['name']} *{name};"
    if kind["kind"] == "pointer":
        inner = kind["element"]
        stars = "*"
        while inner["kind"] == "pointer":
            inner, stars = inner["element"], stars + "*"
        return f"{'const ' if inner.get('const') else ''}{inner['name']} {stars}{name};"
    return f"{kind['name']} {name};"


def header(api):
    out = ["/* Made by tests/robust/generate.py: a struct of each public function's arguments. */", "#include <hail/hail.h>", ""]
    for function in api.data["functions"]:
        name = function["name"]
        members = [declare(part["type"], part["name"]) for part in function["parameters"]] or ["char none;"]
        out += [f"typedef struct {name}_args {{", *(f"    {member}" for member in members), f"}} {name}_args;",
                f"void good_{name}({name}_args *args);", f"void also_{name}({name}_args *args);", ""]
    return "\n".join(out)


def one_function(api, function, written, silent, also):
    """(C of one function, its row in the table)."""
    name, targets = function["name"], Targets(api, function).found
    arguments = ", ".join(f"a->{part['name']}" for part in function["parameters"])
    unused = "" if function["parameters"] else "    (void)args;\n"
    taken = f"    {name}_args *a = args;\n" if function["parameters"] else ""
    call = f"{name}({arguments})"
    status = function["returns"]["type"].get("name") == "hail_status"
    out = [f"static void good_args_{name}(void *args) {{ good_{name}(args); }}",
           *([f"static void also_args_{name}(void *args) {{ also_{name}(args); }}"] if name in also else []),
           f"static int call_{name}(void *args) {{\n{unused}{taken}    " +
           (f"return (int){call};" if status else f"(void){call};\n    return NO_STATUS;") + "\n}"]
    if targets:
        out.append(f"static const void *find_{name}(void *args, unsigned target, unsigned last) {{\n    {name}_args *a = args;\n    (void)last;\n    switch (target) {{")
        for number, (_, _, _, code) in enumerate(targets):
            out.append(f"    case {number}: {{\n        {code}\n    }}")
        out.append("    default:\n        return NULL;\n    }\n}")
        out.append(f"static const robust_target targets_{name}[] = {{")
        out += [f"    {{\"{path}\", KIND_{kind}, {past}}}," for path, kind, past, _ in targets]
        out.append("};")
    exceptions = ", ".join(f"{{\"{argument}\", {LEFT[left]}}}" for argument, left in written.get(name, []))
    where = "" if name in silent else channel(api, function)
    second = f"also_args_{name}" if name in also else "NULL"
    row = (f"    {{\"{name}\", {{good_args_{name}, {second}}}, call_{name}, {f'find_{name}, targets_{name}' if targets else 'NULL, NULL'}, {len(targets)}, "
           f"\"{where}\", {{{exceptions or '{NULL, LEFT_ZERO}'}}}}},")
    return "\n".join(out) + "\n", row


def source(api, written, silent, named, absent, also):
    parts = [one_function(api, function, written, silent, also) for function in api.data["functions"]]
    rows = "\n".join(row for _, row in parts)
    others = "\n".join(f"    {{\"{function}\", \"{name}\", \"{other}\"}}," for function, name, other in named)
    gone = "\n".join(f"    {{\"{function}\", \"{path}\"}}," for function, path in absent)
    return ("/* Made by tests/robust/generate.py: how to call each public function, and what can be bad in its arguments. */\n"
            "#include \"robust.h\"\n#include \"calls.h\"\n\n" + "\n".join(code for code, _ in parts) +
            f"\nconst robust_function robust_functions[] = {{\n{rows}\n}};\n\nconst unsigned robust_function_count = {len(parts)};\n"
            f"\nconst robust_name robust_names[] = {{\n{others}\n}};\n\nconst unsigned robust_name_count = {len(named)};\n"
            f"\nconst robust_absence robust_absences[] = {{\n{gone}\n}};\n\nconst unsigned robust_absence_count = {len(absent)};\n")


def main():
    if len(sys.argv) != 6:
        print(__doc__, file=sys.stderr)
        return 2
    try:
        api = Api(sys.argv[1])
        also = check_rows(api, sys.argv[2])
        written, silent, named, absent = read_exceptions(api, sys.argv[3])
        pathlib.Path(sys.argv[4]).write_text(header(api), encoding="utf-8")
        pathlib.Path(sys.argv[5]).write_text(source(api, written, silent, named, absent, also), encoding="utf-8")
        return 0
    except Trouble as trouble:
        print(trouble)
        return 1


if __name__ == "__main__":
    sys.exit(main())
