"""Checks the rooms of the tree: which folder may include which, and how files are named.

usage: rooms.py SOURCE_ROOT

No file includes one of a room that rooms.txt (beside this file) forbids to its own room. In the library (engine/,
simd/) no includes form a circle and no two files share a name. Each file's first line says what it is for, each
header is guarded by its path, and sources.txt lists every .c file. Prints TAP.
"""
import collections
import pathlib
import posixpath
import re
import sys

HERE = pathlib.Path(__file__).resolve().parent
LIBRARY = ("engine", "simd")
PUBLIC = "engine/include"
SEARCHED = ("engine", PUBLIC, "simd")  # the library's include path
GENERATED = {"calls.h", "golden_table.inc", "guides.inc", "guides_maps.inc", "recipes.inc", "variant_list.h", "suites.h"}  # made by the build


def read_rooms(text):
    """{room: the rooms that its files may include}, with all that those may include."""
    direct = {}
    for line in text.splitlines():
        if line.strip() and not line.startswith("#"):
            room, arrow, seen = line.partition("->")
            assert arrow and room.strip() not in direct, f"rooms.txt: {line}"
            direct[room.strip()] = seen.split()
    circle = find_circle(direct)
    assert not circle, "rooms.txt goes in a circle: " + " -> ".join(circle)
    def closure(room):
        assert room in direct, f"rooms.txt has no line for {room}"
        return {room}.union(*map(closure, direct[room]))
    return {room: closure(room) for room in direct}


def find_circle(graph):
    """A list of nodes that form a circle, or []."""
    done, path = set(), []
    def visit(node):
        if node in path:
            return path[path.index(node):] + [node]
        if node in done:
            return []
        path.append(node)
        for other in list(graph.get(node, ())):
            circle = visit(other)
            if circle:
                return circle
        done.add(path.pop())
        return []
    return next(filter(None, map(visit, sorted(graph))), [])


def room_of(path, rooms):
    """The longest name in rooms.txt that fits."""
    fitting = [room for room in rooms if (path + "/").startswith(room + "/")]
    assert fitting, f"{path} is in no room of rooms.txt"
    return max(fitting, key=len)


def included(root, files, rooms):
    """[(file, line number, name, the included file of the tree)] of every include except system headers."""
    by_name = collections.defaultdict(list)
    for file in files:
        by_name[pathlib.Path(file).name].append(file)
    found = []
    for file in files:
        text = (root / file).read_text(encoding="utf-8")
        for match in re.finditer(r'^[ \t]*#[ \t]*include[ \t]*([<"])([^>"]+)[>"]', text, flags=re.MULTILINE):
            quoted, name = match[1] == '"', match[2]
            target = resolve(file, name, quoted, by_name, rooms)
            if target or (quoted and name not in GENERATED):
                found.append((file, text.count("\n", 0, match.start()) + 1, name, target))
    return found


def resolve(file, name, quoted, by_name, rooms):
    """The file that an include means, or None."""
    candidates = by_name[pathlib.Path(name).name]
    beside = posixpath.normpath(posixpath.join(posixpath.dirname(file), name))
    if quoted and beside in candidates:
        return beside
    if file.startswith(tuple(folder + "/" for folder in LIBRARY)):
        return next((f"{folder}/{name}" for folder in SEARCHED if f"{folder}/{name}" in candidates), None)
    if not quoted and not name.startswith("hail/"):
        return None
    # Programs have different include paths, so files that their room may see come first.
    fitting = [path for path in candidates if path.endswith("/" + name)]
    allowed = rooms[room_of(file, rooms)]
    return min(fitting, key=lambda path: (room_of(path, rooms) not in allowed, path), default=None)


def check_directions(root, files, rooms):
    """Every include goes the way that rooms.txt says."""
    del root
    wrong = []
    for file, line, name, target in files["includes"]:
        room = room_of(file, rooms)
        if target is None:
            wrong.append(f"{file}:{line}: nothing in the tree is called {name}")
        elif room_of(target, rooms) not in rooms[room]:
            wrong.append(f"{file}:{line}: {room} may not include {target}")
    return wrong


def check_circles(root, files, rooms):
    """No file includes itself by way of others."""
    del root, rooms
    graph = collections.defaultdict(list)
    for file, _, _, target in files["includes"]:
        graph[file].append(target)
    circle = find_circle(graph)
    return [" -> ".join(circle)] if circle else []


def check_names(root, files, rooms):
    """No two files of the library share a name but x.c and x.h of one folder, and the public hail/x.h."""
    del root, rooms
    same = collections.defaultdict(list)
    for file in map(pathlib.PurePosixPath, files["library"]):
        if not str(file).startswith(PUBLIC):
            same[file.stem].append(file)
    return [" and ".join(map(str, paths)) for _, paths in sorted(same.items())
            if len({path.parent for path in paths}) > 1]


def check_first_lines(root, files, rooms):
    """Every file of the library opens with its path and what it is for."""
    del rooms
    wrong = []
    for file in files["library"]:
        path = file[len(PUBLIC) + 1:] if file.startswith(PUBLIC) else file
        first = (root / file).read_text(encoding="utf-8").split("\n", 1)[0]
        if not re.match(rf"/\* {re.escape(path)} - \S", first):
            wrong.append(f"{file} does not open with '/* {path} - what it is for'")
    return wrong


def check_guards(root, files, rooms):
    """Every header of the library is guarded by its path."""
    del rooms
    wrong = []
    for file in files["library"]:
        if file.endswith(".h"):
            guard = "HAIL_" + re.sub(r"\W", "_", file.removeprefix(PUBLIC + "/hail/").removeprefix("engine/")).upper()
            text = (root / file).read_text(encoding="utf-8")
            if f"#ifndef {guard}\n#define {guard}\n" not in text:
                wrong.append(f"{file} is not guarded by {guard}")
    return wrong


def check_sources(root, files, rooms):
    """sources.txt lists every .c file once, in order."""
    del rooms
    wrong = []
    for folder in LIBRARY:
        listed = (root / folder / "sources.txt").read_text(encoding="utf-8").split()
        there = [file[len(folder) + 1:] for file in files["library"]
                 if file.startswith(folder + "/") and file.endswith(".c")]
        wrong += [f"{folder}/sources.txt lacks {name}" for name in there if name not in listed]
        wrong += [f"{folder}/sources.txt lists {name}, which is not there" for name in listed if name not in there]
        if len(set(listed)) < len(listed) or listed != sorted(listed):
            wrong.append(f"{folder}/sources.txt is not in order, each once")
    return wrong


def check_eight_lanes(root, files, rooms):
    """simd/kernels/eight_lanes.h names the kernels of the files in simd/eight_lanes.txt."""
    # The linker notices, too, but only where avx512 is built.
    simd = root / "simd"
    defined = [name for path in (simd / "eight_lanes.txt").read_text(encoding="utf-8").split()
               for name in re.findall(r"HAIL_KERNEL\((\w+)\)\(", (simd / path).read_text(encoding="utf-8"))]
    named = re.findall(r"^#define hail_kernel_(\w+)_avx512 +hail_kernel_\1_avx2$",
                       (simd / "kernels/eight_lanes.h").read_text(encoding="utf-8"), flags=re.MULTILINE)
    return [f"simd/kernels/eight_lanes.h or eight_lanes.txt lacks {name}" for name in sorted({*defined} ^ {*named})]


def read_tree(root, rooms):
    """Its files, the library's among them, and their includes."""
    files = sorted(str(path.relative_to(root).as_posix()) for top in ("engine", "simd", "examples", "bench", "tests")
                   for path in (root / top).rglob("*") if path.suffix in (".c", ".h", ".cpp", ".hpp"))
    library = [file for file in files if file.split("/")[0] in LIBRARY]
    assert len(library) > 100 and len(files) > 300, f"only {len(files)} files, {len(library)} of the library"
    return {"files": files, "library": library, "includes": included(root, files, rooms)}


def check_this_test():
    """What must fail fails: directions against the arrow, circles."""
    rooms = read_rooms("a ->\nb -> a\nc -> b\n")
    assert rooms == {"a": {"a"}, "b": {"a", "b"}, "c": {"a", "b", "c"}}
    def wrong(file, target):
        return check_directions(None, {"includes": [(file, 1, "x.h", target)]}, rooms)
    assert wrong("a/x.c", "b/x.h") and wrong("a/x.c", None) and not wrong("c/x.c", "a/x.h")
    assert find_circle({"x": ["y"], "y": ["z"], "z": ["y"]}) == ["y", "z", "y"]
    assert not find_circle({"x": ["y", "z"], "y": ["z"]})
    try:
        read_rooms("a -> b\nb -> a\n")
    except AssertionError:
        return []
    return ["rooms that see each other pass"]


def main():
    root = pathlib.Path(sys.argv[1]).resolve()
    rooms = read_rooms((HERE / "rooms.txt").read_text(encoding="utf-8"))
    files = read_tree(root, rooms)
    checks = (check_directions, check_circles, check_names, check_first_lines, check_guards, check_sources,
              check_eight_lanes)
    print(f"TAP version 13\n1..{len(checks) + 1}")
    failed = 0
    for number, check in enumerate((*checks, check_this_test), 1):
        findings = check(root, files, rooms) if check is not check_this_test else check()
        failed += bool(findings)
        print(f"{'not ok' if findings else 'ok'} {number} {check.__doc__}")
        for finding in findings:
            print(f"# {finding}")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
