import type { ArticlePage } from "../../../../shared/contract/articles.ts";
import type { EditedArticle } from "../../../../shared/contract/editing.ts";

/** Creates an edit that changes only the article's title. */
export function withTitle(article: ArticlePage, title: string): EditedArticle {
  const { version, edition, tags, contentType, category, difficulty, priority } = article;
  return {
    version,
    edition,
    title,
    summary: article.summaryStatements.map(asItIs),
    sections: article.sections.map(({ statements, ...section }) => ({
      ...section,
      statements: statements.map(asItIs),
    })),
    tags,
    contentType,
    category,
    difficulty,
    priority,
  };
}

const asItIs = ({ key, form, text, language }: ArticlePage["summaryStatements"][number]) => ({
  key: key ?? null,
  form,
  text,
  language,
});
