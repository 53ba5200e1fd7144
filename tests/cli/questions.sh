#!/bin/sh
# Questions from the command line become programs of the language.

. "${srcdir:-$(dirname "$0")/../..}/tests/check.sh"
wsp=${FAKE:?}

asks() {
	want=$1
	shift
	run "$wsp" "$@"
	status 0
	out "asked: $want"
	err ''
}

kernel='dst[0,0] = (src[1,0] + src[-1,0]) / 4'

asks 'estimate dst' estimate "$kernel"
asks 'estimate dst on a100 with domain = (15000, 15000), block = (256, 2)' \
	estimate "$kernel" --device a100 --domain 15000x15000 --block 256x2
asks 'estimate heat with block = (256, 2)' estimate heat --block 256,2
asks 'estimate heat with block = 256,,2' estimate heat --block 256,,2
asks 'rank heat on a100' rank heat --device a100
asks 'simulate heat on a100 with block = 64' \
	simulate heat --device a100 --block 64
asks 'simulate heat with grid = 8, interleave = random, ways = full, seeds = 3' \
	simulate heat --seeds 3 --interleave random --ways full --grid 8
asks 'divergence heat' divergence heat
asks 'divergence heat with block = 64 kind gpumech' \
	divergence heat --kind gpumech --block 64
asks 'validate("a.csv", kind = "gpumech")' validate a.csv --kind gpumech
asks 'estimate heat with block = 256' estimate heat --block 256
asks 'estimate heat with block = auto' estimate heat --block=auto
asks 'estimate heat with block = (1_024, 1, 1)' estimate heat --block 1_024x1x1
asks 'estimate heat with block = 2x' estimate heat --block 2x
asks 'estimate heat with block = x2' estimate heat --block x2
asks 'estimate heat with block = 2xx2' estimate heat --block 2xx2
asks 'estimate heat with domain = (n, 2*n)' estimate heat --domain '(n, 2*n)'
asks 'estimate k with fold = (1, 1, 2), order = tiles(16, 16), registers = 40, shared = 48 KiB, type = float, offset = 4, updates = 2, cache = cold, model = ernst2022' \
	estimate --model ernst2022 --cache cold --updates 2 --offset 4 k \
	--type float --shared '48 KiB' --registers 40 \
	--order 'tiles(16, 16)' --fold 1x1x2
asks 'rank k over block in blocks(1024), fold in [1, 2] by time top 10' \
	rank k --over 'block in blocks(1024), fold in [1, 2]' --top 10 --by time
asks 'sweep k on v100 over n in [1, 2] with domain = (n, n)' \
	sweep k --over 'n in [1, 2]' --domain '(n, n)' --device v100
asks 'layers k with block = (512, 2)' layers k --block 512x2
asks 'roofline k on a100 kind instruction' \
	roofline k --device a100 --kind instruction
asks "roofline h200" roofline h200
asks 'roofline read_profile("a.csv", "b.csv") on a100 kind instruction' \
	roofline a.csv b.csv --device a100 --kind instruction
run "$wsp" profile-command './a b' --device mi300x; status 0
out 'profile_command(app = "./a b", on = mi300x)'
asks 'estimate k on "NVIDIA A100-SXM4-80GB"' \
	estimate k --device 'NVIDIA A100-SXM4-80GB'
asks 'estimate k on a100 with { clock = 1 GHz }' \
	estimate k --device 'a100 with { clock = 1 GHz }'
asks 'explain (estimate k with block = 64)' explain k --block 64
asks 'show addresses of k with block = 64' addresses k --block 64
asks 'show addresses of dst with block = 64' addresses "$kernel" --block 64
asks 'validate("measured 1.csv", on = h200)' \
	validate 'measured 1.csv' --device h200
asks 'validate("a\\b\".csv")' validate 'a\b".csv'
asks 'validate("a.csv", on = a100, domain = (64, 64), block = (8, 8), type = float, model = ernst2022)' \
	validate a.csv --model ernst2022 --domain 64x64 --block 8x8 \
	--type float --device a100
asks 'show devices' show devices
asks 'help' help
asks 'help sort' help sort

# kernels from files are defined in silence; what is wrong is told
printf 'print noise\na[0] = b[0]\nheat[0] = src[1]\n' >k.wsp
asks 'estimate heat' estimate k.wsp
asks 'show heat' show k.wsp
run "$wsp" estimate heat --kernels k.wsp; status 0; out 'asked: estimate heat'
run "$wsp" show heat --kernels k.wsp; status 0; out 'asked: show heat'
run "$wsp" estimate heat --kernels missing.wsp; status 2; out ''
err_has "cannot read 'missing.wsp'"
run "$wsp" estimate missing.wsp; status 2; out ''
err_has "cannot read 'missing.wsp'"
printf 'print noise\nfail in the file\n' >bad.wsp
run "$wsp" estimate bad.wsp;	status 1; out ''; err_has 'bad.wsp:2:1'
run "$wsp" estimate 'fail in the text'; status 1; out ''
err_has '<kernel>:1:1'
run "$wsp" estimate 'print x';	status 1; out ''
err "wsp: 'print x' defines no kernel"

# files that are no programs, there or not: what to do instead
echo '__global__ void k(float *a) { a[threadIdx.x] = 1; }' >k.cu
for words in k.cu 'estimate k.cu' 'check k.cu'; do
	run "$wsp" $words; status 2; out ''
	err_has "'k.cu' is C or CUDA: compile it with 'nvcc -ptx'"
done
run "$wsp" estimate missing.cu; status 2; out ''
err_has "'missing.cu' is C or CUDA"
run "$wsp" estimate missing.cubin; status 2; err_has 'ask about its PTX'
run "$wsp" missing.md; status 2; err_has "'wsp doctest FILE.md'"

# other prompts end so
for word in quit exit 'exit()' ' quit;'; do
	run_sh "printf '%s\nprint never\n' '$word' | '$wsp'"
	status 0; out ''
done

# a kernel is edited by its name
cat >edit <<'EOF'
#!/bin/sh
cat "$1" >>seen
EOF
chmod +x edit
printf 'heat[0] = src[1]\nother[0] = src[2]\n:edit heat\n:edit nobody\n' >in
run_sh "EDITOR=./edit '$wsp' <in"
is 'what was edited' "$(cat seen)" 'heat[0] = src[1]'
err_has "no kernel 'nobody' was typed here"

# an input that failed does not replace the kernel before it
rm seen
printf 'heat[0] = src[1]\nkernel fail(a) {}\n:edit heat\n' >in
run_sh "EDITOR=./edit '$wsp' <in"
is 'what was edited' "$(cat seen)" 'heat[0] = src[1]'

check_done
