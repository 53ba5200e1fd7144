#!/bin/sh
# Write embedded.c: the files as arrays of bytes, since string literals may
# not be longer than 4095 characters.
#
#	embed.sh SRCDIR FOLDER/NAME.wsp...

set -eu
LC_ALL=C; export LC_ALL
srcdir=$1
shift

echo '/* Made by embed.sh from the .wsp files of hw/ and stdlib/. */'
echo
echo '#include "lang/base/embedded.h"'

i=0
for path; do
	printf '\nstatic const unsigned char text%d[] = {\n' "$i"
	od -An -v -tu1 "$srcdir/$path" |
		sed 's/[0-9][0-9]*/&,/g; s/^ */	/; s/  */ /g'
	printf '\t0\n};\n'
	i=$((i + 1))
done

printf '\nconst struct embedded embedded[] = {\n'
i=0
for path; do
	folder=${path%/*}
	name=${path##*/}
	printf '\t{ "%s", "%s", (const char *) text%d,\n\t\tsizeof(text%d) - 1 },\n' \
		"$folder" "${name%.wsp}" "$i" "$i"
	i=$((i + 1))
done
printf '\t{ 0, 0, 0, 0 }\n};\n\nconst int n_embedded = %d;\n' "$i"
