import { featuresOf, FEATURE_NAMES } from "../engine/find/features.ts";
import { readConversation } from "../engine/text/read-conversation.ts";
import { shapeOf, authorOf } from "../engine/text/shape.ts";
import { gatherTraining } from "../scripts/training-messages/gather.ts";
import { fitRidge } from "../scripts/learning/ridge-logistic.ts";
import { fitTrees, leafOf } from "../scripts/learning/boosted-trees.ts";
import { benchConversation, readRows, type DetectionRow } from "./bench-rows.ts";
import { areaUnderCurve } from "./measures.ts";
import { officeConversations } from "./office-conversations.ts";
import { ownConversations } from "./own-conversations.ts";
import { seededRandom } from "../scripts/seeded-random.ts";
const data = "../shared/data";
const read = (id: string, messages: any[]) => { const c = readConversation(benchConversation(id, messages)); return featuresOf(c, shapeOf(c), 20); };
let t = Date.now();
const rows = gatherTraining(data);
const X = rows.map((r) => read(r.id, r.messages));
console.log(rows.length, "rows", rows.reduce((s, r) => s + r.messages.length, 0), "messages", Date.now() - t, "ms");
const weightOf = (r: any) => r.isRead ? (r.source === "own" ? 0.6 : r.source === "office" ? 2 : 2) : r.isKnowledge && /Wiki|Contributors|CurriculumDevelopment/.test(r.community) ? 0.05 : 0.6;
const sums = [0, 0]; for (const r of rows) sums[Number(r.isKnowledge)]! += weightOf(r);
const w = rows.map((r) => 1000 * weightOf(r) / sums[Number(r.isKnowledge)]!);
const test: [string, { x: number[]; y: boolean; type: string }[]][] = [];
const dev = readRows<DetectionRow>(data, "detection.dev.jsonl.gz");
const asTest = (r: any) => ({ x: read(r.id, r.messages), y: r.label === "knowledge", type: `${r.source}/${r.negType}` });
const strict = dev.filter((r) => r.strict !== false);
test.push(["dev strict", strict.map(asTest)]);
for (const s of new Set(strict.map((r) => r.subset))) test.push([s, strict.filter((r) => r.subset === s).map(asTest)]);
test.push(["own check", ownConversations().check.map(asTest)]);
test.push(["office unseen", officeConversations("unseen").map((o) => ({ x: read(o.id, o.messages), y: o.knowledge, type: "office" }))]);
const report = (name: string, score: (x: number[]) => number) => {
  for (const [set, items] of test) {
    const said = items.map((i) => ({ positive: i.y, score: score(i.x) }));
    const pos = said.filter((s) => s.positive).map((s) => s.score).sort((a, b) => b - a), neg = said.filter((s) => !s.positive);
    const at = (recall: number) => { const thr = pos[Math.min(pos.length - 1, Math.floor(recall * pos.length))]!; const fp = neg.filter((n) => n.score >= thr).length / Math.max(1, neg.length); return `${(100 * 0.15 * recall / (0.15 * recall + 0.85 * fp)).toFixed(0)}@${recall} fp ${(100*fp).toFixed(0)} thr ${thr.toFixed(2)}`; };
    console.log(name, set.padEnd(18), said.length, "AUC", (100 * areaUnderCurve(said)).toFixed(1), neg.length && pos.length ? [0.75, 0.8, 0.85].map(at).join(" | ") : "");
  }
};


import { fitSparse, sparseLogit } from "../scripts/learning/logistic.ts";
import { foldsOf } from "../scripts/learning/folds.ts";
import { tokensOf } from "../engine/language/phrases.ts";
const terms = (id: string, messages: any[]) => { const c = readConversation(benchConversation(id, messages)); const sh = shapeOf(c); const people = new Set(c.messages.flatMap((m) => m.authorName.toLowerCase().split(/\s+/))); const out = new Set<string>();
  for (const p of c.pieces) { const role = authorOf(c, p) === sh.asker ? "q" : "a"; let b = "^"; for (const { word } of p.tokens.slice(0, 120)) { const t = /\d/.test(word) ? "0" : people.has(word) ? "@" : word; out.add(t); out.add(role + ":" + t); if (process.argv[2] === "bi") out.add(b + "_" + t); b = t; } } return out; };
const TR = rows.map((r) => terms(r.id, r.messages));
const use = new Map<string, { c: Set<string>; s: Set<string> }>();
rows.forEach((r, i) => { for (const t of TR[i]!) { const u = use.get(t) ?? { c: new Set(), s: new Set() }; u.c.add(["own","office"].includes(r.source) ? r.source : r.community); u.s.add(r.source); use.set(t, u); } });
const vocab = new Map([...use].filter(([, u]) => u.c.size >= 6 && u.s.size >= 3).map(([t], i) => [t, i]));
console.log("vocab", vocab.size);
const inp = (t: Set<string>) => Uint32Array.from([...t].flatMap((x) => vocab.get(x) ?? []));
const scaleOf = (n: number) => 1 / Math.sqrt(Math.max(10, n));
const devStrict = strict, offRows = officeConversations("unseen");
const tdev = devStrict.map((r) => inp(terms(r.id, r.messages))), toff = offRows.map((r) => inp(terms(r.id, r.messages)));
const inputs = TR.map(inp);
const devS = test[0]![1], off = test.find(([n]) => n === "office unseen")![1];
for (const ow of [3, 8]) for (const wl2 of [0.3, 2]) {
  const wt = (r: any) => r.source === "office" ? ow : r.source === "own" ? 1 : weightOf(r);
  const bal = (idx: number[]) => { const sums = [0, 0]; for (const i of idx) sums[Number(rows[i]!.isKnowledge)]! += wt(rows[i]); return (i: number) => 1000 * wt(rows[i]) / sums[Number(rows[i]!.isKnowledge)]!; };
  const fw = (idx: number[]) => { const b = bal(idx); return fitSparse(idx.map((i) => ({ inputs: inputs[i]!, scale: scaleOf(inputs[i]!.length), target: Number(rows[i]!.isKnowledge), weight: b(i) })), vocab.size, wl2, 100); };
  const folds = foldsOf(rows.map((r) => r.community), 4, 7); const idx = rows.map((_, i) => i);
  const oof = new Float64Array(rows.length);
  for (let f = 0; f < 4; f++) { const m = fw(idx.filter((i) => folds[i] !== f)); for (const i of idx) if (folds[i] === f) oof[i] = sparseLogit(m, inputs[i]!, scaleOf(inputs[i]!.length)); }
  const all = fw(idx); const b = bal(idx);
  const logit = (t: Uint32Array) => sparseLogit(all, t, scaleOf(t.length));
  const evalM = (name: string, score: (x: number[], w: number) => number) => {
    const d = devS.map((i, n) => ({ s: score(i.x, logit(tdev[n]!)), y: i.y })); const pos = d.filter((x) => x.y), neg = d.filter((x) => !x.y);
    const o = off.map((i, n) => ({ s: score(i.x, logit(toff[n]!)), y: i.y })); const opos = o.filter((x) => x.y).map((x) => x.s).sort((a, b) => b - a);
    const line: string[] = [];
    for (const thr of [opos[Math.floor(0.8 * opos.length)]!, opos[Math.floor(0.6 * opos.length)]!, pos.map((p) => p.s).sort((a, b) => b - a)[Math.floor(0.76 * pos.length)]!]) {
      const r = pos.filter((n) => n.s >= thr).length / pos.length, fp = neg.filter((n) => n.s >= thr).length / neg.length;
      line.push(`office ${(100*opos.filter(x=>x>=thr).length/opos.length).toFixed(0)}/${o.filter(x=>!x.y&&x.s>=thr).length} thr ${thr.toFixed(2)} dev R${(100*r).toFixed(0)} P${(100 * 0.15 * r / (0.15 * r + 0.85 * fp)).toFixed(0)}`); }
    console.log(name, ow, wl2, "AUC", (100 * areaUnderCurve(d.map((x) => ({ positive: x.y, score: x.s })))).toFixed(1), line.join(" || "));
  };
  const m = fitRidge(rows.map((r, i) => ({ features: [1, ...X[i]!, oof[i]!], is: r.isKnowledge, weight: b(i) })), 0.003);
  evalM("ridge+words", (x, w) => x.reduce((s, v, i) => s + v * m[i + 1]!, m[0]!) + w * m.at(-1)!);
  const T = { trees: 250, depth: 3, rate: 0.06, leastWeight: 5, l2: 8, columns: 0.3 };
  const trees = fitTrees(X.map((x, i) => Float64Array.from([...x, oof[i]!])), Float64Array.from(rows, (r) => Number(r.isKnowledge)), Float64Array.from(idx, b), { ...T, random: seededRandom(9), signs: new Int8Array(FEATURE_NAMES.length + 1) });
  evalM("trees+words", (x, w) => trees.trees.reduce((s, tree) => s + leafOf(tree, T.depth, (f) => f === x.length ? w : x[f] ?? 0), trees.bias));
  const m2 = fitRidge(rows.map((r, i) => ({ features: [1, ...X[i]!], is: r.isKnowledge, weight: b(i) })), 0.003);
  evalM("ridge", (x) => x.reduce((s, v, i) => s + v * m2[i + 1]!, m2[0]!));
}
