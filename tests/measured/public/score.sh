#!/bin/sh
# The score on measurements of others, by device: of each table here the errors
# of the time (median and 90 % in percent), the share of the best speed that the
# launch predicted fastest reaches (pick, or the best of eight), the rank
# correlation, and the share of times inside their intervals; then FluidX3D's.
#
#	score.sh SRCDIR WSP

set -eu
data=$1/tests/measured/public wsp=$2

for table in laplacian7 planes elementwise stream convolution; do
	echo "$table"
	"$wsp" validate "$data/$table.csv" --kernels "$data/kernels.wsp" \
		--device h200 --time 3600 |
		awk '/^dram/ || /^warp_instructions/ || /^left out/
		/^by device/ { on = 1 }
		/^$/ { on = 0 }
		on'
	echo
done
sh "$data/lbm.sh" "$1" "$wsp"
