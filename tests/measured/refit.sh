#!/bin/sh
# Fit the constants of model wsp to tests/measured/h200, put them into
# hw/fit.def, and make the table of intervals from the errors that are left.
# What each constant was fitted to stays as it is written there.
#
#	refit.sh SRCDIR WSP MAKE

set -eu
srcdir=$1 wsp=$2 make=$3
data=$srcdir/tests/measured/h200
def=$srcdir/hw/fit.def

"$wsp" fit "$data/measured.csv" --kernels "$data/kernels.wsp" --device h200 \
	--time 3600 |
	tee refit.txt
# lines of the table are: name, value before, value after, what it belongs to
awk 'NR == FNR {
	if ($4 == "volumes" || $4 == "time")
		after[$1] = $3
	next
}
match($0, /^(FIT|EXPONENT)\([a-z0-9_]*,[ \t]*(FAMILY|BOARD),[ \t]*/) {
	head = substr($0, 1, RLENGTH)
	name = head
	sub(/^[A-Z]*\(/, "", name)
	sub(/,.*/, "", name)
	if (name in after)
		$0 = head after[name] ","
}
{ print }' refit.txt "$def" >refit.def
cp refit.def "$def"
$make wsp
"$wsp" fit "$data/measured.csv" --kernels "$data/kernels.wsp" --device h200 \
	--time 3600 --intervals >interval.def.new
cp interval.def.new "$srcdir/engine/model/interval.def"
rm -f refit.txt refit.def interval.def.new
$make wsp
"$wsp" validate "$data/measured.csv" --kernels "$data/kernels.wsp" \
	--device h200 --time 3600 --leave-one-out
