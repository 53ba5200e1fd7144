#!/bin/sh
# Pictures in files: scripts as they should be, texts that want to be
# commands, and all that can go wrong on the way.
#
# UPDATE=1 writes the scripts in tests/plot anew.

. "${srcdir:-$(dirname "$0")/../..}/tests/check.sh"
wsp=${WSP:?}
plot=$srcdir/tests/plot
unset COLUMNS LINES

# ------------------------------------------------ scripts, without gnuplot

path=$PATH
mkdir empty
PATH=$box/empty
run "$wsp" "$plot/scripts.wsp"
PATH=$path
status 0
err ''
for script in lines series points bars stack heat log validation; do
	[ -n "${UPDATE-}" ] && cp $script.gp "$plot/$script.gp"
	is "$script.gp" "$(diff "$plot/$script.gp" $script.gp)" ''
done

# Drawing needs gnuplot, and says so; nothing is written.
PATH=$box/empty
run "$wsp" -e 'plot([1, 2, 3])'
PATH=$path
status 1
err_has 'gnuplot, which draws pictures, is not installed'
err_has 'apt-get install gnuplot-nox'
PATH=$box/empty
run "$wsp" -e 'plot([1, 2, 3], "missing.svg")'
PATH=$path
status 1
is 'no file' "$(ls missing.svg* 2>/dev/null)" ''

# ------------------------------------------------------- a false gnuplot

mkdir false
fake() {
	printf '#!/bin/sh\n%s\n' "$1" >false/gnuplot
	chmod +x false/gnuplot
}
with_fake() {
	PATH=$box/false:$path
	run "$wsp" "$@"
	PATH=$path
}

fake 'cat >/dev/null; echo "line 3: it does not like this" >&2; exit 1'
echo before >old.svg
with_fake -e 'plot([1, 2, 3], "old.svg")'
status 1
err_has 'gnuplot cannot draw it'
err_has 'it does not like this'
file_is old.svg before

fake 'exit 0'
with_fake -e 'plot([1, 2, 3], "old.svg")'
status 1
file_is old.svg before

# One that does not read its script, which is longer than any pipe.
fake 'exit 3'
with_fake -e 'plot([k^2 for k in 1..50000], "old.svg")'
status 1
file_is old.svg before

# One that never ends is ended, by the budget and by Ctrl-C.
fake 'echo $$ >pid; exec sleep 600'
with_fake -e 'set drawing = 1 s; plot([1, 2, 3], "old.svg")'
status 1
err_has "more than the budget of 'drawing' allows (1 s)"
file_is old.svg before
is 'it has ended' "$(kill -0 "$(cat pid)" 2>/dev/null && echo alive)" ''

rm -f pid
printf 'plot([1, 2, 3], "old.svg")\n' >interrupt.wsp
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
file_is old.svg before

fake 'cat >/dev/null; yes'
with_fake -e 'plot([1, 2, 3], "old.svg")'
status 1
err_has 'the picture is larger than 64 MiB'
file_is old.svg before

# ----------------------------------------------------------- real pictures

if ! command -v gnuplot >/dev/null 2>&1; then
	echo 'gnuplot is not installed: the rest is skipped'
	check_done
fi

run "$wsp" "$plot/scripts.wsp"
status 0
for script in lines series points bars stack heat log validation; do
	run_sh "gnuplot -d <$script.gp >$script.svg"
	status 0
	has $script.svg $script.svg '</svg>'
done

# The same picture twice is the same file; all formats are what they say.
run "$wsp" -e 'plot([1, 4, 9], "a.svg"); plot([1, 4, 9], "b.svg"); plot([1, 4, 9], "c.png"); plot([1, 4, 9], "d.pdf"); plot([1, 4, 9], "e.gp")'
status 0
err ''
out ''
run cmp a.svg b.svg
status 0
run_sh 'gnuplot -d <e.gp | cmp - a.svg'
status 0
is png "$(head -c 4 c.png | od -An -tx1 | tr -d ' ')" 89504e47
is pdf "$(head -c 4 d.pdf)" '%PDF'
is 'no leftovers' "$(ls | grep -E 'svg\.|png\.|pdf\.|gp\.')" ''

# Texts that want to be commands are texts.
cat >hostile.wsp <<'END'
nasty = ["`touch h1`", "$(touch h2)", "'; system('touch h3'); #", "\"; !touch h4", "@h5", "a\nset output 'h6'", "$d1 << END", "END", "%s %d %", "{/=50 x}_^~\\", "<b>&amp;</b>]]>", "µ × 10⁶ ∞", "\t", "", "|touch h7", "x' y '' z", "''", "'"];
for file in ["hostile.svg", "hostile.gp", "hostile.png"] {
    plot([(k, k + 1, nasty[k]) for k in 0..len(nasty)-1], file, kind = "points", title = join(nasty, " "))
    plot([(s, 1) for s in nasty], file, title = "`touch h8`")
    plot([record(name = s, n = k, performance = k * 1 LUP/s) for k in 1..2 for s in nasty], file, x = "n", y = "performance", title = "'`touch h9`'")
}
plot([(s, 1) for s in nasty])
END
run "$wsp" hostile.wsp
status 0
err ''
is 'nothing was touched' "$(ls h[0-9]* 2>/dev/null)" ''
out_has '$(touch h2)'
out_has '’; system(’touch h3’); #'
is 'no control characters' "$(LC_ALL=C tr -d '\n\40-\176\200-\377' <hostile.gp)" ''
if command -v xmllint >/dev/null 2>&1; then
	run xmllint --noout hostile.svg
	status 0
	err ''
fi

# Where it cannot be written, nothing is left.
mkdir folder.svg
run "$wsp" -e 'plot([1, 2, 3], "folder.svg")'
status 1
err_has "cannot write 'folder.svg': Is a directory"
run "$wsp" -e 'plot([1, 2, 3], "nowhere/x.png")'
status 1
err_has "cannot write 'nowhere/x.png': No such file or directory"
ln -s /dev/full full.svg
run "$wsp" -e 'plot([1, 2, 3], "full.svg")'
status 1
err_has "cannot write 'full.svg'"
mkdir disk
echo before >disk/old.png
run_sh "trap '' XFSZ; ulimit -f 1; '$wsp' -e 'plot([1, 2, 3], \"disk/old.png\")'"
status 1
err_has "cannot write 'disk/old.png': File too large"
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
