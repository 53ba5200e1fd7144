#!/bin/sh
# Static analysis of the whole tree: gcc -fanalyzer, clang-tidy with the
# checks of .clang-tidy, cppcheck with the reasons of tests/cppcheck.txt.
# A tool that is not installed is passed over, and said so.
#
#	run-lint.sh SRCDIR BUILDDIR FILE.c ...	"CC" may name the compiler

set -u
srcdir=$1 builddir=$2
shift 2
flags="-std=c11 -D_XOPEN_SOURCE=700 -I$srcdir -I$builddir"
jobs=$(getconf _NPROCESSORS_ONLN 2>/dev/null || echo 1)
log=$(mktemp)
trap 'rm -f "$log"' EXIT
n_passed=0 n_failed=0

say() {
	if grep -qE '(warning|error|style|performance|portability):' "$log"
	then
		n_failed=$((n_failed + 1))
		cat "$log"
	else
		n_passed=$((n_passed + 1))
	fi
}

if command -v gcc >/dev/null; then
	echo "gcc -fanalyzer"
	# leaks: handles of the evaluator that outlive a function are freed
	# by their owner, which the analyzer of gcc 12 does not follow
	printf '%s\n' "$@" | xargs -P "$jobs" -I{} gcc $flags -O1 -fanalyzer \
		-Wno-analyzer-malloc-leak -Wno-analyzer-file-leak \
		-c {} -o /dev/null >"$log" 2>&1
	say
fi
if command -v clang-tidy >/dev/null; then
	echo "clang-tidy"
	printf '%s\n' "$@" | xargs -P "$jobs" -I{} clang-tidy --quiet \
		--config-file="$srcdir/.clang-tidy" {} -- $flags 2>/dev/null \
		>"$log"
	say
else
	echo "clang-tidy is not installed"
fi
if command -v cppcheck >/dev/null; then
	echo "cppcheck"
	cppcheck -q -j "$jobs" --std=c11 --enable=warning,portability \
		--inline-suppr -D_XOPEN_SOURCE=700 -I"$srcdir" -I"$builddir" \
		--suppressions-list="$srcdir/tests/cppcheck.txt" \
		"$@" >"$log" 2>&1
	say
else
	echo "cppcheck is not installed"
fi
echo "$n_passed passed, $n_failed failed"
[ "$n_failed" = 0 ]
