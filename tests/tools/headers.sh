#!/bin/sh
# usage: headers.sh INCLUDE_FOLDER: checks that every public header compiles alone and included twice, as strict C and
# C++, with every compiler; and the C++ header with and without exceptions.
set -eu
include=$1
strict='-fsyntax-only -pedantic-errors -Wall -Wextra -Wconversion -Wsign-conversion -Wshadow -Wundef -Werror'
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
count=0
try() {
    command -v "$1" >/dev/null 2>&1 || return 0
    # shellcheck disable=SC2086 # one word an option
    "$@" $strict -I "$include" || {
        echo "failed: $*" >&2
        exit 1
    }
    count=$((count + 1))
}
for header in "$include"/hail/*.h; do
    name=hail/${header##*/}
    printf '#include <%s>\n#include <%s>\n' "$name" "$name" >"$scratch/alone.c"
    cp "$scratch/alone.c" "$scratch/alone.cpp"
    for compiler in gcc clang; do
        for standard in c11 c17; do
            try $compiler "-std=$standard" -Wstrict-prototypes "$scratch/alone.c"
        done
    done
    for compiler in g++ clang++; do
        for standard in c++11 c++17 c++20; do
            try $compiler "-std=$standard" "$scratch/alone.cpp"
        done
    done
done
printf '#include <hail/hail.hpp>\n#include <hail/hail.hpp>\n' >"$scratch/alone.cpp"
for compiler in g++ clang++; do
    for standard in c++17 c++20; do
        try $compiler "-std=$standard" "$scratch/alone.cpp"
        try $compiler "-std=$standard" -fno-exceptions "$scratch/alone.cpp"
    done
done
[ $count -gt 0 ] || exit 77
echo "$count times"
