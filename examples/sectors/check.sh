#!/bin/sh
# check.sh PROGRAM - movers walk in our own map, and in installed ones where HAIL_REAL_DATA is set; every way in which a WAD or a
# command line can be bad must end in exit status 1 and a line that says so.
# shellcheck source=examples/common/check.sh
. "$(dirname -- "$0")/../common/check.sh"
program=$1

# says STATUS WORDS OPTION...: the command must end so, and say so.
says() {
    wanted=$1
    words=$2
    shift 2
    said=$("$program" "$@" 2>&1)
    status=$?
    if [ $status -eq "$wanted" ] && [ "${said#*"$words"}" != "$said" ]; then
        pass
    else
        fail "$*: status $status, wanted $wanted and \"$words\": $said"
    fi
}

# bad NAME WORDS MAP...: the file NAME must be refused for a reason that has the WORDS; and must be named.
bad() {
    name=$1
    words=$2
    shift 2
    says 1 "$name: " "$folder/$name" "$@"
    says 1 "$words" "$folder/$name" "$@"
}

# ---- Walks ----
says 0 'OWN: 45 walls (32 solid, 2 of doors), 9 sectors' --own
says 0 'lost 0' --own --movers 200 --steps 400
says 0 'squeezed 0, lost 0' --own --doors --radius 12
says 0 '0 px in total' --own --movers 3 --steps 0
says 0 'movers   0 of' --own --movers 0
says 0 '9 of 9 sectors' --own --movers 300 --radius 4 --steps 300 --seed 5
says 1 'no room for a mover' --own --radius 500
same=''
for isa in '' --isa=reference; do
    # shellcheck disable=SC2086 # no option, or one
    said=$("$program" --own --doors --movers 40 $isa)
    [ -z "$same" ] || if [ "$same" = "$said" ]; then pass; else fail "$isa walks elsewhere: $said"; fi
    same=$said
done

# ---- Pictures ----
"$program" --own --png "$folder/own.png" >/dev/null 2>"$folder/said"
if grep -q 'this build cannot' "$folder/said"; then
    cat "$folder/said"
elif [ "$(head -c 8 "$folder/own.png" | od -An -tx1 | tr -d ' ')" = 89504e470d0a1a0a ]; then
    pass
    says 1 "--png $folder/gone/own.png: " --own --png "$folder/gone/own.png"
    says 0 'lost 0' --own --doors --size 200 --steps 5 --png "$folder/small.png"
else
    fail "no picture: $(cat "$folder/said")"
fi

# ---- WADs ----

# entry AT SIZE NAME: of a directory; numbers in octal, below 256.
entry() { printf "\\$1\\000\\000\\000\\$2\\000\\000\\000%s" "$3" | head -c 16; }
pad() { printf '\000\000\000\000\000\000\000\000'; }

printf 'IWAD\000\000\000\000\014\000\000\000' >"$folder/empty.wad"
printf 'PWAD\001\000\000\000\014\000\000\000' >"$folder/cut.wad"
{
    printf 'PWAD\001\000\000\000\014\000\000\000'
    {
        entry 014 0 E1M1
        pad
    } | head -c 16
} >"$folder/bare.wad"
echo hello >"$folder/text.wad"
: >"$folder/nothing.wad"
mkdir "$folder/folder.wad"
mkfifo "$folder/pipe.wad"
bad gone.wad 'No such file'
bad folder.wad 'not a regular file'
bad pipe.wad 'not a regular file'
bad nothing.wad 'not a WAD'
bad text.wad 'not a WAD'
bad cut.wad 'reaches past its end'
bad empty.wad 'no maps'
bad empty.wad 'no map E1M1' E1M1
bad bare.wad 'E1M1: no THINGS'
bad bare.wad 'E1M1: no THINGS' e1m1
bad bare.wad 'no map MAP01' MAP01

# ---- Command lines ----
says 1 'no WAD' --movers 3
says 1 'either --own or a WAD' --own "$folder/bare.wad"
says 1 'only one map at a time' "$folder/bare.wad" E1M1 E1M2
says 1 '--movers needs an integer from 0 to 10000, got "-1"' --own --movers -1
says 1 '--steps needs an integer' --own --steps 1e3
says 1 '--radius needs a number from 0 to 1000, got "nan"' --own --radius nan
says 1 '--seed needs an integer' --own --seed x
says 1 '--size needs an integer from 200 to 8192' --own --size 100
says 1 '--isa gone: ' --own --isa gone
says 1 'try --help' --gone
says 0 'usage: hail-sectors' --help
says 0 'hail-sectors ' --version

# ---- Debian's package freedoom ----
for wad in "${HAIL_FREEDOOM1_WAD-/usr/share/games/doom/freedoom1.wad}" "${HAIL_FREEDOOM_WAD-/usr/share/games/doom/freedoom2.wad}"; do
    [ -f "$wad" ] || continue
    maps=$("$program" "$wad" | cut -d ' ' -f 1)
    [ -n "${HAIL_REAL_DATA-}" ] || maps=$(printf '%s\n' "$maps" | head -n 1)
    for map in $maps; do
        says 0 'lost 0' "$wad" "$map" --movers 100 --steps 200
        says 0 'lost 0' "$wad" "$map" --movers 100 --steps 200 --doors
    done
done

finish
