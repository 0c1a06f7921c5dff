import { detect, THRESHOLDS } from "../engine/find/detect.ts";
import { readConversation } from "../engine/text/read-conversation.ts";
import { benchConversation, type DetectionRow, readRows } from "./bench-rows.ts";
import { officeConversations } from "./office-conversations.ts";
import { ownConversations } from "./own-conversations.ts";

const S = { sensitivity: 8, minMessageLength: 20, detectionKeywords: [] };
const sc = (id: string, m: any[]) => detect(readConversation(benchConversation(id, m)), S).score;
const strict = readRows<DetectionRow>("../shared/data", "detection.dev.jsonl.gz").filter((r) => r.strict !== false);
const t = Date.now();
const d = strict.map((r) => ({ s: sc(r.id, r.messages), y: r.label === "knowledge" }));
console.log(
  "ms",
  Date.now() - t,
  strict.reduce((s, r) => s + r.messages.length, 0),
);
const o = officeConversations("unseen").map((r) => ({ s: sc(r.id, r.messages), y: r.knowledge }));
const w = ownConversations().check.map((r) => ({ s: sc(r.id, r.messages), y: r.label === "knowledge" }));
const rate = (a: any[], y: boolean, thr: number) =>
  a.filter((x) => x.y === y && x.s >= thr).length / a.filter((x) => x.y === y).length;
for (const thr of [...THRESHOLDS, 0.35, 0.4, 0.5, 0.55, 0.65]) {
  const r = rate(d, true, thr),
    fp = rate(d, false, thr);
  console.log(
    thr,
    "dev R",
    (100 * r).toFixed(0),
    "P15",
    ((100 * 0.15 * r) / (0.15 * r + 0.85 * fp)).toFixed(0),
    "office",
    (100 * rate(o, true, thr)).toFixed(0),
    (100 * rate(o, false, thr)).toFixed(0),
    "own",
    (100 * rate(w, true, thr)).toFixed(0),
    (100 * rate(w, false, thr)).toFixed(0),
  );
}
