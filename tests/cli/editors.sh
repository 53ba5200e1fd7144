#!/bin/sh
# The grammars of doc/editors have every reserved word of the language, and no
# other.  Real editors run in tests/editors/check.sh.

. "${srcdir:-$(dirname "$0")/../..}/tests/check.sh"
editors=$srcdir/doc/editors

# words CLASS: those of the language
words() {
	sed -n "s/^WORD(\"\([a-z_0-9]*\)\",.*$1)/\1/p" \
		"$srcdir/lang/syntax/word.def" | sort | tr '\n' ' '
}

# of the TextMate grammar, of Vim's and of Emacs's
textmate() {
	sed -n "s/.*\"$1\", \"match\": \"[^(]*(\([a-z|]*\)).*/\1/p" \
		"$editors/vscode/syntaxes/wsp.tmLanguage.json" |
		tr '|' '\n' | sort | tr '\n' ' '
}
vim() {
	sed -n "s/^syntax keyword $1 //p" "$editors/nvim/syntax/wsp.vim" |
		tr ' ' '\n' | sort | tr '\n' ' '
}
emacs() {
	sed -n "/defconst $1/,/))/p" "$editors/emacs/wsp-mode.el" |
		grep -o '"[a-z]*"' | tr -d '"' | sort | tr '\n' ' '
}

# class CLASS TEXTMATE VIM EMACS
class() {
	is "$2" "$(textmate "$2")" "$(words "$1")"
	is "$3" "$(vim "$3")" "$(words "$1")"
	is "$4" "$(emacs "$4")" "$(words "$1")"
}
ran='doc/editors'
class STATEMENT keyword.control.wsp wspStatement wsp-statements
class QUESTION keyword.other.question.wsp wspQuestion wsp-questions
class JOINT keyword.operator.word.wsp wspJoint wsp-joints

check_done
