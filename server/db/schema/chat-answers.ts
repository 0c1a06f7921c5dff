import { sql } from "drizzle-orm";
import {
  boolean,
  check,
  foreignKey,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  unique,
  uuid,
} from "drizzle-orm/pg-core";
import { channels } from "./chat.ts";
import { createdAt, id, timestamptz, workspaceId } from "./columns.ts";
import { chatIntegrations } from "./integrations.ts";

export type ChatAnswerState =
  | "to-answer"
  /** The answer is in the thread, and is corrected when its sources change. */
  | "answered"
  | "over";

/** `told`: people answered the question, and the answer says where the wiki has it. */
export type ChatAnswerKind = "answer" | "told";

/**
 * Questions that people ask the app in a channel or a direct conversation; each question is answered once. The row is also the
 * outbox: the intent is committed before the answer goes out. The row has no text, because the question is in the messages or
 * on the platform and the answer is in the articles.
 */
export const chatAnswers = pgTable(
  "chat_answers",
  {
    workspaceId: workspaceId(),
    id: id(),
    /** The channel of the question; null for a question in a direct conversation with the app. */
    channelId: uuid("channel_id"),
    /** The integration and the platform's id of the direct conversation in which the question was asked. */
    integrationId: uuid("integration_id"),
    directWith: text("direct_with"),
    /** The platform's ids of the question's message and of its thread. */
    questionId: text("question_id").notNull(),
    threadId: text("thread_id").notNull(),
    askedBy: text("asked_by").notNull(),
    /** The question was not addressed to the app, so the app answers only if the answer is certain and no person answers. */
    isUnasked: boolean("is_unasked").notNull().default(false),
    kind: text("kind").$type<ChatAnswerKind>().notNull().default("answer"),
    state: text("state").$type<ChatAnswerState>().notNull().default("to-answer"),
    /** Set before the answer is sent, and null once the outcome of the call is known. */
    intentAt: timestamptz("intent_at"),
    attempts: integer("attempts").notNull().default(0),
    nextAttemptAt: timestamptz("next_attempt_at").notNull().defaultNow(),
    /** The platform's id of the message with the answer. */
    messageExternalId: text("message_external_id"),
    /** The article and version that the answer quotes; null if it quotes none. */
    articleId: uuid("article_id"),
    articleVersion: integer("article_version"),
    /** Versions by article id: each article that a model's answer cites, and each article that contradicts a quoted page. */
    cites: jsonb("cites").$type<Record<string, number>>().notNull().default({}),
    /** The version, by page id, of each wiki page that the answer quotes, and the quoted findings about these pages. */
    pageCites: jsonb("page_cites").$type<Record<string, string>>().notNull().default({}),
    findingCites: uuid("finding_cites").array().notNull().default(sql`'{}'`),
    /** Fingerprint of the answer's content, which tells whether the posted answer has to be corrected. */
    fingerprint: text("fingerprint"),
    createdAt: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.workspaceId, t.id] }),
    unique("chat_answers_once").on(t.workspaceId, t.channelId, t.questionId),
    unique("chat_answers_once_directly").on(t.workspaceId, t.integrationId, t.directWith, t.questionId),
    check(
      "chat_answers_place",
      sql`channel_id is not null or (integration_id is not null and direct_with is not null)`,
    ),
    foreignKey({
      columns: [t.workspaceId, t.integrationId],
      foreignColumns: [chatIntegrations.workspaceId, chatIntegrations.id],
      name: "chat_answers_integration",
    }).onDelete("cascade"),
    foreignKey({
      columns: [t.workspaceId, t.channelId],
      foreignColumns: [channels.workspaceId, channels.id],
      name: "chat_answers_channel",
    }).onDelete("cascade"),
    index("chat_answers_open").on(t.nextAttemptAt).where(sql`state <> 'over'`),
  ],
);
