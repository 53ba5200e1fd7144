#!/bin/sh
# A compiler for WebAssembly.  emcc spends a second in Python before it calls
# clang, so what is only compiled goes to clang at once; emcc links.
#
# Debian's node finds acorn in /usr/share/nodejs, others have to be told.

NODE_PATH=${NODE_PATH:-/usr/share/nodejs}; export NODE_PATH
for argument do
	if [ "$argument" = -c ] || [ "$argument" = -E ]; then
		exec ${CCACHE-} clang-14 -target wasm32-unknown-emscripten \
			--sysroot=/usr/share/emscripten/cache/sysroot \
			-Xclang -iwithsysroot/include/compat \
			-fignore-exceptions \
			-mllvm -combiner-global-alias-analysis=false \
			-mllvm -enable-emscripten-sjlj -mllvm -disable-lsr \
			"$@"
	fi
done
exec emcc "$@"
