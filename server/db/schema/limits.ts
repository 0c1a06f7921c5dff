import { index, pgTable, primaryKey, timestamp, uuid } from "drizzle-orm/pg-core";
import { workspaces } from "./accounts.ts";

/**
 * Messages that count against the plan's monthly limit. A message counts only once, even if it is judged again or its channel
 * is removed and added again. Only a hash of the platform's ids is stored.
 */
export const countedMessages = pgTable(
  "counted_messages",
  {
    workspaceId: uuid("workspace_id")
      .notNull()
      .references(() => workspaces.id, { onDelete: "cascade" }),
    /** Hash of platform, channel and message (`storeVerdicts`). */
    id: uuid("id").notNull(),
    countedAt: timestamp("counted_at", { withTimezone: true, mode: "date" }).notNull().defaultNow(),
  },
  (t) => [
    primaryKey({ columns: [t.workspaceId, t.id] }),
    index("counted_messages_month").on(t.workspaceId, t.countedAt),
  ],
);
