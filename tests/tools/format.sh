#!/bin/sh
# usage: format.sh [--fix]: checks every C and C++ file against .clang-format; --fix rewrites them.
set -eu
CDPATH='' cd -- "$(dirname -- "$0")/../.."
command -v clang-format >/dev/null 2>&1 || exit 77
case ${1-} in
    --fix) how=-i ;;
    *) how='--dry-run -Werror --ferror-limit=1' && echo 'sh tests/tools/format.sh --fix repairs it.' ;;
esac
# shellcheck disable=SC2086 # one word an option
find engine simd tests bench examples bindings/js/shim.c bindings/js/find.c bindings/js/test -type f \( -name '*.[ch]' -o -name '*.cpp' -o -name '*.hpp' -o -name '*.cc' \) \
    -exec clang-format $how {} +
