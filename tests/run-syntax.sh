#!/bin/sh
# Read every script of golden/syntax and compare messages, tree and exit
# status with the file beside it; check that the canonical form of a script
# has the same tree, and is its own canonical form.
#
#	UPDATE=1 run-syntax.sh	rewrites the files

set -u
LC_ALL=C; export LC_ALL

dump=${DUMP:-$(pwd)/tests/unit/dump_syntax}
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
passed=0
failed=0

check() {
	if "$@"; then
		passed=$((passed + 1))
	else
		failed=$((failed + 1))
		echo "$script: $* failed"
	fi
}

transcript() {
	"$dump" "$1" >"$2" 2>&1
	echo "exit $?" >>"$2"
}

cd "${srcdir:-.}/tests/golden/syntax" || exit 1
for script in *.wsp; do
	want=${script%.wsp}.out
	transcript "$script" "$tmp/got"
	if [ -n "${UPDATE-}" ]; then
		cp "$tmp/got" "$want"
	fi
	check diff -u "$want" "$tmp/got"
	"$dump" -f "$script" >"$tmp/once"
	"$dump" -f "$tmp/once" >"$tmp/twice"
	check cmp "$tmp/once" "$tmp/twice"
	case $script in
	err_*)
		check grep -q '^exit 1$' "$tmp/got"
		;;
	*)
		check grep -q '^exit 0$' "$tmp/got"
		transcript "$tmp/once" "$tmp/again"
		check diff -u "$tmp/got" "$tmp/again"
		;;
	esac
done
echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
