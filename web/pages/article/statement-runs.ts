import type { ArticlePage } from "../../../shared/contract/articles.ts";

export type Statement = ArticlePage["sections"][number]["statements"][number];

/** Sentences in a row that cite the same messages share one note in the margin. */
export interface StatementRun {
  sources: string[];
  /** What a person did to all of them. */
  hand?: Statement["hand"];
  statements: Statement[];
}

export function runsOf(statements: readonly Statement[]): StatementRun[] {
  const runs: StatementRun[] = [];
  for (const statement of statements) {
    const last = runs.at(-1);
    const first = last?.statements[0];
    if (
      last &&
      first?.form === statement.form &&
      statement.form === "sentence" &&
      sameSources(last.sources, statement.sources) &&
      sameHand(last.hand, statement.hand)
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

/** An entry of a list: a sentence, and the code blocks that belong to it. */
export function entriesOf(statements: readonly Statement[]): Statement[][] {
  const entries: Statement[][] = [];
  for (const statement of statements) {
    const last = entries.at(-1);
    if (statement.form === "code" && last) last.push(statement);
    else entries.push([statement]);
  }
  return entries;
}

export const sameSources = (one: string[], other: string[]) =>
  one.length === other.length && one.every((source) => other.includes(source));

/** By the same person on the same day. */
export const sameHand = (one: Statement["hand"], other: Statement["hand"]) =>
  one === other ||
  (one?.what === other?.what && one?.by === other?.by && one?.at.slice(0, 10) === other?.at.slice(0, 10));
