import { ModelUnavailable, type StatementVerdict } from "../contract.ts";
import { runInBatches } from "./batch-calls.ts";
import { type ArticleDraft, applyPatches, type SourceMessages, toCheckerInput } from "./draft.ts";
import { askEachItem, type LanguageModel } from "./model.ts";
import { neutralizeLine } from "./neutral-text.ts";
import { CHECK_PROMPT, type CheckAnswer } from "./prompts/check.ts";
import { toPromptData } from "./safe-messages.ts";
import { divideContext, estimateTokens } from "./tokens.ts";

const OUTPUT_TOKENS = 4_000;
/** The tokens of an answer to the check of one article with corrections. Answers rarely need more. */
const OUTPUT_OF_ARTICLE = 500;
const MOST_ROUNDS = 2;
const MOST_WHY = 200;

export interface CheckedDraft {
  draft: ArticleDraft;
  /** The answer of the last round. */
  check: CheckAnswer;
  /** True if the last round changed statements that no later round has checked. */
  isUnread: boolean;
  /**
   * The verdict on each checked statement, by the statement's text. A later round replaces the verdict of an earlier
   * round.
   */
  verdicts: ReadonlyMap<string, StatementVerdict>;
}

/** A draft of an article, and the messages that it is checked against. */
interface DraftToCheck {
  /** The draft's question, and the summary that the model wrote when it found the topic. */
  about: { question: string; gist: string };
  draft: ArticleDraft;
  read: SourceMessages;
  sources: string[];
}

/**
 * Has a second model call check each statement, and then check its own corrections. A draft that cannot be checked gets
 * a `ModelUnavailable` as its result.
 */
export async function checkDraftsWithModel(
  model: LanguageModel,
  drafts: readonly DraftToCheck[],
): Promise<(CheckedDraft | ModelUnavailable)[]> {
  const results: (CheckedDraft | ModelUnavailable)[] = [];
  let left = drafts.map((one, place) => ({ ...one, place, verdicts: new Map<string, StatementVerdict>() }));
  for (let round = 1; left.length > 0; round += 1) {
    const checks = await askAll(model, left);
    const again: typeof left = [];
    for (const [at, one] of left.entries()) {
      const reply = checks[at];
      if (!reply || reply instanceof ModelUnavailable) {
        results[one.place] = reply ?? new ModelUnavailable("refused", null, "The second reader left it out.");
        continue;
      }
      const check = reply.answer;
      for (const given of verdictsOf(one.draft, check)) one.verdicts.set(given.text, given);
      const next = applyPatches(one.draft, check, one.read);
      results[one.place] = { draft: next.draft, check, isUnread: next.isMended, verdicts: one.verdicts };
      if (next.isMended && round < MOST_ROUNDS && check.publish && hasWrong(check))
        again.push({ ...one, draft: next.draft });
    }
    left = again;
  }
  return results;
}

/** The verdict on each statement of a draft. */
function verdictsOf({ statements }: ArticleDraft, { yes, partly, no }: CheckAnswer): StatementVerdict[] {
  const of = (number: number, verdict: StatementVerdict["verdict"], why: string | null) => {
    const text = statements[number - 1]?.statement.text;
    return text === undefined ? [] : [{ text, verdict, why: why && neutralizeLine(why).slice(0, MOST_WHY) }];
  };
  return [
    ...yes.flatMap((number) => of(number, "yes", null)),
    ...partly.flatMap(({ statement, why }) => of(statement, "partly", why)),
    ...no.flatMap(({ statement, why }) => of(statement, "no", why)),
  ];
}

/** Whether statements are wrong or missing. Corrections of wording alone need no second check. */
const hasWrong = ({ no, missing }: CheckAnswer) => missing.length > 0 || no.length > 0;

function askAll(model: LanguageModel, drafts: readonly DraftToCheck[]) {
  const { input, output } = divideContext(model.contextTokens);
  const items = drafts.map(({ about, draft, read, sources }) => {
    const article = toCheckerInput(draft, read.messages);
    const numbers = article.statements.map(({ number }) => number);
    return {
      data: { ...about, messages: toPromptData(read.messages), ...article },
      sources,
      problemOf: (answer: CheckAnswer) => problemOf(answer, numbers),
    };
  });
  const most = { input, items: Math.max(1, Math.floor(output / OUTPUT_OF_ARTICLE)) };
  return runInBatches(
    items,
    ({ data }) => estimateTokens(JSON.stringify(data)),
    most,
    (some) =>
      askEachItem<CheckAnswer>(model, {
        ...CHECK_PROMPT,
        itemsName: "articles",
        data: {},
        items: some,
        maxOutputTokens: Math.min(OUTPUT_TOKENS, output),
      }),
  );
}

function problemOf({ yes, partly, no, patches }: CheckAnswer, numbers: readonly number[]): string | null {
  const judged = new Set([...yes, ...[...partly, ...no].map(({ statement }) => statement)]);
  if (numbers.some((number) => !judged.has(number))) return "It does not give a verdict for every statement.";
  const named = [...judged, ...patches.map(({ statement }) => statement)];
  return named.every((number) => number >= 0 && number <= numbers.length)
    ? null
    : "It names a statement that does not exist.";
}
