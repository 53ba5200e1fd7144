#!/bin/sh
# Add up the lines `N passed, N failed` in the logs of tests that make ran.  A
# test without such a line counts as one that passed, failed or was skipped.
#
#	sum.sh LOG...

set -eu
for log; do
	[ -f "${log%.log}.trs" ] || continue
	sed -n 's/^:global-test-result: /result /p' "${log%.log}.trs"
	grep -a '^[0-9]* passed, [0-9]* failed' "$log" | tail -n 1 || true
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
