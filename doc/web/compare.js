// Two launches side by side: the one of the page, and another device or launch.

import { h, figure, member, digits, ask } from "./dom.js";
import { hierarchy, hue } from "./report.js";

const paths = ["time", "performance", "dram.load", "dram.store", "l2.load", "l2.store", "l1.load", "l1.wavefronts",
	"l1.hit_rate", "l2.hit_rate", "occupancy.warps_per_sm", "registers"];

function row(a, b, path) {
	const [x, y] = [member(a, path), member(b, path)];
	if (x === undefined && y === undefined)
		return null;
	return h("tr", null, h("th", { scope: "row" }, path), h("td", null, ask(a, path)),
		h("td", { "data-other": path, "data-value": y }, y === undefined ? "–" : ask(b, path)),
		h("td", { class: "ratio" }, x && y ? digits(y / x, 3) + " ×" : "–"));
}

function limitPair(a, b, words) {
	const names = [...new Set([...Object.keys(a.limits), ...Object.keys(b.limits)])];
	const of = (r, n) => r.limits[n] ?? 0;
	const most = Math.max(...names.flatMap(n => [of(a, n), of(b, n)]));
	return h("div", { class: "limits pair" }, names.sort((m, n) => Math.max(of(a, n), of(b, n)) - Math.max(of(a, m), of(b, m))).slice(0, 8)
		.map(name => h("div", { class: "limit" }, h("span", { class: "limit-name" }, words.what[name] ?? name),
			h("span", { class: "track two" }, [a, b].map((r, i) => h("span", { class: `bar hue-${hue(name)} bar-${i}`,
				style: `width:${100 * of(r, name) / most}%`, title: `${"AB"[i]}: ${figure(of(r, name), "s")}` }))),
			h("span", { class: "number" }, [a, b].map((r, i) => h("span", { "data-other": i ? "limits." + name : null,
				"data-value": of(r, name) }, name in r.limits ? ask(r, "limits." + name) : "–"))))));
}

export function comparePanel({ a, b, words, verdict, controls, deviceA, deviceB, error }) {
	return h("div", { class: "compare" },
		h("p", { class: "pair-head" }, h("span", null, h("b", null, "A"), " is the launch of the page. ", h("b", null, "B"), " is")),
		controls,
		error && h("p", { class: "error" }, error),
		b && h("div", null,
			verdict && h("p", { class: "verdict-line" }, verdict),
			h("div", { class: "two-up" },
				[[a, deviceA, "A"], [b, deviceB, "B"]].map(([r, d, name]) => h("figure", null,
					h("figcaption", null, h("b", null, name), ` ${r.device}, ${r.block.join(" × ")}`,
						r.fold.some(f => f > 1) ? ` fold ${r.fold.join(" × ")}` : "", ": ", h("b", null, figure(r.time, "s", 3))),
					hierarchy(r, d)))),
			h("h3", null, "Limits, A above B"), limitPair(a, b, words),
			h("div", { class: "scroll" }, h("table", { class: "figures" },
				h("thead", null, h("tr", null, ["figure", "A", "B", "B / A"].map(t => h("th", { scope: "col" }, t)))),
				h("tbody", null, paths.map(p => row(a, b, p)))))));
}
