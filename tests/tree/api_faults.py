"""Checks that tests/tools/api.py notices faults: in headers that it must refuse, and in a description that is wrong.

usage: api_faults.py SOURCE_ROOT COMPILER...

Prints TAP.
"""
import copy
import pathlib
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
sys.dont_write_bytecode = True
sys.path[:0] = [str(HERE.parent / "tools")]
import api  # noqa: E402
import api_proof  # noqa: E402
from header_tokens import Trouble  # noqa: E402

HEADER = """/* hail/hail.h - a header with a fault. */
#ifndef HAIL_HAIL_H
#define HAIL_HAIL_H
#define HAIL_VERSION_MAJOR 0
#define HAIL_VERSION_MINOR 1
#define HAIL_VERSION_PATCH 0
#define HAIL_ABI 0
typedef enum hail_mode { HAIL_ON = 1 } hail_mode;
typedef struct hail_pair { float x, y; } hail_pair;
@
#endif
"""
# A line of a header, and what is said of it.
RULES = (("HAIL_API void hail_take(hail_pair pair);", "hail_take takes hail_pair by value"),
         ("HAIL_API hail_pair hail_give(void);", "hail_give returns hail_pair by value"),
         ("typedef void hail_fn(hail_pair pair);", "hail_fn takes hail_pair by value"),
         ("typedef struct hail_s { void (*call)(hail_pair pair); } hail_s;", "hail_s.call takes hail_pair by value"),
         ("typedef struct hail_s { bool on; } hail_s;", "hail_s.on is of type bool"),
         ("typedef struct hail_s { hail_mode mode[2]; } hail_s;", "hail_s.mode is of type hail_mode"),
         ("typedef struct hail_s { int count; } hail_s;", "hail_s.count is of type int"))
FORMS = ("typedef union hail_u { float x; } hail_u;", "typedef struct hail_s { uint32_t bit : 1; } hail_s;",
         "HAIL_API void hail_take(long count);", "typedef float hail_number;", "HAIL_API int hail_count;",
         "HAIL_API int hail_print(const char *text, ...);", "#if defined(HAIL_MORE)\n#define HAIL_LESS 1\n#endif",
         "extern int hail_count(void);", "#undef HAIL_ABI", "#define HAIL_EMPTY", "#define HAIL_ONE hail_one()")
FINE = ("HAIL_API hail_mode hail_take(const hail_pair *pairs, size_t count, bool on);",
        "typedef struct hail_s { uint8_t mode[3]; const hail_pair *pair; void (*call)(void); } hail_s;",
        "static inline int hail_sign(float x) { return x < 0 ? -1 : 1; }", "#define HAIL_MASK (HAIL_ON << 3 | 0x80000000u)",
        "enum { HAIL_A = 5, HAIL_B, HAIL_C = HAIL_B + 2 };")


def described(line):
    with tempfile.TemporaryDirectory() as folder:
        (pathlib.Path(folder) / "hail.h").write_text(HEADER.replace("@", line), encoding="utf-8")
        return api.describe(pathlib.Path(folder))


def check_rules():
    for line, said in RULES:
        broken = list(api.broken_rules(described(line)))
        assert len(broken) == 1 and broken[0].startswith(said), (line, broken)
    for line in FINE:
        assert not list(api.broken_rules(described(line))), line


def check_forms():
    for line in FORMS:
        try:
            described(line)
        except Trouble:
            continue
        raise AssertionError(f"{line} is passed over")


def check_values():
    entry = described("enum { HAIL_A = 5, HAIL_B, HAIL_C = HAIL_B + 2 };")["enums"][-1]
    assert [constant["value"] for constant in entry["constants"]] == [5, 6, 8], entry
    entry = described("#define HAIL_MASK (HAIL_ON << 3 | 0x80000000u)")["constants"][-1]
    assert (entry["type"], entry["value"]) == ("uint32_t", 0x80000008), entry


FLOAT = {"kind": "scalar", "name": "float"}


def changes(part):
    """(name, change) of single faults: every number that a compiler checks one too large, a pointer less const."""
    for struct in range(len(part["structs"])):
        yield "size", lambda made, at=struct: made["structs"][at].update(size=made["structs"][at]["size"] + 1)
        yield "alignment", lambda made, at=struct: made["structs"][at].update(alignment=made["structs"][at]["alignment"] + 1)
        yield "offset", lambda made, at=struct: made["structs"][at]["fields"][-1].update(offset=999)
        yield "field's size", lambda made, at=struct: made["structs"][at]["fields"][-1].update(size=999)
        yield "field's type", lambda made, at=struct: made["structs"][at]["fields"][0].update(type=FLOAT)
    yield "constant", lambda made: made["constants"][0].update(value=77)
    yield "float", lambda made: [entry.update(value=7.5) for entry in made["constants"] if entry["type"] == "float"]
    yield "constant's type", lambda made: made["constants"][0].update(type="float")
    yield "enum", lambda made: made["enums"][0]["constants"][-1].update(value=77)
    yield "function", lambda made: made["functions"][0]["parameters"].append({"name": "x", "type": FLOAT})
    yield "callback", lambda made: made["callbacks"][0].update(returns={"type": FLOAT})


def check_proof(source, compiler):
    include = source / "engine" / "include" / "hail"
    whole = api.describe(include)
    part = {**whole, "structs": [struct for struct in whole["structs"] if struct["name"] in ("hail_contact", "hail_allocator")]}
    assert not list(api_proof.refused(part, include, compiler, ())), "the headers are refused"
    for name, change in changes(part):
        made = copy.deepcopy(part)
        change(made)
        assert list(api_proof.refused(made, include, compiler, ())), f"a wrong {name} is accepted"
    assert list(api_proof.unnamed(part, include)), "missing structs are not noticed"


def main():
    source, compiler = pathlib.Path(sys.argv[1]), sys.argv[2:]
    checks = (("rules", check_rules, ()), ("forms", check_forms, ()), ("values", check_values, ()),
              ("compilers", check_proof, (source, compiler)))
    print(f"TAP version 13\n1..{len(checks)}")
    failed = 0
    for number, (name, check, arguments) in enumerate(checks, 1):
        try:
            check(*arguments)
            print(f"ok {number} {name}")
        except AssertionError as error:
            failed = 1
            print(f"not ok {number} {name}\n# {error}")
    return failed


if __name__ == "__main__":
    sys.exit(main())
