#!/bin/sh
# Make engine/model/interval_kind.def from the errors of tests/measured/h200:
# after a change of the model, and after engine/model/interval.def.  Rows of
# programs.csv, users_held.csv, updates_held.csv, orders_time.csv and
# triangles.csv must never take part.  Nor does mri of suites.csv: its CUDA calls
# __sinf, which the language cannot say.
#
#	calibrate.sh SRCDIR WSP MAKE

set -eu
srcdir=$(cd "$1" && pwd) wsp=$2 make=$3
data=$srcdir/tests/measured/h200
points=$(mktemp -d "${TMPDIR:-/tmp}/calibrate.XXXXXX")
trap 'rm -rf "$points"' EXIT

# predict SET KERNELS
predict() {
	"$wsp" validate "$data/$1.csv" --kernels "$srcdir/tests/measured/$2" \
		--device h200 --time 3600 --format csv | grep -v ',mri,' \
		>"$points/$1"
}

predict measured h200/kernels.wsp
predict users_fit probes/users.wsp
predict updates_fit probes/updates.wsp
for set in blind blind_loops math tensor codes suites structures; do
	predict $set probes/$set.wsp
done
cd "$points"
awk -f "$srcdir/tests/measured/calibrate.awk" \
	measured *_fit blind* math tensor codes suites structures \
	>interval_kind.def
cd - >/dev/null
cp "$points/interval_kind.def" "$srcdir/engine/model"
$make wsp
