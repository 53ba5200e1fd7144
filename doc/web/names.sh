#!/bin/sh
# The words of the language as a module for the editor, from the tables that the
# language itself is made of.
#
#	names.sh TOP >names.js

cd "${1:?}" || exit 1

words() {
	sed -n "s/^WORD(\"\([a-z_0-9]*\)\",.*$1)/\1/p" lang/syntax/word.def
}
list() {
	printf 'export const %s = new Set(["%s"]);\n' "$1" \
		"$(tr '\n' ' ' | sed 's/ $//; s/ /", "/g')"
}

echo '// Made by doc/web/names.sh from the tables of the language.'
words STATEMENT | list statements
words QUESTION | list questions
words JOINT | list joints
words PLACE | list places
sed -n 's/^BUILTIN(\([a-z_0-9]*\),.*/\1/p' lang/builtin.def | list functions
sed -n 's/^	{ "\([a-z0-9]*\)", TYPE_[A-Z0-9]*, .*/\1/p' lang/kernel/graph.c |
	list types
sed -n 's/^SETTING("\([a-z]*\)",.*/\1/p' lang/eval/settings.def | list settings
