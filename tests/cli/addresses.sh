#!/bin/sh
# `show addresses` prints a kernel.  Read back, that kernel has the same
# figures, to the last digit, in every model that can answer.

. "${srcdir:-$(dirname "$0")/../..}/tests/check.sh"
wsp=${WSP:?}

cat >kernels.wsp <<'EOF'
kernel heat(src, dst: double[15000, 15000]) {
    dst[0,0] = (src[1,0] + src[-1,0] + src[0,1] + src[0,-1]) / 4
}
kernel star25(src, dst: double[640, 512, 512] { align = 32 B }) {
    dst[0,0,0] = sum(src[o] for o in star(3, 4)) / 25
}
kernel ghost(a, b: float[100, 90, 80] { halo = 3, pitch = 112 }) {
    b[0,0,0] = sum(a[o] for o in star(3, 3)) / 19
}
kernel vec3(A, C: double[15_000_000], B, D: double[5_000_000]) over (5_000_000) {
    n = sqrt(A[3*x]^2 + A[3*x+1]^2 + A[3*x+2]^2)
    C[3*x] = A[3*x]*B[0]/n;  C[3*x+1] = A[3*x+1]*B[0]/n;  C[3*x+2] = A[3*x+2]*B[0]/n
    D[0] = n
}
def down(i) = (i / 300, i % 300)
kernel transpose(a, b: float[8192, 8192]) { b[y, x] = a[x, y] }
kernel lbm(a, b: double[9][512, 512]) {
    for q in 0..8 { b[q][0,0] = a[q][-d2q9[q]] * 0.4 }
}
kernel mixed(a, b: double[9][512, 512] { layout = aos }) {
    for q in 0..8 { b[q][0,0] = a[q][-d2q9[q]] * 0.4 }
}
kernel clamped(a: float[500, 300] { boundary = clamp }, b: float[500, 300]) {
    b[0,0] = sum(a[o] for o in box(2, 1)) / 9
}
kernel wrapped(a: float[512, 256] { boundary = periodic }, b: float[512, 256]) {
    b[0,0] = a[1,0] + a[0,-1]
}
kernel matmul(a, b, c: float[256, 256]) {
    s = 0
    loop k in 0..nx-1 { s += a[k, y] * b[x, k] }
    c[0,0] = s
}
kernel red(a, b: double[64, 64, 32]) {
    if (x + y + z) % 2 == 0 { b[0,0,0] = a[1,0,0] + a[-1,0,0] } else { b[0,0,0] = a[0,0,0] }
}
kernel types(a: float[512, 300], b: double[512, 300], c: int8[512, 300], o: half[512, 300], p: int32[512, 300]) {
    o[0,0] = a[1,0] + b[0,1] + c[-1,0] * 2
    p[0,0] = p[0,0] + c[0,0]
}
kernel widths(a: float[3][512, 300], b: double[512, 300], i: int32[512, 300], o: float[2][512, 300] { layout = aos }) {
    o[0][0,0] = sqrt(a[0][1,0]) + exp(b[0,1])
    o[1][0,0] = (a[1][0,0] + a[2][0,0]) / b[0,0] * i[0,0]
}
kernel below(a: float[512, 300], b: double[512, 300]) {
    if x > y { b[0,0] = a[1,0] * 3 } else { b[0,0] = b[0,1] + 1 }
}
kernel turns(a: float[512, 300], b: double[512, 300], c: int16[512, 300]) {
    s = 0
    loop k in 0..9 {
        if k > 3 { s += a[k, y] }
        s += c[x, k]
    }
    b[0,0] = s
}
kernel nested(a, b, c: float[256, 256]) {
    s = 0
    loop k in 0..3 {
        s += a[k, y]
        loop j in 0..4 { s += b[j, x] }
        s += c[k, x]
        loop m in 0..1 { s += s * s }
    }
    c[0,0] = s
}
kernel kept(a, b: float[256, 258] restrict) over (256, 64) {
    s = 0
    loop k in 0..63 { s += a[x, k] * a[x, k + 1] - a[x, k + 2] }
    b[x, y] = s
}
kernel series(c: double[4096] constant, a, b: double[2^20] restrict) over (2^20) {
    v = a[x]
    s = 0
    loop k in 0..4095 { s = s*v + c[k] }
    b[x] = s
}
kernel hidden(a, b: double[1024, 1024]) {
    s = 0
    loop k in 0..2 { s += a[k, y] }
    loop k in 1..3 { loop k in 2..5 { if k > x { s += b[k, y] * 2.5 } } }
    b[0,0] = s
}
kernel tiled(a, b: float[1024, 1024]) {
    shared t: float[33, 32]
    shared u: double[32]
    t[tx, ty] = a[0,0]
    u[ty] = 1
    barrier
    b[0,0] = t[ty, tx] + u[tx]
}
kernel data(a, b: float[1024, 1024]) {
    if a[0,0] > 3 { b[0,0] = a[1,0] * 2 } else { b[0,0] = a[2,0] * 2 * a[3,0] + a[4,0] }
}
kernel branches(a, b: float[1024, 1024], c: double[1024, 1024]) {
    if x > 5 {
        if y > 3 {
            b[0,0] = a[1,0] * 2 + 3 * c[0,0]
        } else {
            if x + y < 80 and x > 9 or y % 3 == 1 { c[0,0] = a[0,1] / a[0,0] } else { c[0,0] = sqrt(c[0,0]) }
        }
    } else {
        b[0,0] = 7 * c[1,0] * c[0,0] + a[0,0]
    }
}
EOF

# A report without the description of its launch: a line of cells has one
# dimension, and its order is rows.  Intervals between stalls depend on the
# uses of loads, which addresses do not have.
figures() {
	sed -e 's/"domain": .*"registers": /"registers": /' \
		-e 's/"registers_low": .*"occupancy"/"occupancy"/' \
		-e 's/\(, \)*"memory-divergent: [^"]*"//' "$1"
}

# The same without times: addresses do not say which load of a loop waits for
# which, nor which one a branch waits for.  Wavefronts wait for fills the less
# the longer a launch takes ((4.12) of MODEL.md).
volumes() {
	figures "$1" | sed -e 's/"latency": .*"fields": /"fields": /' \
		-e 's/"wavefronts": [0-9][^,]*, //'
}

# $3, where given, are options that the printed kernel has in it already.
reads_back() {
	kernel=$1
	options=$2
	own=${3-}
	compared=figures
	case $kernel in turns | nested | data) compared=volumes ;; esac
	{
		cat kernels.wsp
		echo "show addresses of $kernel with $options$own"
	} >show.wsp
	run "$wsp" show.wsp
	status 0
	cp .out shown.wsp
	for model in wsp ernst2022 warpspeed2025; do
		ask="print estimate $kernel on a100 with $options, model = $model, counting = closed"
		{ cat kernels.wsp; echo "set format = json"; echo "$ask$own"; } >a.wsp
		{ cat shown.wsp; echo "set format = json"; echo "$ask"; } >b.wsp
		run "$wsp" a.wsp
		# the published models refuse what their method does not cover
		[ "$got_status" = 0 ] || [ $model != wsp ] || status 0
		[ "$got_status" = 0 ] || continue
		# what is printed states the registers that were estimated, so
		# that no range of them widens the interval of its time
		case "$model $options" in *registers* | ernst* | warpspeed*) ;; *)
			n=$(sed -n 's/.*"registers": \([0-9]*\),.*/\1/p' .out)
			{
				cat kernels.wsp
				echo "set format = json"
				echo "$ask$own, registers = $n"
			} >a.wsp
			run "$wsp" a.wsp
			status 0
			;;
		esac
		cp .out want
		run "$wsp" b.wsp
		status 0
		is "$kernel with $options$own, $model" "$($compared .out)" \
			"$($compared want)"
	done
}

reads_back heat 'block = (256, 2)'
reads_back heat 'block = (24, 10)' ', offset = 3'
reads_back star25 'block = (32, 4, 4), fold = (1, 1, 2)'
reads_back star25 'block = (24, 10, 3)'
reads_back star25 'block = (64, 2, 2), fold = (2, 1, 1), domain = (100, 90, 80)'
reads_back ghost 'block = (32, 4, 2)'
reads_back vec3 'block = 128'
reads_back transpose 'block = (32, 8), fold = (1, 4)'
reads_back lbm 'block = (64, 4)'
reads_back mixed 'block = (64, 4)'
reads_back clamped 'block = (32, 8)'
reads_back wrapped 'block = (32, 8)'
reads_back matmul 'block = (32, 8)'
reads_back red 'block = (32, 4, 2)'
reads_back kept 'block = (32, 4)'
reads_back series "block = 128"

# Types, conditions, loops and shared memory, each also with several cells of
# a thread, with strides known at run time, and with blocks that do not fit.
for kernel in types widths below turns nested hidden tiled data branches; do
	reads_back $kernel 'block = (32, 4)'
	reads_back $kernel 'block = (24, 5), domain = (500, 299)'
	[ $kernel != tiled ] || continue # shared memory is not folded
	reads_back $kernel 'block = (32, 4), fold = (1, 2)'
	reads_back $kernel 'block = (32, 4), fold = (2, 1), strides = int64'
done

# With a thread order, the printed kernel enumerates a line of cells or blocks.
reads_back heat 'block = 256' ', order = columns(32), domain = (512, 300)'
reads_back heat 'block = 128' ', order = zigzag(48), domain = (500, 300)'
reads_back heat 'block = 128' ', order = tiles(24, 10), domain = (100, 90)'
reads_back heat 'block = 64' ', order = down, domain = (500, 300)'
reads_back heat 'block = 128, registers = 40' ', order = columns(32), fold = (2, 1), domain = (333, 90)'
reads_back heat 'block = (32, 4)' ', order = columns(128), domain = (512, 300)'
reads_back heat 'block = (32, 4)' ', order = zigzag(128), domain = (500, 301)'
reads_back heat 'block = (32, 4)' ', order = tiles(96, 16), fold = (1, 2), domain = (500, 300)'
reads_back star25 'block = 128' ', order = columns(32), domain = (100, 90, 40)'
reads_back star25 'block = (16, 4, 2)' ', order = columns(32), domain = (96, 80, 40)'
reads_back clamped 'block = 128' ', order = columns(33)'
reads_back matmul 'block = 128' ', order = columns(32)'
reads_back below 'block = 128' ', order = columns(32)'
reads_back turns 'block = 128' ', order = columns(32)'
reads_back red 'block = (16, 4, 2)' ', order = columns(32)'
reads_back branches 'block = 128' ', order = zigzag(48), domain = (500, 299)'

check_done
