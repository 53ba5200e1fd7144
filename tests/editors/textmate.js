// What the TextMate grammar of doc/editors calls parts of a program:
//
//	node textmate.js GRAMMAR FILE
//
// prints a line "text scope" for each token that has one. As TextMate does: of
// all patterns the leftmost match wins, of several there the first pattern.

const fs = require("fs");
const [grammar, file] = process.argv.slice(2);
const rules = JSON.parse(fs.readFileSync(grammar)).patterns;

function first(patterns, line, at) {
  let best = null;
  for (const rule of patterns) {
    const match = new RegExp(rule.match || rule.begin, "dg");
    match.lastIndex = at;
    const found = match.exec(line);
    if (found && found[0] && (!best || found.index < best.found.index))
      best = { rule, found };
  }
  return best;
}

function tokens(line) {
  const out = [];
  for (let at = 0; at < line.length; ) {
    const hit = first(rules, line, at);
    if (!hit) break;
    const { rule, found } = hit;
    at = found.index + found[0].length;
    if (rule.begin) {
      const end = new RegExp(rule.end, "g");
      for (end.lastIndex = at; ; ) {
        const stop = end.exec(line);
        const inner = first(rule.patterns || [], line, at);
        if (inner && inner.found.index < stop.index) {
          at = inner.found.index + inner.found[0].length;
          end.lastIndex = at;
          continue;
        }
        at = stop.index + stop[0].length;
        break;
      }
    }
    if (rule.captures)
      for (const [i, capture] of Object.entries(rule.captures))
        out.push([found[i], capture.name]);
    else out.push([line.slice(found.index, at), rule.name]);
  }
  return out;
}

for (const line of fs.readFileSync(file, "utf8").split("\n"))
  for (const [text, scope] of tokens(line)) console.log(text, scope);
