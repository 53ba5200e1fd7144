// Where a figure comes from: the program's own derivation, with its formula, the
// figures that went into it and the number of its equation.

import { $, h, digits } from "./dom.js";

// Sections of what `explain` prints, by the path of the figure
export function readExplain(text) {
	const sections = new Map();
	let now;
	for (const line of text.split("\n")) {
		const head = /^# ([a-z0-9_.]+), equation ([\d.]+)(?:: (.*))?$/.exec(line);
		const input = /^(\w+) = (\S+(?: \S+)?) {4}# (.*)$/.exec(line);
		const formula = /^(.+?) {4}# (.*)$/.exec(line);
		if (head) {
			now = { path: head[1], equation: head[2], why: head[3], inputs: [] };
			sections.set(head[1], now);
		} else if (!now || !line.trim() || line.startsWith("#")) {
			now = line.trim() ? now : undefined;
		} else if (input && !now.formula) {
			const [value, unit] = input[2].split(" ");
			now.inputs.push({ name: input[1], value: Number(value), unit, what: input[3] });
		} else if (formula) {
			now.formula = formula[1];
			now.result = formula[2];
		}
	}
	return sections;
}

let returnTo;

export function close() {
	const drawer = $("explain");
	if (drawer.hidden)
		return;
	drawer.hidden = true;
	document.body.classList.remove("explains");
	returnTo?.isConnected && returnTo.focus();
}

// The formula, its inputs marked
function linked(text, section) {
	return text.split(/([A-Za-z_][\w]*)/).map(part =>
		section.inputs.some(i => i.name === part) ? h("var", null, part) : part);
}

// The figure that an input is: "capacity" of dram.load is dram.load_capacity,
// t_dram is limits.dram.  Names alone could mislead, so values must agree.
function origin(sections, section, input) {
	return [input.name, `${section.path}_${input.name}`, "limits." + input.name.replace(/^t_/, "")].find(path =>
		path !== section.path && sections.has(path) &&
		Math.abs(sections.get(path).number - input.value) <= 1e-12 * Math.abs(input.value));
}

// Figures of the launch, which come before all volumes and have no section
function ofLaunch(path, numbers) {
	const [low, high] = [numbers("registers_low"), numbers("registers_high")];
	if (path === "registers")
		return low === high ? "Stated in the question or the kernel." :
			`Estimated from the values that a thread keeps; a compiler may take ${low} to ${high}. Chapter 2 of doc/MODEL.md.`;
	if (path.startsWith("occupancy."))
		return `${numbers("occupancy.blocks_per_sm")} blocks of ${numbers("block").join(" × ")} threads run on an SM at once; ` +
			`more do not fit for their ${numbers("occupancy.limiter")}. Equation 2.1 of doc/MODEL.md.`;
	return "This figure is part of the input, or the model does not derive it.";
}

export function show(path, sections, numbers, opener) {
	const drawer = $("explain");
	const section = sections.get(path);
	for (const other of sections.values())
		other.number = numbers(other.path);
	returnTo = opener ?? returnTo;
	const again = to => () => show(to, sections, numbers);
	drawer.replaceChildren(
		h("div", { class: "drawer-head" }, h("h2", null, path),
			h("button", { type: "button", class: "quiet", "aria-label": "Close", onclick: close }, "Close")),
		section ? h("div", null,
			h("p", { class: "result" }, section.result),
			section.why && h("p", null, section.why),
			h("pre", { class: "formula" }, linked(section.formula ?? "", section)),
			h("table", { class: "inputs" }, h("tbody", null, section.inputs.map(i => {
				const from = origin(sections, section, i);
				return h("tr", null, h("th", { scope: "row" }, h("var", null, i.name)),
					h("td", { class: "number", title: String(i.value) }, digits(Math.abs(i.value) < 1e-9 ? 0 : i.value), i.unit ? " " + i.unit : ""),
					h("td", null, i.what, from && [" ", h("button", { type: "button", class: "link", onclick: again(from) }, from)]));
			}))),
			h("p", { class: "faint" }, `Equation ${section.equation} of doc/MODEL.md`)) :
			h("p", null, ofLaunch(path, numbers)),
		h("nav", { class: "all", "aria-label": "All figures" }, [...sections.keys()].map(name =>
			h("button", { type: "button", class: "link" + (name === path ? " here" : ""), onclick: again(name) }, name))));
	drawer.hidden = false;
	drawer.scrollTop = 0;
	document.body.classList.add("explains");
	drawer.querySelector("button").focus({ preventScroll: true });
}
