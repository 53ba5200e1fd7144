// Small helpers: elements, SVG, figures with units.

export const $ = id => document.getElementById(id);

function make(element, attributes, children) {
	for (const [name, value] of Object.entries(attributes || {})) {
		if (value === false || value === null || value === undefined)
			continue;
		if (name.startsWith("on"))
			element.addEventListener(name.slice(2), value);
		else
			element.setAttribute(name, value === true ? "" : value);
	}
	element.append(...children.flat(9).filter(c => c !== null && c !== undefined && c !== false));
	return element;
}

// h("button", { type: "button", onclick: f }, "text", child ...)
export const h = (name, attributes, ...children) =>
	make(document.createElement(name), attributes, children);
export const s = (name, attributes, ...children) =>
	make(document.createElementNS("http://www.w3.org/2000/svg", name), attributes, children);

const prefixes = [[1e12, "T"], [1e9, "G"], [1e6, "M"], [1e3, "k"], [1, ""],
	[1e-3, "m"], [1e-6, "µ"], [1e-9, "n"]];

// At most four digits, as reports print them
export function digits(value, n = 4) {
	if (!Number.isFinite(value))
		return String(value);
	const text = value.toPrecision(n);
	if (text.includes("e"))
		return Math.abs(value) >= 1e4 && Math.abs(value) < 1e15 ?
			Math.round(value).toLocaleString("en").replaceAll(",", "\u202f") :
			String(Number(text));
	return text.includes(".") ? text.replace(/\.?0+$/, "") : text;
}

// A figure in its unit, with a prefix where the unit takes one
export function figure(value, unit = "", n = 4) {
	if (value === null || value === undefined)
		return "–";
	if (unit === "B") {
		for (const [size, name] of [[2 ** 30, "GiB"], [2 ** 20, "MiB"], [1024, "KiB"]])
			if (Math.abs(value) >= size)
				return digits(value / size, n) + " " + name;
		return digits(value, n) + " B";
	}
	const scales = /^(s|LUP\/s|B\/s|FLOP\/s|Hz|inst\/s)$/.test(unit);
	if (scales && value !== 0)
		for (const [size, prefix] of prefixes)
			if (Math.abs(value) >= size * 0.9999999 && (unit === "s" || size >= 1))
				return digits(value / size, n) + " " + prefix + unit;
	if (Math.abs(value) < 1e-9)
		value = 0;
	return digits(value, n) + (unit ? " " + unit : "");
}

export const percent = share => digits(100 * share, share < 0.1 ? 1 : 2) + " %";

// The member "l2.load" of a report, and its unit
export const member = (record, path) =>
	path.split(".").reduce((v, name) => v?.[name], record);
export const unitOf = (report, path) => {
	const unit = member(report.units, path);
	return typeof unit === "string" ? unit : "";
};

// A figure that answers to a click with its derivation; what has an interval has three digits, as its ends
export function ask(report, path, text) {
	const value = member(report, path);
	return h("button", { type: "button", class: "figure", "data-path": path,
		"data-value": value, title: "Where does " + path + " come from?" },
		text ?? figure(value, unitOf(report, path), /^(time|performance)$/.test(path) ? 3 : 4));
}
