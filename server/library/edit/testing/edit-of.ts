import type { ArticlePage } from "../../../../shared/contract/articles.ts";
import type { EditedArticle, EditedStatement } from "../../../../shared/contract/editing.ts";

/** The edit with which the editor starts. */
export function createUnchangedEdit(page: ArticlePage): EditedArticle {
  const edited = (list: ArticlePage["summaryStatements"]): EditedStatement[] =>
    list.map(({ key = null, form, text, language }) => ({ key, form, text, language }));
  const { version, title, tags, contentType, category, difficulty, priority } = page;
  return {
    version,
    title,
    tags,
    contentType,
    category,
    difficulty,
    priority,
    summary: edited(page.summaryStatements),
    sections: page.sections.map(({ role, heading, layout, statements }) => ({
      role,
      heading,
      layout,
      statements: edited(statements),
    })),
  };
}
