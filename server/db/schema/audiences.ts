import { sql } from "drizzle-orm";
import { boolean, foreignKey, index, integer, pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core";
import type { ChatPlatform } from "../../../connectors/manifests.ts";
import { users, workspaces } from "./accounts.ts";
import { articles } from "./articles.ts";
import { at, createdAt, workspaceId } from "./columns.ts";

/**
 * Who may read what was said in a channel: one row for each channel that was ever monitored, kept by a trigger of `channels`
 * (migrations/0025). It outlives the channel, because its articles do.
 */
export const channelAudiences = pgTable(
  "channel_audiences",
  {
    workspaceId: workspaceId().references(() => workspaces.id, { onDelete: "cascade" }),
    channelId: uuid("channel_id").notNull(),
    name: text("name").notNull(),
    platform: text("platform").$type<ChatPlatform>().notNull(),
    teamId: text("team_id").notNull(),
    externalId: text("external_id").notNull(),
    /** For everybody of the workspace but guests; else for its members. */
    isPublic: boolean("is_public").notNull(),
    /** Who chose to monitor the channel: reads it until the platform has said who its members are. Null: the owners do. */
    chosenBy: uuid("chosen_by"),
    /** When its members were read last; null: never. */
    membersReadAt: at("members_read_at"),
    /** The platform said who the members are, and people could be looked up by their addresses: from then on only members read. */
    isKnown: boolean("is_known").notNull().default(false),
    memberCount: integer("member_count").notNull().default(0),
    /** Counts up with every event about its members: a list that was asked for before is not believed. */
    changes: integer("changes").notNull().default(0),
    /** Since when its members are to be read again; null: they are as the platform said. */
    dueSince: at("due_since"),
    /** Why the members could not be read, in a sentence. */
    trouble: text("trouble"),
    /** Of a private one: a person decided that what is written from it may be published where others read it too. */
    isReleased: boolean("is_released").notNull().default(false),
  },
  (t) => [
    primaryKey({ columns: [t.workspaceId, t.channelId] }),
    index("channel_audiences_due").on(t.dueSince).where(sql`due_since is not null`),
  ],
);

/** Which channels the words of an article come from; kept by triggers of `articles` and `article_sources`. Only ever more. */
export const articleAudiences = pgTable(
  "article_audiences",
  {
    workspaceId: workspaceId(),
    articleId: uuid("article_id").notNull(),
    channelId: uuid("channel_id").notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.workspaceId, t.articleId, t.channelId] }),
    foreignKey({
      columns: [t.workspaceId, t.articleId],
      foreignColumns: [articles.workspaceId, articles.id],
      name: "article_audiences_article",
    }).onDelete("cascade"),
    foreignKey({
      columns: [t.workspaceId, t.channelId],
      foreignColumns: [channelAudiences.workspaceId, channelAudiences.channelId],
      name: "article_audiences_channel",
    }),
    index("article_audiences_channel").on(t.workspaceId, t.channelId, t.articleId),
  ],
);

/** The members of a channel by the platform's ids. */
export const channelMembers = pgTable(
  "channel_members",
  {
    workspaceId: workspaceId(),
    channelId: uuid("channel_id").notNull(),
    externalId: text("external_id").notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.workspaceId, t.channelId, t.externalId] }),
    foreignKey({
      columns: [t.workspaceId, t.channelId],
      foreignColumns: [channelAudiences.workspaceId, channelAudiences.channelId],
      name: "channel_members_channel",
    }).onDelete("cascade"),
  ],
);

/** Who a person of the workspace is in a chat, looked up by the address they proved here. */
export const chatIdentities = pgTable(
  "chat_identities",
  {
    workspaceId: workspaceId(),
    userId: uuid("user_id").notNull(),
    platform: text("platform").$type<ChatPlatform>().notNull(),
    teamId: text("team_id").notNull(),
    /** The address it was looked up by: with another address the person is somebody else. */
    email: text("email").notNull(),
    /** The platform's id; null: nobody there has this address. */
    externalId: text("external_id"),
    /** Invited to some channels only. */
    isGuest: boolean("is_guest").notNull().default(false),
    lookedUpAt: at("looked_up_at").notNull().defaultNow(),
  },
  (t) => [
    primaryKey({ columns: [t.workspaceId, t.userId, t.platform, t.teamId] }),
    foreignKey({
      columns: [t.workspaceId, t.userId],
      foreignColumns: [users.workspaceId, users.id],
      name: "chat_identities_user",
    }).onDelete("cascade"),
  ],
);

/** An owner or admin let somebody read what was said in a private channel. */
export const channelReaders = pgTable(
  "channel_readers",
  {
    workspaceId: workspaceId(),
    channelId: uuid("channel_id").notNull(),
    userId: uuid("user_id").notNull(),
    /** Null when who gave it left. */
    givenBy: uuid("given_by"),
    createdAt: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.workspaceId, t.channelId, t.userId] }),
    foreignKey({
      columns: [t.workspaceId, t.channelId],
      foreignColumns: [channelAudiences.workspaceId, channelAudiences.channelId],
      name: "channel_readers_channel",
    }).onDelete("cascade"),
    foreignKey({
      columns: [t.workspaceId, t.userId],
      foreignColumns: [users.workspaceId, users.id],
      name: "channel_readers_user",
    }).onDelete("cascade"),
  ],
);
