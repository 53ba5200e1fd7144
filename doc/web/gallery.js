// The examples of the tree, each a question somebody has; short ones first.

import { $, h } from "./dom.js";
import { examples } from "./examples.js";

// The comment at the top: its first paragraph's first sentence is the title
export function about(text) {
	const lines = [];
	for (const line of text.split("\n")) {
		if (!line.startsWith("#"))
			break;
		lines.push(line.replace(/^#\s?/, ""));
	}
	const all = lines.join("\n").split("\n\n").map(p => p.replace(/\n/g, " ").trim());
	const title = /^.*?[.?!](?= |$)/.exec(all[0])?.[0] ?? all[0];
	return { title, rest: (all[0].slice(title.length) + " " + all.slice(1).join(" ")).trim() };
}

// What an example asks first: its device and launch
export function asked(text) {
	const tuple = name => {
		const m = new RegExp(`\\b${name} = \\(([\\d, ]+)\\)`).exec(text);
		return m ? m[1].split(",").map(Number).filter(x => x > 0) : null;
	};
	const kernel = /\b(?:estimate|rank|sweep|layers)\s+([A-Za-z_]\w*)/.exec(text)?.[1];
	return { registers: Number(/\bregisters = (\d+)/.exec(text)?.[1] ?? 0), device: /\bon ([a-z]+\d\w*)/.exec(text)?.[1], block: tuple("block"), kernel };
}

export const list = Object.entries(examples).filter(([name]) => name.endsWith(".wsp") && name !== "published.wsp")
	.map(([name, text]) => ({ name, text, ...about(text) })).sort((a, b) => a.text.length - b.text.length);

export function openGallery(pick) {
	const dialog = $("gallery");
	dialog.replaceChildren(
		h("div", { class: "drawer-head" }, h("h2", null, "Examples"),
			h("button", { type: "button", class: "quiet", onclick: () => dialog.close() }, "Close")),
		h("div", { class: "cards" }, list.map(example => h("button", { type: "button", class: "example", "data-name": example.name,
			onclick: () => { dialog.close(); pick(example); } },
			h("strong", null, example.title),
			example.rest && h("span", { class: "rest" }, example.rest),
			h("code", null, example.name)))));
	dialog.showModal();
	dialog.onclick = event => event.target === dialog && dialog.close();
}
