// A session with libwsp: calls of methods, answered in order by a worker.
// Cancelling ends the worker, which stops at once whatever it computes; the
// next one starts from the compiled module and runs "prepare" again.

import "./boot.js";

export class Server {
	// prepare(server): calls that every new worker starts with
	constructor(files, prepare) {
		this.files = files;
		this.prepare = prepare;
		this.next = 1;
		this.calls = new Map();
		this.start();
	}

	start() {
		this.worker = new Worker("worker.js", { type: "module" });
		this.worker.onmessage = event => this.receive(event.data);
		this.worker.onerror = event => this.fail(event.message || "the worker cannot start");
		const worker = this.worker;
		wspModule.then(module => worker.postMessage({ start: { module, files: this.files } }),
			error => this.fail("wsp.wasm cannot be loaded: " + error.message));
		this.generation = (this.generation || 0) + 1;
		this.prepare(this);
	}

	receive(message) {
		if (message.crash) {
			this.fail(/call stack|memory access/i.test(message.crash) ?
				"this nests too deeply for the browser" : message.crash);
			this.cancel();
		} else if (message.method === "progress") {
			this.calls.get(message.params.id)?.progress?.(message.params);
		} else {
			const call = this.calls.get(message.id);
			this.calls.delete(message.id);
			if (message.error)
				call?.reject(Object.assign(new Error(message.error.message),
					{ data: message.error.data, code: message.error.code }));
			else
				call?.resolve(message.result);
		}
	}

	fail(why) {
		for (const call of this.calls.values())
			call.reject(new Error(why));
		this.calls.clear();
	}

	call(method, params = {}, progress) {
		const id = this.next++;
		return new Promise((resolve, reject) => {
			this.calls.set(id, { resolve, reject, progress });
			this.worker.postMessage({ id, method, params });
		});
	}

	get isBusy() {
		return this.calls.size > 0;
	}

	cancel() {
		this.worker.terminate();
		const calls = [...this.calls.values()];
		this.calls.clear();
		for (const call of calls)
			call.reject(Object.assign(new Error("cancelled"), { isCancelled: true }));
		this.start();
	}

	// The value of an expression, in a format
	async value(expression, format = "json") {
		return (await this.call("eval", { program: expression + ";", format })).value;
	}
}
