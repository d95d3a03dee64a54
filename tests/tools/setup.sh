#!/bin/sh
# Tests how the set-up scripts install packages, with stand-ins for dpkg-query, apt-get and id: the system stays as it
# is.
set -eu
here=$(CDPATH='' cd -- "$(dirname -- "$0")" && pwd)
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
mkdir "$scratch/bin"
PATH=$scratch/bin:$PATH
cat >"$scratch/bin/dpkg-query" <<'END'
#!/bin/sh
echo 'installed alpha'
echo 'config-files beta'
echo 'installed gamma-dev'
exit 1
END
cat >"$scratch/bin/apt-get" <<END
#!/bin/sh
echo "\$DEBIAN_FRONTEND:\$*" >>"$scratch/calls"
[ "\$1" != install ] || [ ! -f "$scratch/broken" ]
END
cat >"$scratch/bin/id" <<END
#!/bin/sh
cat "$scratch/uid"
END
chmod +x "$scratch"/bin/*

fail() {
    echo "$1" >&2
    cat "$scratch/said" "$scratch/calls" >&2
    exit 1
}
# try UID PACKAGE...: runs hail_install as that user; its status is in $status.
try() {
    echo "$1" >"$scratch/uid"
    shift
    : >"$scratch/calls"
    status=0
    (. "$here/packages.sh" && hail_install "$@") >"$scratch/said" 2>&1 || status=$?
}

try 1000 alpha gamma-dev
[ $status -eq 0 ] && [ ! -s "$scratch/calls" ] && [ ! -s "$scratch/said" ] || fail 'nothing was missing'

try 1000 alpha beta gamma delta
[ $status -eq 1 ] && [ ! -s "$scratch/calls" ] || fail 'without root nothing is installed'
grep -q 'apt-get install --no-install-recommends beta gamma delta$' "$scratch/said" || fail 'without root it prints what to do'

try 0 alpha gamma-dev
[ $status -eq 0 ] && [ ! -s "$scratch/calls" ] || fail 'installed packages are not installed again'

try 0 alpha beta gamma
[ $status -eq 0 ] || fail 'root installs'
printf '%s\n' 'noninteractive:update -q' 'noninteractive:install -qy --no-install-recommends beta gamma' |
    cmp -s - "$scratch/calls" || fail 'root installs what is missing, once, after one update'

: >"$scratch/broken"
try 0 beta
[ $status -eq 1 ] || fail 'an apt-get that fails fails the command'

status=0
(. "$here/packages.sh" && PATH=$scratch && hail_install alpha beta) >"$scratch/said" 2>&1 || status=$?
[ $status -eq 0 ] && grep -q 'what meson finds' "$scratch/said" || fail 'elsewhere nothing is installed'

# The last line of tests/run.sh.
count() {
    status=0
    python3 "$here/count.py" "$scratch/log" "$1" >"$scratch/said" 2>&1 || status=$?
    said=$(tail -n 1 "$scratch/said")/$status
    [ "$said" = "$2" ] || fail "counted $said, not $2"
}
tap='TAP version 13\n1..3\nok - a\nok - b # SKIP no\n'
: >"$scratch/calls"
printf '%s\n' "{\"name\":\"t\",\"result\":\"OK\",\"stdout\":\"${tap}ok - c\\n\"}" '{"name":"p","result":"OK","stdout":"ok"}' \
    '{"name":"s","result":"SKIP"}' >"$scratch/log"
count 0 '3 passed, 0 failed, 2 skipped/0'
count 1 '3 passed, 0 failed, 2 skipped/1'
printf '%s\n' "{\"name\":\"t\",\"result\":\"ERROR\",\"stdout\":\"${tap}not ok - c\\n\"}" >"$scratch/log"
count 1 '1 passed, 1 failed, 1 skipped/1'
printf '%s\n' "{\"name\":\"t\",\"result\":\"TIMEOUT\",\"stdout\":\"$tap\"}" '{"name":"p","result":"FAIL"}' >"$scratch/log"
count 1 '1 passed, 2 failed, 1 skipped/1'
rm "$scratch/log"
count 0 '0 passed, 0 failed, 0 skipped/1'

for script in "$here"/*.sh "$here/../run.sh" "$here/../cross/run.sh" "$here/../../bench/run.sh"; do
    sh -n "$script" || fail "$script is not POSIX"
done
