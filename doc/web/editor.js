// The editor: a text area for typing, and below it the same text in colours with
// problems underlined.  So the browser keeps selection, undo, touch and screen
// readers.

import { $, h } from "./dom.js";
import { tokens } from "./tokens.js";

const area = $("code"), root = $("editor");
const paint = root.querySelector(".paint"), gutter = root.querySelector(".gutter");
const words = $("words");
let problems = [], chosen = 0, start = 0, complete = async () => null;

const lines = () => area.value.split("\n");

// Problems count lines and columns from 1, in characters
function offsets(problem) {
	const all = lines();
	let at = 0;
	for (let i = 0; i < problem.line - 1 && i < all.length; ++i)
		at += all[i].length + 1;
	const line = [...(all[problem.line - 1] ?? "")];
	const before = line.slice(0, problem.column - 1).join("").length;
	const width = line.slice(problem.column - 1, problem.column - 1 + Math.max(1, problem.width))
		.join("").length;
	return [at + before, at + before + Math.max(1, width)];
}

function draw() {
	const marks = problems.filter(p => p.line).map(p => [...offsets(p), p]);
	const out = [];
	for (const t of tokens(area.value + "\n")) {
		// A token may be underlined in part
		const cuts = [t.at, t.at + t.text.length];
		for (const [from, to] of marks)
			for (const x of [from, to])
				if (x > t.at && x < t.at + t.text.length)
					cuts.push(x);
		cuts.sort((a, b) => a - b);
		for (let i = 0; i + 1 < cuts.length; ++i) {
			const text = area.value.slice(cuts[i], cuts[i + 1]) || t.text;
			const mark = marks.find(([from, to]) => cuts[i] >= from && cuts[i] < to);
			const kind = [t.kind && "t-" + t.kind, mark && "bad-" + mark[2].severity]
				.filter(Boolean).join(" ");
			out.push(kind ? h("span", { class: kind }, text) : text);
		}
	}
	paint.replaceChildren(...out);
	const n = lines().length;
	gutter.replaceChildren(...Array.from({ length: n }, (_, i) => {
		const p = problems.find(p => p.line === i + 1);
		return h("span", { class: p ? "bad-" + p.severity : null, title: p?.message }, i + 1);
	}));
	root.style.setProperty("--lines", n);
	fit();
}

function fit() {
	area.style.height = "0";
	area.style.width = "0";
	const width = Math.max(area.scrollWidth, paint.scrollWidth), height = area.scrollHeight;
	area.style.height = height + "px";
	area.style.width = `max(100%, ${width}px)`;
}

export function setProblems(list) {
	problems = list;
	draw();
}

export function setText(text) {
	area.value = text;
	problems = [];
	draw();
}

// --------------------------------------------------------------- completion

function hide() {
	words.hidden = true;
	area.removeAttribute("aria-activedescendant");
}

function choose(i) {
	const items = [...words.children];
	chosen = (i + items.length) % items.length;
	items.forEach((item, k) => item.setAttribute("aria-selected", k === chosen));
	items[chosen].scrollIntoView({ block: "nearest" });
	area.setAttribute("aria-activedescendant", items[chosen].id);
}

function accept(word) {
	const end = area.selectionStart;
	area.setRangeText(word, start, end, "end");
	hide();
	area.dispatchEvent(new Event("input"));
	hide();
	area.focus();
}

async function suggest(isAsked) {
	const at = area.selectionStart;
	if (at !== area.selectionEnd)
		return hide();
	const lineAt = area.value.lastIndexOf("\n", at - 1) + 1;
	const line = area.value.slice(lineAt, at);
	const typed = /[A-Za-z_][\w.]*$/.exec(line)?.[0] ?? "";
	if (line.includes("#") || (!isAsked && typed.length < 2))
		return hide();
	const found = await complete(line);
	if (!found || area.selectionStart !== at)
		return hide();
	// "start" counts bytes
	const skip = new TextDecoder().decode(new TextEncoder().encode(line).slice(0, found.start)).length;
	const prefix = line.slice(skip);
	const list = found.words.filter(w => w !== prefix).slice(0, 60);
	if (list.length === 0)
		return hide();
	start = lineAt + skip;
	words.replaceChildren(...list.map((word, i) => h("li", { role: "option", id: "word" + i,
		onmousedown: event => { event.preventDefault(); accept(word); } },
		h("b", null, word.startsWith(prefix) ? prefix : ""),
		word.startsWith(prefix) ? word.slice(prefix.length) : word)));
	const style = getComputedStyle(area);
	const row = area.value.slice(0, at).split("\n").length;
	const column = [...area.value.slice(lineAt, start)].length;
	const left = `calc(${parseFloat(style.paddingLeft)}px + ${column}ch)`;
	words.style.left = `min(${left}, calc(100% - 12rem))`;
	words.style.top = `${parseFloat(style.paddingTop) + row * parseFloat(style.lineHeight)}px`;
	words.hidden = false;
	choose(0);
}

// onInput(text) after each edit; onComplete(line) gives { start, words }
export function startEditor(onInput, onComplete, onRun) {
	let timer;
	complete = onComplete;
	area.addEventListener("input", event => {
		problems = [];
		draw();
		onInput(area.value);
		clearTimeout(timer);
		if (event.inputType)
			timer = setTimeout(() => suggest(false), 60);
	});
	area.addEventListener("keydown", event => {
		if (event.key === " " && event.ctrlKey) {
			event.preventDefault();
			suggest(true);
		} else if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) {
			event.preventDefault();
			onRun();
		} else if (!words.hidden) {
			const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
			if (step) {
				event.preventDefault();
				choose(chosen + step);
			} else if (event.key === "Enter" || event.key === "Tab") {
				event.preventDefault();
				const item = words.children[chosen];
				accept(item.textContent);
			} else if (event.key === "Escape") {
				event.preventDefault();
				hide();
			} else if (/^(Arrow(Left|Right)|Home|End)$/.test(event.key)) {
				hide();
			}
		} else if (event.key === "Enter") {
			// keep the indentation of the line
			const line = area.value.slice(0, area.selectionStart).split("\n").pop();
			const indent = /^\s*/.exec(line)[0] + (/\{\s*$/.test(line) ? "    " : "");
			event.preventDefault();
			area.setRangeText("\n" + indent, area.selectionStart, area.selectionEnd, "end");
			area.dispatchEvent(new Event("input"));
		}
	});
	area.addEventListener("blur", hide);
	new ResizeObserver(fit).observe(root);
	draw();
}
