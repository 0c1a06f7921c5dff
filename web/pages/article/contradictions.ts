import type { ArticlePage } from "../../../shared/contract/articles.ts";
import type { Contradiction } from "../../components/article-notices/contradiction.tsx";
import type { ArticleStatement } from "./statement-runs.ts";

export const isAboutStatement = ({ known }: Contradiction, { text }: { text: string }) => known === text;

export interface PlacedContradictions {
  /** Maps each statement to the contradictions that concern it and no earlier statement. */
  at: ReadonlyMap<ArticleStatement, Contradiction[]>;
  /** Contradictions of sentences that the article no longer contains. */
  elsewhere: Contradiction[];
}

export function placeContradictions({
  contradictions = [],
  summaryStatements,
  sections,
}: ArticlePage): PlacedContradictions {
  const statements = [...summaryStatements, ...sections.flatMap((section) => section.statements)];
  const at = new Map<ArticleStatement, Contradiction[]>();
  const elsewhere: Contradiction[] = [];
  for (const one of contradictions) {
    const statement = statements.find((each) => isAboutStatement(one, each));
    if (statement) at.set(statement, [...(at.get(statement) ?? []), one]);
    else elsewhere.push(one);
  }
  return { at, elsewhere };
}
