"""C types as bindings/hail-api.json holds them: how C spells them, and how a 64-bit system lays them out."""

# name: (size, alignment, kind) where pointers have 8 bytes
SCALARS = {"void": (0, 1, "void"), "char": (1, 1, "text"), "bool": (1, 1, "bool"), "int": (4, 4, "int"),
           "float": (4, 4, "float"), "double": (8, 8, "float"), "size_t": (8, 8, "unsigned"),
           **{f"uint{8 * n}_t": (n, n, "unsigned") for n in (1, 2, 4, 8)}, **{f"int{8 * n}_t": (n, n, "int") for n in (1, 2, 4, 8)}}


def spelled(kind, name=""):
    """A C declaration of a name, or without one the type's own spelling."""
    if kind["kind"] == "array":
        return spelled(kind["element"], f"{name}[{kind['length']}]")
    if kind["kind"] == "callback" and "returns" in kind:
        parameters = ", ".join(spelled(part["type"]) for part in kind["parameters"]) or "void"
        return spelled(kind["returns"], f"(*{name})({parameters})")
    const = "const " if kind.get("const") else ""
    if kind["kind"] in ("pointer", "callback"):
        word = f"*{const if name else const.strip()}{name}"
        inner = kind.get("element", {"kind": "function", "name": kind.get("name")})
        return spelled(inner, f"({word})" if inner["kind"] == "array" else word)
    return f"{const}{kind['name']}" + (f" {name}" if name and name[0] != "[" else name)


def measure(kind, structs):
    """(size, alignment) of a type on a 64-bit system."""
    if kind["kind"] == "array":
        size, align = measure(kind["element"], structs)
        return size * kind["length"], align
    if kind["kind"] == "scalar":
        return SCALARS[kind["name"]][:2]
    if kind["kind"] == "struct":
        return structs[kind["name"]]["size"], structs[kind["name"]]["alignment"]
    return (4, 4) if kind["kind"] == "enum" else (8, 8)


def lay_out(struct, structs):
    """Fills in a struct's offsets, sizes and alignment."""
    at, widest = 0, 1
    for field in struct["fields"]:
        size, align = measure(field["type"], structs)
        at = -(-at // align) * align
        field.update({"c": spelled(field["type"]), "offset": at, "size": size})
        at, widest = at + size, max(widest, align)
    struct.update({"size": -(-at // widest) * widest, "alignment": widest})
    structs[struct["name"]] = struct
