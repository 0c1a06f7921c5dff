import type { Comparison } from "../contract.ts";
import { cosineSimilarity } from "../encoder/meaning.ts";
import type { ConflictSide } from "./conflict-features.ts";
import { isAssertion } from "./conflict-sides.ts";
import { sumWordWeights } from "./knowledge-terms.ts";
import type { QuestionSubject } from "./same-question.ts";
import { replacesValue } from "./statement-news.ts";

/** The least share of common words of two similar titles. */
const TITLES_ALIKE = 0.5;

export function areTitlesAlike(known: QuestionSubject, fresh: QuestionSubject, from = TITLES_ALIKE): boolean {
  const [one, other] = [known.title.words, fresh.title.words];
  const common = sumWordWeights(one.intersection(other)) / Math.max(1, sumWordWeights(one.union(other)));
  const meaning = known.meaning && fresh.meaning ? cosineSimilarity(known.meaning.question, fresh.meaning.question) : 0;
  return Math.max(common, meaning) >= from;
}

/**
 * The least number of assertions that only the fresh text contains, for a text whose question is worded differently to
 * have another subject.
 */
const MUCH_NEW = 4;
/** Two answers with a higher cosine have one subject, even if their questions are worded differently. */
const ANSWERS_ALIKE = 0.68;
/** Two questions with a lower likeness are worded differently. */
const ASKED_ALIKE = 0.6;

/**
 * Whether the fresh text asks in other words and makes many statements, none of which the known text contains. Common
 * words prove little, because colleagues use the same words (customer, order, names of tools) for many subjects.
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
