"""Runs plain programs with hooks under ThreadSanitizer, which reports what two threads touch without order.

usage: races.py SOURCE_ROOT SCRATCH_FOLDER HAIL_H HAIL_C

Compiles hail.c (without SIMDe) and the programs with -fsanitize=thread: steps of bullets, one world of the test
tasks_step, calls with arrays on tasks, many worlds that step at once and ask queries meanwhile, threads that ask one
world or move movers on one map, and the pool of examples/tasks/c11_tasks.c. That pool uses POSIX threads here
(tests/tasks/pthreads/threads.h): gcc 12's ThreadSanitizer does not see C11 threads begin, and crashes.
Kernels of 8 lanes do the work (the reference, where the CPU lacks AVX2): in 16 lanes gcc 12 with -fsanitize=thread
keeps masks in two bytes, and reads four. Prints TAP.
"""
import os
import pathlib
import shutil
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent
sys.dont_write_bytecode = True
sys.path[:0] = [str(HERE.parent / "guest")]
import check as guests  # noqa: E402

COMPILER = ["gcc", "-std=gnu17", "-O1", "-g", "-fsanitize=thread"]
SCHEDULERS = ["tests/tasks/schedulers.c"]
SHARED = ["tests/shared/random_world.c", "tests/shared/random_shapes.c", "tests/shared/stream.c"]
PROGRAMS = [
    ("tasks_barrage", SCHEDULERS + ["tests/tasks/tasks_barrage.c"]),
    ("tasks_arrays", SCHEDULERS + ["tests/tasks/tasks_arrays.c", "tests/tasks/array_calls.c"]),
    ("tasks_many", SCHEDULERS + SHARED + ["tests/tasks/tasks_many.c"]),
    ("query_threads", SHARED + ["tests/queries/query_threads.c"]),
    ("mover_threads", SHARED + ["tests/tiles/mover_threads.c"]),
    ("tasks_step", SCHEDULERS + ["tests/tasks/tasks_step.c", "tests/tasks/big_world.c", "tests/shared/stream.c"], "0"),
    ("c11_tasks", ["examples/tasks/c11_main.c", "examples/tasks/c11_tasks.c", "examples/tasks/tasks_check.c"]),
]


def works(folder):
    """Whether programs with ThreadSanitizer can be built, and run, here."""
    (folder / "empty.c").write_text("int main(void) { return 0; }\n", encoding="utf-8")
    command = [*COMPILER, folder / "empty.c", "-o", folder / "empty"]
    return shutil.which("gcc") and not subprocess.run(command, capture_output=True, check=False).returncode \
        and not subprocess.run([folder / "empty"], capture_output=True, check=False).returncode


def check_program(folder, source, name, files, *arguments):
    program = folder / name
    guests.command([*COMPILER, f"-I{folder}", f"-I{source}/tests", f"-I{source}/tests/oracle",
                    f"-I{source}/tests/tasks/pthreads", "-pthread",
                    *[source / file for file in files], folder / "hail.o", "-lm", "-o", program])
    os.environ["TSAN_OPTIONS"] = "exitcode=66"
    os.environ["HAIL_TEST_SEED"] = "1"
    os.environ["HAIL_ISA"] = "avx2"
    text = guests.command([program, *arguments])
    assert "ThreadSanitizer" not in text, text


def main():
    source, scratch, header, text = (pathlib.Path(path).resolve() for path in sys.argv[1:5])
    folder = scratch / "races-test"
    shutil.rmtree(folder, ignore_errors=True)
    (folder / "hail").mkdir(parents=True)
    if not works(folder):
        print("1..0 # SKIP no ThreadSanitizer")
        return
    shutil.copy2(header, folder)
    for public in (source / "engine" / "include" / "hail").glob("*.h"):
        (folder / "hail" / public.name).write_text('#include "../hail.h"\n', encoding="utf-8")
    guests.command([*COMPILER, "-DHAIL_NO_SIMDE", f"-I{folder}", "-c", text, "-o", folder / "hail.o"])
    failed = guests.run_checks(folder, [(words[0], check_program, (source, *words)) for words in PROGRAMS])
    if not failed:
        shutil.rmtree(folder)
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
