"""Makes bindings/hail-api.json, which describes the C interface for other languages, from the public headers.

usage: api.py --write INCLUDE/hail  bindings/hail-api.json
       api.py --check INCLUDE/hail  bindings/hail-api.json  [--rules]  COMPILER...

--write writes it. --check exits with 1 if the file differs from what the headers say, or if a compiler sees another
size, offset, type or value; with --rules also if a struct is passed by value, or a field has no fixed width.
docs/bindings.md says what the file holds.
"""
import json
import pathlib
import sys

sys.dont_write_bytecode = True
import api_proof  # noqa: E402
from cheatsheet import report_difference  # noqa: E402
from c_types import SCALARS, lay_out, spelled  # noqa: E402
from declarations import Declarations  # noqa: E402
from header_tokens import Trouble  # noqa: E402

WIDTH = 118
ABOUT = ("Hail's C interface, made from the public headers by tests/tools/api.py. Sizes, offsets and alignments are bytes on every "
         "64-bit system: pointers and size_t have 8, enums 4, bool 1; a struct's layouts are those of 32-bit ones. docs/bindings.md "
         "says more.")


def ordered(entry, *keys):
    return {key: entry[key] for key in keys if key in entry}


def typed(part):
    return {"name": part["name"], "c": spelled(part["type"]), "type": part["type"]}


def callable_entry(entry, *more):
    """A function or callback: the C declaration, then its parts."""
    parameters = ", ".join(spelled(part["type"], part["name"]) for part in entry["parameters"]) or "void"
    returns = {"c": spelled(entry["returns"]), "type": entry["returns"]}
    return {"name": entry["name"], "c": spelled(entry["returns"], f"{entry['name']}({parameters})"), "returns": returns,
            "parameters": [typed(part) for part in entry["parameters"]], **ordered(entry, *more), **ordered(entry, *WHERE)}


WHERE = ("header", "section", "summary", "doc")


def describe(folder):
    """Everything that the file holds."""
    all_of = Declarations(folder)
    layouts = {}
    for struct in all_of.of("struct"):
        lay_out(struct, layouts)
    value = all_of.constants
    number = [value[f"HAIL_VERSION_{part}"] for part in ("MAJOR", "MINOR", "PATCH")]
    return {
        "about": ABOUT,
        "version": {"text": ".".join(map(str, number)), **dict(zip(("major", "minor", "patch"), number)), "abi": value["HAIL_ABI"]},
        "scalars": [{"name": name, "size": size, "alignment": align, "kind": kind} for name, (size, align, kind) in SCALARS.items()],
        "headers": [ordered(entry, "name", "summary", "doc") for entry in all_of.headers],
        "sections": [ordered(entry, "name", "header", "doc") for entry in all_of.sections],
        "opaque": [ordered(entry, "name", *WHERE) for entry in all_of.of("opaque")],
        "constants": [ordered(entry, "name", "type", "value", *WHERE) for entry in all_of.of("constant")],
        "macros": [ordered(entry, "name", "parameters", "text", *WHERE) for entry in all_of.of("macro")],
        "enums": [{"name": entry["name"], "constants": [ordered(part, "name", "value", "doc") for part in entry["constants"]],
                   **ordered(entry, *WHERE)} for entry in all_of.of("enum")],
        "structs": [{**ordered(entry, "name", "size", "alignment", "layouts"),
                     "fields": [ordered(field, "name", "c", "type", "offset", "size", "doc") for field in entry["fields"]],
                     **ordered(entry, *WHERE)} for entry in all_of.of("struct")],
        "callbacks": [callable_entry(entry, "pointer") for entry in all_of.of("callback")],
        "functions": [callable_entry(entry, "inline") for entry in all_of.of("function")],
    }


def formatted(value, indent=0):
    """JSON with what fits on a line on one, so that a change of one call changes few lines."""
    line = json.dumps(value)
    if not isinstance(value, (dict, list)) or indent and len(line) + indent <= WIDTH:
        return line
    inner = " " * (indent + 1)
    if isinstance(value, dict):
        parts = [f"{inner}{json.dumps(key)}: {formatted(part, indent + 1)}" for key, part in value.items()]
        return "{\n" + ",\n".join(parts) + "\n" + " " * indent + "}"
    return "[\n" + ",\n".join(inner + formatted(part, indent + 1) for part in value) + "\n" + " " * indent + "]"


def by_value(kind):
    """Whether a parameter or return value of this type copies a struct."""
    return kind["kind"] == "struct"


def callables(api):
    """(name, function type) of everything that is called: functions, callbacks, fields that are callbacks."""
    yield from ((entry["name"], {"returns": entry["returns"]["type"], "parameters": entry["parameters"]})
                for entry in api["functions"] + api["callbacks"])
    for struct in api["structs"]:
        yield from ((f"{struct['name']}.{field['name']}", field["type"]) for field in struct["fields"] if "returns" in field["type"])


def broken_rules(api):
    """What no other language can call easily: structs by value; fields whose width a compiler chooses."""
    for name, function in callables(api):
        if by_value(function["returns"]):
            yield f"{name} returns {function['returns']['name']} by value: pass a pointer to write it to"
        for part in function["parameters"]:
            if by_value(part["type"]):
                yield f"{name} takes {part['type']['name']} by value: pass a const {part['type']['name']} *{part['name']}"
    for struct in api["structs"]:
        for field in struct["fields"]:
            kind = field["type"]
            while kind["kind"] == "array":
                kind = kind["element"]
            if kind["kind"] == "enum" or kind["kind"] == "scalar" and kind["name"] in ("bool", "int", "char"):
                yield f"{struct['name']}.{field['name']} is of type {kind['name']}: give it a fixed width"


def check(include, path, options):
    rules, compiler = options[:1] == ["--rules"], [word for word in options if word != "--rules"]
    api = describe(include)
    if report_difference(path, formatted(api) + "\n", f"python3 {sys.argv[0]} --write {include} {path}"):
        return 1
    wrong = [*(broken_rules(api) if rules else ()), *api_proof.unnamed(api, include), *api_proof.refused(api, include, compiler)]
    print("\n".join(wrong) if wrong else f"{len(api['functions'])} functions, {len(api['structs'])} structs")
    return 1 if wrong else 0


def main():
    if len(sys.argv) < 4 or sys.argv[1] not in ("--check", "--write"):
        print(__doc__, file=sys.stderr)
        return 2
    include, path = pathlib.Path(sys.argv[2]), pathlib.Path(sys.argv[3])
    try:
        if sys.argv[1] == "--check":
            return check(include, path, sys.argv[4:])
        path.write_text(formatted(describe(include)) + "\n", encoding="utf-8")
        return 0
    except Trouble as trouble:
        print(trouble)
        return 1


if __name__ == "__main__":
    sys.exit(main())
