# examples/common/check.sh - what the programs' check.sh share: a scratch folder, counts, and the closing line. Sourced.
# shellcheck shell=sh
set -u
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
passed=0
failed=0

pass() { passed=$((passed + 1)); }
fail() {
    failed=$((failed + 1))
    echo "$*"
}

# finish: prints the counts; its status is the script's.
finish() {
    echo "$passed passed, $failed failed"
    [ "$failed" -eq 0 ]
}
