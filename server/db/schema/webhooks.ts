import { sql } from "drizzle-orm";
import { boolean, foreignKey, index, integer, pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core";
import type { DeliveryState, WebhookEvent, WebhookType } from "../../../shared/domain/webhooks.ts";
import { workspaces } from "./accounts.ts";
import { at, createdAt, id, workspaceId } from "./columns.ts";

/** Addresses that are told of what happens to articles. */
export const webhooks = pgTable(
  "webhooks",
  {
    workspaceId: workspaceId().references(() => workspaces.id, { onDelete: "cascade" }),
    id: id(),
    url: text("url").notNull(),
    events: text("events").array().$type<WebhookEvent[]>().notNull(),
    /** Private channels whose articles it is told of, too. */
    readerChannels: uuid("reader_channels").array().notNull().default([]),
    isActive: boolean("is_active").notNull().default(true),
    /** Who made it or switched it on last: it ends with their rights. Null: made before this was stored, and not in the audit log. */
    madeBy: uuid("made_by"),
    /** Why it was switched off by itself, in a sentence. */
    offBecause: text("off_because"),
    /** The secrets that sign, the newest first, with a blank between them. */
    secretsSealed: text("secrets_sealed").notNull(),
    /** Until when the secret before signs as well. */
    oldSecretUntil: at("old_secret_until"),
    failingSince: at("failing_since"),
    lastDeliveredAt: at("last_delivered_at"),
    createdAt: createdAt(),
  },
  (t) => [primaryKey({ columns: [t.workspaceId, t.id] })],
);

/**
 * What is to be told, one row for each address; written by triggers of `articles` and `inbox_items` in the transaction of the
 * event (migrations/0054). Ids alone: its words are looked up when it is sent, as the address may have them then.
 */
export const webhookDeliveries = pgTable(
  "webhook_deliveries",
  {
    workspaceId: workspaceId(),
    /** Stays the same however often it is sent. */
    id: id(),
    webhookId: uuid("webhook_id").notNull(),
    type: text("type").$type<WebhookType>().notNull(),
    /** Null of a test. Outlives its article: that it is gone is told. */
    articleId: uuid("article_id"),
    version: integer("version"),
    /** Of a conflict: the item of the inbox. */
    itemId: uuid("item_id"),
    state: text("state").$type<DeliveryState>().notNull().default("waiting"),
    tries: integer("tries").notNull().default(0),
    /** While it waits: when it is sent. Whoever sends it moves it on first, so that it comes again if they do not come back. */
    nextAt: at("next_at"),
    triedAt: at("tried_at"),
    status: integer("status"),
    response: text("response"),
    createdAt: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.workspaceId, t.id] }),
    foreignKey({
      name: "webhook_deliveries_webhook",
      columns: [t.workspaceId, t.webhookId],
      foreignColumns: [webhooks.workspaceId, webhooks.id],
    }).onDelete("cascade"),
    index("webhook_deliveries_due").on(t.nextAt).where(sql`state = 'waiting'`),
    index("webhook_deliveries_of").on(t.workspaceId, t.webhookId, t.createdAt),
    index("webhook_deliveries_created").on(t.createdAt),
  ],
);

/** Articles that an address has, or may have, heard of: it is told when they go. */
export const webhookArticles = pgTable(
  "webhook_articles",
  {
    workspaceId: workspaceId(),
    webhookId: uuid("webhook_id").notNull(),
    articleId: uuid("article_id").notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.workspaceId, t.articleId, t.webhookId] }),
    foreignKey({
      name: "webhook_articles_webhook",
      columns: [t.workspaceId, t.webhookId],
      foreignColumns: [webhooks.workspaceId, webhooks.id],
    }).onDelete("cascade"),
  ],
);
