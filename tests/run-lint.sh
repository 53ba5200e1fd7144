#!/bin/sh
# Static analysis: gcc -fanalyzer, clang-tidy and cppcheck.  What is silenced,
# and why, is in tests/analyzer.txt, .clang-tidy and tests/cppcheck.txt.  A tool
# that is not installed is skipped with a message.
#
#	run-lint.sh SRCDIR BUILDDIR FILE.c ...
#	LINT='gcc cppcheck'	the tools to run
#	run-lint.sh		only form, formatting, layers and documents

set -u
if [ $# = 0 ]; then
	for lint in "${srcdir:-$(dirname "$0")/..}"/tests/lint-*.sh; do
		sh "$lint"
	done | awk '
		/^[0-9]+ passed, [0-9]+ failed$/ { p += $1; f += $3; next }
		{ print }
		END { printf "%d passed, %d failed\n", p, f; exit f > 0 }'
	exit
fi
srcdir=$1 builddir=$2
shift 2
# the code needs some text for the version
flags="-std=c11 -D_XOPEN_SOURCE=700 -DPACKAGE_VERSION=__FILE__"
flags="$flags -I$srcdir -I$builddir"
jobs=$(getconf _NPROCESSORS_ONLN 2>/dev/null || echo 1)
log=$(mktemp)
trap 'rm -f "$log"' EXIT
n_passed=0 n_failed=0
: "${LINT:=gcc clang-tidy cppcheck}"

# A file without a warning has passed.
say() {
	n=$(grep -cE '(warning|error|style|performance|portability):' "$log")
	bad=$(sed -nE 's/^([^: ]+):[0-9]+:[0-9]+: (warning|error|style|performance|portability):.*/\1/p' \
		"$log" | sort -u | wc -l)
	[ "$n" = 0 ] || cat "$log"
	[ "$n" = 0 ] || [ "$bad" -gt 0 ] || bad=1
	n_failed=$((n_failed + bad))
	n_passed=$((n_passed + $# - bad))
	echo "$tool: $# files, $n warnings"
}

# Options that silence checks of gcc for a file.
without() {
	awk -v file="$1" '$1 == file { printf " -Wno-analyzer-%s", $2 }' \
		"$srcdir/tests/analyzer.txt"
}

for tool in $LINT; do
	command -v "$tool" >/dev/null || {
		echo "$tool is not installed"
		continue
	}
	case $tool in
	gcc)
		# Without leaks: the analyzer of gcc 12 does not see that an
		# owner frees handles that outlive a function.
		for file; do
			echo "$file$(without "${file#"$srcdir"/}")"
		done | xargs -P "$jobs" -L 1 gcc $flags -O1 -fanalyzer \
			-Wno-analyzer-malloc-leak -Wno-analyzer-file-leak \
			-c -o /dev/null >"$log" 2>&1 ;;
	clang-tidy)
		printf '%s\n' "$@" | xargs -P "$jobs" -I{} clang-tidy --quiet \
			--config-file="$srcdir/.clang-tidy" {} -- $flags \
			2>/dev/null >"$log" ;;
	cppcheck)
		cppcheck -q -j "$jobs" --std=c11 \
			--enable=warning,portability --inline-suppr \
			-D_XOPEN_SOURCE=700 -I"$srcdir" -I"$builddir" \
			--suppressions-list="$srcdir/tests/cppcheck.txt" \
			"$@" >"$log" 2>&1 ;;
	*)
		echo "unknown tool '$tool'"
		exit 2 ;;
	esac
	say "$@"
done
echo "$n_passed passed, $n_failed failed"
[ "$n_failed" = 0 ]
