import { mkdirSync, writeFileSync } from "node:fs";
import { writeExcerpt } from "../engine/excerpt/write-excerpt.ts";
import { createLocalEngine } from "../engine/local-engine.ts";
import { seededRandom } from "../scripts/seeded-random.ts";
import { articleText, conversationText } from "./articles-as-text.ts";
import { officeConversation, officeConversations } from "./office-conversations.ts";

const engine = createLocalEngine();
const random = seededRandom(3434);
const all = officeConversations("unseen").filter((o) => o.knowledge);
const picked = all
  .map((o) => ({ o, r: random() }))
  .sort((a, b) => a.r - b.r)
  .slice(0, 36)
  .map(({ o }) => o);
const key: Record<string, string> = {};
const out: string[] = ["# 36 conversations, two articles of each", ""];
for (const [n, o] of picked.entries()) {
  const c = officeConversation(o);
  const context = { channelName: o.channel, knownTags: [] };
  const excerpt = articleText(writeExcerpt(c, context));
  const f = await engine.detect(c, { sensitivity: 8, minMessageLength: 20, detectionKeywords: [] });
  const today = articleText(await engine.write(c, f, context));
  const flip = random() < 0.5;
  const id = `c${String(n + 1).padStart(2, "0")}`;
  key[id] = flip ? "A=excerpt B=today" : "A=today B=excerpt";
  out.push(
    `## ${id} (#${o.channel})`,
    "",
    "### The chat",
    "```",
    conversationText(c, 3000),
    "```",
    "### A",
    "```",
    flip ? excerpt : today,
    "```",
    "### B",
    "```",
    flip ? today : excerpt,
    "```",
    "",
  );
}
const dir = "/work/wt/readings/34";
mkdirSync(dir, { recursive: true });
writeFileSync(`${dir}/pairs.md`, out.join("\n"));
writeFileSync(`${dir}/key.json`, JSON.stringify(key, null, 1));
writeFileSync(
  `${dir}/READY`,
  `Read pairs.md (36 office conversations, articles A and B of each, do not open key.json). For each conversation and for A and B judge: exist (should an article of this conversation exist: y, m, n), faithful per statement (each line of SUMMARY and sections: number of statements, number that the chat does not bear out as told; lines struck through ~~like this~~ are told as taken back), complete (y, p, n), title (good, fair, bad), and per conversation start (would you rather start from A, B or equal, to finish it into an article). Write one JSON array of {id, exist, A:{statements, wrong, complete, title}, B:{...}, start:"A"|"B"|"equal", note} into reader-1.json or reader-2.json in this folder.\n`,
);
console.log(picked.length, new Set(picked.map((o) => o.id)).size);
