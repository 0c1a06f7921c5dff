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
import type {
  DeliveryChoice,
  MailFrequency,
  NotificationKind,
  WatchKind,
} from "../../../shared/domain/notifications.ts";
import { users, workspaces } from "./accounts.ts";
import { articles } from "./articles.ts";
import { createdAt, id, timestamptz, workspaceId } from "./columns.ts";

/** Articles, channels and categories that a person watches. */
export const watches = pgTable(
  "watches",
  {
    workspaceId: workspaceId(),
    userId: uuid("user_id").notNull(),
    kind: text("kind").$type<WatchKind>().notNull(),
    /** The id of an article or a channel, or the name of a category. */
    target: text("target").notNull(),
    createdAt: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.workspaceId, t.userId, t.kind, t.target] }),
    foreignKey({
      name: "watches_user",
      columns: [t.workspaceId, t.userId],
      foreignColumns: [users.workspaceId, users.id],
    }).onDelete("cascade"),
  ],
);

/**
 * A notification for one person. The row has only ids: the text is read when the notification is shown or mailed, with the
 * person's rights at that time.
 */
export const notifications = pgTable(
  "notifications",
  {
    workspaceId: workspaceId(),
    id: id(),
    userId: uuid("user_id").notNull(),
    kind: text("kind").$type<NotificationKind>().notNull(),
    /** The article; null for the weekly report about the wiki. */
    articleId: uuid("article_id"),
    /** The channel of a message about the article, in addition to the article's own channels. */
    channelId: uuid("channel_id"),
    /** Identifies the event (a version, an inbox item, a failed publication), so that nobody is notified twice. */
    mark: text("mark").notNull(),
    inApp: boolean("in_app").notNull(),
    byMail: boolean("by_mail").notNull(),
    byChat: boolean("by_chat").notNull().default(false),
    createdAt: createdAt(),
    readAt: timestamptz("read_at"),
    /** When the notification was mailed, or when mailing turned out to be unnecessary. */
    mailedAt: timestamptz("mailed_at"),
    /** When the notification was sent as a direct message, or when sending turned out to be unnecessary. */
    chattedAt: timestamptz("chatted_at"),
  },
  (t) => [
    primaryKey({ columns: [t.workspaceId, t.id] }),
    unique("notifications_once").on(t.workspaceId, t.userId, t.kind, t.articleId, t.mark),
    foreignKey({
      name: "notifications_user",
      columns: [t.workspaceId, t.userId],
      foreignColumns: [users.workspaceId, users.id],
    }).onDelete("cascade"),
    foreignKey({
      name: "notifications_article",
      columns: [t.workspaceId, t.articleId],
      foreignColumns: [articles.workspaceId, articles.id],
    }).onDelete("cascade"),
    index("notifications_of_person").on(t.workspaceId, t.userId, t.createdAt),
    index("notifications_created").on(t.createdAt),
    index("notifications_to_chat").on(t.workspaceId, t.userId).where(sql`by_chat and chatted_at is null`),
  ],
);

/** The notification settings of a person who changed any; without a row the defaults apply. */
export const notificationSettings = pgTable(
  "notification_settings",
  {
    workspaceId: workspaceId(),
    userId: uuid("user_id").notNull(),
    mail: text("mail").$type<MailFrequency>().notNull(),
    /** The hour of the digest mail, in the person's time zone. */
    hour: integer("hour").notNull(),
    /** The day of the weekly mail; 1 is Monday. */
    weekday: integer("weekday").notNull(),
    kinds: jsonb("kinds").$type<Partial<Record<NotificationKind, Partial<DeliveryChoice>>>>().notNull().default({}),
    lastMailAt: timestamptz("last_mail_at"),
    /** When the person last got the wiki's weekly summary, or when there was nothing to report. */
    wikiReportAt: timestamptz("wiki_report_at"),
    /** The reason, as a sentence, why the last direct message was not sent. */
    chatTrouble: text("chat_trouble"),
  },
  (t) => [
    primaryKey({ columns: [t.workspaceId, t.userId] }),
    foreignKey({
      name: "notification_settings_user",
      columns: [t.workspaceId, t.userId],
      foreignColumns: [users.workspaceId, users.id],
    }).onDelete("cascade"),
  ],
);

/** The time up to which a workspace's events have been turned into notifications. */
export const notificationCursors = pgTable("notification_cursors", {
  workspaceId: workspaceId()
    .primaryKey()
    .references(() => workspaces.id, { onDelete: "cascade" }),
  toldUntil: timestamptz("told_until").notNull(),
});
