import { foreignKey, pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core";
import { articles } from "./articles.ts";
import { workspaceId } from "./columns.ts";

/**
 * The tags of listed articles (`whereArticleListed`), so that tags are counted without reading articles. A trigger of `articles` updates
 * the rows (migrations/0073).
 */
export const articleTags = pgTable(
  "article_tags",
  {
    workspaceId: workspaceId(),
    articleId: uuid("article_id").notNull(),
    tag: text("tag").notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.workspaceId, t.articleId, t.tag] }),
    foreignKey({
      columns: [t.workspaceId, t.articleId],
      foreignColumns: [articles.workspaceId, articles.id],
      name: "article_tags_article",
    }).onDelete("cascade"),
  ],
);
