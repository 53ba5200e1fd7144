#!/bin/sh
# Real editors with the files of doc/editors: what they highlight, and what the
# language server tells them.  An editor that is not installed is passed over.
#
#	WSP=build/wsp check.sh

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
	timeout 60 nvim --headless -u NONE -l nvim.lua >log 2>&1 ||
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
fi

echo "$n_passed passed, $n_failed failed"
[ "$n_failed" = 0 ]
