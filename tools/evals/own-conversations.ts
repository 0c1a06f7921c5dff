import { readFileSync } from "node:fs";
import {
  type ComposedRow,
  composeConversation,
  composeKnowledgeRows,
} from "../../scripts/training-messages/compose.ts";

const PER_FAMILY = 14;
const PER_ITEM = 3;

/**
 * Reads our own conversations of kinds without public labels: project management, events, logistics, announcements,
 * bots, build messages, messages about the channel, small talk, unanswered questions, and office knowledge without
 * code. `check` contains other families, words and trades than `fit`, and was never used for fitting.
 */
export function readOwnConversations(): { fit: ComposedRow[]; check: ComposedRow[] } {
  return {
    fit: [
      ...readMessageFile("negatives.txt", "not"),
      ...readMessageFile("positives.txt", "knowledge"),
      ...composeConversation("composed-negatives.txt", PER_FAMILY),
      ...composeKnowledgeRows("fit", PER_ITEM),
    ],
    check: [...composeConversation("composed-checks.txt", PER_FAMILY), ...composeKnowledgeRows("check", PER_ITEM)],
  };
}

function readMessageFile(name: string, label: ComposedRow["label"]): ComposedRow[] {
  const text = readFileSync(new URL(`../../scripts/training-messages/${name}`, import.meta.url), "utf8");
  const rows: ComposedRow[] = [];
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
