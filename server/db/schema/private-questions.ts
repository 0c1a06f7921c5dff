import { sql } from "drizzle-orm";
import { foreignKey, index, integer, pgTable, primaryKey, text, unique, uuid } from "drizzle-orm/pg-core";
import { createdAt, id, timestamptz, workspaceId } from "./columns.ts";
import { chatIntegrations } from "./integrations.ts";

/**
 * Questions in the chat whose answer only the asker can see. The row is the outbox: the intent is committed before the answer
 * goes out. The platform cannot say whether the answer arrived, so an unknown outcome is never retried. Finished rows have no
 * text and are deleted after a day.
 */
export const privateQuestions = pgTable(
  "private_questions",
  {
    workspaceId: workspaceId(),
    id: id(),
    integrationId: uuid("integration_id").notNull(),
    /** The platform's id of the request. */
    requestId: text("request_id").notNull(),
    /** The platform's id of the person who asked. */
    askedBy: text("asked_by").notNull(),
    /** The platform's id of the channel. */
    channelExternalId: text("channel_external_id").notNull(),
    /** The question and the address for its answer, encrypted; null when the row is finished. */
    sealed: text("sealed"),
    intentAt: timestamptz("intent_at"),
    attempts: integer("attempts").notNull().default(0),
    nextAttemptAt: timestamptz("next_attempt_at").notNull().defaultNow(),
    createdAt: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.workspaceId, t.id] }),
    unique("private_questions_once").on(t.workspaceId, t.requestId),
    foreignKey({
      columns: [t.workspaceId, t.integrationId],
      foreignColumns: [chatIntegrations.workspaceId, chatIntegrations.id],
      name: "private_questions_integration",
    }).onDelete("cascade"),
    index("private_questions_open").on(t.nextAttemptAt).where(sql`sealed is not null`),
  ],
);
