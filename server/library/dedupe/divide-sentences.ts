import type { ArticleText, Statement } from "../../../shared/domain/article.ts";
import { invalid } from "../../errors.ts";
import { computeStatementKeys } from "../edit/statement-keys.ts";
import { mapStatements } from "./knowledge-text.ts";

/** The destination of a sentence that does not stay in the first article only. */
export type SplitDestination = "own" | "both";

/**
 * Divides an article into two, with each sentence at its chosen place. Sentences without a choice stay. Sequence,
 * sections, messages and marks are kept.
 */
export function divideSentences(
  article: ArticleText,
  places: ReadonlyMap<string, SplitDestination>,
): { stays: ArticleText; own: ArticleText } {
  const keys = computeStatementKeys(article);
  const known = new Set(keys.values());
  if ([...places.keys()].some((key) => !known.has(key)))
    throw invalid("A sentence that was chosen is not in the article.");
  const placeOf = (statement: Statement) => places.get(keys.get(statement) ?? "");
  const { summary, body } = article;
  const part = (isIn: (statement: Statement) => boolean): ArticleText =>
    mapStatements({ summary, body }, (statement) => (isIn(statement) ? statement : null));
  return {
    stays: part((statement) => placeOf(statement) !== "own"),
    own: part((statement) => placeOf(statement) !== undefined),
  };
}
