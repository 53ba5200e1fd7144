#!/bin/sh
# The score on measurements of others, by device: of each table here the errors
# of the time (median and 90 % in percent), the share of the best speed that the
# launch predicted fastest reaches (pick, or the best of eight), the rank
# correlation, and the share of times inside their intervals; the same with each
# board held out; then FluidX3D's.
#
#	score.sh SRCDIR WSP

set -eu
data=$1/tests/measured/public wsp=$2

# score TABLE [KERNELS]: the lines on counters, and all by device
score() {
	"$wsp" validate "$1" --kernels "$data/${2:-kernels.wsp}" \
		--device h200 --time 3600 |
		awk '/^dram/ || /^l2.read/ || /^warp_instructions/ || /^left out/
		/^by device/ { on = 1 }
		/^$/ { on = 0 }
		on'
	echo
}

for table in laplacian7 planes elementwise stream babelstream convolution; do
	echo "$table"
	score "$data/$table.csv"
done

part=$(mktemp)
trap 'rm -f "$part"' EXIT
# $5 and $6: tile, $8: use_padding, $9: use_shmem, $10: read_only
echo "convolution, A100, rows with a steady clock (doc/VALIDATION.md)"
awk -F, 'NR == 1 || $1 == "a100_hub" && \
	!($10 == 1 && $9 == 1 && $8 == 0 && $5 * $6 <= 4)' \
	"$data/convolution.csv" >"$part"
score "$part"
echo "of these, no __ldg without shared memory"
awk -F, 'NR == 1 || $1 == "a100_hub" && \
	!($10 == 1 && ($9 == 0 || $8 == 0 && $5 * $6 <= 4))' \
	"$data/convolution.csv" >"$part"
score "$part"
echo "convolution, V100, up to 16 outputs of a thread"
awk -F, 'NR == 1 || $1 == "v100" && $5 * $6 <= 16' "$data/convolution.csv" >"$part"
score "$part"
echo "boards as if they had not been measured: held.wsp"
boards=$(sed -n 's/^device held_\([a-z0-9_]*\) .*/\1/p' "$data/held.wsp" | tr '\n' ' ')
for table in laplacian7 planes elementwise stream babelstream convolution; do
	echo "$table"
	awk -F, -v OFS=, -v boards="$boards" '
		BEGIN { n = split(boards, b, " "); for (i = 1; i <= n; ++i) is[b[i]] = 1 }
		NR == 1
		NR > 1 && ($1 in is) { $1 = "held_" $1; print }' "$data/$table.csv" >"$part"
	score "$part" held.wsp
done
sh "$data/lbm.sh" "$1" "$wsp"
