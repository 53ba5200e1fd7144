// The editor: a text area for typing, and below it the same text in colours with
// problems underlined.  So the browser keeps selection, undo, touch and screen
// readers.

import { $, h } from "./dom.js";
import { tokens, isKnown } from "./tokens.js";

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
	// The style makes the text area as large as its text
	root.style.setProperty("--lines", n);
	root.style.setProperty("--columns", Math.max(...lines().map(l => l.replaceAll("\t", "    ").length)));
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

// Put the list below the word, or above it where there is no room
function place(row, column) {
	const style = getComputedStyle(area), box = area.getBoundingClientRect(), size = words.getBoundingClientRect();
	const line = parseFloat(style.lineHeight), letter = measure(style);
	const top = box.top + parseFloat(style.paddingTop) + row * line;
	const left = box.left + parseFloat(style.paddingLeft) + column * letter;
	words.style.left = Math.max(4, Math.min(left - 10, innerWidth - size.width - 4)) + "px";
	words.style.top = (top + size.height < innerHeight ? top + 2 : top - line - size.height - 2) + "px";
}

function measure(style) {
	const canvas = document.createElement("canvas").getContext("2d");
	canvas.font = `${style.fontSize} ${style.fontFamily}`;
	return canvas.measureText("0".repeat(100)).width / 100;
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
	words.hidden = false;
	place(area.value.slice(0, at).split("\n").length, [...area.value.slice(lineAt, start)].length);
	choose(0);
}

// The word at the caret, if the language has it; "" otherwise
function wordAtCaret() {
	const at = area.selectionStart, before = area.value.slice(0, at), line = before.split("\n").pop();
	const word = /[A-Za-z_]\w*$/.exec(before)?.[0] ?? "";
	const whole = word + /^\w*/.exec(area.value.slice(at))[0];
	return document.activeElement === area && !line.includes("#") && isKnown(whole) ? whole : "";
}

// onInput(text) after each edit; onComplete(line) gives { start, words };
// onWord(word) when the caret rests on a word of the language
export function startEditor(onInput, onComplete, onRun, onWord) {
	let timer, rest, last = "";
	document.addEventListener("selectionchange", () => {
		clearTimeout(rest);
		rest = setTimeout(() => {
			const word = wordAtCaret();
			if (word !== last)
				onWord(last = word);
		}, 250);
	});
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
	root.addEventListener("scroll", hide);
	addEventListener("scroll", hide, { passive: true });
	draw();
}
