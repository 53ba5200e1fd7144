#!/bin/sh
# What `show` prints of compiled kernels reads back to the same figures: one
# process prints them all, another compares.

set -u
wsp=${WSP:?}
here=$(cd "$(dirname "$0")" && pwd)
ptx=$here/../ptx
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
n=0

# ask FILE ENTRY BLOCK ARGUMENTS: two lines of the first script
ask()
{
	echo "k = ptx(\"$ptx/$1.ptx\", \"$2\", $4, block = $3)"
	echo 'show k'
	echo 'print "#end"'
}

all()
{
	f=kernels
	"$1" $f copy 256 'n = 1000000'
	"$1" $f jacobi '(32, 4, 2)' 'nx = 400, ny = 400, nz = 400'
	"$1" $f march_unrolled '(32, 8)' 'nx = 512, ny = 512, nz = 512'
	"$1" $f periodic_mod '(32, 8)' 'nx = 4096, ny = 4096'
	"$1" $f transpose_tile '(32, 8)' 'n = 4096, over = (4096, 1024)'
	"$1" $f matmul '(32, 8)' 'n = 512'
	"$1" $f matmul_tile '(16, 16)' 'n = 512, over = (512, 512)'
	"$1" $f block_sum 256 'n = 1000000, over = 1000000'
	"$1" $f triangle 256 'n = 1024'
	"$1" $f lbm_aos '(32, 8)' 'nx = 2048, ny = 2048'
	"$1" $f gathered 256 'n = 1000000, gather = 8, a = 2000000'
	"$1" $f csr 256 'n = 1000000, gather = 8, trips = 20, column = 20000000, v = 20000000, x = 1000000'
	"$1" $f histogram 256 'n = 1000000, gather = "random", b = 4096'
	"$1" $f positive 256 'n = 1000000'
	"$1" loops lower_thread 128 'n = 1024'
	"$1" loops upper_thread 128 'n = 1024'
	"$1" loops window 256 'n = 100000, w = 50'
	"$1" loops window2 '(32, 8)' 'n = 512, w = 3'
	"$1" functions _Z7rotate2IdEvPKT_S2_PS0_S3_ 256 'over = 1048576'
	"$1" functions upwind '(32, 8)' 'over = (4096, 4096)'
	"$1" constructs group_product 128 'n = 16, p1 = 0, p2 = 0, over = 262144'
	"$1" rows csr 128 'n = 100000, trips = 23, gather = 8, p1 = 2300000, p2 = 2300000, p3 = 100000'
	"$1" rows100 csr_warp 128 'p5 = 100000, over = 3200000, trips = 3, gather = 4, p1 = 2300000, p2 = 2300000, p3 = 100000'
	"$1" rows100 ranks 256 'p2 = 4194304'
	"$1" matrix wmma_tile 512 'n = 1024, over = (8192, 16)'
	"$1" matrix wmma_rows 128 'n = 256, over = 8192'
	"$1" pystencils kernel '(32, 8)' 'n0 = 4096, n1 = 4096, d0 = 4096, d1 = 1, s0 = 4096, s1 = 1'
}

all ask >"$work/ask.wsp"
"$wsp" "$work/ask.wsp" >"$work/shown" 2>"$work/errors" || {
	cat "$work/errors"
	echo '0 passed, 1 failed'
	exit 1
}
awk -v work="$work" 'BEGIN { n = 1 }
	/^#end/ { ++n; next }
	{ print > (work "/kernel" n) }' "$work/shown"

# compare FILE ENTRY BLOCK ARGUMENTS: the kernel, its text, and both figures
compare()
{
	n=$((n + 1))
	name=$(sed -n 's/^kernel \([^(]*\)(.*/\1/p' "$work/kernel$n")
	echo "k = ptx(\"$ptx/$1.ptx\", \"$2\", $4, block = $3)"
	cat "$work/kernel$n"
	echo "c = estimate k on h200 with block = $3, registers = 40"
	echo "o = estimate $name on h200 with block = $3, registers = 40"
	echo "print \"$2\", figures(c) == figures(o)"
	echo 'if figures(c) != figures(o) { print figures(c); print figures(o) }'
}

{
	echo 'def figures(r) = [r.time, r.l1.load, r.l2.load, r.l2.store, r.dram.load, r.dram.store, r.instructions, r.warp_instructions, r.flops]'
	all compare
} >"$work/compare.wsp"
n=$(grep -c '^show k' "$work/ask.wsp")
"$wsp" "$work/compare.wsp" >"$work/same" 2>"$work/errors" ||
	cat "$work/errors"
passed=$(grep -c ' true$' "$work/same")
grep -v ' true$' "$work/same"
echo "$passed passed, $((n - passed)) failed"
[ "$passed" = "$n" ]
