"""Asks compilers whether bindings/hail-api.json is right, for api.py: sizes, offsets, types and values of everything in it."""
import pathlib
import re
import shutil
import subprocess
import tempfile

from c_types import MODELS, spelled

# 64-bit systems whose C interfaces differ from each other's, and 32-bit ones.
TARGETS = ("x86_64-linux-gnu", "x86_64-pc-windows-msvc", "x86_64-w64-mingw32", "aarch64-linux-gnu", "arm64-apple-macos",
           "riscv64-linux-gnu", "powerpc64le-linux-gnu", "i686-linux-gnu", "armv7-linux-gnueabihf", "wasm32")


# A preprocessor knows no alignment: of the compilers here, only those for i686 put 8 bytes at multiples of 4.
EIGHT = """#if defined(__i386__) && !defined(_WIN32)
#define EIGHT 4
#else
#define EIGHT 8
#endif"""


def number(value):
    if isinstance(value, float):
        return f"{value!r}f"
    return f"{value}u" if value > 2**31 - 1 else str(value)


def is_type(expression, pointer, what):
    return f'_Static_assert(_Generic({expression}, {pointer}: 1, default: 0), "{what}: type");'


def constant_lines(described):
    for constant in described["constants"]:
        name, same = constant["name"], f"{constant['name']} == {number(constant['value'])}"
        if constant["type"] == "float":  # no constant expression in C, so no static assertion; compilers fold it all the same
            yield f"extern char value_of_{name}[{same} ? 1 : -1];"
        else:
            yield f'_Static_assert({same}, "{name}: value");'
        yield is_type(name, constant["type"], name)
    for enum in described["enums"]:
        for constant in enum["constants"]:
            yield f'_Static_assert({constant["name"]} == {number(constant["value"])}, "{constant["name"]}: value");'


def layout_lines(struct, model):
    """A struct's size, alignment and offsets; on a 64-bit system its fields' sizes, too."""
    name, wide = struct["name"], model == "64-bit"
    layout = struct if wide else struct["layouts"][model]
    offsets = [field["offset"] for field in struct["fields"]] if wide else layout["offsets"]
    yield f'_Static_assert(sizeof({name}) == {layout["size"]}, "{name}: size");'
    yield f'_Static_assert(_Alignof({name}) == {layout["alignment"]}, "{name}: alignment");'
    for field, offset in zip(struct["fields"], offsets):
        what = f"{name}.{field['name']}"
        yield f'_Static_assert(offsetof({name}, {field["name"]}) == {offset}, "{what}: offset");'
        if wide:
            yield f'_Static_assert(sizeof((({name} *)0)->{field["name"]}) == {field["size"]}, "{what}: size");'


def struct_lines(described):
    for struct in described["structs"]:
        name = struct["name"]
        for field in struct["fields"]:
            pointer = spelled({"kind": "pointer", "element": field["type"]})
            yield is_type(f"&(({name} *)0)->{field['name']}", pointer, f"{name}.{field['name']}")
    yield "struct eight { char at; uint64_t number; };"
    for model, (pointer, of_eight) in MODELS.items():
        yield f"#if UINTPTR_MAX == UINT{8 * pointer}_MAX" + ("" if pointer == 8 else f" && EIGHT == {of_eight}")
        yield f'_Static_assert(offsetof(struct eight, number) == {of_eight}, "EIGHT");'
        for struct in described["structs"]:
            yield from layout_lines(struct, model)
        yield "#endif"
    for enum in described["enums"]:
        if enum["name"]:
            yield f'_Static_assert(sizeof({enum["name"]}) == 4, "{enum["name"]}: size");'


def function_lines(described):
    for entry in described["functions"] + described["callbacks"]:
        parameters = [{"name": "", "type": part["type"]} for part in entry["parameters"]]
        pointer = spelled({"kind": "callback", "returns": entry["returns"]["type"], "parameters": parameters})
        value = f"&{entry['name']}" if "inline" in entry else f"({entry['name']}{'' if entry['pointer'] else ' *'})0"
        yield is_type(value, pointer, entry["name"])


def source(described):
    """A file that compiles if everything is as described."""
    lines = ["#include <hail/hail.h>", EIGHT, *constant_lines(described), *struct_lines(described), *function_lines(described)]
    return "\n".join(lines) + "\n"


def unnamed(described, include):
    """Names in the headers' code that the description lacks."""
    parts = ("opaque", "constants", "macros", "enums", "structs", "callbacks", "functions")
    known = {"HAIL_API", "HAIL_C_BEGIN", "HAIL_C_END", "HAIL_BUILD", "HAIL_BUILD_SHARED"} | {f"HAIL_{path.stem.upper()}_H" for path in include.glob("*.h")}
    known |= {entry["name"] for part in parts for entry in described[part]}
    known |= {constant["name"] for enum in described["enums"] for constant in enum["constants"]}
    for path in sorted(include.glob("*.h")):
        code = re.sub(r"/\*.*?\*/|typedef (struct|enum) \w+", "", path.read_text(encoding="utf-8"), flags=re.DOTALL)
        for name in sorted(set(re.findall(r"\b(?:hail|HAIL)_\w+", code)) - known):
            yield f"{path.name}: {name} is not described"


def compilers(given, targets):
    """[(name, command)]: the given one, gcc and clang, and clang for other machines, whose own headers are enough."""
    found = [(" ".join(given), given)] if given else []
    if targets:
        found += [(name, [name]) for name in ("gcc", "clang") if shutil.which(name)]
    if shutil.which("clang"):
        found += [(f"clang for {target}", ["clang", f"--target={target}", "-ffreestanding"]) for target in targets]
    return found


def refused(described, include, given, targets=TARGETS):
    """The first line of what each compiler that does not agree says."""
    if not compilers(given, targets):
        yield "no compiler was given or found"
    with tempfile.TemporaryDirectory() as folder:
        proof = pathlib.Path(folder) / "proof.c"
        proof.write_text(source(described), encoding="utf-8")
        for name, command in compilers(given, targets):
            ran = subprocess.run([*command, "-std=c17", "-w", "-fsyntax-only", "-I", str(include.parent), str(proof)],
                                 capture_output=True, text=True, check=False)
            if ran.returncode:
                yield f"{name}: " + next((line for line in ran.stderr.splitlines() if "error" in line), ran.stderr[:300])
