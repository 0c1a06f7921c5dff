import type { RestatedQuestion, RestateRequest } from "../contract.ts";
import { collectEvidence } from "./exact-evidence.ts";
import { type LanguageModel, toModelUnavailable } from "./model.ts";
import { replacePseudonyms } from "./people.ts";
import { RESTATE_PROMPT } from "./prompts/restate.ts";
import { PSEUDONYM_PATTERN, toSafeMessages } from "./safe-messages.ts";

const OUTPUT_TOKENS = 500;
const MOST_SEARCHES = 3;
const MOST_CHARACTERS = 500;

/**
 * Has the language model reword a follow-up question so that it is understood alone, and derive searches in the words
 * and languages of the articles. Returns null if the answer is unusable. Throws `ModelUnavailable`.
 */
export async function restateQuestion(
  model: LanguageModel,
  { question, previous, titles, people }: RestateRequest,
  signal: AbortSignal,
): Promise<RestatedQuestion | null> {
  const texts = [question, previous ?? "", ...titles];
  const safe = toSafeMessages([], people, texts);
  const asked = [question, ...(previous === null ? [] : [previous])].map(safe.safely);
  const reply = await model.ask({
    ...RESTATE_PROMPT,
    data: {
      question: asked[0],
      ...(previous !== null && { previous: asked[1] }),
      titles: titles.map(safe.safely),
    },
    hints: ["titles"],
    maxOutputTokens: OUTPUT_TOKENS,
    signal,
  });
  if (reply.kind === "waits") throw toModelUnavailable(reply);
  if (reply.kind !== "answer") return null;
  const said = collectEvidence(asked.map((text) => ({ text })));
  const spokenOf = new Set(
    asked.flatMap((text) => text.match(PSEUDONYM_PATTERN) ?? []).map((name) => name.toLowerCase()),
  );
  /** Returns the text as one line; null if it contains a number, address or person that is in no question. */
  const usable = (given: string): string | null => {
    const text = given.replace(/\s+/g, " ").trim();
    if (text === "" || text.length > MOST_CHARACTERS || /https?:|www\./i.test(text)) return null;
    if (said.foreign(text).certain.length > 0) return null;
    if ((text.match(PSEUDONYM_PATTERN) ?? []).some((name) => !spokenOf.has(name.toLowerCase()))) return null;
    return replacePseudonyms(text, safe.people);
  };
  const standalone = usable(reply.answer.standalone);
  if (standalone === null) return null;
  const searches = reply.answer.searches.slice(0, MOST_SEARCHES).flatMap((search) => usable(search) ?? []);
  return { standalone, searches: [...new Set(searches)].filter((search) => search !== standalone) };
}
