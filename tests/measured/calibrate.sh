#!/bin/sh
# Make engine/model/interval_kind.def from the errors of tests/measured/h200:
# after a change of the model, and after engine/model/interval.def.  Rows of
# users_held.csv and updates_held.csv must never take part.
#
#	calibrate.sh SRCDIR WSP MAKE [UNSEEN]

set -eu
srcdir=$1 wsp=$2 make=$3 unseen=${4-1}
data=$srcdir/tests/measured/h200

"$wsp" validate "$data/measured.csv" --kernels "$data/kernels.wsp" \
	--device h200 --time 3600 --format csv >measured.points
"$wsp" validate "$data/users_fit.csv" \
	--kernels "$srcdir/tests/measured/probes/users.wsp" \
	--device h200 --time 3600 --format csv >users.points
"$wsp" validate "$data/updates_fit.csv" \
	--kernels "$srcdir/tests/measured/probes/updates.wsp" \
	--device h200 --time 3600 --format csv >updates.points
awk -v UNSEEN="$unseen" -f "$srcdir/tests/measured/calibrate.awk" \
	measured.points users.points updates.points >interval_kind.def.new
cp interval_kind.def.new "$srcdir/engine/model/interval_kind.def"
rm -f measured.points users.points updates.points interval_kind.def.new
$make wsp
