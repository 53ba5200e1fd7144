#!/bin/sh
# rank and sweep in four processes print the same table as in one.  Skipped where
# the program is built without MPI, or mpirun is missing.

. "${srcdir:-$(dirname "$0")/../..}/tests/check.sh"
wsp=${WSP:?}

many() {
	mpirun --allow-run-as-root --oversubscribe -n 4 "$@"
}
[ "$(many "$wsp" -e 'print "once"' 2>/dev/null)" = once ] || exit 77

cat >ask.wsp <<'EOF'
kernel star25(src, dst: double[640, 512, 512]) {
    dst[0,0,0] = sum(src[o] for o in star(3, 4)) / 25
}
set threads = 1
rank star25 on a100 over block in blocks(1024), fold in [(1,1,1), (1,2,1), (1,1,2)] top 20
t = sweep star25 on [a100, h200] over block in [(64,4,4), auto, (2048,1,1)], type in [float, double]
t
write(t, "t.csv")
EOF
"$wsp" ask.wsp >one 2>one.err
mv t.csv one.csv
run many "$wsp" ask.wsp
status 0; out "$(cat one)"; err "$(cat one.err)"
file_is t.csv "$(cat one.csv)"

# from the shell, streamed
head -n 3 ask.wsp >kernels.wsp
for format in csv json text; do
	"$wsp" sweep star25 --kernels kernels.wsp --device a100 --over \
		'block in blocks(512)' --format $format >one 2>one.err
	run many "$wsp" sweep star25 --kernels kernels.wsp --device a100 --over \
		'block in blocks(512)' --format $format
	status 0; out "$(cat one)"; err "$(cat one.err)"
done

# errors are printed once, and no process waits for another
run many "$wsp" -e 'rank nothing over block in blocks(64)'
status 1; is 'errors' "$(grep -c '^error' .err)" 1
run_sh "echo 1 | mpirun --allow-run-as-root --oversubscribe -n 2 '$wsp'"
status 2; err_has 'cannot be run by many processes'

check_done
