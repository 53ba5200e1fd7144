#!/bin/sh
# Pictures in files: their checksums, odd characters in their texts, and errors
# of files and of the converter.
#
# UPDATE=1 writes the checksums in tests/plot anew: look at the pictures first.

. "${srcdir:-$(dirname "$0")/../..}/tests/check.sh"
wsp=${WSP:?}
plot=$srcdir/tests/plot
unset COLUMNS LINES

# ------------------------------------------ SVG, without another program

path=$PATH
mkdir empty
alone() {
	PATH=$box/empty
	run "$wsp" "$@"
	PATH=$path
}

alone "$plot/pictures.wsp"
status 0
err ''
cksum *.svg >sums
[ -n "${UPDATE-}" ] && cp sums "$plot/pictures.sum"
is 'checksums of pictures' "$(diff "$plot/pictures.sum" sums)" ''
if command -v xmllint >/dev/null 2>&1; then
	run xmllint --noout *.svg
	status 0
	err ''
fi

# Twenty pictures at three sizes: no text lies on another one or leaves the
# canvas, whatever the figures are.
mkdir sizes
cd sizes || exit 1
alone "$plot/sizes.wsp"
status 0
err ''
is 'pictures' "$(ls *.svg | wc -l | tr -d ' ')" 63
is 'sizes' "$(sed -n 's/.*viewBox="0 0 \([0-9]*\) .*/\1/p' *.svg | sort -n |
	uniq -c | tr -s ' ' '\n' | xargs)" '21 340 21 640 21 1200'
is 'texts' "$(awk -f "$plot/overlap.awk" *.svg)" ''
for kind in end middle; do
	is "rooflines with one number on an axis ($kind)" "$(for p in p1[4-9]*.svg p2*.svg; do
		[ "$(grep -c "class=\"t\" text-anchor=\"$kind\"" "$p")" -ge 2 ] || echo "$p"
	done)" ''
done
alone -e 'kernel copy(a, b) { b[0] = a[0] }' -e 'm = [record(kernel = "copy", nx = 2^24, bx = 64,
	ms = t, dram_read_bytes = 2^27, l2_read_sectors_tex = 2^22) for t in [0.04, 0.2, 0.8]]' \
	-e 'v = validate(m, on = a100, model = ernst2022);' \
	-e 'plot(v.points, "narrow.svg", y = ["time", "dram.load", "l2.load"], size = (340, 260))'
status 0
is 'labels of a narrow logarithmic axis' "$(sed -n \
	's/.*class="t" text-anchor="middle"[^>]*>\([0-9]*\)<.*/\1/p' narrow.svg | xargs)" \
	'5 10 5 10 100 500'
cat p01_lines_340.svg >on.svg
echo '<text x="8" y="46">on the name of the axis</text>' >>on.svg
echo '<text x="300" y="230">beyond the right side</text>' >>on.svg
is 'texts that lie on others are found' \
	"$(awk -f "$plot/overlap.awk" on.svg | wc -l | tr -d ' ')" 2
cd ..

# The same on terminals of 60, 80 and 120 columns: no line is longer, and a mark
# or line of a roofline that cannot be seen is named below it.
for columns in 60 80 120; do
	sed "s/^sizes = .*/sizes = [($columns, 24)]/; s/ file(\"[a-z0-9_]*\", s),//" \
		"$plot/sizes.wsp" >sizes.wsp
	alone sizes.wsp
	status 0
	err ''
	is "pictures of $columns columns" "$(grep -c '^performance (G[Fi]' .out)" 8
	is "lines of $columns columns" "$(LC_ALL=C tr -d '\200-\277' <.out |
		awk -v most=$columns 'length($0) > most')" ''
	is "hidden in $columns columns" "$(LC_ALL=C awk -f "$plot/hidden.awk" .out)" ''
	sed 's/^behind others.*//' .out >less
	check "$([ -n "$(LC_ALL=C awk -f "$plot/hidden.awk" less)" ] && echo true)" \
		"hidden.awk finds nothing in $columns columns where nothing is named"
done
alone -e 'plot([1, 4, 9], size = (60, 14))' -e 'plot([1, 4, 9], size = (60, 14), kind = "bars")'
status 0
is 'width' "$(sed 's/█/#/g' .out | awk 'length($0) > 60')" ''

# Devices from the shell share a picture; an application is no device.
alone roofline v100_sxm2 a100 --out two.svg
status 0
out_has 'roofline of a100'
check "$(grep -q 'a100 L2' two.svg && grep -q 'v100_sxm2 L2' two.svg && echo true)" \
	'two.svg lacks a device'
alone roofline v100_sxm2 heat
status 2
err_has 'takes one kernel, several profiles or several devices'
alone profile-command mi300x
status 2
err_has "mi300x is a device: 'wsp profile-command --device mi300x APP'"
alone -e 'plot([1, 4, 9], "x.svg", size = (100, 100))'
status 1
err_has 'the width of a picture in a file is a number from 240 to 8000, in pixels'
alone -e 'svg([1, 4, 9], size = (400, 300, 2))'
status 1
err_has '(width, height)'

alone -e 'plot([1, 2, 3], kind = "bars")'
status 0
out_has '|'
alone -e 'print(svg([1, 4, 9]))'
status 0
out_has '</svg>'

# PNG and PDF need rsvg-convert, and say so; nothing is written.
for end in png pdf; do
	alone -e "plot([1, 2, 3], \"missing.$end\")"
	status 1
	err_has "rsvg-convert, which turns SVG into .$end, is not installed"
	err_has 'install librsvg2-bin, or write .svg'
	is 'no file' "$(ls missing.* 2>/dev/null)" ''
done

# ------------------------------------------------- a false rsvg-convert

mkdir false
fake() {
	printf '#!/bin/sh\n%s\n' "$1" >false/rsvg-convert
	chmod +x false/rsvg-convert
}
with_fake() {
	PATH=$box/false:$path
	run "$wsp" "$@"
	PATH=$path
}

fake 'cat >/dev/null; echo "it does not like this" >&2; exit 1'
echo before >old.png
with_fake -e 'plot([1, 2, 3], "old.png")'
status 1
err_has 'rsvg-convert cannot draw it'
err_has 'it does not like this'
file_is old.png before

fake 'exit 0'
with_fake -e 'plot([1, 2, 3], "old.png")'
status 1
file_is old.png before

# One that does not read what it is given, which is longer than any pipe.
fake 'exit 3'
with_fake -e 'plot([k^2 for k in 1..20000], "old.png")'
status 1
file_is old.png before

# One that never ends is ended, by the budget and by Ctrl-C.
fake 'echo $$ >pid; exec sleep 600'
with_fake -e 'set time = 1 s' -e 'plot([1, 2, 3], "old.png")'
status 1
err_has "more than the budget of 'time' allows (1 s)"
file_is old.png before
is 'it has ended' "$(kill -0 "$(cat pid)" 2>/dev/null && echo alive)" ''

rm -f pid
printf 'plot([1, 2, 3], "old.png")\n' >interrupt.wsp
PATH=$box/false:$path
"$wsp" interrupt.wsp >/dev/null 2>said &
wsp_pid=$!
PATH=$path
for i in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20; do
	[ -s pid ] && break
	sleep 0.1
done
kill -INT $wsp_pid
wait $wsp_pid
is 'status after Ctrl-C' $? 130
has 'standard error' said 'error: interrupted'
is 'it has ended' "$(kill -0 "$(cat pid)" 2>/dev/null && echo alive)" ''
file_is old.png before

fake 'cat >/dev/null; exec yes'
with_fake -e 'plot([1, 2, 3], "old.png")'
status 1
err_has 'the picture is larger than 64 MiB'
file_is old.png before

# It gets the SVG on its standard input, and nothing of the user's as an
# argument.
fake 'echo "$*" >arguments; cat >given; echo drawn'
with_fake -e 'plot([1, 2, 3], "-x.png", title = "`touch x`")'
status 0
file_is ./-x.png drawn
file_is arguments '--format png --zoom 2'
has 'what it was given' given '</svg>'

# ------------------------------------------------------------- all formats

run "$wsp" -e 'plot([1, 4, 9], "a.svg"); plot([1, 4, 9], "b.svg")'
status 0
err ''
out ''
run cmp a.svg b.svg
status 0
if command -v rsvg-convert >/dev/null 2>&1; then
	run "$wsp" -e 'plot([1, 4, 9], "c.png"); plot([1, 4, 9], "d.pdf")'
	status 0
	err ''
	is png "$(head -c 4 c.png | od -An -tx1 | tr -d ' ')" 89504e47
	is pdf "$(head -c 4 d.pdf)" '%PDF'
fi
is 'no leftovers' "$(ls | grep -E 'svg\.|png\.|pdf\.')" ''

# Texts that want to be commands or elements are texts.
cat >hostile.wsp <<'END'
nasty = ["`touch h1`", "$(touch h2)", "'; system('touch h3'); #", "\"; !touch h4", "</text><script>", "a\nb", "\" onload=\"x", "&amp;", "%s %d %", "<!--", "<b>&amp;</b>]]>", "µ × 10⁶ ∞", "\t", "", "|touch h7", "x' y '' z", "''", "'"];
plot([(k, k + 1, nasty[k]) for k in 0..len(nasty)-1], "hostile1.svg", kind = "points", title = join(nasty, " "))
plot([(s, 1) for s in nasty], "hostile2.svg", title = "`touch h8`")
plot([record(name = s, n = k, performance = k * 1 LUP/s) for k in 1..2 for s in nasty], "hostile3.svg", x = "n", y = "performance", title = "'`touch h9`'")
plot([(s, 1) for s in nasty])
END
run "$wsp" hostile.wsp
status 0
err ''
is 'nothing was touched' "$(ls h[0-9]* 2>/dev/null)" ''
out_has '$(touch h2)'
out_has "'; system('touch h3'); #"
is 'no control characters' \
	"$(cat hostile*.svg | LC_ALL=C tr -d '\n\40-\176\200-\377')" ''
is 'no elements of a text' \
	"$(cat hostile*.svg | grep -c '<script\|<b>\|<!')" 0
if command -v xmllint >/dev/null 2>&1; then
	run xmllint --noout hostile1.svg hostile2.svg hostile3.svg
	status 0
	err ''
fi

# Where it cannot be written, nothing is left.
mkdir folder.svg
run "$wsp" -e 'plot([1, 2, 3], "folder.svg")'
status 1
err_has "cannot write 'folder.svg': Is a directory"
run "$wsp" -e 'plot([1, 2, 3], "nowhere/x.svg")'
status 1
err_has "cannot write 'nowhere/x.svg': No such file or directory"
ln -s /dev/full full.svg
run "$wsp" -e 'plot([1, 2, 3], "full.svg")'
status 1
err_has "cannot write 'full.svg'"
mkdir disk
echo before >disk/old.svg
run_sh "trap '' XFSZ; ulimit -f 1; '$wsp' -e 'plot([1, 2, 3], \"disk/old.svg\")'"
status 1
err_has "cannot write 'disk/old.svg': File too large"
is 'the old file' "$(cat disk/*)" before

# Many rows, in reasonable time.
run "$wsp" -e 'plot([record(i = k, v = k % 7, w = k % 11) for k in 1..10000], "many.svg"); plot([k * (k % 13) for k in 1..10000])'
status 0
err ''
has many.svg many.svg '</svg>'

# The terminal: COLUMNS is heard, no colours in a pipe.
run_sh "COLUMNS=50 '$wsp' -e 'plot([1, 2, 3], kind = \"bars\")'"
status 0
is 'width' "$(awk '{ if (length($0) > 150) print }' .out)" ''
is 'colours' "$(grep -c "$(printf '\033')" .out)" 0
check_done
