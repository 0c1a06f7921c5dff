import { readFileSync } from "node:fs";
import type { DetectionRow } from "./bench-rows.ts";

/**
 * Talk of our own, written for kinds that no public labels cover: meetings, bots, build noise, plans, small talk, and
 * questions of offices that are not about code. Every third conversation is kept back from fitting, for measuring.
 */
export function ownTalk(): { fit: DetectionRow[]; keptBack: DetectionRow[] } {
  const rows = [...readTalkFile("negatives.txt", "not"), ...readTalkFile("positives.txt", "knowledge")];
  return { fit: rows.filter((_, index) => index % 3 !== 2), keptBack: rows.filter((_, index) => index % 3 === 2) };
}

function readTalkFile(name: string, label: DetectionRow["label"]): DetectionRow[] {
  const text = readFileSync(new URL(`../scripts/training-talk/${name}`, import.meta.url), "utf8");
  const rows: DetectionRow[] = [];
  for (const section of text.split(/^== /m).slice(1)) {
    const type = section.slice(0, section.indexOf("\n"));
    const body = section.slice(type.length).trim();
    for (const [index, block] of body.split(/\n{2,}/).entries()) {
      const messages = block.split("\n").map((line, at) => {
        const [, author = "A", said = line] = /^([\w-]+): (.*)$/.exec(line) ?? [];
        return { author, ts: at * 120, text: said };
      });
      rows.push({
        id: `own-${type.trim()}-${index}`,
        source: "own",
        subset: "own",
        strict: true,
        label,
        negType: label === "not" ? type.trim() : null,
        messages,
      });
    }
  }
  return rows;
}
