"""Writes all of Hail as one header and one source, hail.h and hail.c, to copy into a game; for C++, hail.hpp beside them.

usage: amalgamate.py SOURCE_ROOT FOLDER

hail.c holds the engine once and the kernels once per number of SIMD lanes. Pragmas (gcc's target, clang's attributes;
MSVC needs none) select each instruction set, so one ordinary compilation makes all kernels. If two files use the same
private name (static function, type, constant), it gets its file's name as a suffix; names of kernels and lanes
get the number of lanes. SIMDe is still included: the 4-lane kernels need its headers.
"""
import pathlib
import re
import shutil
import sys

PUBLIC = "engine/include"
# Headers that only some compilers have: when they are included.
ONLY_WHERE = {"intrin.h": "defined(_MSC_VER) && !defined(__clang__)",
              "emmintrin.h": "defined(__SSE2__) || defined(_M_X64)",
              "xmmintrin.h": "defined(_MSC_VER) && (defined(_M_X64) || defined(_M_IX86))"}
TOKEN = re.compile(r"""/\*.*?\*/ | //[^\n]* | "(?:\\.|[^"\\\n])*" | '(?:\\.|[^'\\\n])*'   # comments and texts
    | \bHAIL_KERNEL\(\w+\)                                                               # the table's names
    | \b\d[\w.]*                                                                          # numbers
    | (?:\.|->)\s*[A-Za-z_]\w*                                                            # members
    | [A-Za-z_]\w*""", re.VERBOSE | re.DOTALL)
INCLUDE = re.compile(r'^[ \t]*#[ \t]*include[ \t]*([<"])([^">]+)[>"][^\n]*\n', re.MULTILINE)


class File:
    """A file of the library: its text without guard, what it includes, what it declares for itself."""

    def __init__(self, root, path):
        self.path = path
        self.stem = pathlib.PurePosixPath(path).stem
        text = (root / path).read_text(encoding="utf-8")
        if path.endswith(".h"):
            text = re.sub(r"^#ifndef (\w+_H)\n#define \1\n(.*)^#endif\n\s*\Z", r"\2", text, flags=re.MULTILINE | re.DOTALL)
        self.text = text
        self.own, self.system = [], []
        for match in INCLUDE.finditer(text):
            found = resolve(root, path, match[2])
            (self.own if found else self.system).append(found or match[2])
        self.declared = declared(text)
        self.macros = set(re.findall(r"^[ \t]*#[ \t]*define[ \t]+(\w+)", text, flags=re.MULTILINE))


def resolve(root, path, name):
    """The library's file that an include means, or None for a system's or the build's."""
    beside = str(pathlib.PurePosixPath(path).parent)
    for folder in (beside, "engine", PUBLIC, "simd"):
        if (root / folder / name).is_file():
            return (pathlib.PurePosixPath(folder) / name).as_posix()
    return None


def declared(text):
    """Names that a file declares for itself at file scope: static functions and data, types, constants."""
    text = re.sub(r"/\*.*?\*/|//[^\n]*", " ", text, flags=re.DOTALL)
    text = re.sub(r'"(?:\\.|[^"\\\n])*"', '""', text)
    text = re.sub(r"^#ifdef __cplusplus\n.*?^#endif\n", "", text, flags=re.MULTILINE | re.DOTALL)
    text = re.sub(r"^[ \t]*#(?:[^\n\\]|\\\n|\\.)*", "", text, flags=re.MULTILINE)
    text = re.sub(r"^HAIL_HEAP_SORT\(.*\)$", "", text, flags=re.MULTILINE)  # names that only one file has
    names = set()
    for item in items(text):
        if re.match(r"\s*typedef\s+(?:struct|union)\s+(\w+)\s+\1\s*;", item):
            continue  # a promise of what another file declares
        head = re.sub(r"\{.*\}", "{}", item, flags=re.DOTALL)
        if match := re.search(r"\benum\b[^{]*\{(.*?)\}", item, flags=re.DOTALL):
            names |= {re.match(r"\w+", word.strip())[0] for word in re.sub(r"=[^,]*", "", match[1]).split(",") if word.strip()}
        if match := re.match(r"\s*(?:typedef\s+)?(?:static\s+)?(?:const\s+)?(?:struct|union|enum)\s+(\w+)\s*\{", item):
            names.add(match[1])
        if head.lstrip().startswith("typedef"):
            match = re.search(r"\(\s*\*\s*(\w+)\s*\)|(\w+)\s*\(|(\w+)\s*(?:\[[^\]]*\]\s*)*;", head)
            names.add(next(filter(None, match.groups())))
        elif head.lstrip().startswith("static"):
            head = re.sub(r"__attribute__\s*\(\(.*?\)\)", "", head)
            first = re.search(r"(\w+)\s*(?:\(|\[|=|;)", head)
            names.add(first[1])
            if not first[0].endswith("("):  # static const float A = 1, B = 2;
                names |= set(re.findall(r",\s*(\w+)\s*(?:\[[^\]]*\]\s*)?=", re.sub(r"\([^()]*\)|\{\}", "", head)))
    return names


def items(text):
    """The declarations and definitions at file scope."""
    depth, start = 0, 0
    for at, letter in enumerate(text):
        if letter in "{(":
            depth += 1
        elif letter in "})":
            depth -= 1
            body = letter == "}" and depth == 0
            if body and re.match(r"[^=;]*\)\s*\{", text[start:], flags=re.DOTALL) and not re.match(r"\s*typedef", text[start:]):
                yield text[start:at + 1]
                start = at + 1
        elif letter == ";" and depth == 0:
            yield text[start:at + 1]
            start = at + 1


class Tree:
    """The library's files, read once."""

    def __init__(self, root):
        self.root, self.files = root, {}

    def __getitem__(self, path):
        if path not in self.files:
            self.files[path] = File(self.root, path)
        return self.files[path]

    def below(self, path, seen=None, skip=()):
        """It and what it includes, by way of others too, included ones first."""
        seen = seen if seen is not None else []
        if path not in seen and path not in skip:
            for other in self[path].own:
                self.below(other, seen, skip)
            seen.append(path)
        return seen


def rename(text, names):
    """Identifiers changed, but for members and what stands in texts."""
    bodies = [match.span() for match in re.finditer(r"\b(?:struct|union)\b[^{};()]*\{[^{}]*\}", text)]
    def changed(match):
        new = names.get(match[0], match[0])
        member = new != match[0] and re.match(r"\s*[;,\[]", text[match.end():]) and any(
            start < match.start() < end for start, end in bodies)
        return match[0] if member else new
    return TOKEN.sub(changed, text)


def joined(tree, paths, suffix, drop_system, before=()):
    """Files in order as one text. suffix(path, shared): what follows a name that a file declares, which another file, of
    these or of those before, also has or not."""
    owners = {}
    for path in [*before, *paths]:
        for name in tree[path].declared:
            owners.setdefault(name, []).append(path)
    new = {path: {name: name + suffix(path, len(owners[name]) > 1) for name in tree[path].declared} for path in paths}
    seen = set()
    def expand(path):
        """Its text, with what it includes in place, once."""
        if path in seen or path not in new:
            return ""
        seen.add(path)
        names = {}
        for other in tree.below(path):
            names |= new.get(other, {})
        def included(match):
            inner = resolve(tree.root, path, match[2])
            if inner:
                return expand(inner)
            return "" if match[1] == '"' or match[2].startswith("simde/") or drop_system else match[0]
        text = INCLUDE.sub(included, rename(tree[path].text, names)).strip("\n") + "\n\n"
        if path.endswith(".c"):
            own = tree[path].macros.difference(*(tree[other].macros for other in paths if other.endswith(".h")))
            text += "".join(f"#undef {name}\n" for name in sorted(own) if not name.startswith("_"))
            text = "".join(f"#undef {name}\n" for name in sorted(tree[path].macros - own)) + text
        return text
    sources = [path for path in paths if path.endswith(".c")]
    return "\n".join(filter(None, map(expand, sources or paths)))


def top_of(tree, paths):
    """What .c files define before their first include: which names of the system's they want."""
    lines = []
    for path in paths:
        head = re.split(r"^#include", re.sub(r"/\*.*?\*/", "", tree[path].text, flags=re.DOTALL), flags=re.MULTILINE)[0]
        lines += [f"#if !defined({line.split()[1]})\n{line.strip()}\n#endif" if line.startswith("#define") else line.strip()
                  for line in head.splitlines() if line.startswith("#")]
    return "\n".join(lines) + "\n"


def without_top(tree, paths):
    """Takes from the files what top_of hoisted."""
    for path in paths:
        head, include, rest = tree[path].text.partition("#include")
        kept = "\n".join(line for line in head.split("\n") if not line.startswith("#"))
        tree[path].text = kept + include + rest


def read_variants(root):
    """[(name, lanes, machines, required, target)] of simd/variants.txt."""
    rows = []
    for line in (root / "simd" / "variants.txt").read_text(encoding="utf-8").splitlines():
        if line and not line.startswith("#"):
            name, lanes, machines, required, flags = (word.strip() for word in line.split("|")[:5])
            target = ",".join(flag[2:] for flag in flags.split() if flag.startswith("-m"))
            rows.append((name, int(lanes), machines, required, target))
    return rows


# When the kernels with 4 lanes have these names; meson.build and CMakeLists.txt say the same.
ON_AARCH64, ON_WASM = "defined(__aarch64__) || defined(_M_ARM64)", "defined(__wasm_simd128__)"

PROLOGUE = """
#if defined(__cplusplus)
#error "hail.c is C: compile it as C17, and include hail.h from C++"
#endif
#if defined(__FLT_EVAL_METHOD__) && __FLT_EVAL_METHOD__ != 0
#error "this compiler computes floats as wider numbers: add -fexcess-precision=fast, on 32-bit x86 -msse2 -mfpmath=sse"
#endif
#if defined(__FAST_MATH__)
#error "compile hail.c without -ffast-math: it would not give the same answer everywhere"
#endif

/* No fused arithmetic; no assumptions about aliasing, as kernels move floats and integers through the same registers. */
#if defined(__clang__)
#pragma STDC FP_CONTRACT OFF
#elif defined(__GNUC__)
#pragma GCC optimize("fp-contract=off", "no-strict-aliasing", "no-math-errno")
#elif defined(_MSC_VER)
#pragma fp_contract(off)
#endif

/* 1 if AVX2 and AVX-512 are compiled. clang-cl cannot: its headers offer them only to files compiled for them as a whole.
 * gcc for Windows misaligns their registers on the stack. HAIL_UNALIGNED_MOVES says that the assembler avoids that, with
 * -Wa,-muse-unaligned-vector-move. */
#if (defined(__x86_64__) || defined(_M_X64)) && !defined(_M_ARM64EC) && !(defined(__clang__) && defined(_MSC_VER)) && \\
    (!defined(__MINGW32__) || defined(__clang__) || defined(HAIL_UNALIGNED_MOVES))
#define HAIL_WIDE 1
#include <immintrin.h>
#else
#define HAIL_WIDE 0
#endif

/* SIMDe, https://github.com/simd-everywhere/simde, gives 4 lanes: by SSE2, NEON or plain C. */
#if !defined(HAIL_NO_SIMDE)
#if defined(__has_include)
#if !__has_include(<simde/x86/sse4.1.h>)
#error "hail.c needs SIMDe's headers (Debian: libsimde-dev; Homebrew, vcpkg, Conan: simde); HAIL_NO_SIMDE compiles without them, but then only CPUs with AVX2 are fast"
#endif
#endif
#if defined(__arm__)
#define SIMDE_NO_NATIVE
#endif
#include <simde/x86/sse4.1.h>
#endif
"""


def target(names, inside):
    """The text, wrapped in pragmas that compile it for an instruction set."""
    if not names:
        return inside
    return (f"#if defined(__clang__)\n#pragma clang attribute push(__attribute__((target(\"{names}\"))), apply_to = function)\n"
            f"#elif defined(__GNUC__)\n#pragma GCC push_options\n#pragma GCC target(\"{names}\")\n#endif\n\n{inside}\n"
            "#if defined(__clang__)\n#pragma clang attribute pop\n#elif defined(__GNUC__)\n#pragma GCC pop_options\n#endif\n")


def kernels(tree, common, names, variant):
    """One variant's kernels."""
    name, lanes, _, required, instructions = variant
    other_lanes = [f"simd/lanes{width}.h" for width in (4, 8, 16) if width != lanes]
    paths = []
    for path in names:
        tree.below(path, paths, [*common, *other_lanes])
    def suffix(path, shared):
        return f"_{tree[path].stem}_{lanes}" if shared else f"_{lanes}"
    text = joined(tree, paths, suffix, True)
    if lanes == 16:  # it takes kernels of avx2: declared again, for another instruction set, they would be an error
        declared = "HAIL_EACH_KERNEL(HAIL_DECLARE_KERNEL, HAIL_DECLARE_NARROW)\n"
        assert declared in text
        text = text.replace(declared, "")
    if lanes > 4:  # the instructions' own names: SIMDe would ask the whole file's flags whether they are there
        text = re.sub(r"\bsimde_(_?m)", r"_\1", text)
        text = text.replace("SIMDE_CMP_", "_CMP_")
        text = re.sub(r"SIMDE_X86_\w+_NATIVE", "__cplusplus", text).replace("!defined(__cplusplus)", "0")
        text = text.replace("defined(__cplusplus)", "1")
    macros = sorted(set().union(*(tree[path].macros for path in paths)) - {"HAIL_LANES", "HAIL_VARIANT"})
    spare = '#if defined(__GNUC__) && !defined(__clang__)\n#pragma GCC optimize("no-tree-pre")\n#endif\n'
    head = (f"#define HAIL_LANES {lanes}\n#define HAIL_VARIANT {name}\n#undef HAIL_CPU_BUILT_FOR\n"
            f"#define HAIL_CPU_BUILT_FOR ({required})\n")
    tail = "\n".join(f"#undef {macro}" for macro in [*macros, "HAIL_LANES", "HAIL_VARIANT"]) + "\n"
    inside = target(instructions if lanes > 4 else "", text)
    keep = "#if defined(__GNUC__) && !defined(__clang__)\n#pragma GCC {}_options\n#endif\n"
    return f"\n/* ======== {name}: {lanes} lanes ======== */\n{keep.format('push')}{spare}{head}\n{inside}\n{tail}{keep.format('pop')}"


def include(name):
    """An include of a system's header."""
    line = f"#include <{name}>\n"
    return f"#if {ONLY_WHERE[name]}\n{line}#endif\n" if name in ONLY_WHERE else line


def make_header(root, tree):
    """hail.h: the public headers."""
    paths = tree.below(f"{PUBLIC}/hail/hail.h")
    texts = [INCLUDE.sub(lambda match: match[0] if match[1] == "<" and not match[2].startswith("hail/") else "", tree[path].text)
             for path in paths]
    licence = "\n * ".join((root / "LICENSE").read_text(encoding="utf-8").strip().splitlines()).replace(" \n", "\n")
    return (f"/* hail.h - all of Hail's public headers; hail.c is the library. Made by packaging/amalgamate.py.\n *\n * {licence} */\n"
            "#ifndef HAIL_H\n#define HAIL_H\n\n" + "\n".join(text.strip("\n") + "\n" for text in texts) + "\n#endif\n"), paths


def make_source(root, tree, public):
    """hail.c."""
    engine = ["engine/" + name for name in (root / "engine" / "sources.txt").read_text(encoding="utf-8").split()]
    simd = ["simd/" + name for name in (root / "simd" / "sources.txt").read_text(encoding="utf-8").split()]
    plain = [path for path in simd if "/kernels/" not in path]
    table = "simd/kernels/table.c"
    scalars = [path for path in simd if path.endswith("_reference.c")]
    lanes = [path for path in simd if "/kernels/" in path and path not in [*scalars, table]]
    scalars.append(table)
    lanes.append(table)  # after what it names
    # <windows.h> takes common words for itself: whatever includes it comes last.
    engine.sort(key=lambda path: "windows.h" in tree[path].system)
    sources = [*plain, *engine]
    hoisted = top_of(tree, sources)
    without_top(tree, sources)
    common = []
    for path in sources:
        tree.below(path, common, public)
    # What kernels share with nobody's lanes: the headers that the engine includes too.
    shared = [path for path in common if path.startswith("simd/") and path.endswith(".h")]
    system = sorted({name for path in [*shared, *scalars, *lanes] for other in tree.below(path) for name in tree[other].system
                     if not name.startswith("simde/") and name != "variant_list.h"})
    variants = read_variants(root)
    def of(width, machines):
        return "".join(f" X({name}, {required})" for name, lanes_, where, required, *_ in variants
                       if lanes_ in width and where in machines)
    choice = ("#if defined(HAIL_NO_SIMDE)\n#define HAIL_FOUR(X)\n"
              "#elif defined(__x86_64__) || defined(__i386__) || defined(_M_X64) || defined(_M_IX86)\n"
              f"#define HAIL_FOUR(X){of((4,), ('x86',))}\n#elif {ON_AARCH64}\n#define HAIL_FOUR(X){of((4,), ('aarch64',))}\n"
              f"#elif {ON_WASM}\n#define HAIL_FOUR(X){of((4,), ('wasm',))}\n#else\n#define HAIL_FOUR(X){of((4,), ('other',))}\n#endif\n"
              f"#if HAIL_WIDE\n#define HAIL_WIDER(X){of((8, 16), ('x86',))}\n#else\n#define HAIL_WIDER(X)\n#endif\n"
              f"#define HAIL_EACH_VARIANT(X){of((1,), ('any',))} HAIL_FOUR(X) HAIL_WIDER(X)\n")
    by_name = {name: row for row in variants for name in [row[0]]}
    four = kernels(tree, shared, lanes, by_name["sse2"]).replace(
        "#define HAIL_VARIANT sse2\n", "#if defined(__x86_64__) || defined(__i386__) || defined(_M_X64) || defined(_M_IX86)\n"
        f"#define HAIL_VARIANT sse2\n#elif {ON_AARCH64}\n#define HAIL_VARIANT neon\n#elif {ON_WASM}\n#define HAIL_VARIANT simd128\n"
        "#else\n#define HAIL_VARIANT generic\n#endif\n").replace(
        "#define HAIL_CPU_BUILT_FOR (HAIL_CPU_SSE2)\n", "#define HAIL_CPU_BUILT_FOR 0\n")
    eights = ["simd/" + name for name in (root / "simd" / "eight_lanes.txt").read_text(encoding="utf-8").split()]
    wide = ""
    for row in variants:
        if row[1] > 4:
            wide += kernels(tree, shared, [path for path in lanes if row[1] < 16 or path not in eights], row)
    def suffix(path, is_shared):
        return f"_{tree[path].stem}" if is_shared else ""
    licence = "\n * ".join((root / "LICENSE").read_text(encoding="utf-8").strip().splitlines()).replace(" \n", "\n")
    return "".join([
        "/* hail.c - the library in one file, for hail.h beside it. Made by packaging/amalgamate.py; docs/installing.md says how\n"
        f" * it is compiled.\n *\n * {licence} */\n", hoisted, PROLOGUE, "\n#define HAIL_BUILD\n#include \"hail.h\"\n",
        "\n", *map(include, system), "\n", choice, "\n", joined(tree, shared, suffix, False), "\n",
        kernels(tree, shared, scalars, by_name["reference"]), "\n#if !defined(HAIL_NO_SIMDE)\n", four, "#endif\n\n#if HAIL_WIDE\n", wide,
        "#endif\n\n/* ======== the engine ======== */\n", joined(tree, [path for path in common if path not in shared], suffix, False,
                                                               [*shared, *public])])


def main():
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    root, folder = pathlib.Path(sys.argv[1]).resolve(), pathlib.Path(sys.argv[2])
    tree = Tree(root)
    header, public = make_header(root, tree)
    source = make_source(root, tree, public)
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "hail.h").write_text(header, encoding="utf-8")
    (folder / "hail.c").write_text(source, encoding="utf-8")
    shutil.copyfile(root / PUBLIC / "hail" / "hail.hpp", folder / "hail.hpp")  # includes "hail.h"


if __name__ == "__main__":
    main()
