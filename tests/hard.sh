#!/bin/sh
# The long forms of the tests that try to break wsp, from the build folder,
# by `make check-hard`.  One line of hard() is one test: its name, and the
# command.  Each command ends with the line "N passed, N failed"; the line
# before says what it did.
#
#	SHORT=1 make check-hard		a tenth of each

srcdir=${srcdir:-$(dirname "$0")/..}
logs=${LOGS:-hard-logs}
long=1
[ -n "${SHORT-}" ] && long=10
n_failed=0
mkdir -p "$logs" || exit 1

hard() {
	name=$1
	shift
	start=$(date +%s)
	"$@" >"$logs/$name.log" 2>&1
	status=$?
	took=$(($(date +%s) - start))
	counts=$(grep -E '^[0-9]+ passed, [0-9]+ failed' "$logs/$name.log" |
		tail -n 1)
	did=$(grep -E '^[0-9]+ [a-z]' "$logs/$name.log" |
		grep -vE '^[0-9]+ passed' | tail -n 2 | paste -sd '; ' -)
	[ $status = 0 ] || n_failed=$((n_failed + 1))
	printf '%-12s %-6s %5d s  %s\n' "$name" \
		"$([ $status = 0 ] && echo ok || echo FAILED)" $took \
		"${counts:-no counts}"
	[ -z "$did" ] || printf '%14s%s\n' '' "$did"
}

hard faults	./tests/fault/test_fault $long
hard hostile	./tests/fault/test_hostile "$srcdir/tests/fault/hostile.txt" all
hard interrupts	./tests/fault/test_interrupt $((1000 / long)) "${SEED:-1}"
hard load	./tests/fault/test_load $((60 / long)) $((10000000 / long))
hard disk	sh "$srcdir/tests/cli/disk.sh"
hard memory	sh "$srcdir/tests/cli/memory.sh"
hard safe	sh "$srcdir/tests/cli/safe.sh"
hard laws	./tests/prop/prop_laws "${SEED:-2}" $((10000 / long))
hard growth	./tests/bench/bench_growth
hard counts	./tests/prop/prop_footprint "${SEED:-2}" $((10000 / long))
hard fuzz	env FUZZ_TIME=$((600 / long)) FUZZ="$PWD/tests/fuzz" \
	sh "$srcdir/tests/run-fuzz.sh"
hard sanitize	sh "$srcdir/tests/run-sanitized.sh" "$srcdir" address
hard threads	sh "$srcdir/tests/run-sanitized.sh" "$srcdir" thread
hard valgrind	make check-valgrind
hard lint	make lint

echo "logs in $logs; $n_failed failed"
[ $n_failed = 0 ]
