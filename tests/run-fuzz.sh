#!/bin/sh
# Run fuzz targets: earlier findings first, then mutated inputs.
#
#	FUZZ_TARGETS="parse eval"	which ones; none if it is empty
#	FUZZ_RUNS=200	mutated inputs for each target, the same ones each
#			time; or
#	FUZZ_TIME=60	seconds for each target, with a new seed each time
#	FUZZ_SHARE=4	one in so many of the first inputs, others each time with
#			FUZZ_TIME
#	FUZZ_KEEP=DIR	where crashing inputs, and those that libFuzzer keeps, go
#
# make sets "srcdir", FUZZ (the folder of the targets) and FUZZ_TARGETS.

set -u
: "${srcdir:=$(dirname "$0")/..}" "${FUZZ:=tests/fuzz}"
: "${FUZZ_TARGETS?is set by make}"
: "${FUZZ_RUNS:=200}" "${FUZZ_TIME:=0}" "${FUZZ_SHARE:=4}"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
keep=${FUZZ_KEEP:-$work/keep}
mkdir -p "$keep"
sh "$srcdir/tests/fuzz/seed.sh" "$srcdir" "$work/seed" || exit 2
n_passed=0 n_failed=0

which=0
[ "$FUZZ_TIME" = 0 ] || which=$(($(date +%s) % FUZZ_SHARE))
for target in $FUZZ_TARGETS; do
	find "$work/seed/$target" -type f | sort |
		awk "NR % $FUZZ_SHARE != $which" | tr '\n' '\0' | xargs -0 -r rm
done

count() {
	if [ "$1" = 0 ]; then
		n_passed=$((n_passed + 1))
	else
		n_failed=$((n_failed + 1))
		echo "FAIL: $2"
		tail -n 40 "$work/log"
	fi
}

for target in $FUZZ_TARGETS; do
	program=$FUZZ/fuzz_$target
	set -- "$srcdir/tests/fuzz/findings/$target"/*
	if [ -f "$1" ]; then
		"$program" "$@" >"$work/log" 2>&1
		count $? "$target on one of $*"
	fi
	if [ "$FUZZ_TIME" -gt 0 ]; then
		how="-max_total_time=$FUZZ_TIME -seed=${FUZZ_SEED:-$$}"
	else
		how="-runs=$FUZZ_RUNS -seed=1"
	fi
	mkdir -p "$keep/$target"
	# shellcheck disable=SC2086
	"$program" $how -max_len=512 -timeout=30 -dict="$work/seed/wsp.dict" \
		-artifact_prefix="$keep/$target-" "$keep/$target" \
		"$work/seed/$target" >"$work/log" 2>&1
	count $? "$target, $how"
	echo "$target: $(grep -E '^Done|runs' "$work/log" | tail -n 1)"
done
echo "$n_passed passed, $n_failed failed"
[ "$n_failed" = 0 ]
