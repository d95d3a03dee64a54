"""Prints what each room of Hail takes of the package's modules: bytes of code, after binaryen. A function that is
inlined counts where it is called.

usage: sizes.py ROOT FOLDER

FOLDER: where build.py has built, or builds what is missing. Prints a table in Markdown, in KB of 1,024 bytes.
"""
import collections
import pathlib
import re
import sys

sys.dont_write_bytecode = True
import build  # noqa: E402

FILE = re.compile(r"/\* ((?:engine|simd)/[\w/]+\.[ch]) - ")
DEFINITION = re.compile(r"^[A-Za-z][\w *]*?\b(?:HAIL_KERNEL\((\w+)\)|(\w+))\(")
KERNEL = re.compile(r"hail_kernel_(\w+)_(?:simd128|reference)")


def number(data, at):
    """A LEB128 number, and where it ends."""
    value = shift = 0
    while True:
        byte = data[at]
        at, value, shift = at + 1, value | (byte & 127) << shift, shift + 7
        if byte < 128:
            return value, at


def sections(data):
    at = 8
    while at < len(data):
        kind = data[at]
        size, start = number(data, at + 1)
        yield kind, start, start + size
        at = start + size


def count_imports(data):
    for kind, start, _ in sections(data):
        if kind == 2:
            return number(data, start)[0]
    return 0


def code_sizes(data):
    """The size of each function's code."""
    at = next(start for kind, start, _ in sections(data) if kind == 10)
    count, at = number(data, at)
    sizes = []
    for _ in range(count):
        size, start = number(data, at)
        sizes.append(start + size - at)
        at = start + size
    return sizes


def function_names(data):
    names = {}
    for kind, start, end in sections(data):
        length, at = number(data, start)
        if kind != 0 or data[at:at + length] != b"name":
            continue
        at += length
        while at < end:
            part, (size, inner) = data[at], number(data, at + 1)
            at = inner + size
            if part != 1:
                continue
            count, inner = number(data, inner)
            for _ in range(count):
                index, inner = number(data, inner)
                length, inner = number(data, inner)
                names[index] = data[inner:inner + length].decode()
                inner += length
    return names


def room_of(path):
    """A room of the engine, with the kernels of the same name."""
    parts = path.split("/")
    return "kernels" if parts[0] == "simd" and len(parts) < 4 else parts[1] if parts[0] == "engine" else parts[2]


def rooms_by_function(folder):
    """function: room, by the files that hail.c was made of."""
    rooms, room = {}, None
    for line in (folder / "hail.c").read_text(encoding="utf-8").splitlines():
        if found := FILE.match(line):
            room = room_of(found[1])
        elif room and (found := DEFINITION.match(line)) and not line.endswith(";"):
            rooms.setdefault(f"kernel {found[1]}" if found[1] else found[2], room)
    return rooms


def measure(folder, name):
    """Bytes by room, and of what is not code."""
    flags = build.flags_of(name, None)
    objects = [build.compile_object(folder, source, flags) for source in (folder / "hail.c", *build.OWN)]
    module = folder / f"named-{name}.wasm"
    link = [word for word in build.LINK if word != "-Wl,--strip-all"]
    build.run([*link, *(f"-Wl,--export={call}" for call in build.used_calls()), *objects, "-o", module])
    build.optimise(module, name, None, "-g")
    data, rooms = module.read_bytes(), rooms_by_function(folder)
    names, imports, sizes = function_names(data), count_imports(data), collections.Counter()
    for index, size in enumerate(code_sizes(data)):
        function = names.get(index + imports, "")
        kernel = KERNEL.fullmatch(function)
        own = "the package's own C" if "hail_js" in function else "the C library"
        sizes[rooms.get(f"kernel {kernel[1]}" if kernel else function, own)] += size
    sizes["constants and tables"] = sum(end - start for kind, start, end in sections(data) if kind == 11)
    return sizes


def main():
    if len(sys.argv) != 3:
        print(__doc__, file=sys.stderr)
        return 2
    root, folder = (pathlib.Path(word).resolve() for word in sys.argv[1:])
    build.make_pair(root, folder)
    columns = {name: measure(folder, name) for name in build.BUILDS}
    rooms = sorted(set().union(*columns.values()), key=lambda room: -sum(sizes[room] for sizes in columns.values()))
    print("| room | " + " | ".join(columns) + " |\n|---|" + "---:|" * len(columns))
    for room in rooms:
        print(f"| {room} | " + " | ".join(f"{sizes[room] / 1024:.1f}" for sizes in columns.values()) + " |")
    print("| together | " + " | ".join(f"{sum(sizes.values()) / 1024:.0f}" for sizes in columns.values()) + " |")
    return 0


if __name__ == "__main__":
    sys.exit(main())
