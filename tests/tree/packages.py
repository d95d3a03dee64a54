"""Takes Hail in every way that docs/installing.md names, as a game would, and runs the game.

usage: packages.py SOURCE_ROOT BUILD_FOLDER SCRATCH_FOLDER MESON...

The ways: what `meson install` of the build folder gives, by pkg-config and find_package, static and shared; what
CMake's install gives; FetchContent, which is add_subdirectory; a wrap file; the recipes for package registries. Also
checks what both builds say if SIMDe is missing. Every prefix is moved before it is used. Prints TAP.
"""
import hashlib
import json
import os
import pathlib
import re
import shlex
import shutil
import subprocess
import sys
import tarfile

HERE = pathlib.Path(__file__).resolve().parent
sys.dont_write_bytecode = True
sys.path[:0] = [str(HERE.parent / "guest"), str(HERE.parent / "tools")]
import check as guests  # noqa: E402
import symbols  # noqa: E402

GAME = HERE.parent / "guest" / "bullets.c"
CC = shlex.split(os.environ.get("CC", "cc"))


class Tree:
    """The paths and options of one run."""

    def __init__(self, source, build, scratch, meson):
        self.source, self.build, self.scratch, self.meson = source, build, scratch, meson
        options = json.loads(guests.command(meson + ["introspect", "--buildoptions", build]))
        values = {option["name"]: option["value"] for option in options}
        self.kind, self.sanitize = values["default_library"], values["b_sanitize"]
        self.libdir, self.prefix = values["libdir"], values["prefix"]
        self.flags = [] if self.sanitize == "none" else [f"-fsanitize={self.sanitize}"]

    def kinds(self):
        return ("static", "shared") if self.kind == "both" else (self.kind,)

    def meson_install(self, kind):
        """A prefix with one kind of library only, moved to a new place."""
        target = self.scratch / f"meson-{kind}"
        if not target.exists():
            stage = self.scratch / f"stage-{kind}"
            guests.command(self.meson + ["install", "-C", self.build, "--no-rebuild", "--destdir", stage])
            (stage / self.prefix.lstrip("/")).rename(target)
            for library in (target / self.libdir).glob("libhail*.so*" if kind == "static" else "libhail*.a"):
                library.unlink()
        return target

    def cmake(self, name, folder, *options):
        """Configures. Returns the build folder."""
        build = self.scratch / name
        flags = " ".join(self.flags)
        self.said = guests.command(["cmake", "-S", folder, "-B", build, "-G", "Ninja", "-DCMAKE_EXPORT_COMPILE_COMMANDS=ON",
                                    f"-DCMAKE_C_FLAGS={flags}", f"-DCMAKE_EXE_LINKER_FLAGS={flags}", *options])
        return build


def run_game(program, libraries=None):
    """The game prints the right text, and finds its library if that is shared."""
    text = guests.command([program], env={**os.environ, **({"LD_LIBRARY_PATH": str(libraries)} if libraries else {})})
    assert "4 hits" in text, text


def check_versions(tree):
    """meson.build's version and ABI are the headers' and the library's."""
    header = (tree.source / "engine" / "include" / "hail" / "base.h").read_text(encoding="utf-8")
    macros = dict(re.findall(r"^#define HAIL_(VERSION_\w+|ABI)\s+(\d+)", header, flags=re.MULTILINE))
    text = (tree.source / "meson.build").read_text(encoding="utf-8")
    version = re.search(r"^  version: '([^']+)'", text, flags=re.MULTILINE)[1]
    abi = re.search(r"^hail_abi = '(\d+)'", text, flags=re.MULTILINE)[1]
    assert version == ".".join(macros[f"VERSION_{part}"] for part in ("MAJOR", "MINOR", "PATCH")), (version, macros)
    assert abi == macros["ABI"], (abi, macros)
    wrap = (tree.source / "packaging" / "hail.wrap").read_text(encoding="utf-8")
    assert f"directory = hail-{version}\n" in wrap and f"= hail-{version}.tar.gz\n" in wrap, wrap
    if "shared" in tree.kinds():
        libraries = tree.meson_install("shared") / tree.libdir
        text = guests.command(["readelf", "-d", libraries / "libhail.so"])
        assert f"[libhail.so.{abi}]" in text and (libraries / f"libhail.so.{version}").exists(), text


def check_pkg_config(tree, kind, prefix=None):
    """cc $(pkg-config --cflags --libs hail), with a prefix that was moved after it was installed."""
    prefix = prefix or tree.meson_install(kind)
    libraries = next(prefix.rglob("hail.pc")).parent.parent
    words = ["pkg-config", *(["--static"] if kind == "static" else []), "--cflags", "--libs", "hail"]
    flags = shlex.split(guests.command(words, env={**os.environ, "PKG_CONFIG_LIBDIR": str(libraries / "pkgconfig")}))
    described = prefix / "share" / "hail" / "hail-api.json"
    assert described.read_bytes() == (tree.source / "bindings" / "hail-api.json").read_bytes(), f"no {described}"
    game = tree.scratch / f"pkg-config-{prefix.name}"
    guests.command([*CC, *tree.flags, "-std=c17", GAME, "-o", game, *flags])
    run_game(game, libraries if kind == "shared" else None)
    wanted = kind == "shared"
    assert ("libhail.so" in guests.command(["readelf", "-d", game])) == wanted, f"not {kind}"


def check_find_package(tree, kind, prefix=None):
    """find_package(hail 0.2 CONFIG); a version that does not fit is not found."""
    prefix = prefix or tree.meson_install(kind)
    where = f"-DCMAKE_PREFIX_PATH={prefix}"
    build = tree.cmake(f"find-{prefix.name}", HERE / "consumer", where, "-DHAIL_WANTED=0.2", f"-DGAME={GAME}")
    guests.command(["cmake", "--build", build])
    run_game(build / "consumer")
    try:
        tree.cmake(f"find-other-{prefix.name}", HERE / "consumer", where, "-DHAIL_WANTED=99.0", f"-DGAME={GAME}")
    except AssertionError as error:
        assert "compatible with requested version" in " ".join(str(error).split()), error
    else:
        raise AssertionError("a package of version 99 was found")


def check_both(tree):
    """If both kinds are installed, the target is the static one unless HAIL_SHARED is on."""
    stage = tree.scratch / "stage-both"
    guests.command(tree.meson + ["install", "-C", tree.build, "--no-rebuild", "--destdir", stage])
    for shared in ("OFF", "ON"):
        build = tree.cmake(f"both-{shared}", HERE / "consumer", f"-DCMAKE_PREFIX_PATH={stage / tree.prefix.lstrip('/')}",
                           f"-DHAIL_SHARED={shared}", f"-DGAME={GAME}")
        guests.command(["cmake", "--build", build])
        run_game(build / "consumer")
        assert ("libhail.so" in guests.command(["readelf", "-d", build / "consumer"])) == (shared == "ON")


def check_cmake_install(tree):
    """CMake's install gives the same, from its own build."""
    build = tree.cmake("cmake-build", tree.source, "-DHAIL_OPTIMIZE=OFF", "-DCMAKE_INSTALL_PREFIX=/opt/hail")
    guests.command(["cmake", "--build", build])
    library = symbols.find(build, "static")
    symbols.check(library, tree.source / "engine" / "include")
    symbols.check_quiet(library)
    stage, prefix = tree.scratch / "stage-cmake", tree.scratch / "cmake-static"
    guests.command(["cmake", "--install", build], env={**os.environ, "DESTDIR": str(stage)})
    (stage / "opt" / "hail").rename(prefix)
    check_find_package(tree, "static", prefix)
    check_pkg_config(tree, "static", prefix)


def arithmetic(entries, source):
    """{(file, variant): flags that change code} of the library's files in a compile_commands.json."""
    kept = {}
    for entry in entries:
        words = shlex.split(entry["command"])
        file = (pathlib.Path(entry["directory"]) / entry["file"]).resolve().relative_to(source).as_posix()
        variant = next((word[15:] for word in words if word.startswith("-DHAIL_VARIANT=")), "")
        flags = {word for word in words if re.match(r"-f(?!diagnostics|visibility|sanitize|PIC|lto)|-m|-DHAIL_(?!BUILD_SHARED|CHECKS)"
                                                    r"|-DSIMDE|-std", word)}
        level = [word for word in words if re.fullmatch("-O.?", word)][-1:]
        kept[file, variant] = flags | set(level) - {"-fno-omit-frame-pointer"}
    return kept


def read_commands(build, output):
    """The compile commands of a build whose output matches."""
    entries = json.loads((build / "compile_commands.json").read_text(encoding="utf-8"))
    return [entry for entry in entries if re.search(output, entry.get("output", entry["command"]))]


def check_same_commands(tree):
    """CMake compiles what meson does, the same way, in a parent with other flags, a Debug build and warnings as errors."""
    apart = tree.scratch / "apart"
    guests.command([*tree.meson, "setup", apart, tree.source, "-Dapart=true",
                    *[f"-D{part}=disabled" for part in ("tests", "bench", "examples")]])
    meson = arithmetic(read_commands(apart, r"^(engine/libhail\.|simd/libhail_)"), tree.source)
    build = tree.cmake("flags", HERE / "consumer", f"-DHAIL_SOURCE={tree.source}", f"-DGAME={GAME}", "-DCMAKE_BUILD_TYPE=Debug",
                       "-DHAIL_APART=ON")
    entries = [entry for entry in read_commands(build, "") if pathlib.Path(entry["file"]) != GAME]
    cmake = arithmetic(entries, tree.source)
    assert len(cmake) > 150 and set(cmake) == set(meson), f"only one of them compiles {set(cmake) ^ set(meson)}"
    for file, flags in cmake.items():
        assert ("-O3" if file[1] else "-O2") in flags, f"{file} is compiled with {flags}"
        differ = (flags ^ meson[file]) - {"-O3", "-O0", "-O1", "-O2", "-g", "-DHAIL_BUILD_SHARED", "-fno-omit-frame-pointer"}
        assert not differ, f"{file}: only one of meson and CMake says {differ}"
    for entry in entries:
        words = shlex.split(entry["command"])
        assert words.index("-w") > words.index("-Werror"), f"the parent's warnings reach Hail: {words}"


def check_fetch_content(tree):
    """FetchContent, which is add_subdirectory: static by default, shared on request."""
    build = tree.cmake("fetch", HERE / "consumer", f"-DHAIL_SOURCE={tree.source}", f"-DGAME={GAME}", "-DHAIL_OPTIMIZE=OFF",
                       "-DHAIL_SHARED=ON")
    guests.command(["cmake", "--build", build])
    run_game(build / "consumer")
    library = symbols.find(build, "shared")
    symbols.check(library, tree.source / "engine" / "include")
    symbols.check_quiet(library)


def make_archive(tree):
    """hail-<version>.tar.gz, as a release would have it."""
    folder = re.search(r"^directory = (.+)$", (tree.source / "packaging" / "hail.wrap").read_text(encoding="utf-8"),
                       flags=re.MULTILINE)[1]
    archive = tree.scratch / f"{folder}.tar.gz"
    if not archive.exists():
        guests.copy_tree(tree.source, tree.scratch / folder)
        with tarfile.open(archive, "w:gz") as file:
            file.add(tree.scratch / folder, folder)
        shutil.rmtree(tree.scratch / folder)
    return archive


def make_recipes(tree):
    """packaging/release.py's, for that archive."""
    recipes = tree.scratch / "recipes"
    if not recipes.exists():
        guests.command([sys.executable, tree.source / "packaging" / "release.py", "somebody/hail", make_archive(tree), recipes])
    return recipes


def check_wrap(tree):
    """A game with packaging/hail.wrap and the archive; then with the wrap as WrapDB would have it."""
    game = tree.scratch / "wrapped"
    (game / "subprojects" / "packagefiles").mkdir(parents=True)
    shutil.copy2(GAME, game / "game.c")
    (game / "meson.build").write_text("project('game', 'c', default_options: ['c_std=c17'])\n"
                                      "test('game', executable('game', 'game.c', dependencies: dependency('hail')))\n",
                                      encoding="utf-8")
    shutil.copy2(tree.source / "packaging" / "hail.wrap", game / "subprojects")
    shutil.copy2(make_archive(tree), game / "subprojects" / "packagefiles")
    options = ["-Dhail:optimize=false", "-Dwerror=true", "-Dwarning_level=3"]
    guests.command(tree.meson + ["setup", game / "build", game, *options])
    guests.command(["ninja", "-C", game / "build", "game.p/game.c.o"])  # tests/guest builds and runs such games
    shutil.rmtree(game / "subprojects")
    (game / "subprojects" / "packagecache").mkdir(parents=True)
    shutil.copy2(make_recipes(tree) / "wrapdb" / "hail.wrap", game / "subprojects")
    shutil.copy2(make_archive(tree), game / "subprojects" / "packagecache")  # as if downloaded: its hash is checked
    guests.command(tree.meson + ["setup", game / "build-wrapdb", game, *options])


def check_recipes(tree):
    """The recipes are filled in and have each registry's form."""
    recipes = make_recipes(tree)
    made = {path.relative_to(recipes).as_posix(): path.read_text(encoding="utf-8") for path in recipes.rglob("*") if path.is_file()}
    assert len(made) == 11, sorted(made)
    for name, text in made.items():
        assert not re.search(r"@\w+@", text), f"{name} is not filled in"
    archive = make_archive(tree).read_bytes()
    assert hashlib.sha256(archive).hexdigest() in made["conan/all/conandata.yml"]
    assert f"SHA512 {hashlib.sha512(archive).hexdigest()}\n" in made["vcpkg/portfile.cmake"]
    port, wrapdb = json.loads(made["vcpkg/vcpkg.json"]), json.loads(made["wrapdb/releases.json"])
    assert port["name"] == "hail" and wrapdb["hail"]["versions"] == [port["version"] + "-1"]
    for name, text in made.items():
        if name.endswith(".py"):
            compile(text, name, "exec")
    calls = re.findall(r"^(\w+)\(", made["vcpkg/portfile.cmake"], flags=re.MULTILINE)
    assert {"vcpkg_from_github", "vcpkg_cmake_install", "vcpkg_cmake_config_fixup", "vcpkg_install_copyright"} <= set(calls), calls
    build = tree.cmake("conan-game", recipes / "conan" / "all" / "test_package",
                       f"-DCMAKE_PREFIX_PATH={tree.meson_install(tree.kinds()[0])}")
    guests.command(["cmake", "--build", build])
    guests.command([build / "test_package"])


def check_simde_missing(tree):
    """Without SIMDe's headers, meson and CMake say in one sentence what to do."""
    headers = tree.scratch / "headers"
    headers.mkdir()
    for path in pathlib.Path("/usr/include").iterdir():
        if path.name != "simde":
            (headers / path.name).symlink_to(path)
    own = guests.command([*CC, "-print-file-name=include"]).strip()
    triplet = guests.command([*CC, "-print-multiarch"]).strip()
    flags = ["-nostdinc", f"-isystem{own}", f"-isystem{headers}", f"-isystem/usr/include/{triplet}"]
    said = subprocess.run([*tree.meson, "setup", tree.scratch / "no-simde", tree.source, "--wrap-mode=nofallback",
                           *[f"-D{part}=disabled" for part in ("tests", "bench", "examples")], f"-Dc_args={json.dumps(flags)}"],
                          capture_output=True, text=True, check=False, stdin=subprocess.DEVNULL)
    assert said.returncode and "subprojects/simde.wrap" in said.stdout and "libsimde-dev" in said.stdout, said.stdout[-2000:]
    try:
        tree.cmake("no-simde-cmake", tree.source, "-DCMAKE_C_FLAGS=" + " ".join(flags), "-DCMAKE_FIND_ROOT_PATH=/nowhere",
                   "-DCMAKE_FIND_ROOT_PATH_MODE_INCLUDE=ONLY")
    except AssertionError as error:
        said = " ".join(str(error).split())
        assert "libsimde-dev" in said and "HAIL_SIMDE_DIR" in said, said
    else:
        raise AssertionError("CMake needs no SIMDe")


def main():
    source, build, scratch = (pathlib.Path(path).resolve() for path in sys.argv[1:4])
    scratch = scratch / "packages"
    shutil.rmtree(scratch, ignore_errors=True)
    scratch.mkdir(parents=True)
    tree = Tree(source, build, scratch, sys.argv[4:])
    checks = [("versions", check_versions, ()), ("SIMDe missing", check_simde_missing, ())]
    for kind in tree.kinds():
        checks += [(f"meson's install, pkg-config, {kind}", check_pkg_config, (kind,)),
                   (f"meson's install, find_package, {kind}", check_find_package, (kind,))]
    if tree.kind == "both":
        checks.append(("meson's install of both", check_both, ()))
    checks += [("CMake's install", check_cmake_install, ()), ("CMake compiles as meson does", check_same_commands, ()),
               ("FetchContent", check_fetch_content, ()), ("wrap files", check_wrap, ()), ("recipes", check_recipes, ())]
    tools = [tool for tool in ("cmake", "ninja", "pkg-config", "readelf") if not shutil.which(tool)]
    if tools:
        print(f"TAP version 13\n1..0 # SKIP without {' '.join(tools)}")
        return 0
    return guests.run_checks(tree, checks)


if __name__ == "__main__":
    sys.exit(main())
