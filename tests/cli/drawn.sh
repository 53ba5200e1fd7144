#!/bin/sh
# Laws of orders and of divergence on cases drawn at random, of those in
# tests/golden/order/laws.wsp and tests/golden/divergence/laws.wsp.  The seed is
# printed, and SEED gives it to see a failure again.

. "${srcdir:-$(dirname "$0")/../..}/tests/check.sh"
wsp=${WSP:?}
seed=${SEED:-$(date +%s)}
echo "seed $seed"

# An order changes neither what is touched nor how often, and a cache that holds
# all fetches each line once.
awk -v seed="$seed" '
function below(n) { return int(rand() * n) }
function order(nx, ny) {
	k = below(7)
	if (k == 0) return "linear"
	if (k == 1) return "morton"
	if (k == 2) return "hilbert"
	if (k == 3) return "zigzag(" 1 + below(nx + 3) ")"
	if (k == 4) return "columns(" 1 + below(nx + 3) ")"
	if (k == 5) return "grouped(" 1 + below(4) ")"
	return "tiles(" 1 + below(nx + 3) ", " 1 + below(ny + 3) ")"
}
BEGIN {
	srand(seed)
	for (i = 0; i < 40; ++i) {
		nx = 1 + below(48); ny = 2 + below(40)
		type = below(2) ? "float" : "double"
		printf "kernel k%d(a, b: %s[%d, %d]) { b[0,0] = a[%d,%d] + a[0,0] + a[%d,0] }\n",
			i, type, nx, ny, below(3) - 1, below(3) - 1, below(5) - 2
		printf "o = %s\n", order(nx, ny)
		printf "large = cache(1 MiB, line = %d B, write = through)\n", 32 * 2 ^ below(3)
		printf "p = simulate k%d on large\nq = simulate k%d on large with order = o\n", i, i
		printf "assert p.accesses == q.accesses and p.l1.misses == q.l1.misses and q.l1.misses == q.l1.compulsory, \"%dx%d \" + str(o)\n",
			nx, ny
	}
}' >orders.wsp
run "$wsp" orders.wsp
status 0

# Floats side by side miss no more lines than their block has.
awk -v seed="$seed" '
function below(n) { return int(rand() * n) }
BEGIN {
	srand(seed + 1)
	print "set device = wang2019"
	print "n = 2^18"
	for (i = 0; i < 12; ++i) {
		block = 32 * 2 ^ below(5); shift = below(64)
		printf "kernel side%d(s: float[n + 64], o: float[n]) over (n) { o[0] = s[x + %d] }\n", i, shift
		printf "assert max([t.reads for t in (divergence side%d with block = %d).intervals]) <= %g txn, \"shift %d, block %d\"\n",
			i, block, 1.01 + 32 / block, shift, block
	}
}' >rows.wsp
run "$wsp" rows.wsp
status 0

# More loads are never faster: of four members of a structure, one is divergent and
# three hit.  Nor are one to five members of two structures with up to five more, by
# more than what a sampled L1 leaves open: half a percent of the time, or a batch
# where the misses of an interval are close to a whole number of batches, which the
# answer says.  (A warm L2 may keep what is touched more often.)
awk -v seed="$seed" '
function below(n) { return int(rand() * n) }
function load() {
	if (below(3))
		return sprintf("s[%d*x + %d]", w, below(2 * w))
	return sprintf("t[%d*x + %d]", v, below(2 * v))
}
BEGIN {
	srand(seed + 2)
	split("wang2019 h200 v100", device, " ")
	print "def near(d) = any([abs(q - max(1, round(q))) < 0.05 for q in [d.pressure * i.reads / max([j.reads for j in d.intervals]) for i in d.intervals]])"
	for (i = 0; i < 32; ++i) {
		w = 1 + below(31); v = 1 + below(31); block = 32 * 2 ^ below(5)
		n = below(2) ? 32768 : 1000 + below(60000)
		type = below(2) ? "float" : "double"
		if (i < 8) {
			w = 4 + w % 28; from = below(9)
			few = sprintf("s[%d*x + %d]", w, from)
			more = few
			for (j = 1; j < 4; ++j)
				more = more sprintf(" + s[%d*x + %d]", w, from + j)
		} else {
			few = load()
			for (j = below(5); j > 0; --j)
				few = few " + " load()
			more = few
			for (j = below(5); j >= 0; --j)
				more = more " + " load()
		}
		fields = sprintf("s: %s[%d*%d + 64], t: %s[%d*%d + 64], o: %s[%d]", type, w, n, type, v, n, type, n)
		printf "kernel few%d(%s) over (%d) { o[0] = %s }\n", i, fields, n, few
		printf "kernel more%d(%s) over (%d) { o[0] = %s }\n", i, fields, n, more
		printf "set device = %s\n", device[i < 8 ? 1 : 1 + i % 3]
		printf "p = divergence few%d with block = %d, cache = cold; q = divergence more%d with block = %d, cache = cold\n",
			i, block, i, block
		printf "assert q.time >= %s * p.time%s, \"%s on %s, %d cells, block %d: %s -> %s\"\n",
			i < 8 ? "0.99999" : "0.995", i < 8 ? "" : " or near(p) or near(q)",
			type, device[i < 8 ? 1 : 1 + i % 3], n, block, few, more
	}
}' >members.wsp
check "$([ "$(grep -c '^assert' members.wsp)" = 32 ] && echo true)"
run "$wsp" members.wsp
status 0

# A miss belongs to one load: whether loads are issued where they are written or
# as early as they may be, as many lines are missed in all; as many as come from L2
# where L1 holds what its blocks touch.  Where it does not (2^17 cells), those that
# it lost in flight may be fewer.
awk -v seed="$seed" '
function below(n) { return int(rand() * n) }
function load() { return sprintf("%s[x + %d]", substr("abc", 1 + below(3), 1), below(3)) }
BEGIN {
	srand(seed + 3)
	print "set device = wang2019"
	print "def missed(d) = sum([i.turns * i.reads for i in d.intervals])"
	for (i = 0; i < 10; ++i) {
		body = "s = " load()
		n = below(2) ? 13 : 17
		loops = below(2)
		if (loops)
			body = body sprintf("; loop k in 0..%d { s += %s * c[x + 32*k] }", 1 + below(6), load())
		for (j = below(4); j >= 0; --j)
			body = body "; s = s * s + " load()
		printf "n = 2^%d\nkernel mixed%d(a, b, c: float[n + 512], o: float[n]) over (n) { %s; o[0] = s }\n", n, i, body
		printf "p = divergence mixed%d with block = 256, cache = cold, loads = inline\n", i
		printf "q = divergence mixed%d with block = 256, cache = cold, loads = first\n", i
		printf "r = estimate mixed%d with block = 256, cache = cold\n", i
		printf "lines = r.l2.load * 1 LUP * n / 128 B / (n / 32)\n"
		printf "assert abs(missed(p) / missed(q) - 1) < 0.001, \"%s\"\n", body
		printf "assert missed(p) >= %s * lines * 1 txn and missed(p) <= 1.2 * lines * 1 txn, \"2^%d, %s: \" + str(missed(p)) + \" of \" + str(lines)\n", n == 13 ? "0.999" : "0.9", n, body
	}
}' >mixed.wsp
run "$wsp" mixed.wsp
status 0

check_done
