"""Writes src/layout.js from hail-api.json: constants, structs as they lie in WebAssembly's memory, the numbers that calls
get.

usage: generate.py [--check]
"""
import json
import pathlib
import re
import sys

HERE = pathlib.Path(__file__).resolve().parent
TARGET = HERE / "src" / "layout.js"
STRUCTS = ["hail_error", "hail_contact", "hail_event", "hail_removal", "hail_step_stats", "hail_world_options",
           "hail_layer_options", "hail_spawn_columns", "hail_borrowed_columns", "hail_columns", "hail_handles", "hail_body_values",
           "hail_body_writes", "hail_location", "hail_rule", "hail_memory", "hail_convex", "hail_convex_info", "hail_loops",
           "hail_decompose_options", "hail_points", "hail_rays", "hail_boxes", "hail_shapes", "hail_query_filter",
           "hail_query_match", "hail_query_hit", "hail_nearest_options", "hail_tilemap_options", "hail_tilemap_size",
           "hail_tilemap_rays", "hail_ray_answers", "hail_ray_hit", "hail_tilemap_movers", "hail_slide_options",
           "hail_slide", "hail_image", "hail_sprite_info", "hail_sector_data", "hail_sectors_options", "hail_wall",
           "hail_sectors_edit", "hail_sector_movers", "hail_sector_move", "hail_sector_move_options", "hail_wall_filter",
           "hail_nearest_point", "hail_difference", "hail_batch", "hail_gap",
           "hail_prediction", "hail_crossing", "hail_crossings", "hail_world_step"]
SCALARS = {"float": "f32", "double": "f64", "int32_t": "i32", "uint8_t": "u8", "uint16_t": "u16", "uint32_t": "u32",
           "uint64_t": "u64", "size_t": "u32"}
WHOLE = {"hail_handle": "handle", "hail_shape": "shape"}
HEAD = """// src/layout.js - constants; structs as they lie in memory: field: [offset, type, how many]; the numbers that calls get:
// parameter: [position, type].
// Made from bindings/hail-api.json by generate.py.
"""


def camel(name):
    first, *others = name.split("_")
    return first + "".join(word[:1].upper() + word[1:] for word in others)


def name_of(kind):
    if kind["kind"] == "scalar":
        return SCALARS.get(kind["name"], "pointer")
    return WHOLE.get(kind.get("name"), camel(kind["name"].removeprefix("hail_"))) if kind["kind"] == "struct" else "pointer"


def type_of(kind):
    if kind["kind"] == "pointer":
        element = name_of(kind["element"])
        return [f"{element}*" if element in {*SCALARS.values(), *WHOLE.values()} else "pointer"]
    if kind["kind"] == "array":
        return [name_of(kind["element"]), kind["length"]]
    return [name_of(kind)]


def struct_line(struct):
    layout = struct["layouts"]["wasm32"]
    fields = [f"{camel(field['name'])}: {json.dumps([offset, *type_of(field['type'])])}"
              for field, offset in zip(struct["fields"], layout["offsets"]) if not field["name"].startswith("unused")]
    name = camel(struct["name"].removeprefix("hail_"))
    return f"export const {name} = {{\n  size: {layout['size']},\n  fields: {{ {', '.join(fields)} }},\n}};\n"


def number_of(kind):
    """What a parameter takes, if JavaScript has to look at it: not pointers; 64 bits refuse all but a BigInt."""
    if kind["kind"] == "scalar":
        return "bool" if kind["name"] == "bool" else SCALARS.get(kind["name"])
    return "u32" if kind["kind"] == "enum" else None


def parameter_lines(described):
    source = "".join(path.read_text(encoding="utf-8") for path in sorted(HERE.glob("src/*.js")) if path != TARGET)
    used = set(re.findall(r"\bhail_\w+", source))
    for function in described["functions"]:
        numbers = {camel(parameter["name"]): [at, number_of(parameter["type"])]
                   for at, parameter in enumerate(function["parameters"])}
        listed = ", ".join(f"{name}: {json.dumps(each)}" for name, each in numbers.items() if each[1] not in (None, "u64"))
        if listed and function["name"] in used:
            yield f"  {function['name']}: {{ {listed} }},"


def constants(described):
    groups = [constant for enum in described["enums"] for constant in enum["constants"]] + described["constants"]
    for each in groups:
        if each.get("type") != "uint64_t" and each["name"].startswith("HAIL_"):
            yield f"  {each['name'].removeprefix('HAIL_')}: {each['value']},"


def statuses(described):
    enum = next(enum for enum in described["enums"] if enum["name"] == "hail_status")
    return [constant["name"] for constant in enum["constants"][:-1]]


def text():
    described = json.loads((HERE.parent / "hail-api.json").read_text(encoding="utf-8"))
    structs = {struct["name"]: struct for struct in described["structs"]}
    names = ",\n  ".join(json.dumps(name) for name in statuses(described))
    return (HEAD + f'export const version = "{described["version"]["text"]}";\n'
            "export const constants = Object.freeze({\n" + "\n".join(constants(described)) + "\n});\n"
            f"export const statuses = [\n  {names},\n];\n" + "".join(struct_line(structs[name]) for name in STRUCTS) +
            "export const parameters = {\n" + "\n".join(parameter_lines(described)) + "\n};\n")


def main():
    if sys.argv[1:] != ["--check"]:
        TARGET.write_text(text(), encoding="utf-8")
        return 0
    if TARGET.read_text(encoding="utf-8") != text():
        print("src/layout.js is old: python3 bindings/js/generate.py", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
