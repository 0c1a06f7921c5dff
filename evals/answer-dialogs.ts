import { readMessages } from "../engine/local/answer-cues.ts";
import { parseConversation } from "../engine/local/parse-conversation.ts";
import type { LabelledDialog } from "../scripts/learning/answer-ranker.ts";
import { readArchive } from "../scripts/training-messages/read-archive.ts";
import { chatMessages } from "./bench-rows.ts";

interface Dialog {
  id: string;
  edus: { speaker: string; text: string }[];
  relations: { type: string; x: number; y: number }[];
}

/** The dialogs of Molweni's archive with the pairs of its links "question-answer pair". */
export function answerDialogs(path: string): LabelledDialog[] {
  const dialogs = [...readArchive(path)].flatMap(([name, text]) =>
    /\/DP\/\w+\.json$/.test(name) ? (JSON.parse(text) as Dialog[]) : [],
  );
  const groups = groupsOf(dialogs.map(({ edus }) => edus.map(({ text }) => text)));
  return dialogs.map(({ id, edus, relations }, index) => {
    const rows = edus.map(({ speaker, text }) => ({ author: speaker, text }));
    return {
      messages: readMessages(parseConversation({ key: id, messages: chatMessages(rows) })),
      answers: new Set(relations.flatMap(({ type, x, y }) => (type === "QAP" ? [`${x}-${y}`] : []))),
      group: String(groups[index]),
    };
  });
}

/** A sentence of this length is not said twice by chance. */
const TELLING = 25;

/** A number for each dialog; those that share a long message, directly or through others, have the same. */
export function groupsOf(dialogs: string[][]): number[] {
  const first = new Map<string, number>();
  const parents = dialogs.map((_, index) => index);
  const root = (index: number): number => {
    const parent = parents[index] ?? index;
    return parent === index ? index : root(parent);
  };
  for (const [index, texts] of dialogs.entries())
    for (const text of texts.filter(({ length }) => length >= TELLING)) {
      const other = first.get(text);
      if (other === undefined) first.set(text, index);
      else parents[root(index)] = root(other);
    }
  return dialogs.map((_, index) => root(index));
}
