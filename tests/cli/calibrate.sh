#!/bin/sh
# tests/measured/calibrate.awk: intervals from errors that are known.

. "${srcdir:-$(dirname "$0")/../..}/tests/check.sh"

# Twenty families of loops whose measured times are e^0.1 or e^-0.1 of the
# predicted ones, and plain stencils with errors of half their interval, of
# which one far from the others is outside of it by a half.
awk 'BEGIN {
	print "kernel,domain,limiter,time.measured [s],time.predicted [s],time_low [s],time_high [s],kind,far,measure.threads,measure.updates,measure.fields,measure.element,measure.registers,measure.warps"
	for (i = 0; i < 40; ++i)
		printf "%c%c_%d,\"(1, 1)\",dram,%.12g,1,0.5,2,loop,1,128,1e6,2,8,32,1e4\n",
			97 + i % 20, 97 + i % 20, i,
			exp(i % 2 ? 0.1 : -0.1)
	for (i = 0; i < 20; ++i)
		printf "%c,\"(1, 1)\",l1,%.12g,1,%.12g,%.12g,plain,1,128,1e6,2,8,32,1e4\n",
			97 + i, exp(i % 2 ? 0.1 : -0.1), exp(-0.2), exp(0.2)
	printf "z,\"(1, 1)\",l1,%.12g,1,%.12g,%.12g,plain,1,128,1e6,9,8,32,1e4\n",
		exp(0.3), exp(-0.2), exp(0.2)
}' >measured
run awk -f "$srcdir/tests/measured/calibrate.awk" measured
status 0
err ''
for row in 'KIND(loop, dram, 0.905, 1.105, 40, 20)' \
	'KIND(loop, sm, 0.905, 1.105, 0, 0)' \
	'KIND_RANGE(loop, fields, 2, 2)' 'FAR(plain, 3.00)' 'FAR(other, 1.00)'
do
	out_has "$row"
done
check_done
