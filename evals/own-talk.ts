import { readFileSync } from "node:fs";
import { composeKnowledge, composeTalk, type OwnRow } from "../scripts/training-talk/compose.ts";

const PER_FAMILY = 14;
const PER_ITEM = 3;

/**
 * Talk of our own for kinds that no public labels cover: project management, events, logistics, announcements, bots,
 * build noise, talk about the channel, small talk, unanswered questions, and knowledge of offices that is not about code.
 * `check` has other families, other words and other trades than `fit`; nothing of it was fitted.
 */
export function ownTalk(): { fit: OwnRow[]; check: OwnRow[] } {
  return {
    fit: [
      ...readTalkFile("negatives.txt", "not"),
      ...readTalkFile("positives.txt", "knowledge"),
      ...composeTalk("composed-negatives.txt", PER_FAMILY),
      ...composeKnowledge("fit", PER_ITEM),
    ],
    check: [...composeTalk("composed-checks.txt", PER_FAMILY), ...composeKnowledge("check", PER_ITEM)],
  };
}

function readTalkFile(name: string, label: OwnRow["label"]): OwnRow[] {
  const text = readFileSync(new URL(`../scripts/training-talk/${name}`, import.meta.url), "utf8");
  const rows: OwnRow[] = [];
  for (const section of text.split(/^== /m).slice(1)) {
    const type = section.slice(0, section.indexOf("\n")).trim();
    const body = section.slice(section.indexOf("\n")).trim();
    for (const [index, block] of body.split(/\n{2,}/).entries()) {
      const messages = block.split("\n").map((line, at) => {
        const [, author = "A", said = line] = /^([\w-]+): (.*)$/.exec(line) ?? [];
        return { author, ts: at * 120, text: said };
      });
      rows.push({
        id: `own-${type}-${index}`,
        source: "own",
        subset: "own",
        strict: true,
        label,
        negType: label === "not" ? type : null,
        family: `written/${type}`,
        messages,
      });
    }
  }
  return rows;
}
