#!/bin/sh
# scattered.sh [WSP]: all launches on the H200 whose indices lie in memory, but for the bins of
# updates_*.csv: gathers, scatters, tables, sparse matrices, lists and histograms.  The score is in
# doc/VALIDATION.md.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
wsp=${1:-wsp}
table=$(mktemp "${TMPDIR:-/tmp}/scattered.XXXXXX")
trap 'rm -f "$table"' EXIT
head -n 1 "$here/h200/users_fit.csv" > "$table"
for set in users_fit users_held updates_fit updates_held; do
	awk -F, '$(NF-1) ~ /^(scatter|sparse)$/ || $1 ~ /^histogram/' \
		"$here/h200/$set.csv"
done >> "$table"
"$wsp" validate "$table" --device h200 --kernels "$here/probes/users.wsp" --time 600
