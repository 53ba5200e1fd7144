// libwsp in a worker.  A request of JSON-RPC comes as a message, its answer and
// progress go back as messages; doc/SERVE.md has the methods.  The page ends a
// worker to cancel, and hands the compiled module to the next one.

import createWsp from "./wsp.js";

let wsp;
const waiting = [];

function take(request) {
	const bytes = new TextEncoder().encode(JSON.stringify(request));
	const at = wsp._malloc(bytes.length + 1);
	wsp.HEAPU8.set(bytes, at);
	wsp.HEAPU8[at + bytes.length] = 0;
	try {
		wsp._web_take(at, bytes.length);
		wsp._free(at);
	} catch (error) {
		// The memory of a program that trapped cannot be trusted any more.
		postMessage({ crash: String(error), id: request.id });
	}
}

async function start({ module, files }) {
	const url = new URL("wsp.wasm", import.meta.url);
	wsp = await createWsp({
		receive: text => postMessage(JSON.parse(text)),
		instantiateWasm(imports, done) {
			const compiled = module ? Promise.resolve(module) :
				WebAssembly.compileStreaming(fetch(url))
				.catch(() => fetch(url).then(r => r.arrayBuffer())
					.then(b => WebAssembly.compile(b)));
			compiled.then(async m => {
				if (!module)
					postMessage({ module: m });
				done(await WebAssembly.instantiate(m, imports), m);
			}).catch(error => postMessage({ crash: String(error) }));
			return {};
		},
	});
	for (const [name, text] of Object.entries(files))
		wsp.FS.writeFile(name, text);
	for (const request of waiting.splice(0))
		take(request);
}

onmessage = event => {
	if (event.data.start)
		start(event.data.start);
	else if (wsp)
		take(event.data);
	else
		waiting.push(event.data);
};
