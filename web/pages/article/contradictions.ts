import type { ArticlePage } from "../../../shared/contract/articles.ts";
import type { Contradiction } from "../../components/article-notices/contradiction.tsx";

export const isAbout = ({ known }: Contradiction, { text }: { text: string }) => known === text;

/** Those whose sentence is not in the article as it is now. */
export function withoutSentence({ contradictions = [], summaryStatements, sections }: ArticlePage): Contradiction[] {
  const statements = [...summaryStatements, ...sections.flatMap((section) => section.statements)];
  return contradictions.filter((one) => !statements.some((statement) => isAbout(one, statement)));
}
