import type { RestatedQuestion, ToRestate } from "../contract.ts";
import { collectEvidence } from "./exact.ts";
import { type LanguageModel, toModelWaits } from "./model.ts";
import { replacePseudonyms } from "./people.ts";
import { RESTATE_PROMPT } from "./prompts/restate.ts";
import { SPEAKER_PATTERN, toSafeMessages } from "./safe-messages.ts";

const OUTPUT_TOKENS = 500;
const MOST_SEARCHES = 3;
const MOST_CHARACTERS = 500;

/**
 * Lets the model reword a question so that it stands without the previous one, and derive searches in the words and languages
 * of the articles. Null where the answer is unusable. Throws `ModelWaits`.
 */
export async function restateQuestion(
  model: LanguageModel,
  { question, previous, titles, people }: ToRestate,
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
  if (reply.kind === "waits") throw toModelWaits(reply);
  if (reply.kind !== "answer") return null;
  const said = collectEvidence(asked.map((text) => ({ text })));
  const spokenOf = new Set(
    asked.flatMap((text) => text.match(SPEAKER_PATTERN) ?? []).map((name) => name.toLowerCase()),
  );
  /** Returns the text as one line; null if it has a number, address or person that the questions do not have. */
  const usable = (given: string): string | null => {
    const text = given.replace(/\s+/g, " ").trim();
    if (text === "" || text.length > MOST_CHARACTERS || /https?:|www\./i.test(text)) return null;
    if (said.foreign(text).certain.length > 0) return null;
    if ((text.match(SPEAKER_PATTERN) ?? []).some((name) => !spokenOf.has(name.toLowerCase()))) return null;
    return replacePseudonyms(text, safe.people);
  };
  const standalone = usable(reply.answer.standalone);
  if (standalone === null) return null;
  const searches = reply.answer.searches.slice(0, MOST_SEARCHES).flatMap((search) => usable(search) ?? []);
  return { standalone, searches: [...new Set(searches)].filter((search) => search !== standalone) };
}
