#!/bin/sh
# Builds once more with sanitizers and runs tests there:
#
#	run-sanitized.sh SRCDIR address	addresses, undefined behaviour, leaks:
#			all tests, and each fuzz target for FUZZ_TIME seconds
#	run-sanitized.sh SRCDIR fuzz	the fuzz targets alone, in the same build
#	run-sanitized.sh SRCDIR thread	data races: C tests with threads, and
#			golden scripts, which rank and sweep (shell tests set
#			limits of files and memory that its runtime does not
#			survive, and errors/memory takes minutes with it)
#
# In a folder "sanitized-KIND" below the current one.  TESTS may name fewer.
# All tests are run, with one in TEST_SHARE of their random cases.

set -u
# from the folder of the build; configure takes no blanks in absolute names
case $1 in
/*) srcdir=$1 ;;
*) srcdir=../$1 ;;
esac
top=$(cd "$1" && pwd)
kind=$2
jobs=$(getconf _NPROCESSORS_ONLN 2>/dev/null || echo 1)
threaded='tests/unit/test_contexts tests/unit/test_threads
	tests/unit/test_memory tests/repl/test_rank tests/fault/test_load'
golden='$(filter-out %/errors/memory.wsp,$(GOLDEN))'
FUZZ_TIME=${FUZZ_TIME:-0}
TEST_SHARE=${TEST_SHARE:-10}; export TEST_SHARE
folder=sanitized-$kind what=all
case $kind in
address) flags='--enable-sanitize --enable-debug' some=${TESTS-}
	[ "$FUZZ_TIME" = 0 ] || flags='--enable-fuzz --enable-debug' ;;
fuzz) flags='--enable-fuzz --enable-debug' some='' what=fuzzers
	folder=sanitized-address
	[ "$FUZZ_TIME" != 0 ] || FUZZ_TIME=60 ;;
thread) flags=--enable-sanitize=thread some=${TESTS-} FUZZ_TIME=0 ;;
*) echo "unknown kind '$kind'"; exit 2 ;;
esac
mkdir -p "$folder" && cd "$folder" || exit 2
# without shared libraries each file is compiled once instead of twice
[ -f Makefile ] || "$srcdir/configure" $flags --disable-shared \
	CFLAGS='-O1 -g' >configure.log 2>&1 || { tail configure.log; exit 2; }
make -j "$jobs" $what >make.log 2>&1 || { tail -n 20 make.log; exit 2; }
ASAN_OPTIONS=detect_leaks=1; export ASAN_OPTIONS
TSAN_OPTIONS=halt_on_error=1; export TSAN_OPTIONS
LSAN_OPTIONS="suppressions='$top/tests/lsan.txt':print_suppressions=0"
export LSAN_OPTIONS
status=0
# Looking for leaks takes seconds for each process on some machines (aarch64
# with gcc 12, where all of the address space is gone through).  Scripts, which
# start thousands, do without it there: C tests look for leaks, fuzz targets
# run the golden scripts in one process, and valgrind sees all that scripts do.
now() { date +%s; }
# What is fuzzed for a while behind the tests needs no fuzzing in them.
run_checks() {
	[ "$FUZZ_TIME" = 0 ] || { FUZZ_TARGETS=''; export FUZZ_TARGETS; }
	before=$(now)
	[ "$kind" != address ] || ./wsp -e 1 >/dev/null || return 1
	if [ $(($(now) - before)) -lt 2 ]; then
		make -j "$jobs" check "$@"
	else
		echo 'no leaks are looked for in scripts'
		quick='env ASAN_OPTIONS=detect_leaks=0 sh'
		make -j "$jobs" check SH_LOG_COMPILER="$quick" \
			WSP_LOG_COMPILER="$quick $srcdir/tests/run-golden.sh" \
			"$@"
	fi
}
if [ "$kind" = fuzz ]; then
	:
elif [ -n "$some" ]; then
	programs=$(printf '%s\n' $some | grep -v '\.[a-z]*$')
	run_checks TESTS="$some" check_PROGRAMS="$(echo $programs)" \
		>check.log 2>&1 || status=1
elif [ "$kind" = thread ]; then
	run_checks TESTS="$(echo $threaded) $golden" \
		check_PROGRAMS="$(echo $threaded)" >check.log 2>&1 || status=1
else
	run_checks >check.log 2>&1 || status=1
fi
[ "$kind" = fuzz ] || grep -E '^(FAIL|ERROR|XPASS):' check.log
[ "$status" = 0 ] || tail -n 60 test-suite.log 2>/dev/null || tail -n 20 check.log
[ "$kind" = fuzz ] || printf "%s sanitizer: " "$kind"
[ "$kind" = fuzz ] || make -s --no-print-directory sum || status=1
[ "$FUZZ_TIME" = 0 ] || {
	# two at a time, so that each has its time on a core of its own
	printf '%s\n' parse eval kernel device doctest csv count |
	xargs -P "$jobs" -I{} env FUZZ_TARGETS={} FUZZ_TIME="$FUZZ_TIME" \
		FUZZ="$PWD/tests/fuzz" srcdir="$srcdir" \
		sh "$srcdir/tests/run-fuzz.sh" || status=1
}
exit $status
