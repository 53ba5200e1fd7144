// Rank as a heat map over the shapes of a block: x to the right, y upwards, the
// best z of each.  Cells answer to hover, click and arrow keys.

import { h, s, figure, member, digits } from "./dom.js";

export const metrics = {
	"performance": { label: "performance", unit: "LUP/s", best: "most" },
	"dram.load": { label: "DRAM load", unit: "B/LUP", best: "least" },
	"l2.load": { label: "L2 load", unit: "B/LUP", best: "least" },
	"l1.wavefronts": { label: "L1 cycles", unit: "cyc/LUP", best: "least" },
};

const key = block => `${block[0]},${block[1] ?? 1}`;
const same = (a, b) => a && b && [0, 1, 2].every(i => (a[i] ?? 1) === (b[i] ?? 1));

// The best row of each (x, y), by the metric
function cells(rows, metric) {
	const sign = metrics[metric].best === "most" ? -1 : 1, best = new Map();
	for (const row of rows) {
		const k = key(row.block), now = best.get(k);
		if (!now || sign * member(row, metric) < sign * member(now, metric))
			best.set(k, row);
	}
	return best;
}

// The text that a cell shows when pointed at
export function describe(row, limit) {
	return [
		h("strong", null, row.block.join(" × "), row.fold ? ` fold ${row.fold.join(" × ")}` : ""),
		h("div", null, figure(row.performance, "LUP/s", 3), ", ", figure(row.time, "s", 3)),
		h("div", { class: "faint" }, "limited by ", limit, "; DRAM ", digits(row.dram.load + row.dram.store),
			" B/LUP, L2 ", digits(row.l2.load), " B/LUP"),
	];
}

export function rankPanel(rows, { metric, block, threads, folds, dims, words, onPick, onTip, onOption, progress }) {
	const controls = h("div", { class: "row options" },
		h("label", null, "threads ", h("select", { id: "rank-threads", onchange: e => onOption({ threads: Number(e.target.value) }) },
			[[0, "all shapes"], ...[64, 128, 256, 512, 1024].map(n => [n, n])].map(([value, text]) =>
				h("option", { value, selected: value === threads }, text)))),
		h("label", null, "colour ", h("select", { id: "rank-metric", onchange: e => onOption({ metric: e.target.value }) },
			Object.entries(metrics).map(([value, m]) => h("option", { value, selected: value === metric }, m.label)))),
		h("label", { class: "check" }, h("input", { type: "checkbox", id: "rank-folds", checked: folds,
			onchange: e => onOption({ folds: e.target.checked }) }), " try folds"));
	if (!rows)
		return h("div", { class: "rank" }, controls, h("p", { class: "faint busy", id: "rank-wait" }, progress ?? "Ranking …"));

	const best = cells(rows, metric), m = metrics[metric];
	const xs = [...new Set(rows.map(r => r.block[0]))].sort((a, b) => a - b);
	const ys = [...new Set(rows.map(r => r.block[1] ?? 1))].sort((a, b) => a - b);
	const values = [...best.values()].map(r => member(r, metric));
	const lo = Math.min(...values), hi = Math.max(...values);
	const goodness = v => hi === lo ? 1 : m.best === "most" ? (v - lo) / (hi - lo) : (hi - v) / (hi - lo);
	const narrow = matchMedia("(max-width: 560px)").matches;
	const w = narrow ? 29 : 50, hgt = narrow ? 26 : 34, left = narrow ? 34 : 44, top = 8;
	const width = left + xs.length * w + 6, height = top + ys.length * hgt + 38;
	const winner = metric === "performance" ? rows[0] :
		[...best.values()].reduce((a, b) => goodness(member(a, metric)) >= goodness(member(b, metric)) ? a : b);
	const short = v => m.unit === "LUP/s" ? digits(v / 1e9, 3) : digits(v, 3);
	const nodes = [];

	ys.forEach((y, j) => {
		xs.forEach((x, i) => {
			const row = best.get(`${x},${y}`);
			if (!row)
				return;
			const v = member(row, metric), g = goodness(v);
			const at = { x: left + i * w, y: top + (ys.length - 1 - j) * hgt };
			const isHere = same(row.block, block);
			const isWinner = row === winner, limit = words.what[row.limiter] ?? row.limiter;
			const cell = s("g", { class: "cell" + (isHere ? " here" : "") + (isWinner ? " winner" : ""), role: "button",
				tabindex: -1, "data-x": i, "data-y": j, "data-block": row.block.join(","), "data-value": v,
				"data-fold": row.fold?.join(","),
				"aria-label": `${row.block.join(" by ")}: ${figure(v, m.unit)}, limited by ${limit}` },
				s("rect", { ...at, width: w - 2, height: hgt - 2, rx: 4, style: `--g:${g.toFixed(3)}` }),
				s("text", { x: at.x + w / 2 - 1, y: at.y + hgt / 2 + 3, "text-anchor": "middle",
					class: g > 0.55 ? "on-dark" : "on-light" }, short(v)));
			cell.addEventListener("pointerenter", e => onTip(cell, describe(row, limit)));
			cell.addEventListener("focus", () => onTip(cell, describe(row, limit)));
			cell.addEventListener("pointerleave", () => onTip(null));
			cell.addEventListener("blur", () => onTip(null));
			cell.addEventListener("click", () => onPick(row));
			nodes.push(cell);
		});
	});
	const first = nodes.find(n => n.classList.contains("here")) ?? nodes.find(n => n.classList.contains("winner")) ?? nodes[0];
	first?.setAttribute("tabindex", 0);
	const svg = s("svg", { class: "heat", viewBox: `0 0 ${width} ${height}`, style: `max-width:${width * 1.25}px`, role: "group",
		"aria-label": `${m.label} over the shape of the block` },
		xs.map((x, i) => s("text", { x: left + i * w + w / 2 - 1, y: top + ys.length * hgt + 14, "text-anchor": "middle", class: "faint" }, x)),
		ys.map((y, j) => s("text", { x: left - 7, y: top + (ys.length - 1 - j) * hgt + hgt / 2 + 3, "text-anchor": "end", class: "faint" }, y)),
		s("text", { x: left + xs.length * w / 2, y: height - 6, "text-anchor": "middle", class: "faint" }, "block x"),
		s("text", { x: 10, y: top + ys.length * hgt / 2, transform: `rotate(-90 10 ${top + ys.length * hgt / 2})`,
			"text-anchor": "middle", class: "faint" }, "block y"), nodes);
	svg.addEventListener("keydown", event => {
		const now = event.target.closest(".cell");
		const step = { ArrowRight: [1, 0], ArrowLeft: [-1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] }[event.key];
		if (!now)
			return;
		if (event.key === "Enter" || event.key === " ") {
			event.preventDefault();
			now.dispatchEvent(new Event("click"));
		} else if (step) {
			event.preventDefault();
			let x = Number(now.dataset.x), y = Number(now.dataset.y), next;
			do {
				x += step[0];
				y += step[1];
				next = nodes.find(n => Number(n.dataset.x) === x && Number(n.dataset.y) === y);
			} while (!next && x >= 0 && y >= 0 && x < xs.length && y < ys.length);
			if (next) {
				now.setAttribute("tabindex", -1);
				next.setAttribute("tabindex", 0);
				next.focus();
			}
		}
	});

	requestAnimationFrame(() => {
		const box = svg.parentElement;	// on a phone it scrolls: show the cell that matters
		if (box && first && box.scrollWidth > box.clientWidth)
			box.scrollLeft = Number(first.dataset.x) * box.scrollWidth / (xs.length + 1) - box.clientWidth / 2;
	});

	const list = h("ol", { class: "best" }, rows.slice(0, 8).map(row => h("li", null,
		h("button", { type: "button", class: same(row.block, block) ? "here" : null, onclick: () => onPick(row) },
			h("span", { class: "shape" }, row.block.join(" × "), row.fold && row.fold.some(f => f > 1) ? h("i", null, " fold " + row.fold.join(" × ")) : null),
			h("span", { class: "track" }, h("span", { class: "bar", style: `width:${100 * row.performance / rows[0].performance}%` })),
			h("span", { class: "number" }, figure(row.performance, "LUP/s", 3))))));
	return h("div", { class: "rank" }, controls,
		h("div", { class: "rank-parts" },
			h("div", null, h("div", { class: "heat-box" }, svg),
				h("p", { class: "hint" }, `${rows.length} launches, ${m.label} in ${m.unit === "LUP/s" ? "GLUP/s" : m.unit}`,
					dims > 2 ? ", best z of each" : "", ". Click a cell to launch it so.")),
			h("div", null, h("h3", null, "Best launches"), list)));
}
