"""C types as bindings/hail-api.json holds them: how C spells them, and how systems lay them out."""

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


# How systems lay structs out: bytes of a pointer and of size_t, and the alignment of a number of 8 bytes.
MODELS = {"64-bit": (8, 8), "wasm32": (4, 8), "i686": (4, 4)}


def measure(kind, layouts, model):
    """(size, alignment) of a type."""
    pointer, of_eight = MODELS[model]
    if kind["kind"] == "array":
        size, align = measure(kind["element"], layouts, model)
        return size * kind["length"], align
    if kind["kind"] == "scalar":
        size, align = SCALARS[kind["name"]][:2]
        return (pointer, pointer) if kind["name"] == "size_t" else (size, min(align, of_eight))
    if kind["kind"] == "struct":
        return layouts[model, kind["name"]]
    return (4, 4) if kind["kind"] == "enum" else (pointer, pointer)


def place_fields(struct, layouts, model):
    """(size, alignment, [(offset, size) of each field]) of a struct."""
    at, widest, places = 0, 1, []
    for field in struct["fields"]:
        size, align = measure(field["type"], layouts, model)
        at = -(-at // align) * align
        places.append((at, size))
        at, widest = at + size, max(widest, align)
    layouts[model, struct["name"]] = -(-at // widest) * widest, widest
    return *layouts[model, struct["name"]], places


def lay_out(struct, layouts):
    """Fills in a struct's offsets, sizes and alignment: those of 64-bit systems, and how 32-bit ones differ."""
    size, align, places = place_fields(struct, layouts, "64-bit")
    struct.update({"size": size, "alignment": align, "layouts": {}})
    for field, (offset, bytes_of) in zip(struct["fields"], places):
        field.update({"c": spelled(field["type"]), "offset": offset, "size": bytes_of})
    for model in list(MODELS)[1:]:
        size, align, places = place_fields(struct, layouts, model)
        struct["layouts"][model] = {"size": size, "alignment": align, "offsets": [offset for offset, _ in places]}
