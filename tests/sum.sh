#!/bin/sh
# Add up the lines `N passed, N failed` of all tests that were run below a
# folder.  A test that failed without such a line counts as one failure, one
# that was skipped as one skipped.
#
#	sum.sh BUILDDIR

set -eu
cd "$1"
find . -name '*.trs' | while read -r trs; do
	sed -n 's/^:global-test-result: /result /p' "$trs"
	grep -a '^[0-9]* passed, [0-9]* failed' "${trs%.trs}.log" | tail -n 1 ||
		true
	echo end
done | awk '
$1 == "result"	{ result = $2; counted = 0; next }
$1 == "end"	{
	if (result == "SKIP")
		++skipped
	else if (!counted && result == "PASS")
		++passed
	if ((result == "FAIL" || result == "ERROR") && !bad)
		++failed
	counted = bad = 0
	next
}
		{
	passed += $1; failed += $3; counted = 1; bad = $3
	if ($6 == "skipped")
		skipped += $5
}
END	{
	printf "%d passed, %d failed", passed, failed
	if (skipped)
		printf ", %d skipped", skipped
	print ""
	exit failed > 0
}'
