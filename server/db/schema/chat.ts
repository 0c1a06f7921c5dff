import { sql } from "drizzle-orm";
import {
  boolean,
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
import type { ChatPlatform } from "../../../connectors/manifests.ts";
import type { WaitReason } from "../../../engine/contract.ts";
import { workspaces } from "./accounts.ts";
import { at, createdAt, id, trouble, workspaceId } from "./columns.ts";
import { chatIntegrations } from "./integrations.ts";

export interface ChannelReading {
  /** Messages that could not be taken, with up to five reasons. */
  skipped: number;
  skippedWhy: string[];
  /** Messages that live events should have brought and the reading found. */
  filledIn: number;
}

export const channels = pgTable(
  "channels",
  {
    workspaceId: workspaceId().references(() => workspaces.id, { onDelete: "cascade" }),
    id: id(),
    /** Null for a channel that came from an export and has no integration. */
    integrationId: uuid("integration_id"),
    platform: text("platform").$type<ChatPlatform>().notNull(),
    /** The platform's id. */
    externalId: text("external_id").notNull(),
    /** The platform's id of the team; '' where it is not known. Part of the identity. */
    teamId: text("team_id").notNull().default(""),
    name: text("name").notNull(),
    isPrivate: boolean("is_private").notNull().default(false),
    isActive: boolean("is_active").notNull().default(true),
    /** Since when its articles are held back because it was made private; null when it was not, or a person allowed it. */
    heldSince: at("held_since"),
    /** Since when its articles are published without anybody having read them, where the workspace reviews new channels. */
    trustedAt: at("trusted_at"),
    /** How many of its articles somebody approved. */
    approvals: integer("approvals").notNull().default(0),
    /** Whether who gave an answer is asked in its thread. */
    asksInThreads: boolean("asks_in_threads").notNull().default(false),
    /** Whether questions that nobody answers are answered in their thread without our being asked. */
    answersUnasked: boolean("answers_unasked").notNull().default(false),
    /** Nothing of it is sent to a language model: what is found in it is saved word for word. */
    neverToModel: boolean("never_to_model").notNull().default(false),
    checkFrequencyMinutes: integer("check_frequency_minutes").notNull(),
    cursor: jsonb("cursor").$type<Record<string, unknown>>(),
    lastChecked: at("last_checked"),
    trouble: trouble(),
    /** The limit of the plan it waits for: 'messages', or switched off by 'channels'. It resumes automatically. */
    pausedFor: text("paused_for").$type<"messages" | "channels">(),
    /** Why the model could not be asked about what is new in it; null while nothing is in the way. */
    modelWaits: jsonb("model_waits").$type<ModelWait>(),
    /** What the platform says of the channel as a whole; null: nothing out of the ordinary. */
    remoteState: text("remote_state").$type<"archived" | "deleted" | "left">(),
    /** Silence after which a conversation counts as over, from the channel's own tempo. */
    quietSeconds: integer("quiet_seconds").notNull().default(600),
    /** Who chose to monitor it; null when nobody knows any more. */
    chosenBy: uuid("chosen_by"),
    /** People of other companies are in it. */
    isShared: boolean("is_shared").notNull().default(false),
    /** An admin said that it may be read although it is shared. */
    isSharingAllowed: boolean("is_sharing_allowed").notNull().default(false),
    /** What the last complete reading found. */
    reading: jsonb("reading").$type<ChannelReading>(),
    createdAt: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.workspaceId, t.id] }),
    unique("channels_external").on(t.workspaceId, t.platform, t.teamId, t.externalId),
    foreignKey({
      columns: [t.workspaceId, t.integrationId],
      foreignColumns: [chatIntegrations.workspaceId, chatIntegrations.id],
      name: "channels_integration",
    }),
  ],
);

/** Work of a channel waits for its model. */
export interface ModelWait {
  reason: WaitReason;
  /** ISO 8601, when it goes on by itself; null: nobody knows. */
  until: string | null;
  /** For people. */
  sentence: string;
}

export const messages = pgTable(
  "messages",
  {
    workspaceId: workspaceId(),
    channelId: uuid("channel_id").notNull(),
    externalId: text("external_id").notNull(),
    threadId: text("thread_id"),
    authorId: text("author_id").notNull(),
    authorName: text("author_name").notNull(),
    sentAt: at("sent_at").notNull(),
    editedAt: at("edited_at"),
    /** Deleted at the source: the text is erased with it. */
    deletedAt: at("deleted_at"),
    text: text("text").notNull(),
    /** These words are from an export, which anybody can write: other words under the same id count against the plan again. */
    isExported: boolean("is_exported").notNull().default(false),
    /** Null until it was grouped. */
    conversationKey: text("conversation_key"),
    readAt: at("read_at").notNull().defaultNow(),
    /** Since when these words are stored: what a workspace's retention counts from. */
    textAt: at("text_at").notNull().defaultNow(),
    /** When the retention took the words. The row stays, so that sentences still name their message. */
    forgottenAt: at("forgotten_at"),
    /** How many days the words were kept until then. */
    keptDays: integer("kept_days"),
    /** Keyed hash of the words that were forgotten: the same words read again are known, and not stored. */
    textHash: text("text_hash"),
  },
  (t) => [
    primaryKey({ columns: [t.workspaceId, t.channelId, t.externalId] }),
    foreignKey({ columns: [t.workspaceId, t.channelId], foreignColumns: [channels.workspaceId, channels.id] }).onDelete(
      "cascade",
    ),
    index("messages_sent").on(t.workspaceId, t.channelId, t.sentAt),
    index("messages_known").on(t.workspaceId, t.channelId).where(sql`deleted_at is null`),
    index("messages_conversation").on(t.workspaceId, t.channelId, t.conversationKey),
    index("messages_ungrouped")
      .on(t.workspaceId, t.channelId, t.sentAt)
      .where(sql`conversation_key is null and deleted_at is null`),
    index("messages_to_forget")
      .on(t.workspaceId, t.channelId, t.textAt)
      .where(sql`forgotten_at is null and deleted_at is null`),
  ],
);

/**
 * What a platform told and was acknowledged, until it is applied to the messages: then the payload goes and the row stays for a
 * while, so that the same event is known again.
 */
export const chatEvents = pgTable(
  "chat_events",
  {
    workspaceId: workspaceId(),
    /** In the order of arrival, which says nothing about the order of what happened. */
    id: id(),
    integrationId: uuid("integration_id").notNull(),
    /** The platform's. */
    eventId: text("event_id").notNull(),
    channelExternalId: text("channel_external_id"),
    messageExternalId: text("message_external_id"),
    /** What the connector needs to apply it, as JSON; text, because chat may hold what jsonb refuses. */
    payload: text("payload"),
    /** `left`: a new message that waits for a person's Run Analysis. */
    state: text("state").$type<"waiting" | "applied" | "left">().notNull().default("waiting"),
    receivedAt: at("received_at").notNull().defaultNow(),
  },
  (t) => [
    primaryKey({ columns: [t.workspaceId, t.id] }),
    unique("chat_events_once").on(t.workspaceId, t.integrationId, t.eventId),
    foreignKey({
      columns: [t.workspaceId, t.integrationId],
      foreignColumns: [chatIntegrations.workspaceId, chatIntegrations.id],
      name: "chat_events_integration",
    }).onDelete("cascade"),
    index("chat_events_waiting").on(t.workspaceId, t.integrationId, t.id).where(sql`state = 'waiting'`),
    index("chat_events_left").on(t.workspaceId, t.integrationId, t.channelExternalId).where(sql`state = 'left'`),
    index("chat_events_received").on(t.receivedAt),
  ],
);
