#!/bin/sh
# Keep what a long run of libFuzzer found: the smallest set of inputs that takes
# the same branches, which seed.sh hands out again.
#
#	keep.sh TARGET DIR	in the build folder; DIR is where fuzz_TARGET
#				kept its inputs; writes CORPUS/TARGET.hex

set -eu
target=$1 dir=$2
: "${CORPUS:=$(dirname "$0")/corpus}"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir -p "$work/few" "$CORPUS"
"tests/fuzz/fuzz_$target" -merge=1 -use_counters=0 "$work/few" "$dir" \
	>"$work/log" 2>&1 || { tail "$work/log"; exit 1; }
for file in "$work"/few/*; do
	od -An -v -tx1 "$file" | tr -d ' \n'
	echo
done | sort >"$CORPUS/$target.hex"
wc -lc "$CORPUS/$target.hex"
