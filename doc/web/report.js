// The report as a picture: the memory hierarchy with volumes on its edges, the
// times that each limit would take alone, and the interval of the time.

import { h, s, ask, figure, percent, member, unitOf } from "./dom.js";

// Which colour a limit has, everywhere
export const hue = limit => ({ dram: "dram", l3: "l3", l2: "l2", requests: "l2", l1: "l1",
	fills: "l1", shared: "l1", latency: "wait", tlb: "wait", overhead: "wait", launch: "wait" })[limit] ?? "core";

// The lines of a printed report that say what limits are, and the verdict
export function readText(text) {
	const what = {}, verdict = [];
	let isVerdict = false;
	for (const line of text.split("\n")) {
		const bar = /^ {2}(\w+) +[\d.e+-]+ \w+ +#* +(.+?)( {2}<- decides)?$/.exec(line);
		if (isVerdict && line.trim())
			verdict.push(line.trim());
		else if (/^ {2}time /.test(line))
			isVerdict = true;
		else if (bar)
			what[bar[1]] = bar[2].trim();
	}
	return { what, verdict };
}

// A figure inside of a picture, which answers to a click like any other
function svgFigure(report, path, x, y, attributes = {}, text) {
	const value = member(report, path);
	return s("text", { x, y, class: "figure", tabindex: 0, role: "button",
		"data-path": path, "data-value": value, ...attributes },
		text ?? figure(value, unitOf(report, path)),
		s("title", null, `Where does ${path} come from?`));
}

function arrow(x, from, to, width, kind) {
	const up = to < from, head = Math.max(7, width * 0.9 + 4), w = Math.max(1.5, width) / 2;
	const tip = up ? to + 2 : to - 2, neck = up ? to + head : to - head;
	const points = [[x - w, from], [x - w, neck], [x - w - 5, neck], [x, tip],
		[x + w + 5, neck], [x + w, neck], [x + w, from]];
	return s("polygon", { class: "arrow hue-" + kind, points: points.map(p => p.join(",")).join(" ") });
}

// The hierarchy.  Widths of arrows are proportional to the root of the volume.
export function hierarchy(report, device) {
	const width = 420, box = 46, gap = 66, left = 132, wide = 262;
	const levels = [["registers", "SM", "core"], ["l1", "L1", "l1"], ["l2", "L2", "l2"]];
	if (member(report, "l3.load") !== undefined)
		levels.push(["l3", "L3", "l3"]);
	levels.push(["dram", "DRAM", "dram"]);
	const volumes = levels.slice(1).flatMap(([level]) =>
		[member(report, level + ".load"), member(report, level + ".store")]).filter(v => v > 0);
	const most = Math.max(...volumes, 1);
	const thick = v => v > 0 ? 26 * Math.sqrt(v / most) : 0;
	const parts = [];
	const size = { registers: report.occupancy ? `${report.occupancy.warps_per_sm} warps per SM` : "",
		l1: figure(device?.["l1.size"], "B"), l2: figure(device?.["l2.size"], "B"),
		l3: device?.["l3.size"] ? figure(device["l3.size"], "B") : "",
		dram: device?.["dram.bw"] ? figure(device["dram.bw"], "B/s") : "" };

	levels.forEach(([level, label, kind], i) => {
		const y = 6 + i * (box + gap);
		const share = member(report, `achieved.${level}_share`) ??
			(level === "registers" ? member(report, "achieved.flops_share") : undefined);
		const hit = member(report, level + ".hit_rate");
		parts.push(s("rect", { x: left - 12, y, width: wide, height: box, rx: 7, class: "level hue-" + kind }));
		if (share > 0)
			parts.push(s("rect", { x: left - 11, y: y + box - 5, width: (wide - 2) * Math.min(1, share), height: 4,
				rx: 2, class: "share hue-" + kind }, s("title", null, `${percent(share)} of its rate`)));
		parts.push(s("text", { x: left, y: y + 20, class: "level-name" }, label));
		if (size[level] && size[level] !== "–")
			parts.push(s("text", { x: left + 58, y: y + 20, class: "faint" }, size[level]));
		if (share > 0)
			parts.push(svgFigure(report, level === "registers" ? "limits.fp" : "limits." + level, left, y + 36, {},
				level === "registers" ? `arithmetic at ${percent(share)}` : `busy ${percent(share)}`));
		if (hit !== undefined)
			parts.push(svgFigure(report, level + ".hit_rate", left + wide - 24, y + 36,
				{ "text-anchor": "end" }, `hits ${percent(hit)}`));
		if (i === 0)
			return;
		const top = y - gap, middle = top + gap / 2 + 5;
		const load = member(report, level + ".load"), store = member(report, level + ".store");
		parts.push(arrow(left + 50, y, top, thick(load), kind));
		parts.push(svgFigure(report, level + ".load", left + 30 - thick(load) / 2, middle, { "text-anchor": "end", class: "figure volume" }));
		if (store !== undefined) {
			parts.push(arrow(left + 184, top, y, thick(store), kind));
			parts.push(svgFigure(report, level + ".store", left + 204 + thick(store) / 2, middle, { class: "figure volume" }));
		}
	});
	const height = 12 + levels.length * box + (levels.length - 1) * gap;
	return s("svg", { class: "hierarchy", viewBox: `0 0 ${width} ${height}`, role: "group",
		"aria-label": "What moves between the levels of memory for one update" }, parts);
}

export function limits(report, words) {
	const list = Object.entries(report.limits).filter(([, t]) => t > 0).sort((a, b) => b[1] - a[1]);
	const most = Math.max(report.time_high ?? 0, report.time, list[0]?.[1] ?? 0);
	return h("div", { class: "limits", role: "list", "aria-label": "Times of each limit alone" },
		list.map(([name, time]) => h("div", { class: "limit" + (name === report.limiter ? " decides" : ""), role: "listitem" },
			h("span", { class: "limit-name" }, words.what[name] ?? name),
			h("span", { class: "track" }, h("span", { class: "bar hue-" + hue(name), style: `width:${100 * time / most}%` })),
			ask(report, "limits." + name))));
}

// The interval of the time, on an axis from 0
export function interval(report) {
	if (report.time_low === undefined)
		return null;
	const most = report.time_high * 1.08, x = t => 4 + 392 * t / most;
	return s("svg", { class: "interval", viewBox: "0 0 400 34", role: "group",
		"aria-label": `${figure(report.time_low, "s")} to ${figure(report.time_high, "s")}` },
		s("line", { x1: 4, x2: 396, y1: 14, y2: 14, class: "axis" }),
		s("rect", { x: x(report.time_low), y: 8, width: x(report.time_high) - x(report.time_low), height: 12, rx: 6, class: "span" }),
		s("circle", { cx: x(report.time), cy: 14, r: 5, class: "dot" }),
		svgFigure(report, "time_low", x(report.time_low), 32, { "text-anchor": "middle" }, figure(report.time_low, "s", 3)),
		svgFigure(report, "time_high", Math.min(x(report.time_high), 372), 32, { "text-anchor": "middle" },
			figure(report.time_high, "s", 3)));
}

export function headline(report, words) {
	const decides = words.what[report.limiter] ?? report.limiter;
	return [
		h("div", { class: "big" },
			h("div", { class: "big-time" }, ask(report, "time", figure(report.time, "s", 3)),
				h("span", { class: "faint" }, "per launch")),
			h("div", { class: "big-speed" }, ask(report, "performance", figure(report.performance, "LUP/s", 3)),
				h("span", { class: "faint" }, "updates")),
			h("div", { class: "big-limit hue-" + hue(report.limiter) }, h("strong", null, decides),
				h("span", { class: "faint" }, "decides"))),
		h("div", { class: "row" }, interval(report),
			h("button", { type: "button", class: "faster" }, "Find a faster launch")),
		h("ul", { class: "verdict" }, words.verdict.map(line =>
			h("li", { class: /^not validated/.test(line) ? "faint" : null }, line))),
	];
}

function fieldsTable(report) {
	if (!report.fields?.length)
		return null;
	// what a field moves is a part of the sum, which is explained
	const cell = (v, path) => h("td", null, v > 0 ? ask(report, path, figure(v, "")) : "–");
	return h("table", { class: "small" }, h("caption", null, "By field, B/LUP"),
		h("thead", null, h("tr", null, ["field", "L2 load", "L2 store", "DRAM load", "DRAM store"].map(t => h("th", { scope: "col" }, t)))),
		h("tbody", null, report.fields.map(f => h("tr", null, h("th", { scope: "row" }, f.name),
			cell(f.l2?.load, "l2.load"), cell(f.l2?.store, "l2.store"),
			cell(f.dram?.load, "dram.load"), cell(f.dram?.store, "dram.store")))));
}

function facts(report) {
	const rows = [
		["launch", `${report.block.join(" × ")} threads, grid ${report.grid.join(" × ")}`],
		["domain", report.domain.join(" × ")],
		["registers", [ask(report, "registers"), " per thread" + (report.registers_low !== undefined && report.registers_low !== report.registers_high ?
			`, estimated: ${report.registers_low} to ${report.registers_high}` : "")]],
		["occupancy", [ask(report, "occupancy.blocks_per_sm"), report.occupancy.blocks_per_sm === 1 ? " block, " : " blocks, ",
			ask(report, "occupancy.warps_per_sm"), ` warps per SM, limited by ${report.occupancy.limiter}`]],
	];
	const asked = [["waves", "launch.waves"], ["arithmetic", "flops"], ["instructions", "instructions"],
		["L1 cycles", "l1.wavefronts"], ["L2 requests", "l2.requests"], ["pages of a wave", "tlb.pages"]];
	return h("dl", { class: "facts" },
		rows.map(([name, text]) => [h("dt", null, name), h("dd", null, text)]),
		asked.filter(([, path]) => member(report, path) !== undefined)
			.map(([name, path]) => [h("dt", null, name), h("dd", null, ask(report, path))]));
}

export function reportPanel(report, words, device, picture) {
	return h("div", { class: "report" },
		h("div", { class: "picture" }, hierarchy(report, device),
			h("p", { class: "hint" }, "Bytes per lattice update. Click a figure to see where it comes from."), fieldsTable(report)),
		h("div", { class: "beside" }, h("h3", null, "What limits the time"), limits(report, words),
			h("h3", null, "Launch"), facts(report)),
		picture && h("details", { class: "more" }, h("summary", null, "What the volumes are made of"), picture));
}
