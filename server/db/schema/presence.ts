import { boolean, foreignKey, pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core";
import { users } from "./accounts.ts";
import { timestamptz, workspaceId } from "./columns.ts";

/** The article shown in each browser window of a person; deleted minutes after the window's last heartbeat. */
export const presences = pgTable(
  "presences",
  {
    workspaceId: workspaceId(),
    userId: uuid("user_id").notNull(),
    /** The id of the browser window, created by the browser. */
    windowId: text("window_id").notNull(),
    /** The article shown in the window; null if the window shows no article. */
    articleId: uuid("article_id"),
    isEditing: boolean("is_editing").notNull().default(false),
    joinedAt: timestamptz("joined_at").notNull().defaultNow(),
    seenAt: timestamptz("seen_at").notNull().defaultNow(),
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
