// The tokenizer of the editor.  It colours; the parser of the language decides.

import { statements, questions, joints, places, functions, types, settings }
	from "./names.js";

const token = /(#.*)|("(?:[^"\\\n]|\\.)*"?)|((?:\d[\d_]*(?:\.\d[\d_]*)?|\.\d+)(?:[eE][-+]?\d+)?)|([A-Za-z_]\w*)|(->|\.\.|[-+*\/%^<>=!]=?)|([\s\S])/g;

function kindOfWord(word, before, after) {
	if (/\b(kernel|def|device)\s+$/.test(before))
		return "name";
	if (before.endsWith(".") && !before.endsWith(".."))
		return "";
	if (questions.has(word))
		return "question";
	if (statements.has(word))
		return "statement";
	if (joints.has(word))
		return "joint";
	if (word === "true" || word === "false")
		return "number";
	if (types.has(word))
		return "type";
	if (functions.has(word) && /^\s*\(/.test(after))
		return "function";
	if (settings.has(word) && /^\s*=[^=]/.test(after))
		return "setting";
	if (places.has(word) && /^\s*$/.test(before.split("\n").pop()))
		return "statement";
	return "";
}

// Whether `help` knows a word
export const isKnown = word => [statements, questions, functions, settings].some(set => set.has(word));

// [{ text, kind, at }] of a text
export function tokens(text) {
	const out = [];
	for (const m of text.matchAll(token)) {
		let kind = m[1] ? "comment" : m[2] ? "string" : m[3] ? "number" :
			m[5] ? "operator" : "";
		if (m[4])
			kind = kindOfWord(m[4], text.slice(Math.max(0, m.index - 80), m.index),
				text.slice(m.index + m[4].length, m.index + m[4].length + 8));
		out.push({ text: m[0], kind, at: m.index });
	}
	return out;
}
