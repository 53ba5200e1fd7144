#!/bin/sh
# Safe mode: a program from strangers reaches no file, no other program and
# no process, whatever it calls; and what is refused says so.

. "${srcdir:-$(dirname "$0")/../..}/tests/check.sh"
wsp=${WSP:?}

mkdir inside && cd inside || exit 1
echo 'secret = 4711' >../d.wsp
printf 'kernel,nx,time\nk,10,1 s\n' >../t.csv
mkdir ../bin
printf '#!/bin/sh\necho started >>"%s/started"\n' "$box" >../bin/rsvg-convert
cp ../bin/rsvg-convert ../bin/sh; cp ../bin/rsvg-convert ../bin/vi
chmod +x ../bin/*
PATH=$box/bin:$PATH; export PATH
EDITOR=vi; export EDITOR

kernel='kernel k(a, b: double[64, 64]) { b[0,0] = a[1,0] };'

# refused PROGRAM MESSAGE
refused() {
	for how in option input; do
		if [ $how = option ]; then
			run "$wsp" --safe -e "$1"
		else
			printf '%s\n' "$1" >../program
			run_sh "\"\$WSP\" --safe - <../program"
		fi
		status 1
		err_has "$2"
		is 'files in the folder' "$(ls)" ''
		is 'a process was started' "$(cat ../started 2>/dev/null)" ''
	done
}

refused 'import "../d.wsp"; secret' 'import is not allowed here'
refused 'import "/etc/passwd"' 'import is not allowed here'
refused 'import "../d"' 'import is not allowed here'
for end in csv json md txt; do
	refused "write([1, 2], \"out.$end\")" 'programs may not write files'
	refused "write([1, 2], \"/tmp/../$box/inside/out.$end\")" \
		'programs may not write files'
done
for end in svg png pdf; do
	refused "plot([1, 2, 3], \"out.$end\")" 'programs may not write files'
done
refused "$kernel validate(\"../t.csv\")" 'programs may not read files'
refused "$kernel validate(\"/etc/passwd\")" 'programs may not read files'
refused "$kernel fit(\"../t.csv\")" 'programs may not read files'
refused "map(f -> write(1, f), [\"a.txt\", \"b.txt\"])" \
	'programs may not write files'
refused "w = write; w(1, \"a.txt\")" 'programs may not write files'

# nor do the commands of the prompt, which may be piped into it
for command in ':load ../d.wsp' ':edit' ':time import "../d.wsp"'; do
	printf 'x = 1\n%s\nsecret\n' "$command" >../program
	run_sh "\"\$WSP\" --safe <../program"
	status 1
	err_has 'not allowed'
	err_has "undefined name 'secret'"
	is 'a process was started' "$(cat ../started 2>/dev/null)" ''
done

# what is part of the program can be used
run "$wsp" --safe -e 'use lattice' -e 'a100.sm.count'; status 0; out 108

# nor does a picture start anything; titles are data in it
for title in '`touch x`' '"; system("touch x"); print "' "'; ! touch x"; do
	quoted=$(printf '%s' "$title" | sed 's/["\\]/\\&/g')
	run "$wsp" --safe -e "plot([1, 2, 3], title = \"$quoted\")"
	status 0
	out_has "$title"
	run "$wsp" --safe -e "print(svg([1, 2, 3], title = \"$quoted\"))"
	status 0
	out_has '</svg>'
	is 'files in the folder' "$(ls)" ''
	is 'a process was started' "$(cat ../started 2>/dev/null)" ''
done
check_done
