// All that the page shows follows from this state, and a link holds it: JSON,
// deflated, in the fragment of the address, which no server sees.

export const initial = {
	code: "",
	kernel: "",
	device: "a100",
	tweak: {},	// what-if figures in base units, by path
	block: null,	// null: what the program chooses
	fold: null,
	domain: null,
	type: "",
	model: "",
	registers: 0,	// per thread; 0: estimated
	tab: "report",
	threads: 0,	// of rank; 0: all shapes
	folds: false,	// whether rank tries folds as well
	metric: "performance",
	other: null,	// of compare: device, tweak, block, fold
};

export const state = structuredClone(initial);

const to64 = bytes => btoa(String.fromCharCode(...bytes))
	.replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
const from64 = text => Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")),
	c => c.charCodeAt(0));

async function through(stream, bytes) {
	const blob = new Blob([bytes]).stream().pipeThrough(stream);
	return new Uint8Array(await new Response(blob).arrayBuffer());
}

// What differs from the initial state
const differing = () => Object.fromEntries(Object.entries(state)
	.filter(([k, v]) => JSON.stringify(v) !== JSON.stringify(initial[k])));

export async function toFragment() {
	const json = new TextEncoder().encode(JSON.stringify(differing()));
	return "#1" + to64(await through(new CompressionStream("deflate-raw"), json));
}

// Put one value of a link into the state, if it has the right form: a link may
// come from anybody.
const numbers = v => Array.isArray(v) && v.length <= 3 &&
	v.every(x => Number.isInteger(x) && x > 0) ? v : null;
const name = v => /^[A-Za-z_]\w*$/.test(v) ? v : "";
const tweak = v => Object.fromEntries(Object.entries(v ?? {}).filter(([k, x]) =>
	/^[a-z0-9.]+$/.test(k) && Number.isFinite(x) && x > 0));
const launch = v => v && typeof v === "object" ? { device: name(v.device) || initial.device,
	tweak: tweak(v.tweak), block: numbers(v.block), fold: numbers(v.fold) } : null;
const readers = {
	code: v => String(v).slice(0, 1e6), kernel: name, device: name, tweak,
	block: numbers, fold: numbers, domain: numbers, type: name, model: name,
	registers: v => Number.isInteger(v) && v > 0 ? v : 0,
	tab: name, threads: v => Number.isInteger(v) ? v : 0, folds: Boolean,
	metric: v => /^[a-z0-9_.]+$/.test(v) ? v : initial.metric, other: launch,
};

export async function fromFragment(fragment) {
	if (!fragment.startsWith("#1"))
		return false;
	try {
		const bytes = await through(new DecompressionStream("deflate-raw"),
			from64(fragment.slice(2)));
		const read = JSON.parse(new TextDecoder().decode(bytes));
		Object.assign(state, structuredClone(initial));
		for (const [key, take] of Object.entries(readers))
			if (key in read)
				state[key] = take(read[key]);
		return true;
	} catch {
		return false;
	}
}

const tuple = v => "(" + v.join(", ") + (v.length === 1 ? ",)" : ")");

// A figure in the largest unit that it is a multiple of, or that people use
const scales = { "B": [[2 ** 20, "MiB"], [1024, "KiB"]], "B/s": [[1e9, "GB/s"]], "Hz": [[1e6, "MHz"]] };
function withUnit(value, unit) {
	for (const [size, name] of scales[unit] ?? [])
		if (unit !== "B" || value % size === 0)
			return Number((value / size).toPrecision(12)) + " " + name;
	return value + (unit ? " " + unit : "");
}

// The device, with its what-if figures, as the language writes it
export function deviceText(device, tweaks, units) {
	const set = Object.entries(tweaks).map(([path, value]) => `${path} = ${withUnit(value, units[path])}`);
	return set.length ? `(${device} with { ${set.join("; ")} })` : device;
}

export function options(block, fold, extra = []) {
	const list = [...extra];
	if (block)
		list.push("block = " + tuple(block));
	if (fold && fold.some(x => x !== 1))
		list.push("fold = " + tuple(fold));
	if (state.domain)
		list.push("domain = " + tuple(state.domain));
	if (state.registers)
		list.push("registers = " + state.registers);
	if (state.type)
		list.push("type = " + state.type);
	if (state.model)
		list.push("model = " + state.model);
	return list.length ? " with " + list.join(", ") : "";
}

// The question that a launch asks
export function question(launch, units) {
	return `estimate ${state.kernel} on ${deviceText(launch.device, launch.tweak, units)}` +
		options(launch.block, launch.fold);
}
