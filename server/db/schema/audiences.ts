import { sql } from "drizzle-orm";
import { boolean, foreignKey, index, integer, pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core";
import type { ChatPlatform } from "../../../connectors/manifests.ts";
import { users, workspaces } from "./accounts.ts";
import { articles } from "./articles.ts";
import { createdAt, timestamptz, workspaceId } from "./columns.ts";

/**
 * The people who may read a channel's messages: one row for each channel that was ever monitored. A trigger of `channels`
 * updates the row (migrations/0025). The row outlives the channel, because articles do.
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
    /** True: everybody of the workspace except guests may read the channel. False: only members of the channel may. */
    isPublic: boolean("is_public").notNull(),
    /**
     * The person who chose to monitor the channel. This person may read the channel until the platform has listed its members;
     * null: the owners may.
     */
    chosenBy: uuid("chosen_by"),
    /** When the channel's members were last read; null for never. */
    membersReadAt: timestamptz("members_read_at"),
    /**
     * True once the platform has listed the channel's members and people were matched by address. From then on only members may
     * read the channel.
     */
    isKnown: boolean("is_known").notNull().default(false),
    memberCount: integer("member_count").notNull().default(0),
    /** Increases with every event about the channel's members, so that a list requested before the event is discarded. */
    changes: integer("changes").notNull().default(0),
    /** Since when the channel's members have to be read again; null if the stored list is up to date. */
    dueSince: timestamptz("due_since"),
    /** The reason, as a sentence, why the channel's members could not be read. */
    trouble: text("trouble"),
    /** For a private channel: a person allowed its articles to be published where people outside the channel read them too. */
    isReleased: boolean("is_released").notNull().default(false),
  },
  (t) => [
    primaryKey({ columns: [t.workspaceId, t.channelId] }),
    index("channel_audiences_due").on(t.dueSince).where(sql`due_since is not null`),
  ],
);

/** The channels that an article's text comes from; triggers of `articles` and `article_sources` add rows and never remove them. */
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

/** The chat account of a person of the workspace, found by the address that the person proved in this workspace. */
export const chatIdentities = pgTable(
  "chat_identities",
  {
    workspaceId: workspaceId(),
    userId: uuid("user_id").notNull(),
    platform: text("platform").$type<ChatPlatform>().notNull(),
    teamId: text("team_id").notNull(),
    /** The address with which the account was found. After a change of address the account has to be found again. */
    email: text("email").notNull(),
    /** The platform's id of the account; null if no account has the person's address. */
    externalId: text("external_id"),
    /** True for a guest account, which is in some channels only. */
    isGuest: boolean("is_guest").notNull().default(false),
    lookedUpAt: timestamptz("looked_up_at").notNull().defaultNow(),
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

/** A person whom an owner or admin allowed to read a private channel. */
export const channelReaders = pgTable(
  "channel_readers",
  {
    workspaceId: workspaceId(),
    channelId: uuid("channel_id").notNull(),
    userId: uuid("user_id").notNull(),
    /** The person who granted the access; null after that person left. */
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
