import type { Comparison } from "../contract.ts";
import { cosineSimilarity } from "../encoder/meaning.ts";
import type { ConflictSide } from "./conflict-features.ts";
import { isAssertion } from "./conflict-sides.ts";
import { sumWordWeights } from "./knowledge-terms.ts";
import type { QuestionSubject } from "./same-question.ts";
import { replacesValue } from "./statement-news.ts";

/** Titles are alike if they share most of their words. */
const TITLES_ALIKE = 0.5;

export function areTitlesAlike(known: QuestionSubject, fresh: QuestionSubject, from = TITLES_ALIKE): boolean {
  const [one, other] = [known.title.words, fresh.title.words];
  const common = sumWordWeights(one.intersection(other)) / Math.max(1, sumWordWeights(one.union(other)));
  const meaning = known.meaning && fresh.meaning ? cosineSimilarity(known.meaning.question, fresh.meaning.question) : 0;
  return Math.max(common, meaning) >= from;
}

/** A text that asks in other words is about another subject once it has this many assertions that the known text lacks. */
const MUCH_NEW = 4;
/** Answers with a higher cosine have one subject, however their questions are worded. */
const ANSWERS_ALIKE = 0.68;
/** Questions with a lower likeness are worded differently. */
const ASKED_ALIKE = 0.6;

/**
 * Whether the fresh text asks in other words and makes many statements, none of which the known text has. Colleagues share many
 * words (customer, order, names of tools), so that two subjects can look like one.
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
