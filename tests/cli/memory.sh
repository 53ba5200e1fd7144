#!/bin/sh
# Less and less memory (ulimit -v): the program gives an answer, or a message
# and status 1, and never dies of a signal.

. "${srcdir:-$(dirname "$0")/../..}/tests/check.sh"

cat >program.wsp <<'EOF'
kernel star(a, b: double[640, 512, 512]) {
    b[0,0,0] = sum(a[o] for o in [(1,0,0), (0,1,0), (0,0,1)])
}
estimate star on a100 with block = (64, 4)
s = [k for k in 1..2_000_000]
print(len(s))
EOF

# Sanitizers take terabytes of addresses.
if ! (ulimit -v 1000000 && "$WSP" -e '1 + 1') >/dev/null 2>&1; then
	echo '0 passed, 0 failed, 1 skipped'
	exit 0
fi
n_short=0
for mib in 40 44 48 52 56 60 64 72 80 96 112 128 160 200 300; do
	run_sh "ulimit -v $((mib * 1024)); exec \"\$WSP\" program.wsp"
	case $got_status in
	0)	out_has 2000000; err '' ;;
	1)	err_has 'out of memory'; n_short=$((n_short + 1)) ;;
	127)	;;	# its libraries could not even be loaded
	*)	check false "status $got_status with $mib MiB" ;;
	esac
done
is 'short of memory at least once' "$([ $n_short -gt 0 ] && echo yes)" yes
is 'enough memory in the end' "$got_status" 0

# Rows are predicted one after the other: many take no more than one.  Each of
# these is a large kernel in the engine's form.
public=$(cd "$srcdir" && pwd)/tests/measured/public
{
	echo kernel,block_size_x,block_size_y,tile_size_x,tile_size_y,ms
	for n in 2 3 4 5 6 7; do
		echo "convolution,$((8 * n)),8,8,4,1"
	done
} >rows.csv
run_sh "ulimit -v 700000; exec \"\$WSP\" validate rows.csv --device a100 \
	--kernels '$public/kernels.wsp' --time 600"
is 'six large kernels in 700 MB' "$got_status" 0
check_done
