import { sql } from "drizzle-orm";
import { boolean, foreignKey, index, integer, pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core";
import type { DeliveryState, WebhookEvent, WebhookType } from "../../../shared/domain/webhooks.ts";
import { workspaces } from "./accounts.ts";
import { at, createdAt, id, workspaceId } from "./columns.ts";

/** Addresses that receive events about articles. */
export const webhooks = pgTable(
  "webhooks",
  {
    workspaceId: workspaceId().references(() => workspaces.id, { onDelete: "cascade" }),
    id: id(),
    url: text("url").notNull(),
    events: text("events").array().$type<WebhookEvent[]>().notNull(),
    /** Private channels whose articles it receives too. */
    readerChannels: uuid("reader_channels").array().notNull().default([]),
    isActive: boolean("is_active").notNull().default(true),
    /**
     * The person who created it or last switched it on: the webhook ends with their rights. Null: created before this
     * was stored, and not in the audit log.
     */
    madeBy: uuid("made_by"),
    /** The reason, as a sentence, why it was switched off automatically. */
    offBecause: text("off_because"),
    /** The signing secrets, the newest first, separated by a blank. */
    secretsSealed: text("secrets_sealed").notNull(),
    /** Until when the former secret signs as well. */
    oldSecretUntil: at("old_secret_until"),
    failingSince: at("failing_since"),
    lastDeliveredAt: at("last_delivered_at"),
    createdAt: createdAt(),
  },
  (t) => [primaryKey({ columns: [t.workspaceId, t.id] })],
);

/**
 * Deliveries that are due, one row for each address; inserted by triggers of `articles` and `inbox_items` in the
 * transaction of the event (migrations/0054). They hold ids only: the text is looked up when it is sent, as the address
 * may read it then.
 */
export const webhookDeliveries = pgTable(
  "webhook_deliveries",
  {
    workspaceId: workspaceId(),
    /** Stays the same across attempts. */
    id: id(),
    webhookId: uuid("webhook_id").notNull(),
    type: text("type").$type<WebhookType>().notNull(),
    /** Null for a test. Outlives its article, because its removal is an event too. */
    articleId: uuid("article_id"),
    version: integer("version"),
    /** The inbox item of a conflict. */
    itemId: uuid("item_id"),
    state: text("state").$type<DeliveryState>().notNull().default("waiting"),
    tries: integer("tries").notNull().default(0),
    /** When a waiting delivery is sent. The sender moves it forward first, so that it is sent again if the sender dies. */
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

/** Articles that an address has, or may have, received: it is told when they are removed. */
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
