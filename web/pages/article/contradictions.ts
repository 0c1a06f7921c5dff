import type { ArticlePage } from "../../../shared/contract/articles.ts";
import type { Contradiction } from "../../components/article-notices/contradiction.tsx";

/** A sentence without its marks: one side may have them, the other not. */
const plain = (text: string) => text.replace(/[*_`~]/g, "").trim();

export const isAbout = ({ known }: Contradiction, { text }: { text: string }) => plain(known) === plain(text);

/** Those whose sentence is not in the article as it is now. */
export function withoutSentence({ contradictions = [], summaryStatements, sections }: ArticlePage): Contradiction[] {
  const statements = [...summaryStatements, ...sections.flatMap((section) => section.statements)];
  return contradictions.filter((one) => !statements.some((statement) => isAbout(one, statement)));
}
