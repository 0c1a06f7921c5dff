import { boolean, foreignKey, pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core";
import { users } from "./accounts.ts";
import { at, workspaceId } from "./columns.ts";

/** Where each window of a person is; gone minutes after it was heard of last. */
export const presences = pgTable(
  "presences",
  {
    workspaceId: workspaceId(),
    userId: uuid("user_id").notNull(),
    /** Made by the browser. */
    windowId: text("window_id").notNull(),
    /** Null outside of an article. */
    articleId: uuid("article_id"),
    isEditing: boolean("is_editing").notNull().default(false),
    joinedAt: at("joined_at").notNull().defaultNow(),
    seenAt: at("seen_at").notNull().defaultNow(),
  },
  (t) => [
    primaryKey({ columns: [t.workspaceId, t.userId, t.windowId] }),
    foreignKey({
      name: "presences_user",
      columns: [t.workspaceId, t.userId],
      foreignColumns: [users.workspaceId, users.id],
    }).onDelete("cascade"),
  ],
);
