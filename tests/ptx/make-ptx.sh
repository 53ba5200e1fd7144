#!/bin/sh
# Compiles the kernels to the PTX that the tests read.  Needs nvcc (13.0 made
# the files) and clang (14, and 19 where it says so).  The tests need neither.

set -eu
cd "$(dirname "$0")"
nvcc -ptx -arch=sm_90 -O3 kernels.cu -o kernels.ptx
clang++ -w -x cuda --cuda-device-only -S -nocudainc -nocudalib \
	--cuda-gpu-arch=sm_80 -Xclang -target-feature -Xclang +ptx70 -O3 -ffp-contract=fast kernels.cu -o clang.ptx
# what clang 19 does otherwise
clang++-19 -w -x cuda --cuda-device-only -S -nocudainc -nocudalib \
	--cuda-gpu-arch=sm_90 -Xclang -target-feature -Xclang +ptx78 -O3 -ffp-contract=fast kernels.cu -o - |
	sed -e 's,[[:space:]]*//.*,,' -e '/^[[:space:]]*$/d' |
	awk '/^\.visible \.entry/ { keep = /transpose\(|march_unrolled\(|block_sum\(|tile5\(/ }
		/^\.extern/ { print; next } !begun { print; begun = /address_size/; next } keep' > clang19.ptx
nvcc -ptx -arch=sm_90 -O3 loops.cu -o loops.ptx
nvcc -ptx -arch=sm_90 -O3 units.cu -o units.ptx
nvcc -ptx -arch=sm_90 -O3 expand.cu -o expand.ptx
nvcc -ptx -arch=sm_90 -O3 wrapped.cu -o wrapped.ptx
nvcc -ptx -arch=sm_100 -O3 wrapped.cu -o wrapped100.ptx
nvcc -ptx -arch=sm_90 -O3 ways.cu -o ways.ptx
nvcc -ptx -arch=sm_100 -O3 ways.cu -o ways100.ptx
nvcc -ptx -arch=sm_90 -O3 branches.cu -o branches.ptx
nvcc -ptx -arch=sm_90 -O3 rows.cu -o rows.ptx
nvcc -ptx -arch=sm_100 -O3 rows.cu -o rows100.ptx
nvcc -ptx -arch=sm_90 -O3 bounds.cu -o bounds.ptx
nvcc -ptx -arch=sm_90 -O3 gathers.cu -o gathers.ptx
nvcc -ptx -arch=sm_90 -O3 named.cu -o named.ptx
nvcc -cubin -arch=sm_90 -O3 named.cu -o named.cubin
nvcc -ptx -arch=sm_90 -O3 matrix.cu -o matrix.ptx
nvcc -ptx -arch=sm_90 -O3 rest.cu -o rest.ptx
nvcc -ptx -arch=sm_90 -O3 crowded.cu -o crowded.ptx
nvcc -cubin -arch=sm_90 -O3 rest.cu -o rest.cubin
cuobjdump -sass rest.cubin | grep -v '^ */\* 0x' |
	sed -e 's,/\* 0x.*,,' -e 's/ *$//' -e 's,^ */\*, /*,' -e 's,\*/  *,*/ ,' > rest_sass.txt
rm rest.cubin
nvcc -ptx -arch=sm_90 -O3 meet.cu -o meet.ptx
nvcc -cubin -arch=sm_90 -O3 meet.cu -o meet.cubin
cuobjdump -sass meet.cubin | grep -v '^ */\* 0x' |
	sed -e 's,/\* 0x.*,,' -e 's/ *$//' -e 's,^ */\*, /*,' -e 's,\*/  *,*/ ,' > meet_sass.txt
rm meet.cubin
# what is missing behind the loop
sed -n '/Function : _Z6rowsum/,/0130/p' programs_sass.txt > cut_sass.txt
nvcc -ptx -arch=sm_90 -O3 -std=c++17 --extended-lambda styles.cu -o styles.ptx
nvcc -ptx -rdc=true -arch=sm_90a -O3 constructs.cu -o constructs.ptx
nvcc -ptx -G -arch=sm_90 ../../examples/cuda/heat.cu -o - | sed '/\.section/,$d' > debug.ptx
# products with mma: tiles of 64 x 64 of each type
nvcc -ptx -arch=sm_90a -O3 ../measured/probes/tensor.cu -o - |
	awk '/\/\/ .globl/ { keep = /gemmI.*Li64ELi64ELi64ELi32ELi32ELi16E/ } keep' >> matrix.ptx
# loops of four calls of a function, and kernels with functions and choices
nvcc -ptx -arch=sm_90 -O3 -std=c++17 ../measured/probes/functions.cu -o - |
	awk '/\/\/ .globl/ { keep = /callsI.*f_(sin|exp|log|rsqrt|min)[fd]Ev/ }
		/^\.func/ { keep = /trig/ } NR < 14 || /^\.global/ || keep' > functions.ptx
nvcc -ptx -arch=sm_90 -O3 -std=c++17 ../measured/probes/math.cu -o - |
	awk '/\/\/ .globl/ { keep = /rotate2|upwind/ } /^\.func/ { keep = 0 } keep' >> functions.ptx
# loops whose ends and strides are arguments
nvcc -ptx -arch=sm_90 -O3 -std=c++17 ../measured/probes/loops.cu -o - |
	awk '/\/\/ .globl/ { keep = /prefixILi2Efi|slideIdi|in_placeIfi|sumsILi3Edl/ } NR < 14 || keep' > strides.ptx
# comments and empty lines are half of it
for f in rest.ptx crowded.ptx meet.ptx gathers.ptx rows.ptx rows100.ptx bounds.ptx named.ptx strides.ptx kernels.ptx clang.ptx loops.ptx units.ptx expand.ptx wrapped.ptx wrapped100.ptx ways.ptx ways100.ptx branches.ptx matrix.ptx styles.ptx constructs.ptx functions.ptx \
	debug.ptx; do
	sed -i -e 's,[[:space:]]*//.*,,' -e '/^[[:space:]]*$/d' $f
done
