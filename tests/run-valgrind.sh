#!/bin/sh
# Run golden scripts under valgrind: the transcripts are the same, and there is
# no memory error and no leak.
#
#	WSP=build/wsp run-valgrind.sh tests/golden/*/*.wsp

set -u
log=$(mktemp -d)
trap 'rm -rf "$log"' EXIT
n_passed=0 n_failed=0

if ! command -v valgrind >/dev/null; then
	echo "valgrind is not installed"
	echo "0 passed, 0 failed, $# skipped"
	exit 0
fi
VALGRIND="valgrind -q --leak-check=full --show-leak-kinds=definite,indirect \
	--errors-for-leak-kinds=definite,indirect --log-file=$log/%p"
export VALGRIND
for script; do
	if sh tests/run-golden.sh "$script" >"$log/out" &&
	   [ -z "$(find "$log" -name '[0-9]*' -size +0)" ]; then
		n_passed=$((n_passed + 1))
	else
		n_failed=$((n_failed + 1))
		echo "$script"
		cat "$log"/*
	fi
	rm -f "$log"/*
done
echo "$n_passed passed, $n_failed failed"
[ "$n_failed" = 0 ]
