#!/bin/sh
# Real editors with the files of doc/editors, and a client of the language
# server of another project (pygls from PyPI): what they highlight, and what the
# server tells them.  What is not installed is skipped, and said.
#
#	WSP=build/wsp PYTHON=python3 check.sh

set -u
top=$(cd "$(dirname "$0")/../.." && pwd)
wsp=${WSP:?}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work" || exit 1
n_passed=0 n_failed=0
cat >a.wsp <<'EOF'
# heat
kernel heat(src, dst: double[1500, 1500]) {
    dst[0,0] = (src[1,0] + src[-1,0]) / 4
}
r = estimate heet on a100 with block = (256, 2)
EOF

# is WHAT GOT WANTED
is() {
	if [ "$2" = "$3" ]; then
		n_passed=$((n_passed + 1))
	else
		printf '%s:\n%s\nnot:\n%s\n' "$1" "$2" "$3"
		n_failed=$((n_failed + 1))
	fi
}

skip() { echo "skipped: $*"; }

if command -v nvim >/dev/null; then
	cat >nvim.lua <<EOF
vim.opt.runtimepath:append('$top/doc/editors/nvim')
vim.g.wsp_path = '$wsp'
vim.cmd('filetype plugin on | syntax on')
vim.cmd('runtime plugin/wsp.lua')
vim.cmd('edit a.wsp')
local function name(line, column)
	return vim.fn.synIDattr(vim.fn.synID(line, column, 1), 'name')
end
local out = { name(1, 1), name(2, 1), name(5, 5), name(5, 19), name(3, 41),
	name(2, 23) }
vim.wait(5000, function() return #vim.diagnostic.get(0) > 0 end)
local d = vim.diagnostic.get(0)[1]
out[#out + 1] = d and d.lnum .. ':' .. d.col .. ' ' .. d.message:gsub('\n', '; ') or 'none'
local function ask(method, params)
	params.textDocument = vim.lsp.util.make_text_document_params()
	for _, r in pairs(vim.lsp.buf_request_sync(0, method, params, 5000)) do
		return r.result
	end
end
local lens = ask('textDocument/codeLens', {})
out[#out + 1] = lens[1].range.start.line .. ' ' ..
	(lens[1].command.title:match('limited by') or 'no time')
local hover = ask('textDocument/hover', { position = { line = 1, character = 8 } })
out[#out + 1] = hover.contents.value:match('2 loads from src') or 'no loads'
vim.fn.writefile(out, 'out')
vim.cmd('qa!')
EOF
	timeout 60 nvim --headless -u NONE -c 'luafile nvim.lua' >log 2>&1
	is Neovim "$(cat out log 2>/dev/null)" "wspComment
wspStatement
wspQuestion
wspJoint
wspNumber
wspType
4:13 undefined name 'heet'; did you mean 'heat'?
1 limited by
2 loads from src"
else
	skip 'there is no nvim'
fi

if command -v emacs >/dev/null; then
	cat >emacs.el <<EOF
(add-to-list 'load-path "$top/doc/editors/emacs")
(require 'wsp-mode)
(find-file "a.wsp")
(font-lock-ensure)
(dolist (word '("heat" "kernel" "heat(" "estimate" "double" "256"))
  (goto-char (point-min))
  (search-forward word)
  (princ (format "%s\n" (get-text-property (match-beginning 0) 'face))))
EOF
	timeout 60 emacs --batch -l emacs.el >out 2>log
	is Emacs "$(cat out)" "font-lock-comment-face
font-lock-keyword-face
font-lock-function-name-face
font-lock-builtin-face
font-lock-type-face
font-lock-constant-face"
	cat >eglot.el <<EOF
(package-initialize)
(unless (require 'eglot nil t) (kill-emacs 77))
(add-to-list 'load-path "$top/doc/editors/emacs")
(setq wsp-program "$wsp")
(require 'wsp-mode)
(setq eglot-sync-connect 20)
(find-file "a.wsp")
(apply #'eglot (eglot--guess-contact))
(defun at () (eglot--TextDocumentPositionParams))
(defun ask (method) (jsonrpc-request (eglot--current-server-or-lose) method (at)))
(flymake-mode 1)
(flymake-start)
(with-timeout (20)
  (while (not (flymake-diagnostics)) (accept-process-output nil 0.1)))
(dolist (d (flymake-diagnostics))
  (princ (format "%s %s\n" (line-number-at-pos (flymake-diagnostic-beg d))
                 (car (split-string (flymake-diagnostic-text d) "\n")))))
(goto-char (point-min))
(search-forward "kernel he")
(princ (format "%s\n" (and (string-match "2 loads from src"
  (plist-get (plist-get (ask :textDocument/hover) :contents) :value)) t)))
(goto-char (point-max))
(insert "estimate heat on ")
(eglot--signal-textDocument/didChange)
(let* ((words (ask :textDocument/completion))
       (items (if (vectorp words) words (plist-get words :items))))
  (princ (format "%s\n" (and (seq-some
    (lambda (i) (equal (plist-get i :label) "a100")) items) t))))
(set-buffer-modified-p nil)
EOF
	timeout 90 emacs --batch -l eglot.el >out 2>log
	if [ $? = 77 ]; then
		skip 'Emacs has no eglot'
	else
		is eglot "$(cat out)" "5 wsp: undefined name 'heet'
t
t"
	fi
else
	skip 'there is no emacs'
fi

# pygls goes into a virtual environment, if it is not installed
: ${PYTHON:=python3}
if ! $PYTHON -c 'import pygls' 2>/dev/null && $PYTHON -m venv venv 2>/dev/null &&
	venv/bin/pip install -q pygls >log 2>&1; then
	PYTHON=$work/venv/bin/python
fi
if $PYTHON -c 'import pygls' 2>/dev/null; then
	is pygls "$(timeout 90 $PYTHON "$top/tests/editors/client.py" "$wsp" 2>&1)" \
		"4 13 17 undefined name 'heet'
hover True
lens 1 True
definition 1 0
formatting True
completion True False"
else
	skip "$PYTHON has no pygls, and pip cannot install it"
fi

if command -v node >/dev/null; then
	cat >b.wsp <<'EOF'
kernel heat(src: double[1_000]) { } # "no string"
r = rank heat on a100 over block in blocks(2e3) # rank
print "a # \"b\" on", r.time / 1.5 ms, true, ranked
EOF
	is TextMate "$(node "$top/tests/editors/textmate.js" \
		"$top/doc/editors/vscode/syntaxes/wsp.tmLanguage.json" b.wsp)" \
'kernel storage.type.wsp
heat entity.name.function.wsp
double storage.type.wsp
1_000 constant.numeric.wsp
# "no string" comment.line.number-sign.wsp
= keyword.operator.wsp
rank keyword.other.question.wsp
on keyword.operator.word.wsp
over keyword.operator.word.wsp
in keyword.operator.word.wsp
2e3 constant.numeric.wsp
# rank comment.line.number-sign.wsp
print keyword.control.wsp
"a # \"b\" on" string.quoted.double.wsp
/ keyword.operator.wsp
1.5 constant.numeric.wsp
true constant.language.wsp'
else
	skip 'there is no node'
fi

echo "$n_passed passed, $n_failed failed"
[ "$n_failed" = 0 ]
