// The page: what a user does changes the state, the state makes questions, and
// answers come back from two sessions with libwsp.  "quick" answers while one
// types; "slow" ranks and runs whole programs, and is ended when its question
// is no longer of interest.

import { $, h, figure, member, digits } from "./dom.js";
import { state, initial, toFragment, fromFragment, deviceText, options, question } from "./state.js";
import { Server } from "./server.js";
import { startEditor, setProblems, setText } from "./editor.js";
import { headline, readText, reportPanel } from "./report.js";
import * as explain from "./explain.js";
import { rankPanel } from "./rank.js";
import { comparePanel } from "./compare.js";
import { openGallery, asked } from "./gallery.js";
import { examples } from "./examples.js";

const isEmbedded = new URLSearchParams(location.search).has("embed");
const name = "kernel.wsp";
const welcome = { block: [256, 1, 4], code: `kernel star25(src, dst: double[640, 512, 512]) {
    dst[0,0,0] = sum(src[o] for o in star(3, 4)) / 25
}
` };

// Figures of a device that a slider changes, with what they are
const tweakable = [["sm.count", "SMs"], ["clock", "clock"], ["l1.size", "L1 size"], ["l2.size", "L2 size"],
	["l2.bw", "L2 bandwidth"], ["dram.bw", "DRAM bandwidth"], ["fp64.rate", "FP64 rate"]];

let units = {};			// of the figures of a device
let devices = {};		// id -> its figures
let dims = 2;			// of the kernel
let kernels = [], errors = [];	// of the code
let report, words;		// the answer
let ranked = null;		// { key, rows }
let other = null;		// the report that is compared with
let output = null;		// { code } of the program that was run

const prepare = server => {
	server.call("eval", { program: "set time = 20 s", format: "none" }).catch(() => {});
	server.call("save").catch(() => {});
	server.code = null;
};
const quick = new Server(examples, prepare);
let slow;
const slowServer = () => slow ??= new Server(examples, prepare);

// ------------------------------------------------------------------ helpers

function toast(message) {
	$("toast").textContent = message;
	$("toast").hidden = false;
	clearTimeout(toast.timer);
	toast.timer = setTimeout(() => $("toast").hidden = true, 2500);
}

function tip(at, content) {
	const box = $("tip");
	if (!at) {
		box.hidden = true;
		return;
	}
	box.replaceChildren(...content);
	box.hidden = false;
	const r = at.getBoundingClientRect(), b = box.getBoundingClientRect();
	box.style.left = Math.max(6, Math.min(innerWidth - b.width - 6, r.left + r.width / 2 - b.width / 2)) + "px";
	box.style.top = (r.top > b.height + 12 ? r.top - b.height - 8 : r.bottom + 8) + "px";
}

const launch = () => ({ device: state.device, tweak: state.tweak, block: state.block, fold: state.fold });

// The program's own picture, in a shadow so that its style stays inside
function picture(svg) {
	const dark = document.documentElement.dataset.theme === "dark" ||
		(!document.documentElement.dataset.theme && matchMedia("(prefers-color-scheme: dark)").matches);
	const host = h("div", { class: "own-picture" });
	const root = host.attachShadow({ mode: "open" });
	root.innerHTML = svg.replace("@media(prefers-color-scheme:dark)", dark ? "@media all" : "@media not all");
	const root_svg = root.querySelector("svg");
	root_svg.style.cssText = "width:100%;min-width:var(--picture-least,0);height:auto;display:block";
	root_svg.querySelector(".paper")?.setAttribute("style", "fill:none");
	return host;
}

// The session knows the definitions of the code
async function define(server) {
	if (server.code === state.code)
		return null;
	const code = state.code, generation = server.generation;
	const found = await server.call("define", { program: code, name });
	if (server.generation === generation)
		server.code = code;
	return found;
}

// ------------------------------------------------------------- the question

let running = false, again = false, asking;

// Ask for what the state says.  If a question runs, the newest one follows it;
// one that takes more than a second is ended.
async function update() {
	saveLink();
	drawControls();
	if (running) {
		again = true;
		if (performance.now() - asking > 1000)
			quick.cancel();
		return;
	}
	running = window.wspIsAsking = true;
	const waits = setTimeout(() => document.body.classList.add("asking"), 300);
	do {
		again = false;
		asking = performance.now();
		try {
			await answer();
		} catch (error) {
			if (!error.isCancelled)
				showError(error);
		}
	} while (again);
	running = window.wspIsAsking = false;
	clearTimeout(waits);
	document.body.classList.remove("asking");
}

async function answer() {
	const found = await define(quick);
	if (found) {
		kernels = [...new Set(found.kernels)];
		errors = found.messages.filter(m => m.severity === "error");
		showProblems(found.messages);
	}
	if (!kernels.includes(state.kernel))
		state.kernel = kernels.at(-1) ?? "";
	drawKernels();
	if (!state.kernel && !errors.length && state.code.trim())
		return showProgram();
	if (!state.kernel)
		throw new Error(errors[0]?.message ?? "there is no kernel yet: dst[0,0] = (src[1,0] + src[-1,0]) / 2 is one");
	const info = await quick.value(state.kernel).catch(error => {
		throw errors.length ? new Error(`line ${errors[0].line}: ${errors[0].message}`) : error;
	});
	dims = info.dims;
	$("kernel-info").textContent = `${info.dims}D, ${info.loads} load${info.loads === 1 ? "" : "s"}, ` +
		`${info.stores} store${info.stores === 1 ? "" : "s"}, ${digits(info.flops)} flop`;
	for (const key of ["block", "fold"])
		if (state[key])
			state[key] = Array.from({ length: dims }, (_, i) => state[key][i] ?? 1);
	const asks = question(launch(), units);
	$("question").textContent = asks;
	const [json, printed] = await Promise.all([
		quick.call("eval", { program: `web_a = ${asks}\nweb_a;` }), quick.value("web_a", "text")]);
	if (again)
		return;
	report = json.value;
	words = readText(printed);
	explain.close();
	document.body.classList.remove("stale");
	$("headline").replaceChildren(...headline(report, words).filter(Boolean));
	document.title = `${figure(report.time, "s", 3)} – ${state.kernel} on ${state.device} – wsp`;
	if (!window.wspFirstAnswer) {
		window.wspFirstAnswer = performance.now();
		$("timing").textContent = `First answer after ${Math.round(window.wspFirstAnswer)} ms.`;
	}
	// tests/web reads these
	window.wspAnswers = (window.wspAnswers ?? 0) + 1;
	window.wspLatency = performance.now() - asking;
	drawControls();
	await drawPanel();
}

// A program without a kernel: all there is to see is what it prints
async function showProgram() {
	report = null;
	state.tab = "output";
	document.body.classList.remove("stale");
	$("kernel-info").textContent = "";
	$("question").textContent = "";
	$("headline").replaceChildren(h("p", null, "This program has no kernel. What it prints is below."));
	window.wspAnswers = (window.wspAnswers ?? 0) + 1;
	await drawPanel();
}

function showError(error) {
	const messages = error.data?.messages ?? [];
	const here = messages.filter(m => m.file === name && m.line);
	if (here.length)
		showProblems(messages);
	document.body.classList.add("stale");
	$("kernel-info").textContent = "";
	$("headline").replaceChildren(h("p", { class: "error" }, error.message),
		...messages.flatMap(m => m.notes).map(n => h("p", { class: "faint" }, n)));
	if (!report) {
		drawTabs();
		$("panel").replaceChildren();
	}
	window.wspAnswers = (window.wspAnswers ?? 0) + 1;
}

function showProblems(messages) {
	const here = messages.filter(m => m.file === name || !m.file);
	setProblems(here.filter(m => m.line));
	$("problems").replaceChildren(...messages.slice(0, 5).map(m => h("div", { class: "problem " + m.severity },
		m.line ? h("button", { type: "button", class: "link", onclick: () => jump(m) }, `line ${m.line}`) : "", " ",
		m.message, m.label ? h("span", { class: "faint" }, ` (${m.label})`) : "",
		...(m.notes ?? []).map(n => h("div", { class: "faint" }, n)))));
}

// The help of the word at the caret
async function showHelp(word) {
	const text = word && (await quick.call("eval", { program: "help " + word, format: "none" }).catch(() => null))?.text;
	$("word-help").textContent = text ? text.trim().split("\n").slice(0, 4).join("\n") : "";
	$("word-help").hidden = !text;
}

function jump(message) {
	const area = $("code"), before = area.value.split("\n").slice(0, message.line - 1).join("\n");
	const at = before.length + (message.line > 1 ? 1 : 0) + message.column - 1;
	area.focus();
	area.setSelectionRange(at, at + Math.max(1, message.width));
}

// ------------------------------------------------------------------ panels

const tabs = ["report", "rank", "roofline", "compare", "output"];

function drawTabs() {
	for (const tab of tabs) {
		const button = $("tab-" + tab), isOpen = tab === state.tab;
		button.setAttribute("aria-selected", isOpen);
		button.tabIndex = isOpen ? 0 : -1;
	}
	$("panel").setAttribute("aria-labelledby", "tab-" + state.tab);
}

async function drawPanel() {
	drawTabs();
	if (state.tab === "output")
		return drawOutput();
	if (!report)
		return;
	await { report: drawReport, rank: drawRank, roofline: drawRoofline, compare: drawCompare }[state.tab]();
}

// Replace the panel; what has the focus keeps it
function put(node) {
	const panel = $("panel"), at = document.activeElement, { block, path } = at?.dataset ?? {};
	const same = !panel.contains(at) || at === panel ? null : at.id ? "#" + CSS.escape(at.id) :
		block ? `.cell[data-block="${block}"]` : path ? `[data-path="${path}"]` : at.closest(".best") ? ".best .here" : null;
	panel.replaceChildren(node);
	if (same)
		panel.querySelector(same)?.focus({ preventScroll: true });
}

function drawReport() {
	const panel = reportPanel(report, words, { ...devices[state.device], ...state.tweak }, h("div", { id: "volumes" }));
	panel.querySelector("details").addEventListener("toggle", async event => {
		if (event.target.open)
			$("volumes").replaceChildren(picture(await drawn("web_a", 560)));
	});
	put(panel);
}

// A picture of a value, drawn for the width of the panel where that is narrow
async function drawn(value, height) {
	const style = getComputedStyle($("panel"));
	const width = Math.floor($("panel").clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight));
	return width >= 528 ? quick.value(value, "svg") :
		quick.value(`svg(${value}, size = (${Math.max(width, 320)}, ${height}))`, "text");
}

async function drawRoofline() {
	const [svg, words] = await Promise.all([drawn("(roofline web_a)", 340), quick.value("(roofline web_a)", "text")]);
	const lines = words.trim().split("\n");
	put(h("div", { class: "roofline" }, picture(svg),
		h("p", { class: "verdict-line" }, lines.at(-1).trim()),
		h("details", null, h("summary", null, "Ceilings and points as a table"), h("pre", { class: "text" }, words))));
}

async function drawCompare() {
	state.other ??= { device: state.device === "h200" ? "a100" : "h200", tweak: {}, block: state.block, fold: state.fold };
	const b = state.other;
	await readDevice(b.device);
	const asks = question(b, units);
	const select = h("select", { "aria-label": "Device of B", id: "other-device", onchange: e => changeOther({ device: e.target.value, tweak: {} }) },
		[...$("device").children].map(n => n.cloneNode(true)));
	const input = (key, label) => h("label", null, label, " ", h("input", { size: 12, id: "other-" + key, value: b[key]?.join(", ") ?? "",
		placeholder: "chosen", inputmode: "numeric", onchange: e => changeOther({ [key]: numbers(e.target.value) }) }));
	const controls = h("div", { class: "row options" }, select, input("block", "block"), input("fold", "fold"),
		h("button", { type: "button", id: "pin", onclick: () => changeOther(structuredClone(launch())) }, "B := A"),
		h("button", { type: "button", id: "swap", onclick: swap }, "A ⇄ B"),
		Object.keys(b.tweak).length ? h("span", { class: "faint" }, "with what-if figures") : null);
	const shownNow = report;
	let answer = null, verdict = "", error = "";
	try {
		answer = (await quick.call("eval", { program: `web_b = ${asks}\nweb_b;` })).value;
		const printed = (await quick.value("compare(web_a, web_b)", "text")).trim().split("\n").at(-1);
		verdict = printed.replaceAll(/\br1\b/g, "A").replaceAll(/\br2\b/g, "B");
	} catch (e) {
		error = e.message;
	}
	if (shownNow !== report || state.tab !== "compare")
		return;
	other = answer;
	put(comparePanel({ a: report, b: answer, words, verdict, controls, error,
		deviceA: { ...devices[state.device], ...state.tweak }, deviceB: { ...devices[b.device], ...b.tweak } }));
	select.value = b.device;
}

function changeOther(change) {
	Object.assign(state.other, change);
	saveLink();
	drawPanel();
}

function swap() {
	const b = state.other;
	state.other = structuredClone(launch());
	Object.assign(state, { device: b.device, tweak: b.tweak, block: b.block, fold: b.fold });
	update();
}

// rank runs beside: cells appear when they are there, and a new question ends it
async function drawRank() {
	const axes = `${state.kernel} on ${deviceText(state.device, state.tweak, units)} over block in ` +
		(state.threads ? `blocks(${state.threads}, dims = ${dims})` : `blocks(max = 1024, dims = ${dims})`) +
		(state.folds ? `, fold in [${folds().map(f => `(${f.join(", ")}${f.length === 1 ? "," : ""})`).join(", ")}]` : "");
	const asks = "rank " + axes + options(null, state.folds ? null : state.fold);
	const draw = (rows, progress) => put(rankPanel(rows, { metric: state.metric, block: report.block, threads: state.threads,
		folds: state.folds, dims, words, progress, onTip: tip,
		onPick: row => { tip(null); state.block = row.block; if (row.fold) state.fold = row.fold; update(); },
		onOption: change => { Object.assign(state, change); saveLink(); drawPanel(); } }));
	const key = state.code + "\n" + asks;
	$("question").textContent = asks;
	if (ranked?.key === key)
		return draw(ranked.rows);
	const server = slowServer();
	if (server.isBusy)
		server.cancel();
	draw(null);
	const began = performance.now();
	try {
		await define(server);
		const rows = (await server.call("eval", { program: `${asks};` }, p => {
			if (state.tab === "rank" && $("rank-wait"))
				$("rank-wait").textContent = `${p.done} of ${p.total} launches …`;
		})).value;
		ranked = { key, rows };
		window.wspRank = performance.now() - began;
		if (state.tab === "rank")
			draw(rows);
	} catch (error) {
		if (!error.isCancelled && state.tab === "rank")
			draw(null, error.message);
	}
}

const folds = () => [Array(dims).fill(1), ...Array.from({ length: dims }, (_, d) => [2, 4].map(n =>
	Array.from({ length: dims }, (_, i) => i === d ? n : 1))).flat()];

// The whole program, with what it asks and prints itself
async function drawOutput() {
	const code = state.code;
	if (output?.code === code && $("panel").querySelector(".output"))
		return;
	const server = slowServer();
	if (server.isBusy)
		server.cancel();
	put(h("div", { class: "output" }, h("p", { class: "faint busy" }, "Running …"),
		h("button", { type: "button", onclick: () => { server.cancel(); put(h("p", null, "Stopped.")); output = null; } }, "Stop")));
	output = { code };
	let result, error, pictures = {};
	server.code = null;
	try {
		await server.call("restore");
		result = await server.call("eval", { program: code, name, format: "none" });
		pictures = await server.call("pictures");
	} catch (e) {
		if (e.isCancelled)
			return;
		error = e;
		result = e.data ?? { text: "" };
	}
	if (state.tab !== "output" || state.code !== code)
		return;
	put(h("div", { class: "output" },
		h("p", { class: "hint" }, "What the program prints when all of it runs."),
		Object.entries(pictures).map(([file, svg]) => h("figure", null, picture(svg), h("figcaption", { class: "faint" }, file))),
		result.text ? h("pre", { class: "text" }, result.text) : error || Object.keys(pictures).length ? null :
			h("p", null, "The program asks nothing itself. Add a line such as ", h("code", null, `rank ${state.kernel || "dst"} over block in blocks(256)`), "."),
		error && h("pre", { class: "text error" }, (error.data?.messages ?? [{ message: error.message }]).map(m =>
			`${m.line ? "line " + m.line + ": " : ""}${m.message}${(m.notes ?? []).map(n => "\n  " + n).join("")}`).join("\n"))));
}

// ---------------------------------------------------------------- controls

// One to three numbers, such as "640, 512, 512" or "640x512"; null if there are none
const numbers = text => {
	if (!text.trim())
		return null;
	const list = text.trim().split(/[\s,;x×*()]+/).filter(Boolean).map(Number);
	if (list.length >= 1 && list.length <= 3 && list.every(n => Number.isInteger(n) && n > 0))
		return list;
	toast(`'${text}' is not one to three numbers, such as 640, 512, 512.`);
	return null;
};

function chips(id, label, values, choices, pick) {
	const axis = "xyz";
	$(id).replaceChildren(...values.map((value, d) => {
		const all = [...new Set([...choices(d), value])].sort((a, b) => a - b);
		return h("fieldset", { class: "chip-row" }, h("legend", null, `${label} ${axis[d]}`),
			all.map(n => h("label", { class: "chip" }, h("input", { type: "radio", name: id + d, value: n, checked: n === value,
				onchange: () => pick(d, n) }), h("span", null, n))));
	}));
}

function drawLaunch() {
	const focus = document.activeElement?.matches("#block input, #fold input") ?
		[document.activeElement.name, document.activeElement.value] : null;
	const block = state.block ?? report?.block ?? [256, 1, 1].slice(0, dims);
	const fold = state.fold ?? report?.fold ?? Array(dims).fill(1);
	const set = (key, now) => (d, n) => {
		state[key] = now.map((v, i) => i === d ? n : v);
		update();
	};
	const most = [1024, 1024, 64], powers = [1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024];
	chips("block", "block", block, d => powers.filter(n => n <= most[d]), set("block", block));
	chips("fold", "fold", fold, () => [1, 2, 4, 8], set("fold", fold));
	const n = block.reduce((a, b) => a * b, 1);
	$("threads").textContent = `${n} threads${state.block ? "" : ", chosen by wsp"}`;
	$("threads").classList.toggle("error", n > (devices[state.device]?.["block.threads"] ?? 1024));
	$("reset-launch").hidden = !(state.block || state.fold || state.domain || state.registers || state.type || state.model);
	for (const chosen of document.querySelectorAll(".chip-row input:checked")) {
		const row = chosen.closest(".chip-row"), chip = chosen.closest(".chip");
		if (row.scrollWidth > row.clientWidth)
			row.scrollLeft = chip.offsetLeft - row.offsetLeft - row.clientWidth / 2;
	}
	if (focus)
		document.querySelector(`input[name="${focus[0]}"][value="${focus[1]}"]`)?.focus();
}

const steps = 24;	// a slider's range, from a quarter to four times, in steps of a twelfth of an octave

function drawSliders() {
	const device = devices[state.device];
	if (!device)
		return;
	if ($("sliders").dataset.device !== state.device) {
		$("sliders").dataset.device = state.device;
		$("sliders").replaceChildren(...tweakable.filter(([path]) => device[path] > 0).map(([path, label]) =>
			h("label", { class: "slider" }, h("span", null, label),
				h("input", { type: "range", min: -steps, max: steps, step: 1, "data-path": path, list: "",
					oninput: e => tweak(path, Number(e.target.value)) }),
				h("output", { "data-path": path }))));
	}
	for (const input of $("sliders").querySelectorAll("input")) {
		const path = input.dataset.path, base = device[path], now = state.tweak[path] ?? base;
		const step = Math.round(12 * Math.log2(now / base));
		if (document.activeElement !== input || Number(input.value) !== step)
			input.value = step;
		const out = input.nextElementSibling;
		out.textContent = figure(now, units[path]) + (state.tweak[path] ? ` (${digits(now / base, 2)}×)` : "");
		out.classList.toggle("changed", path in state.tweak);
		input.setAttribute("aria-valuetext", out.textContent);
	}
	$("reset-device").hidden = Object.keys(state.tweak).length === 0;
}

function tweak(path, step) {
	const base = devices[state.device][path];
	const value = base * 2 ** (step / 12);
	if (step === 0)
		delete state.tweak[path];
	else if (/count$/.test(path))
		state.tweak[path] = Math.max(1, Math.round(value));
	else
		state.tweak[path] = units[path] === "B" ? 1024 * Math.round(value / 1024) : Number(value.toPrecision(4));
	update();
}

function drawKernels() {
	$("kernel").hidden = kernels.length < 2;
	$("kernel").replaceChildren(...kernels.map(k => h("option", { selected: k === state.kernel }, k)));
	$("kernel").value = state.kernel;
}

function drawControls() {
	$("device").value = state.device;
	$("type").value = state.type;
	$("model").value = state.model;
	if (document.activeElement !== $("registers"))
		$("registers").value = state.registers || "";
	if (document.activeElement !== $("domain"))
		$("domain").value = state.domain?.join(", ") ?? "";
	drawLaunch();
	drawSliders();
}

// The devices, by family, as `show devices` lists them
async function readDevices() {
	const listing = (await quick.call("eval", { program: "show devices", format: "none" })).text;
	let family;
	for (const line of listing.split("\n").slice(1)) {
		const m = /^ {2}(\w+) +\d.*? (?:\d+ +){3}(.+)$/.exec(line);
		if (/^\w+$/.test(line)) {
			family = h("optgroup", { label: line });
			$("device").append(family);
		} else if (m && family) {
			family.append(h("option", { value: m[1] }, m[2].trim()));
		}
	}
}

async function readDevice(id) {
	if (devices[id])
		return;
	const d = await quick.value(id);
	if (!d["sm.count"])
		throw new Error(`'${id}' is no device`);
	devices[id] = d;
	units = { ...units, ...d.units };
}

// --------------------------------------------------------------------- link

let linkTimer;
function saveLink() {
	clearTimeout(linkTimer);
	linkTimer = setTimeout(async () => history.replaceState(null, "", await toFragment()), 300);
}

async function openLink() {
	if (!await fromFragment(location.hash))
		Object.assign(state, structuredClone(initial), welcome);
	setText(state.code);
	if (!tabs.includes(state.tab))
		state.tab = "report";
}

// A link may name a device that is not there
async function pickDevice(id) {
	state.device = await readDevice(id).then(() => id, () => initial.device);
	await readDevice(state.device);
}

function pickExample(example) {
	const wants = asked(example.text);
	Object.assign(state, structuredClone(initial), { code: example.text, tab: state.tab, block: wants.block,
		kernel: wants.kernel ?? "", registers: wants.registers });
	output = null;
	setText(state.code);
	pickDevice(wants.device ?? state.device).then(update);
}

// -------------------------------------------------------------------- start

function listen() {
	let typing;
	startEditor(code => {
		state.code = code;
		clearTimeout(typing);
		typing = setTimeout(update, 120);
	}, line => quick.call("complete", { program: line }).catch(() => null), () => {
		state.tab = "output";
		output = null;
		drawPanel();
	}, showHelp);
	$("kernel").onchange = e => { state.kernel = e.target.value; update(); };
	$("device").onchange = async e => { state.tweak = {}; await pickDevice(e.target.value); update(); };
	$("reset-device").onclick = () => { state.tweak = {}; update(); };
	$("reset-launch").onclick = () => { Object.assign(state, { block: null, fold: null, domain: null, registers: 0, type: "", model: "" }); update(); };
	$("registers").onchange = e => { state.registers = numbers(e.target.value)?.[0] ?? 0; update(); };
	$("domain").onchange = e => { state.domain = numbers(e.target.value); update(); };
	$("type").onchange = e => { state.type = e.target.value; update(); };
	$("model").onchange = e => { state.model = e.target.value; update(); };
	$("format").onclick = async () => {
		try {
			state.code = await quick.call("format", { program: state.code });
			setText(state.code);
			update();
		} catch {
			toast("The program has errors: mend them first.");
		}
	};
	for (const tab of tabs)
		$("tab-" + tab).onclick = () => {
			state.tab = tab;
			if (report)
				$("question").textContent = question(launch(), units);
			saveLink();
			drawPanel();
		};
	document.querySelector(".tabs").addEventListener("keydown", event => {
		const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
		if (step) {
			const next = tabs[(tabs.indexOf(state.tab) + step + tabs.length) % tabs.length];
			$("tab-" + next).click();
			$("tab-" + next).focus();
		}
	});
	const explainIt = async element => {
		const isOther = element.closest(".two-up figure:nth-child(2), [data-other]");
		const subject = isOther ? other : report;
		const printed = (await quick.call("eval", { program: `explain ${isOther ? "web_b" : "web_a"}`, format: "none" })).text;
		explain.show(element.dataset.path, explain.readExplain(printed), path => member(subject, path), element);
	};
	document.addEventListener("click", event => {
		if (event.target.closest(".faster"))
			$("tab-rank").click();
		const element = event.target.closest("[data-path].figure");
		if (element)
			explainIt(element);
	});
	document.addEventListener("keydown", event => {
		if (event.key === "Escape") {
			explain.close();
			tip(null);
		} else if ((event.key === "Enter" || event.key === " ") && event.target.matches?.("text.figure")) {
			event.preventDefault();
			explainIt(event.target);
		}
	});
	$("open-gallery").onclick = () => openGallery(pickExample);
	$("share").onclick = async () => {
		const link = location.href.split("#")[0] + await toFragment();
		history.replaceState(null, "", link);
		try {
			await navigator.clipboard.writeText(link);
			toast("The link holds the kernel, the device and the launch. It is copied.");
		} catch {
			toast("The link is in the address bar.");
		}
	};
	$("copy-question").onclick = () => navigator.clipboard?.writeText($("question").textContent).then(() => toast("Copied."));
	$("home").onclick = event => {
		$("home").href = "./" + location.hash;
		if (isEmbedded)
			return;
		event.preventDefault();
		Object.assign(state, structuredClone(initial), welcome);
		setText(state.code);
		pickDevice(state.device).then(update);
	};
	const setTheme = theme => {
		document.documentElement.dataset.theme = theme;
		try { localStorage.setItem("wsp-theme", theme); } catch {}
		drawPanel();
	};
	$("theme").onclick = () => {
		const now = document.documentElement.dataset.theme || (matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light");
		setTheme(now === "dark" ? "light" : "dark");
	};
	addEventListener("hashchange", async () => {
		if (location.hash !== await toFragment()) {
			await openLink();
			pickDevice(state.device).then(update);
		}
	});
}

async function start() {
	try {
		const theme = new URLSearchParams(location.search).get("theme") ?? localStorage.getItem("wsp-theme");
		if (theme === "dark" || theme === "light")
			document.documentElement.dataset.theme = theme;
	} catch {}
	if (isEmbedded) {
		document.documentElement.classList.add("embed");
		$("home").target = "_blank";
		$("home").title = "Open the whole page";
	}
	if (innerWidth < 700)
		$("what-if").open = false;
	await openLink();
	listen();
	await pickDevice(state.device);
	if (state.other)
		await readDevice(state.other.device).catch(() => state.other = null);
	drawControls();
	await update();
	await readDevices();
	drawControls();
	$("version").textContent = "wsp " + await quick.call("version");
	window.wspReady = true;
}

start().catch(error => {
	$("headline").replaceChildren(h("p", { class: "error" }, "This page cannot start: " + error.message));
});
