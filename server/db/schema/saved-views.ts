import { sql } from "drizzle-orm";
import { foreignKey, jsonb, pgTable, primaryKey, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import type { ArticleFilters } from "../../../shared/contract/article-list.ts";
import { users } from "./accounts.ts";
import { createdAt, id, workspaceId } from "./columns.ts";

/** Filters of the library that one person saved. */
export const savedViews = pgTable(
  "saved_views",
  {
    workspaceId: workspaceId(),
    id: id(),
    userId: uuid("user_id").notNull(),
    name: text("name").notNull(),
    filters: jsonb("filters").$type<ArticleFilters>().notNull(),
    /** The layout of the list; null for the layout that the browser used last. */
    look: text("look").$type<"cards" | "list">(),
    createdAt: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.workspaceId, t.id] }),
    foreignKey({
      name: "saved_views_user",
      columns: [t.workspaceId, t.userId],
      foreignColumns: [users.workspaceId, users.id],
    }).onDelete("cascade"),
    uniqueIndex("saved_views_name").on(t.workspaceId, t.userId, sql`lower(${t.name})`),
  ],
);
