import type { Comparison } from "../contract.ts";
import { cosineSimilarity } from "../encoder/meaning.ts";
import type { ConflictSide } from "./conflict-features.ts";
import { isAssertion } from "./conflict-sides.ts";
import { sumWordWeights } from "./knowledge-terms.ts";
import type { QuestionSubject } from "./same-question.ts";
import { replacesValue } from "./statement-news.ts";

/** The same as most of the words in common. */
const TITLES_ALIKE = 0.5;

export function areTitlesAlike(known: QuestionSubject, fresh: QuestionSubject, from = TITLES_ALIKE): boolean {
  const [one, other] = [known.title.words, fresh.title.words];
  const common = sumWordWeights(one.intersection(other)) / Math.max(1, sumWordWeights(one.union(other)));
  const meaning = known.meaning && fresh.meaning ? cosineSimilarity(known.meaning.question, fresh.meaning.question) : 0;
  return Math.max(common, meaning) >= from;
}

/** From this many new assertions on, of which the known text says none, a text asked in other words is about another subject. */
const MUCH_NEW = 4;
/** Answers with a higher cosine are about one subject, however they are asked. */
const ANSWERS_ALIKE = 0.68;
/** Questions with a lower likeness are asked in other words. */
const ASKED_ALIKE = 0.6;

/**
 * Whether the fresh text asks in other words, says much, and nothing of what the known text says. Colleagues share many words,
 * such as customer, order, parcel and their tools' names, that make two subjects look like one.
 */
export function isAboutAnotherSubject(
  known: ConflictSide,
  fresh: ConflictSide,
  { pairs, addedStatements }: Pick<Comparison, "pairs" | "addedStatements">,
): boolean {
  if (pairs.some(({ relation }) => relation === "same")) return false;
  if (areTitlesAlike(known.subject, fresh.subject, ASKED_ALIKE)) return false;
  const isReplaced = pairs.some((pair) => {
    const [before, after] = [known.answer.claims[pair.known], fresh.answer.claims[pair.fresh]];
    return before && after && replacesValue(before, after);
  });
  const [one, other] = [known.answer.meaning, fresh.answer.meaning];
  const areAnswersAlike = one && other && cosineSimilarity(one, other) >= ANSWERS_ALIKE;
  const told = addedStatements.filter((position) => isAssertion(fresh.texts[position] ?? ""));
  return !isReplaced && !areAnswersAlike && told.length >= MUCH_NEW;
}
