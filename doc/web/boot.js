// Fetch and compile libwsp before anything else is loaded; server.js hands the
// module to workers.

const url = new URL("wsp.wasm", import.meta.url);

globalThis.wspModule = WebAssembly.compileStreaming(fetch(url))
	// a server that does not know the type of the file
	.catch(() => fetch(url).then(r => r.arrayBuffer()).then(b => WebAssembly.compile(b)));
globalThis.wspModule.catch(() => {});
