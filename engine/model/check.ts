import type { StatementVerdict } from "../contract.ts";
import { asChecked, type Draft, patched, type Read } from "./draft.ts";
import { askTwice, type Model } from "./model.ts";
import { neutralLine } from "./neutral-text.ts";
import { CHECK, type CheckAnswer } from "./prompts/check.ts";
import { asData } from "./safe-messages.ts";
import { sharesOf } from "./tokens.ts";

const OUTPUT_TOKENS = 4_000;
const MOST_ROUNDS = 2;
const MOST_WHY = 200;

export interface Checked {
  draft: Draft;
  /** Of the last round. */
  check: CheckAnswer;
  /** What the last round mended, nobody has read again. */
  isUnread: boolean;
  /** What was said about each statement that was read, by its text; of a later round where there were two. */
  verdicts: ReadonlyMap<string, StatementVerdict>;
}

/** A second reader goes through every statement; what it mends is read once more. Throws `ModelWaits`. */
export async function checkWithModel(model: Model, first: Draft, read: Read, sources: string[]): Promise<Checked> {
  let draft = first;
  const verdicts = new Map<string, StatementVerdict>();
  for (let round = 1; ; round += 1) {
    const check = await askOnce(model, draft, read, sources);
    for (const { statement, verdict, why } of check.verdicts) {
      const text = draft.statements[statement - 1]?.statement.text;
      if (text !== undefined) verdicts.set(text, { text, verdict, why: why && neutralLine(why).slice(0, MOST_WHY) });
    }
    const next = patched(draft, check, read);
    const isOver = !next.isMended || round === MOST_ROUNDS || !check.publish || !hasWrong(check);
    if (isOver) return { draft: next.draft, check, isUnread: next.isMended, verdicts };
    draft = next.draft;
  }
}

/** Where only wording was mended, nobody has to look again. */
const hasWrong = ({ verdicts, missing }: CheckAnswer) =>
  missing.length > 0 || verdicts.some(({ verdict }) => verdict === "no");

function askOnce(model: Model, draft: Draft, read: Read, sources: string[]): Promise<CheckAnswer> {
  const article = asChecked(draft, read.messages);
  const count = article.statements.length;
  return askTwice(model, {
    ...CHECK,
    data: { messages: asData(read.messages), article },
    sources,
    maxOutputTokens: Math.min(OUTPUT_TOKENS, sharesOf(model.contextTokens).output),
    problemOf({ verdicts, patches }) {
      const judged = new Set(verdicts.map(({ statement }) => statement));
      const isWhole = article.statements.every(({ number }) => judged.has(number));
      const isThere = [...judged, ...patches.map(({ statement }) => statement)].every(
        (number) => number >= 0 && number <= count,
      );
      if (!isWhole) return "It does not give a verdict for every statement.";
      return isThere ? null : "It names a statement that does not exist.";
    },
  });
}
