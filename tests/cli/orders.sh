#!/bin/sh
# Thread orders against measurements: Prasetya 2022 on an RTX 2080
# Super, and the same kernels on an H200.

. "${srcdir:-$(dirname "$0")/../..}/tests/check.sh"
wsp=${WSP:?}
measured=$(cd "$srcdir" && pwd)/tests/measured

# Section 5.2: hit rates and volumes of the matrix product.
cat >counters.wsp <<EOF
import "$measured/h200/orders.wsp"
r = [estimate matmul on rtx2080s with domain = (1024, 1024), block = 128, order = o, cache = cold, counting = closed for o in [rows, columns(32)]]
def near(x, y, by) = abs(x - y) <= by
assert near(r[0].l1.hit_rate, 0.1949, 0.005) and near(r[1].l1.hit_rate, 0.7740, 0.005), "hit rate of L1"
assert near(r[0].l2.hit_rate, 0.9852, 0.005) and near(r[1].l2.hit_rate, 0.9573, 0.02), "hit rate of L2"
def volume(r) = r.l2.load * (1024^2 * 1 LUP)
assert near(volume(r[0]), 4.02 GiB, 0.02 GiB) and near(volume(r[1]), 1.13 GiB, 0.02 GiB), "volume"
assert r[0].l1.load * (1024^2 * 1 LUP) == 5 GiB, "requests"
EOF
run "$wsp" counters.wsp
status 0

# Tables 5.1 and 5.2: multiples of 32 first, widths below 16 far behind.
cat >widths.wsp <<EOF
import "$measured/h200/orders.wsp"
widths = [4, 8, 16, 30, 31, 32, 33, 34, 48, 64, 96, 128]
def times(k, d, n, b) = [(estimate k on d with domain = (n, n), block = b, order = columns(w)).time for w in widths]
def verdict(t) = [
    max([x for w, x in zip(widths, t) if w % 32 == 0]) < 1.03 * min([x for w, x in zip(widths, t) if w % 32 != 0]),
    min(t[0], t[1]) > 1.4 * t[5], t[0] > max([t[i] for i in 1..11])]
EOF
for launch in 'box9, rtx2080s, 4096, 256' 'matmul, h200, 1024, 512'; do
	{ cat widths.wsp; echo "verdict(times($launch))"; } >ask.wsp
	run "$wsp" ask.wsp
	status 0
	is "widths, $launch" "$(cat .out)" '[true, true, true]'
done

# The counters of the H200: the box is met; what blocks of the matrix product
# share in L1 depends on the schedule.  Blocks of 256 threads behave as those
# of 128: `make validate` has them all.
awk -F, '$4 != 256' "$measured/h200/orders.csv" >orders.csv
cat >h200.wsp <<EOF
set isl_operations = 10^7    # 81 clamped loads of 1024 threads take more than the default
v = validate("orders.csv", on = h200, kernels = "$measured/h200/orders.wsp", worst = 0)
def off(p) = abs(p.predicted / p.measured - 1)
box9 = [p for p in v.points if p.kernel == "box9"]
matmul = [p for p in v.points if p.kernel == "matmul"]
assert len(box9) == 16 and len(matmul) == 16
assert max([off(p["l2.load"]) for p in box9]) < 0.2, "box9: l2.load"
assert max([off(p["dram.load"]) for p in box9]) < 0.02, "box9: dram.load"
assert max([off(p.instructions) for p in box9]) < 0.02, "box9: instructions"
assert max([off(p["l1.wavefronts"]) for p in box9]) < 0.24, "box9: l1.wavefronts"
assert all(matmul, p -> p["l2.load"].predicted > 0.8 * p["l2.load"].measured and p["l2.load"].predicted < 1.8 * p["l2.load"].measured), "matmul: l2.load"
assert median([off(p["l2.load"]) for p in matmul]) < 0.2, "matmul: l2.load at the median"
assert max([off(p["dram.load"]) for p in matmul]) < 0.5, "matmul: dram.load"
assert all(v.points, p -> p.time.predicted > 0.5 * p.time.measured and p.time.predicted < 1.2 * p.time.measured), "time"
EOF
run "$wsp" h200.wsp
status 0

# The same launch by its cells, by its blocks of 32 x 4 cells, and in tiles.
cat >blocks.wsp <<EOF
import "$measured/h200/orders.wsp"
def volumes(r) = [r.l1.load, r.l2.load, r.dram.load]
def product(b, o) = estimate matmul on h200 with domain = (1024, 1024), block = b, order = o, counting = closed
a = volumes(product(128, columns(32)))
assert volumes(product((32, 4), columns(32))) == a, "blocks"
assert volumes(product(128, tiles(32, 10000))) == a, "tiles"
EOF
run "$wsp" blocks.wsp
status 0

check_done
