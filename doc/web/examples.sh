#!/bin/sh
# The examples as a module: the gallery shows them, and programs import them.
#
#	examples.sh TOP >examples.js

cd "${1:?}/examples" || exit 1
echo '// Made by doc/web/examples.sh from the folder examples.'
echo 'export const examples = {'
for file in *.wsp *.csv; do
	printf '"%s": `' "$file"
	sed 's/[\\`$]/\\&/g' "$file"
	echo '`,'
done
echo '};'
