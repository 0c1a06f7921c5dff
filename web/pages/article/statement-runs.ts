import type { ArticlePage } from "../../../shared/contract/articles.ts";

export type Statement = ArticlePage["sections"][number]["statements"][number];

/** Sentences in a row that stand on the same messages share one note in the margin. */
export interface StatementRun {
  sources: string[];
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
      sameSources(last.sources, statement.sources)
    )
      last.statements.push(statement);
    else runs.push({ sources: statement.sources, statements: [statement] });
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
