import { sql } from "drizzle-orm";
import { boolean, foreignKey, index, integer, pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core";
import type { DeliveryState, WebhookEvent, WebhookType } from "../../../shared/domain/webhooks.ts";
import { workspaces } from "./accounts.ts";
import { createdAt, id, timestamptz, workspaceId } from "./columns.ts";

/** Addresses that receive events about articles. */
export const webhooks = pgTable(
  "webhooks",
  {
    workspaceId: workspaceId().references(() => workspaces.id, { onDelete: "cascade" }),
    id: id(),
    url: text("url").notNull(),
    events: text("events").array().$type<WebhookEvent[]>().notNull(),
    /** Private channels whose articles the webhook receives too. */
    readerChannels: uuid("reader_channels").array().notNull().default([]),
    isActive: boolean("is_active").notNull().default(true),
    /**
     * The person who created the webhook or last switched it on. When the person loses rights, the webhook loses them too.
     * Null: the row is older than this column, and the person is not in the audit log.
     */
    madeBy: uuid("made_by"),
    /** The reason, as a sentence, why the webhook was switched off automatically. */
    offBecause: text("off_because"),
    /** The signing secrets, the newest first, separated by a blank. */
    secretsSealed: text("secrets_sealed").notNull(),
    /** Until when the previous secret signs too. */
    oldSecretUntil: timestamptz("old_secret_until"),
    failingSince: timestamptz("failing_since"),
    lastDeliveredAt: timestamptz("last_delivered_at"),
    createdAt: createdAt(),
  },
  (t) => [primaryKey({ columns: [t.workspaceId, t.id] })],
);

/**
 * Due deliveries, one row per address. Triggers of `articles` and `inbox_items` insert the rows in the event's transaction
 * (migrations/0054). The rows have only ids: the text is read when it is sent, with the address's rights at that time.
 */
export const webhookDeliveries = pgTable(
  "webhook_deliveries",
  {
    workspaceId: workspaceId(),
    /** The delivery's id, the same for all attempts. */
    id: id(),
    webhookId: uuid("webhook_id").notNull(),
    type: text("type").$type<WebhookType>().notNull(),
    /** The article; null for a test. The id outlives its article, because the article's removal is an event too. */
    articleId: uuid("article_id"),
    version: integer("version"),
    /** The inbox item of a conflict. */
    itemId: uuid("item_id"),
    state: text("state").$type<DeliveryState>().notNull().default("waiting"),
    tries: integer("tries").notNull().default(0),
    /**
     * When the delivery is sent. The sender first moves this time into the future, so that the delivery is repeated if the
     * sender dies.
     */
    nextAt: timestamptz("next_at"),
    triedAt: timestamptz("tried_at"),
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

/** Articles that an address has received or may have received, so that the address is informed about their removal. */
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
