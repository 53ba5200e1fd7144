#!/bin/sh
# The web page has the words of the language, every module that it imports, and
# loads nothing from elsewhere.  tests/web/check.py opens it in a browser.

. "${srcdir:-$(dirname "$0")/../..}/tests/check.sh"
web=$srcdir/doc/web

sh "$web/names.sh" "$srcdir" >names.js
# has SET: its words, sorted
has() {
	sed -n "s/^export const $1 = new Set(\[\(.*\)\]);/\1/p" names.js |
		tr -d ' "' | tr ',' '\n' | sort -u | tr '\n' ' '
}
for class in STATEMENT QUESTION JOINT PLACE; do
	set="$(echo $class | tr 'A-Z' 'a-z')s"
	is "$set" "$(has "$set")" "$(sed -n \
		"s/^WORD(\"\([a-z_0-9]*\)\",.*$class)/\1/p" \
		"$srcdir/lang/syntax/word.def" | sort | tr '\n' ' ')"
done
"${WSP:?}" -e 'help functions' | tr ' ' '\n' | grep . | sort >known
has functions | tr ' ' '\n' | grep . >ours
is 'functions' "$(comm -23 ours known)" ''
for type in double float half int32 uchar4; do
	case " $(has types)" in
	*" $type "*) check true ;;
	*) check false "names.js lacks the type $type" ;;
	esac
done

sed -n 's/.* from "\.\/\(.*\)";.*/\1/p' "$web"/*.js | sort -u |
while read -r module; do
	case $module in
	names.js | examples.js | wsp.js) ;;
	*) [ -f "$web/$module" ] || echo "$module" ;;
	esac
done >missing
is 'modules that are missing' "$(cat missing)" ''
is 'addresses elsewhere' "$(grep -nE '(src|href|url|fetch|import)[^;]*https?://' \
	"$web"/*.js "$web"/*.css "$web"/*.html)" ''

# Examples become texts of the module as they are.
sh "$web/examples.sh" "$srcdir" >examples.js
is 'examples' "$(grep -c '^"[a-z_0-9]*\.[a-z]*": `' examples.js | tr -d ' ')" \
	"$(ls "$srcdir"/examples/*.wsp "$srcdir"/examples/*.csv | wc -l | tr -d ' ')"

check_done
