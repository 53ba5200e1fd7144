#!/bin/sh
# Build once more with sanitizers, in a folder sanitized-KIND below the current
# one, and run tests there:
#
#	run-sanitized.sh SRCDIR part	for every change: addresses, undefined
#		behaviour, leaks and laws of physics in hostile programs, the C
#		tests and golden scripts below, then 6 s of each fuzz target
#		on a quarter of its first inputs
#	run-sanitized.sh SRCDIR address	the same checks in all tests
#	run-sanitized.sh SRCDIR fuzz	each fuzz target for FUZZ_TIME seconds
#	run-sanitized.sh SRCDIR thread	data races: C tests with threads, and
#		golden scripts, which rank and sweep
#
# TESTS names other tests to run.  Tests try one in TEST_SHARE of their random
# cases.  The thread sanitizer runs no shell tests: they set limits of files
# and memory that its runtime does not survive; errors/memory takes minutes.

set -u
# relative to the folder of the build, as configure takes no blanks in
# absolute names
case $1 in
/*) srcdir=$1 ;;
*) srcdir=../$1 ;;
esac
top=$(cd "$1" && pwd)
kind=$2
jobs=$(getconf _NPROCESSORS_ONLN 2>/dev/null || echo 1)
TEST_SHARE=${TEST_SHARE:-10}; export TEST_SHARE

# The C tests that find most for their time.
part='tests/fault/test_hostile tests/fault/test_budgets
	tests/unit/test_builtin tests/unit/test_wsp_number
	tests/prop/prop_parse'
# Golden scripts of what the fuzz targets, which run all of them in one process
# and in safe mode, do not reach: files, threads, pictures.
topics='tests/golden/plot/% tests/golden/rank/% tests/golden/roofline/%
	tests/golden/validate/%'
threaded='tests/unit/test_contexts tests/unit/test_threads
	tests/unit/test_memory tests/repl/test_rank tests/fault/test_load
	tests/fault/test_host'

folder=sanitized-$kind flags=--enable-fuzz cflags='-O1 -g' fuzz_s=0 tests=
names='address, undefined behaviour and leak'
case $kind in
part)	cflags='-Og -g1' fuzz_s=${FUZZ_TIME:-6}
	tests="$part \$(filter $topics,\$(GOLDEN))" ;;
address) ;;
fuzz)	folder=sanitized-address fuzz_s=${FUZZ_TIME:-60}
	FUZZ_SHARE=${FUZZ_SHARE:-1}; export FUZZ_SHARE ;;
thread)	flags=--enable-sanitize=thread names=thread
	tests="$threaded \$(filter-out %/errors/memory.wsp,\$(GOLDEN))" ;;
*)	echo "unknown kind '$kind'"; exit 2 ;;
esac
tests=$(echo ${TESTS:-$tests})

mkdir -p "$folder" && cd "$folder" || exit 2
# without shared libraries each file is compiled once instead of twice
[ -f Makefile ] || "$srcdir/configure" $flags --disable-shared \
	CFLAGS="$cflags" >configure.log 2>&1 || { tail configure.log; exit 2; }
what=all
[ "$kind" != fuzz ] || what=fuzzers
make -j "$jobs" $what >make.log 2>&1 || { tail -n 20 make.log; exit 2; }

ASAN_OPTIONS=detect_leaks=1; export ASAN_OPTIONS
SLOW=1; export SLOW	# golden scripts take longer than their budget here
TSAN_OPTIONS=halt_on_error=1; export TSAN_OPTIONS
LSAN_OPTIONS="suppressions='$top/tests/lsan.txt':print_suppressions=0"
export LSAN_OPTIONS

# make check, of "tests" alone if there are any.  The leak sanitizer takes
# seconds for each process on some machines (aarch64 with gcc 12 scans the
# whole address space).  Scripts start thousands of processes and do without
# it there: C tests find leaks, fuzz targets run the golden scripts in one
# process, and valgrind sees all that scripts do.
run_checks() {
	[ -z "$tests" ] || set -- TESTS="$tests" check_PROGRAMS="$(
		printf '%s\n' $tests | grep '^tests/[^.%]*$' | tr '\n' ' ')"
	before=$(date +%s)
	[ "$kind" = thread ] || ./wsp -e 1 >/dev/null || return 1
	if [ $(($(date +%s) - before)) -ge 2 ]; then
		echo 'the leak sanitizer is slow here: not used in scripts'
		quick='env ASAN_OPTIONS=detect_leaks=0 sh'
		set -- "$@" SH_LOG_COMPILER="$quick" \
			WSP_LOG_COMPILER="$quick $srcdir/tests/run-golden.sh"
	fi
	make -j "$jobs" check "$@"
}

status=0
if [ "$kind" != fuzz ]; then
	run_checks >check.log 2>&1 || status=1
	grep -E '^(FAIL|ERROR|XPASS):' check.log
	[ $status = 0 ] || tail -n 60 test-suite.log 2>/dev/null ||
		tail -n 20 check.log
	printf '%s sanitizer: ' "$names"
	make -s --no-print-directory sum ${tests:+TESTS="$tests"} || status=1
fi
[ "$fuzz_s" = 0 ] ||
	make -s -k --no-print-directory -j "$jobs" fuzz FUZZ_TIME="$fuzz_s" ||
	status=1
exit $status
