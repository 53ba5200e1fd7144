#!/bin/sh
# wsp device-from: probes of an H200 give the figures of its device file, and
# wrong tables are refused.

. "${srcdir:-$(dirname "$0")/../..}/tests/check.sh"
wsp=${WSP:?}
h200=$srcdir/tests/measured/h200

run "$wsp" device-from "$h200/probes.csv" --name probed
status 0
err ''
cp .out probed.wsp
# every figure has a source
is 'sources' "$(grep -c '^    source\.' .out)" \
	"$(grep -c '^    [a-z0-9.]* = [0-9]' .out)"

# the probes agree with hw/h200.wsp, except for figures that the vendor rounds
# and figures that were fitted to kernels
cat >compare.wsp <<'END'
import "probed.wsp"
def near(a, b, share) = abs(a / b - 1) <= share
assert probed.arch == "hopper"
assert probed.sm.count == h200.sm.count
assert near(probed.clock, h200.clock, 0.01)
assert probed.sm.threads == h200.sm.threads and probed.sm.blocks == h200.sm.blocks
assert probed.sm.shared == h200.sm.shared and probed.block.shared == h200.block.shared
assert probed.l2.total == h200.l2.total and probed.l2.size == h200.l2.size
assert near(probed.dram.peak, h200.dram.peak, 0.01)
assert near(probed.dram.bw, h200.dram.bw, 0.02)
assert near(probed.l2.bw, h200.l2.bw, 0.10)
assert near(probed.l1.bw, h200.l1.bw, 0.05)
assert near(probed.l1.latency, h200.l1.latency, 0.02)
assert near(probed.l2.latency, h200.l2.latency, 0.02)
assert near(probed.dram.latency, h200.dram.latency, 0.02)
assert near(probed.launch.rate, h200.launch.rate, 0.02)
assert near(probed.l2.rate, h200.l2.rate, 0.15)
kernel copy(a, b) { b[0] = a[0] }
a = estimate copy on probed with domain = 2^26, block = 256
b = estimate copy on h200 with domain = 2^26, block = 256
assert near(a.time, b.time, 0.05)
print(a.outside)
END
run "$wsp" compare.wsp
status 0
err ''
out 'on probed (the interval is that of h200, widened)'

# a device in a file can be asked about
run "$wsp" estimate 'b[0] = a[0]' --domain 1000000 --device probed.wsp
status 0
out_has ' on probed, domain 1000000'
run "$wsp" estimate 'b[0] = a[0]' --domain 1000000 --device nowhere.wsp
status 2
err_has "cannot read 'nowhere.wsp'"

# another device: an unknown family is reported
sed 's/^prop,capability.*/prop,capability,0,11.0/' "$h200/probes.csv" >new.csv
run "$wsp" device-from new.csv
status 0
out_has '# There is no family for compute capability 11.0'
out_has 'device mine : blackwell {'
sed 's/^prop,name.*/prop,name,0,"A ""quoted"" name\\"/' "$h200/probes.csv" \
	>new.csv
run "$wsp" device-from new.csv
status 0
out_has 'name = "A quoted name"'

# files that are no tables, and tables without a figure that all models need
wrong() {
	run "$wsp" device-from "$1"
	status 1
	out ''
	err_has "$2"
}
wrong "$h200/measured.csv" "has no columns 'probe,variant,at,value'"
wrong missing.csv "cannot read 'missing.csv'"
: >empty.csv
wrong empty.csv 'error'
echo 'probe,variant,at,value' >bare.csv
wrong bare.csv "error"
grep -v '^l2,shared' "$h200/probes.csv" >less.csv
wrong less.csv "less.csv has no 'l2,shared'"
sed 's/^dram,scale,.*/dram,scale,32,fast/' "$h200/probes.csv" >less.csv
wrong less.csv "less.csv has no 'dram,scale'"
run "$wsp" device-from "$h200/probes.csv" --name '1 x'
status 1
err_has "cannot be the name of a device"
run "$wsp" device-from "$h200/probes.csv" --safe
status 1
err_has 'programs may not read files'

check_done
