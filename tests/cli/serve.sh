#!/bin/sh
# wsp serve: requests one a line, and as a language server.  What hostile input
# does to the reader of JSON is tests/prop/prop_json.c.

. "${srcdir:-$(dirname "$0")/../..}/tests/check.sh"
wsp=${WSP:?}

# serves OPTIONS...: answers to the lines of "in"
serves() {
	run_sh "'$wsp' serve $* <in"
	status 0
	err ''
}

# answer ID: the line that answers that request
answer() { grep "\"id\": $1," "$box/.out" | tr -d '\r'; }
answers() { is "answer to $1" "$(answer "$1")" "{\"jsonrpc\": \"2.0\", \"id\": $1, $2}"; }
tells() {
	case $(answer "$1") in
	*"$2"*) check true ;;
	*) check false "answer to $1: $(answer "$1") lacks $2" ;;
	esac
}

# values, sessions, errors as data
cat >in <<'EOF'
{"jsonrpc": "2.0", "id": 1, "method": "eval", "params": {"program": "x = 3; x + 1"}}
{"id": 2, "method": "eval", "params": {"program": "x * 7"}}

{"id": 3, "method": "eval", "params": {"program": "x", "session": "other"}}
{"id": "four", "method": "eval", "params": {"program": "16 B/LUP", "format": "text"}}
{"id": 5, "method": "eval", "params": {"program": "print \"é\u00e9\ud83d\ude00\""}}
{"id": 6, "method": "check", "params": {"program": "a = 1 +", "name": "a.wsp"}}
{"id": 7, "method": "format", "params": {"program": "a=1"}}
{"id": 8, "method": "complete", "params": {"program": "xx = estima"}}
{"id": 9, "method": "save"}
{"id": 10, "method": "eval", "params": {"program": "x = 5;", "format": "none"}}
{"id": 11, "method": "restore"}
{"id": 12, "method": "eval", "params": {"program": "x"}}
{"method": "eval", "params": {"program": "nobody hears this"}}
{"id": 13, "method": "eval", "params": {"program": "[1]", "format": "svg"}}
{"id": 14, "method": "eval", "params": {"program": "kernel", "format": "svg"}}
{"id": 15, "method": "define", "params": {"program": "d[0] = s[1]\nx = 9\nestimate d\ny = z\n"}}
{"id": 16, "method": "eval", "params": {"program": "x + d.loads"}}
EOF
serves
answers 1 '"result": {"value": 4, "text": "4\n", "messages": []}'
tells 2 '"value": 21'
tells 3 '"error": {"code": 1, "message": "undefined name '"'x'"'"'
tells 3 '"line": 1, "column": 1, "width": 1'
tells '"four"' '"value": "16 B/LUP"'
tells 5 '"text": "éé😀\n"'
tells 6 '"file": "a.wsp", "line": 1, "column": 8'
answers 7 '"result": "a = 1\n"'
answers 8 '"result": {"start": 5, "words": ["estimate"]}'
tells 10 '"value": null'
tells 12 '"value": 3'
tells 13 '"value": "<svg'
tells 14 '"code": 1'
tells 15 '"line": 4, "column": 5, "width": 1'
tells 15 '"kernels": ["d"]'
answers 16 '"result": {"value": 10, "text": "10\n", "messages": []}'
is 'number of answers' "$(wc -l <"$box/.out" | tr -d ' ')" 16

# what is no request
cat >in <<'EOF'
nonsense
{"id": 1}
{"id": [1], "method": "eval"}
[]
{"id": 2, "method": "nothing"}
{"id": 3, "method": "eval"}
{"id": 4, "method": "eval", "params": {"program": 7}}
{"id": 5, "method": "eval", "params": {"program": "1 + 1"}} trailing
{"id": 6, "method": "eval", "params": {"program": "1 + 1"}}
EOF
serves
is 'not JSON' "$(grep -c -- -32700 "$box/.out")" 2
is 'no request' "$(grep -c -- -32600 "$box/.out")" 3
is 'no method' "$(answer 2 | grep -c -- -32601)" 1
is 'no program' "$(grep -c -- -32602 "$box/.out")" 2
tells 6 '"value": 2'

# cancelling what runs and what waits; closing
cat >in <<'EOF'
{"id": 1, "method": "eval", "params": {"program": "len([x for x in 1..2^40 if false])"}}
{"id": 2, "method": "eval", "params": {"program": "2 + 2"}}
{"id": 3, "method": "eval", "params": {"program": "3 + 3"}}
{"id": 4, "method": "cancel", "params": {"id": 2}}
{"id": 5, "method": "cancel", "params": {"id": 1}}
{"id": 6, "method": "eval", "params": {"program": "1", "session": "a"}}
{"id": 7, "method": "close", "params": {"session": "b"}}
EOF
serves
answers 1 '"error": {"code": -32800, "message": "cancelled"}'
answers 2 '"error": {"code": -32800, "message": "cancelled"}'
tells 3 '"value": 6'
answers 7 '"result": false'

# a device for all sessions, and no files
cat >in <<'EOF'
{"id": 1, "method": "eval", "params": {"program": "dst[0,0] = src[1,0]\nr = estimate\nr.device"}}
{"id": 2, "method": "eval", "params": {"program": "import \"x.wsp\""}}
EOF
serves --device a100 --safe
tells 1 '"value": "a100"'
tells 2 'may not'

# errors are on standard output, too, when that is JSON
run "$wsp" --format json -e 'x = 1 +' -e '1 + 1'
status 1
err_has 'expected an expression'
out_has '{"error": "expected an expression'
out_has '"line": 1, "column": 8'
run_sh "printf 'y\n1 + 1\n' | '$wsp' --format json"
out_has "{\"error\": \"undefined name 'y'\""
is 'the second line' "$(sed -n 2p "$box/.out")" 2
run "$wsp" --format json missing.wsp
status 2
out_has '{"error": "cannot read '"'missing.wsp'"
run "$wsp" --format=json estimate k --blok 3
status 2
out_has '{"error": "'
run "$wsp" -e 'x = 1 +'
out ''

# ------------------------------------------------------ a language server

frame() { printf 'Content-Length: %d\r\n\r\n%s' "$(printf %s "$1" | wc -c)" "$1"; }
uri='"uri": "file:///tmp/a%20b.wsp"'
at() {
	printf '"textDocument": {%s}, "position": {"line": %d, "character": %d}' \
		"$uri" "$1" "$2"
}
text='# 😀\nkernel heat(src, dst: double[1500, 1500]) {\n    dst[0,0] = (src[1,0] + src[-1,0]) / 4\n}\nn = 3\nr = estimate heat on a100\nx😀 = heet\nr.time + n\n'
{
	frame '{"id": 1, "method": "initialize", "params": {"initializationOptions": {"device": "h100"}}}'
	frame '{"method": "initialized", "params": {}}'
	frame "{\"method\": \"textDocument/didOpen\", \"params\": {\"textDocument\": {$uri, \"text\": \"$text\"}}}"
	frame "{\"id\": 2, \"method\": \"textDocument/codeLens\", \"params\": {\"textDocument\": {$uri}}}"
	frame "{\"id\": 3, \"method\": \"textDocument/hover\", \"params\": {$(at 5 15)}}"
	frame "{\"id\": 4, \"method\": \"textDocument/hover\", \"params\": {$(at 7 9)}}"
	frame "{\"id\": 5, \"method\": \"textDocument/hover\", \"params\": {$(at 5 6)}}"
	frame "{\"id\": 6, \"method\": \"textDocument/definition\", \"params\": {$(at 5 15)}}"
	frame "{\"id\": 7, \"method\": \"textDocument/completion\", \"params\": {$(at 5 8)}}"
	frame "{\"method\": \"textDocument/didChange\", \"params\": {\"textDocument\": {$uri}, \"contentChanges\": [{\"text\": \"a=1\\n\"}]}}"
	frame "{\"id\": 8, \"method\": \"textDocument/formatting\", \"params\": {\"textDocument\": {$uri}}}"
	frame "{\"id\": 9, \"method\": \"textDocument/hover\", \"params\": {$(at 99 99)}}"
	frame "{\"method\": \"textDocument/didClose\", \"params\": {\"textDocument\": {$uri}}}"
	frame "{\"id\": 10, \"method\": \"textDocument/hover\", \"params\": {$(at 0 0)}}"
	frame '{"id": 11, "method": "shutdown"}'
	frame '{"method": "exit"}'
} >in
run_sh "'$wsp' serve --lsp <in | sed 's/Content-Length: [0-9]*//' | tr -d '\r' | grep ."
status 0
err ''
tells 1 '"codeLensProvider"'
out_has 'publishDiagnostics'
tells 2 '"start": {"line": 1, "character": 0}'
tells 2 '"title": "h100: '
tells 2 'limited by '
tells 3 '2 loads from src, 1 store to dst'
tells 3 'h100: '
tells 3 '"start": {"line": 5, "character": 13}'
tells 4 '```\n3\n```'
tells 5 'estimate K [on DEVICE]'
tells 6 '"start": {"line": 1, "character": 0}'
tells 7 '{"label": "estimate"}'
answers 8 '"result": [{"range": {"start": {"line": 0, "character": 0}, "end": {"line": 1, "character": 0}}, "newText": "a = 1\n"}]'
answers 9 '"result": null'
answers 10 '"result": null'
answers 11 '"result": null'
# the bad character in line 7, and nothing after the change
is 'diagnostics' "$(grep -c '"diagnostics": \[{"range": {"start": {"line": 6, "character": 1}' "$box/.out")" 1
is 'diagnostics after the change' "$(grep -c '"diagnostics": \[\]' "$box/.out")" 1

check_done
