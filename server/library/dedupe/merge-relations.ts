import { pairSentences, toPlainText } from "../../../engine/compare/index.ts";
import { type ArticleText, listStatements, type Statement } from "../../../shared/domain/article.ts";
import { DEFAULT_MERGE_CHOICE, type Difference, type MergeRelation } from "../../../shared/domain/merging.ts";
import { conflict, invalid } from "../../errors.ts";
import { computeStatementKeys } from "../edit/statement-keys.ts";
import type { SentenceChoice } from "./place-sentences.ts";

export interface SentenceRelation {
  key: string;
  statement: Statement;
  relation: MergeRelation;
  /** A sentence of the other article; if the relation is `repeats`, a sentence of the same article. */
  other: string | null;
  differs: Difference[];
}

/** The relations between the merged article's sentences and the other article's, in reading order. */
export function listRelations(stays: ArticleText, gone: ArticleText): SentenceRelation[] {
  const own = [...computeStatementKeys(gone)];
  const known = [...computeStatementKeys(stays).values()];
  const pairs = pairSentences(listStatements(stays), listStatements(gone));
  const spoken = chooseKeptRepetitions(own, gone.summary.length);
  return own.map(([statement, key], position) => {
    const { relation, known: at, differs } = pairs[position] ?? { relation: "new", known: null, differs: [] };
    const speaker = spoken.get(toPlainText(statement.form, statement.text));
    if (relation !== "said" && speaker && speaker !== key)
      return { key, statement, relation: "repeats", other: speaker, differs: [] };
    return { key, statement, relation, other: (at !== null && known[at]) || null, differs };
  });
}

/**
 * Maps each text to the key of the sentence that is kept if several sentences have this text: a sentence of the body
 * rather than of the summary.
 */
function chooseKeptRepetitions(own: [Statement, string][], summary: number): Map<string, string> {
  const speakers = new Map<string, string>();
  for (const [{ form, text }, key] of [...own.slice(summary), ...own.slice(0, summary)]) {
    const plain = toPlainText(form, text);
    if (!speakers.has(plain)) speakers.set(plain, key);
  }
  return speakers;
}

/** Returns the given choices, and default choices for the other sentences. A contradiction needs a person's choice. */
export function addDefaultChoices(
  relations: SentenceRelation[],
  given: readonly (Pick<SentenceChoice, "choice"> & { key: string; other?: string | undefined })[],
): Map<string, SentenceChoice> {
  const chosen = new Map(given.map(({ key, choice, other }) => [key, { choice, other }]));
  const keys = new Set(relations.map(({ key }) => key));
  if (given.some(({ key }) => !keys.has(key)))
    throw conflict("The article was changed since. Look at its sentences again.");
  const undecided = relations.filter(
    ({ key, relation }) => !chosen.has(key) && DEFAULT_MERGE_CHOICE[relation] === null,
  );
  if (undecided.length > 0)
    throw invalid(
      undecided.length === 1
        ? "One sentence contradicts the other article. Decide what happens to it first."
        : `${undecided.length} sentences contradict the other article. Decide what happens to them first.`,
    );
  return new Map(
    relations.map(({ key, relation, other }) => {
      const { choice, other: named } = chosen.get(key) ?? { choice: DEFAULT_MERGE_CHOICE[relation] ?? "take" };
      return [key, { choice, other: named ?? other }];
    }),
  );
}
