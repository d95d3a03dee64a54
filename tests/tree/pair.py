"""Compiles the pair hail.h and hail.c as a game would, and runs it.

usage: pair.py SOURCE_ROOT SCRATCH_FOLDER HAIL_H HAIL_C

hail.c is one of the game's files, compiled with gcc and clang (where installed), with the game's warnings and without
flags of Hail's. Every variant gives the golden numbers, only hail_ symbols show, and nothing prints or aborts. The
public headers give the same declarations. Prints TAP.
"""
import os
import pathlib
import shutil
import sys

HERE = pathlib.Path(__file__).resolve().parent
sys.dont_write_bytecode = True
sys.path[:0] = [str(HERE.parent / "guest"), str(HERE.parent / "tools")]
import check as guests  # noqa: E402
import symbols  # noqa: E402


CPP_GAME = """#include "hail.hpp"
#include <cstdio>
int main() {
    hail::world world;
    hail_shape dot;
    const float x[] = {0, 5};
    hail_spawn_columns columns{};
    columns.x = columns.y = x;
    if (world.create() || hail_shape_circle(world.shapes(), 4, &dot) || hail_rule_set(world, 0, 0, HAIL_PAIRS) ||
        hail_spawn(world, 0, &dot, &columns, 2, nullptr) || hail_step(world, 0, nullptr, nullptr))
        return 1;
    std::printf("%d contact\\n", static_cast<int>(hail_stats(world)->contacts));
}
"""


def make(folder, source, compiler, level):
    """The golden scenes with hail.c, compiled in the game's way."""
    made = folder / f"{compiler}{level}"
    made.mkdir()
    game = [compiler, "-std=gnu17", "-Wall", "-Wextra", "-Werror", f"-I{folder}"]
    guests.command([*game, level, "-c", folder / "hail.c", "-o", made / "hail.o"])
    scenes = sorted((source / "tests/golden").glob("*.c"))
    for scene in scenes:
        guests.command([*game, "-O1", "-c", scene, "-o", made / f"{scene.stem}.o"])
    guests.command(["ar", "rcs", made / "libhail.a", made / "hail.o"])
    guests.command([compiler, *(made / f"{scene.stem}.o" for scene in scenes), made / "libhail.a", "-lm", "-o", made / "golden"])
    return made


def check_pair(folder, source, compiler, level):
    made = make(folder, source, compiler, level)
    text = guests.command([made / "golden"])
    assert "ok reference" in text and "WRONG" not in text, text
    if os.uname().machine == "x86_64":
        assert "ok sse2" in text, text
    symbols.check(made / "libhail.a", source / "engine" / "include")
    symbols.check_quiet(made / "libhail.a")


def check_without_simde(folder, source):
    """HAIL_NO_SIMDE leaves out the 4 lanes."""
    (folder / "bare").mkdir()
    command = ["gcc", "-std=c17", "-DHAIL_NO_SIMDE", f"-I{folder}", "-O0", folder / "hail.c", *(source / "tests/golden").glob("*.c"), "-lm", "-o", folder / "bare" / "golden"]
    guests.command(command)
    text = guests.command([folder / "bare" / "golden"])
    assert "ok reference" in text and "sse2" not in text and "WRONG" not in text, text


def check_cpp(folder, source):
    """hail.hpp lies beside the pair, and is all that a C++ file includes."""
    del source
    (folder / "game.cpp").write_text(CPP_GAME, encoding="utf-8")
    made = next(folder.glob("gcc*"))
    guests.command(["g++", "-std=c++17", "-Wall", "-Wextra", "-Werror", f"-I{folder}", folder / "game.cpp", made / "libhail.a", "-lm",
                    "-o", made / "game"])
    assert guests.command([made / "game"]) == "1 contact\n"


def check_refusals(folder, source):
    """hail.c refuses fast math, C++ and widened floats, and says why."""
    del source
    wide = [(["-mfpmath=387"], "wider")] if os.uname().machine == "x86_64" else []
    for flags, reason in ((["-ffast-math"], "fast-math"), (["-x", "c++"], "is C"), *wide):
        try:
            guests.command(["gcc", *flags, "-Wfatal-errors", "-fsyntax-only", folder / "hail.c"])
        except AssertionError as error:
            assert reason in str(error), error
        else:
            raise AssertionError(f"compiles with {flags}")


def main():
    source, scratch, header, text = (pathlib.Path(path).resolve() for path in sys.argv[1:5])
    folder = scratch / "pair-test"
    shutil.rmtree(folder, ignore_errors=True)
    (folder / "hail").mkdir(parents=True)
    shutil.copy2(header, folder)
    shutil.copy2(text, folder)
    shutil.copy2(header.with_name("hail.hpp"), folder)  # amalgamate.py writes it beside them
    (folder / "hail" / "hail.h").write_text('#include "../hail.h"\n', encoding="utf-8")  # for those who say <hail/hail.h>
    (folder / "hail" / "base.h").write_text('#include "../hail.h"\n', encoding="utf-8")
    guests.command([sys.executable, source / "tests/golden/table.py", "--inc", source / "bindings/golden.json", folder / "golden_table.inc"])
    checks = [(f"{compiler} {level}", check_pair, (source, compiler, level))
              for compiler, level in (("gcc", "-O1"), ("clang", "-O0")) if shutil.which(compiler)]
    if shutil.which("gcc"):
        checks += [("without SIMDe", check_without_simde, (source,)), ("refusals", check_refusals, (source,))]
    if shutil.which("g++"):
        checks.append(("C++", check_cpp, (source,)))
    failed = guests.run_checks(folder, checks)
    if not failed:
        shutil.rmtree(folder)
    return failed


if __name__ == "__main__":
    sys.exit(main())
