import type { ArticleAnswer } from "../../shared/contract/ask.ts";
import { isEmptyStatement } from "../../shared/domain/article.ts";
import { getHeading } from "../../shared/domain/section-headings.ts";
import type { ArticleRow } from "../library/articles/index.ts";
import { listQuestionStatements, listStatements } from "./read-articles.ts";

type LeftOut = NonNullable<ArticleAnswer["leftOut"]>;

/** Counts what the answer leaves out of each section that it quotes, because the next sentence may limit the quoted one. */
export function countLeftOut(article: ArticleRow, positions: { position: number }[]): LeftOut {
  const statements = listStatements(article);
  const shown = new Set(positions.flatMap(({ position }) => statements[position] ?? []));
  const texts = new Set([...shown].map(({ text }) => text));
  const asked = listQuestionStatements(article);
  const parts = [
    { section: null, heading: null, statements: article.summary },
    ...article.body.map((section, place) => ({
      section: place,
      heading: getHeading(section),
      statements: section.statements,
    })),
  ];
  return parts.flatMap(({ statements: all, ...part }) => {
    if (!all.some((one) => shown.has(one))) return [];
    const left = all.filter((one) => !texts.has(one.text) && !asked.has(one) && !isEmptyStatement(one.text));
    return left.length > 0 ? [{ articleId: article.id, ...part, count: left.length }] : [];
  });
}
