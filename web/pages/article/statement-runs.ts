import type { ArticlePage } from "../../../shared/contract/articles.ts";

export type ArticleStatement = ArticlePage["sections"][number]["statements"][number];

/** Consecutive sentences that cite the same messages share one note in the margin. */
export interface StatementGroup {
  sources: string[];
  /** A person's edit of all sentences in the group. */
  hand?: ArticleStatement["hand"];
  statements: ArticleStatement[];
}

export function groupStatementsBySources(statements: readonly ArticleStatement[]): StatementGroup[] {
  const runs: StatementGroup[] = [];
  for (const statement of statements) {
    const last = runs.at(-1);
    const first = last?.statements[0];
    if (
      last &&
      first?.form === statement.form &&
      statement.form === "sentence" &&
      haveSameSources(last.sources, statement.sources) &&
      isSamePersonEdit(last.hand, statement.hand)
    )
      last.statements.push(statement);
    else
      runs.push({
        sources: statement.sources,
        ...(statement.hand && { hand: statement.hand }),
        statements: [statement],
      });
  }
  return runs;
}

/** Groups the statements of a list. Each list entry is a sentence with the code blocks that belong to it. */
export function groupListEntries(statements: readonly ArticleStatement[]): ArticleStatement[][] {
  const entries: ArticleStatement[][] = [];
  for (const statement of statements) {
    const last = entries.at(-1);
    if (statement.form === "code" && last) last.push(statement);
    else entries.push([statement]);
  }
  return entries;
}

export const haveSameSources = (one: string[], other: string[]) =>
  one.length === other.length && one.every((source) => other.includes(source));

/** True if both edits are by the same person on the same day. */
export const isSamePersonEdit = (one: ArticleStatement["hand"], other: ArticleStatement["hand"]) =>
  one === other ||
  (one?.what === other?.what && one?.by === other?.by && one?.at.slice(0, 10) === other?.at.slice(0, 10));
