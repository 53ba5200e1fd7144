// libwsp in a worker.  A request of JSON-RPC comes as a message, its answer and
// progress go back as messages; doc/SERVE.md has the methods, and the worker one
// more: the pictures that programs wrote.  The first message has the compiled
// module and the files that programs find.

import createWsp from "./wsp.js";

let wsp;
const waiting = [];

// The pictures that programs have written since the last time
function takePictures() {
	const names = wsp.FS.readdir("/").filter(name => name.endsWith(".svg"));
	const pictures = Object.fromEntries(names.map(name => [name, wsp.FS.readFile(name, { encoding: "utf8" })]));
	names.forEach(name => wsp.FS.unlink(name));
	return pictures;
}

function take(request) {
	if (request.method === "pictures")
		return postMessage({ id: request.id, result: takePictures() });
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
	wsp = await createWsp({
		receive: text => postMessage(JSON.parse(text)),
		instantiateWasm(imports, done) {
			WebAssembly.instantiate(module, imports).then(instance => done(instance, module))
				.catch(error => postMessage({ crash: String(error) }));
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
