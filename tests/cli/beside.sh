#!/bin/sh
# Files beside a PTX file: reports name the cubin and the listing that they use,
# say what speaks against them, and why one is not used.

set -u
wsp=${WSP:?}
here=$(cd "$(dirname "$0")" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
passed=0
failed=0

# expect NAME WORDS...: each is in the report
expect()
{
	name=$1
	shift
	"$wsp" estimate "$work/heat.ptx" --arg nx=4096,ny=4096 --block 256x2 \
		--device h200 >"$work/report" 2>&1
	for words in "$@"; do
		if grep -qF -- "$words" "$work/report"; then
			passed=$((passed + 1))
		else
			failed=$((failed + 1))
			echo "$name: '$words' is not in"
			cat "$work/report"
		fi
	done
}

# listing TARGET KERNEL: what cuobjdump prints of a kernel without loops
listing()
{
	printf '\tcode for %s\n\t\tFunction : %s\n' "$1" "$2"
	printf '        /*%04x*/ %s ;\n' 0 'LDG.E.64 R2, [R4]' 16 'IADD3 R1, R2, R3' \
		32 'STG.E.64 [R4], R2' 48 EXIT
}

cuda=$here/../../examples/cuda
cp "$cuda/heat.ptx" "$cuda/heat.cubin" "$work"
chmod u+w "$work"/heat.*
touch "$work/heat.ptx" "$work/heat.cubin"

expect found '16 registers per thread' 'note: registers are those of heat.cubin beside the PTX'
if grep -q 'beside the PTX;' "$work/report"; then
	echo 'found: there is nothing against it'
	failed=$((failed + 1))
fi

touch -t 200001010000 "$work/heat.cubin"
expect old 'beside the PTX; it is older than the PTX: if the kernel changed'

# the second byte of the flags of an ELF file is the device
cp "$cuda/heat.cubin" "$work"
printf '\120' | dd of="$work/heat.cubin" bs=1 seek=49 conv=notrunc 2>/dev/null
expect device 'beside the PTX; it is code for sm_80, the PTX is for sm_90'

LC_ALL=C sed 's/\x03\x19\x18\x00/\x03\x19\x1c\x00/' "$cuda/heat.cubin" >"$work/heat.cubin"
expect parameters '(estimated' \
	'heat.cubin beside the PTX is not used: its kernel has 28 B of parameters, that of the PTX 24 B'

cp "$here/../ptx/named.cubin" "$work/heat.cubin"
expect kernel '(estimated' 'heat.cubin beside the PTX is not used: it has no kernel _Z4heatPKdPdii'

: >"$work/heat.cubin"
expect empty '(estimated' 'heat.cubin beside the PTX is not used: '
head -c 700 "$cuda/heat.cubin" >"$work/heat.cubin"
expect cut '(estimated' 'heat.cubin beside the PTX is not used: '
rm "$work/heat.cubin"

listing sm_90 _Z4heatPKdPdii >"$work/heat.sass"
expect listing '(estimated' 'note: instructions by class are those of heat.sass beside the PTX'
listing sm_80 _Z4heatPKdPdii >"$work/heat.sass"
expect listing 'beside the PTX; it is code for sm_80, the PTX is for sm_90'
listing sm_90 _Z4cold >"$work/heat.sass"
expect listing 'heat.sass beside the PTX is not used: it has no code of _Z4heatPKdPdii'

# a listing that ends too early, that misses lines, and one that misses a target
listing sm_90 _Z4heatPKdPdii | sed '$d' >"$work/heat.sass"
expect cut 'heat.sass beside the PTX is not used: the code of _Z4heatPKdPdii is cut: instructions behind 0x20 are missing'
listing sm_90 _Z4heatPKdPdii | sed 4d >"$work/heat.sass"
expect cut 'is cut: instructions behind 0x0 are missing'
listing sm_90 _Z4heatPKdPdii | sed 3d >"$work/heat.sass"
expect cut 'is cut: instructions before 0x10 are missing'
listing sm_90 _Z4heatPKdPdii | sed 's/IADD3 R1, R2, R3/@P0 BRA 0x80/' >"$work/heat.sass"
expect cut 'is cut: instructions behind 0x10 are missing'

# the line of a kernel names the file, too, and a number of the user replaces it
cp "$cuda/heat.cubin" "$work"
for given in '' ', registers = 40'; do
	echo "print ptx(\"$work/heat.ptx\", nx = 4096, ny = 4096$given)"
done | "$wsp" >"$work/report"
for line in '16 registers (heat.cubin)' '40 registers'; do
	if grep -q "4 flop, $line\$" "$work/report"; then
		passed=$((passed + 1))
	else
		failed=$((failed + 1))
		echo "summary: no '$line' in"
		cat "$work/report"
	fi
done

echo "$passed passed, $failed failed"
[ $failed = 0 ]
