#!/bin/sh
# usage: expect.sh RESULTS PROGRAM [ARG...]: the program prints something, and only lines that are in the file.
set -u
results=$1
shift
said=$("$@") || { echo "$* failed: $said"; exit 1; }
[ -n "$said" ] || { echo "$* says nothing."; exit 1; }
others=$(printf '%s\n' "$said" | grep -Fxvf "$results") || exit 0
echo "$* says what is in no line of $results:"
echo "$others"
exit 1
