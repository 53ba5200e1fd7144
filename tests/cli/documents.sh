#!/bin/sh
# What the documents show is what happens, and every example runs.

. "${srcdir:-$(dirname "$0")/../..}/tests/check.sh"
wsp=${WSP:?}
cd "$srcdir" || exit 1

for document in README.md doc/*.md hw/*.md stdlib/*.wsp examples/*.wsp; do
	[ -e "$document" ] || continue
	run "$wsp" doctest "$document"
	status 0
	[ "$got_status" = 0 ] || cat "$box/.out"
done
for example in examples/*.wsp; do
	run "$wsp" "$example"
	status 0
	err ''
done

check_done
