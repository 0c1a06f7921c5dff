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
import type { UnavailableReason } from "../../../engine/contract.ts";
import type { MessageExtras } from "../../../shared/domain/chat.ts";
import { workspaces } from "./accounts.ts";
import { createdAt, id, timestamptz, trouble, workspaceId } from "./columns.ts";
import { chatIntegrations } from "./integrations.ts";

export interface ChannelReadingResult {
  /** The number of messages that could not be stored, with up to five reasons. */
  skipped: number;
  skippedWhy: string[];
  /** The number of messages that live events missed and a later reading of the channel found. */
  filledIn: number;
}

export const channels = pgTable(
  "channels",
  {
    workspaceId: workspaceId().references(() => workspaces.id, { onDelete: "cascade" }),
    id: id(),
    /** The integration that reads the channel; null for a channel that came from an export. */
    integrationId: uuid("integration_id"),
    platform: text("platform").$type<ChatPlatform>().notNull(),
    /** The platform's id of the channel. */
    externalId: text("external_id").notNull(),
    /** The platform's id of the team; '' if unknown. Part of the channel's identity. */
    teamId: text("team_id").notNull().default(""),
    name: text("name").notNull(),
    isPrivate: boolean("is_private").notNull().default(false),
    isActive: boolean("is_active").notNull().default(true),
    /**
     * Since when the channel's articles are held because the channel became private. Null: the channel did not become private,
     * or a person allowed publishing.
     */
    heldSince: timestamptz("held_since"),
    /** Since when the channel's articles are published without review, in a workspace that reviews new channels. */
    trustedAt: timestamptz("trusted_at"),
    /** The number of the channel's articles that people approved. */
    approvals: integer("approvals").notNull().default(0),
    /** The app asks the author of an answer about the answer, in its thread. */
    asksInThreads: boolean("asks_in_threads").notNull().default(false),
    /** The app answers unanswered questions in their thread even if nobody addressed the app. */
    answersUnasked: boolean("answers_unasked").notNull().default(false),
    /** The product sends nothing of the channel to a language model; the channel's knowledge is saved as excerpts. */
    neverToModel: boolean("never_to_model").notNull().default(false),
    checkFrequencyMinutes: integer("check_frequency_minutes").notNull(),
    cursor: jsonb("cursor").$type<Record<string, unknown>>(),
    /** Earlier messages of the platform are not stored; null if the channel is read from its beginning. */
    readsFrom: timestamptz("reads_from"),
    lastChecked: timestamptz("last_checked"),
    trouble: trouble(),
    /**
     * The plan's limit that pauses the channel: 'messages', or 'channels', which switched the channel off. The channel resumes
     * automatically.
     */
    pausedFor: text("paused_for").$type<"messages" | "channels">(),
    /** The reason why the model could not process new messages; null if nothing prevents processing. */
    modelWaits: jsonb("model_waits").$type<ModelWait>(),
    /** The channel's state on the platform; null for a normal channel. */
    remoteState: text("remote_state").$type<"archived" | "deleted" | "left">(),
    /** The seconds of silence after which a conversation counts as over, derived from the channel's usual pace. */
    quietSeconds: integer("quiet_seconds").notNull().default(600),
    /** The person who chose to monitor the channel; null if unknown. */
    chosenBy: uuid("chosen_by"),
    /** Whether people of other companies are members. */
    isShared: boolean("is_shared").notNull().default(false),
    /** An admin allowed the product to read the channel although other companies share it. */
    isSharingAllowed: boolean("is_sharing_allowed").notNull().default(false),
    /** The result of the last complete reading of the channel. */
    reading: jsonb("reading").$type<ChannelReadingResult>(),
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

/** The reason why work of a channel waits for its language model. */
export interface ModelWait {
  reason: UnavailableReason;
  /** When the work resumes automatically, as ISO 8601; null if unknown. */
  until: string | null;
  /** The reason, as a sentence for people. */
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
    sentAt: timestamptz("sent_at").notNull(),
    editedAt: timestamptz("edited_at"),
    /** When the message was deleted at the source. Its text is erased. */
    deletedAt: timestamptz("deleted_at"),
    text: text("text").notNull(),
    /** Files and reactions of the message. A trigger erases them with the text (`erase_beside_text`). */
    beside: jsonb("beside").$type<MessageExtras>(),
    /**
     * The text is from an export, which anybody can write. A different text with the same id therefore counts against the plan
     * again.
     */
    isExported: boolean("is_exported").notNull().default(false),
    /** The key of the message's conversation; null until the message is grouped. */
    conversationKey: text("conversation_key"),
    readAt: timestamptz("read_at").notNull().defaultNow(),
    /** When this text was stored. The retention period starts at this time. */
    textAt: timestamptz("text_at").notNull().defaultNow(),
    /** When retention erased the text. The row stays, because articles' statements refer to the message. */
    forgottenAt: timestamptz("forgotten_at"),
    /** The number of days for which the text was stored before it was erased. */
    keptDays: integer("kept_days"),
    /** Keyed hash of the erased text, by which the same text is recognised and not stored again. */
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
 * Acknowledged events of a platform. The payload is deleted once the event is applied. The row stays for a while, so that a
 * repeated event is recognised.
 */
export const chatEvents = pgTable(
  "chat_events",
  {
    workspaceId: workspaceId(),
    /** Sorts by arrival, which is not the order in which the events happened. */
    id: id(),
    integrationId: uuid("integration_id").notNull(),
    /** The platform's id of the event. */
    eventId: text("event_id").notNull(),
    channelExternalId: text("channel_external_id"),
    messageExternalId: text("message_external_id"),
    /** The data for applying the event, as JSON. A text column, because chat may contain characters that jsonb refuses. */
    payload: text("payload"),
    /** `left`: a new message that waits until a person starts the analysis. */
    state: text("state").$type<"waiting" | "applied" | "left">().notNull().default("waiting"),
    receivedAt: timestamptz("received_at").notNull().defaultNow(),
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
