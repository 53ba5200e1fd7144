#!/bin/sh
# Every example runs, and what it asserts holds; `wsp check` agrees.

. "${srcdir:-$(dirname "$0")/../..}/tests/check.sh"
wsp=${WSP:?}

for example in "$srcdir"/examples/*.wsp; do
	run "$wsp" "$example";		status 0; err ''
	run "$wsp" check "$example";	status 0; err ''
done
check_done
