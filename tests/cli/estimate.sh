#!/bin/sh
# wsp estimate: the same answer from text, file and language, and as JSON and
# CSV; errors show the question.

. "${srcdir:-$(dirname "$0")/../..}/tests/check.sh"
wsp=${WSP:?}
kernel='dst[0,0] = (src[1,0]+src[-1,0])/4'

run "$wsp" estimate "$kernel" --device a100 --domain 15000x15000 --block 256x2
status 0; err ''
out_has 'dst on a100, domain 15000x15000, block 256x2'
out_has '<- decides'
is 'the first line' "$(head -n 1 .out | cut -c1-7)" 'dst on '

# the same answer from a file, by name, and in the language
echo "$kernel" >k.wsp
cp .out by_text
for argument in k.wsp dst; do
	run "$wsp" estimate $argument --kernels k.wsp --device a100 \
		--domain 15000x15000 --block 256x2
	status 0
	out "$(cat by_text)"
done
run "$wsp" -e "$kernel;" \
	-e 'estimate on a100 with domain = (15000, 15000), block = (256, 2)'
status 0
is 'the answer' "$(sed '/^kernel dst/d' .out)" "$(cat by_text)"

# cells of a thread a block apart
for fold in '4x1 interleaved' '(4, 1) interleaved' '4 by block'; do
	run "$wsp" estimate k.wsp --device a100 --domain 4096x4096 \
		--block 64x4 --fold "$fold"
	status 0; out_has 'fold (4 by block, 1)'
done

# one of several kernels of a file
printf '%s\n' 'one[0] = a[1]' 'two[0] = a[2]' >several.wsp
for name in one two; do
	run "$wsp" estimate several.wsp --kernel $name --device a100
	status 0; out_has "$name on a100,"
done
run "$wsp" estimate several.wsp --kernel tow --device a100
status 1; err_has "did you mean 'two'?"
run "$wsp" estimate one --kernel two --device a100
status 2; err_has 'chooses a kernel of a file'
run "$wsp" estimate one --device a100
status 1; err_has "'wsp estimate FILE.wsp --kernel one' about one"

# JSON is nothing but JSON
run "$wsp" estimate k.wsp --format json --block 256x2
status 0; err ''
is 'the first character' "$(head -c 1 .out)" '{'
is 'the last character' "$(tail -c 2 .out)" '}'
out_has '"limiter"'; out_has '"units"'

# PTX: the share of lanes behind branches that data decide
branches=$srcdir/tests/ptx/branches.ptx
for taken in 0.5 122:0.5,131:0.5 '$L__BB2_4:0.5'; do
	run "$wsp" estimate "$branches" --entry nested --arg n=4194304 \
		--block 256 --taken "$taken"
	status 0; err ''
	out_has 'lines 122 and 131: 50 % of the lanes go on here'
done
run "$wsp" estimate "$branches" --entry nested --arg n=4194304 --taken 99:0.5
status 1; err_has 'data decide no branch in line 99'

# arguments one by one, and the mark that editors put in front of a file
heat=$srcdir/examples/cuda/heat.ptx
{ printf '\357\273\277'; cat "$heat"; } >mark.ptx
run "$wsp" estimate mark.ptx --arg p2=4096 --arg p3=512 --block 256
status 0; err ''
out_has 'domain 4096x512'
run "$wsp" estimate "$heat" --arg nx=4096 --arg nx=512
status 1; err_has "'nx' is given twice"

# PTX of strangers: 60 000 branches on 300 conditions have more regions than memory holds
{
	echo '.version 8.0 .target sm_90 .address_size 64'
	echo '.visible .entry k(.param .u64 p) {'
	echo 'ld.param.u64 %rd1, [p]; mov.u32 %r1, %tid.x;'
	awk 'BEGIN { for (i = 0; i < 60000; ++i)
		printf "setp.lt.s32 %%p1, %%r1, %d; @%%p1 bra L%d;\nadd.f32 %%f1, %%f1, %%f1;\nL%d:\n", i%300, i, i }'
	echo 'st.global.f32 [%rd1], %f1; ret; }'
} >many.ptx
run "$wsp" estimate many.ptx --arg over=65536 --block 256
status 1; err_has 'takes more than 512 MiB to understand'

# a report alone as a table: a row, or a line for each figure
run "$wsp" estimate "$kernel" --device a100 --block 64x4 --format csv
status 0; err ''
is 'lines' "$(grep -c . .out)" 2
is 'head' "$(sed -n '1s/,domain,.*//p' .out)" 'kernel,device,model'
is 'row' "$(sed -n '2s/,\".*//p' .out)" 'dst,a100,wsp'
is 'unit' "$(grep -c ',dram.load \[B/LUP\],' .out)" 1
run "$wsp" estimate "$kernel" --device a100 --block 64x4 --format markdown
status 0; err ''
is 'head' "$(sed -n 1p .out)" '| figure | value |'
is 'block' "$(grep '^| block ' .out)" '| block | (64, 4) |'
is 'cells' "$(grep -c '^| [a-z0-9_.]* | .* |$' .out)" "$(grep -c -v '^|---' .out)"

run "$wsp" rank "$kernel" --device a100 --top 3 \
	--over 'block in [(64, 4), (128, 2), (256, 1)]'
status 0; err ''
is 'rows' "$(grep -c '^(' .out)" 3
run "$wsp" layers "$kernel" --device a100 --block 64x4; status 0; out_has 'L2'
run "$wsp" explain "$kernel" --device a100 --block 64x4; status 0
out_has 'equation'
run "$wsp" addresses "$kernel" --block 64x4; status 0; out_has 'threadIdx.x'
run "$wsp" show k.wsp;		status 0; out_has 'src['
run "$wsp" show a100;		status 0; out_has 'device a100'
run "$wsp" show devices;	status 0; out_has 'h200'
run "$wsp" help sort;		status 0; out_has 'sort('

# mistakes: the text of the question is shown
run "$wsp" estimate "$kernel" --device a1000; status 2; out ''
err_has "no board 'a1000' is known; near it: a100 (NVIDIA A100-SXM4-40GB)"
run "$wsp" estimate "$kernel" --device 'NVIDIA A100-SXM4-80GB' --format json
status 0; out_has '"device": "a100_80"'
run "$wsp" estimate "$kernel" --block 2000x2; status 1; out ''
err_has '<command line>:1:'; err_has 'estimate dst with block = (2000, 2)'
run "$wsp" estimate "$kernel" --model none; status 1; err_has 'ernst2022'
run "$wsp" estimate 'dst[0,0] = ';	status 1; err_has '<kernel>:1:'
run "$wsp" estimate unheard_of;	status 1; err_has "'unheard_of'"

# a budget of time for questions that take long
run "$wsp" --time 7 -e 'help time';	status 0; out_has 'now 7 s'
run "$wsp" --time 1 -e 'for i in 1..10^9 { x = i }'
status 1; err_has "'time' allows (1 s)"

check_done
