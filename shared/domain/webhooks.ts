/** Events that a webhook can receive. */
export const WEBHOOK_EVENTS = [
  "article.created",
  "article.changed",
  "article.retracted",
  "article.conflict_found",
] as const;
export type WebhookEvent = (typeof WEBHOOK_EVENTS)[number];

/** The cause of a delivery: an event, or 'Send a test'. */
export const WEBHOOK_TYPES = [...WEBHOOK_EVENTS, "webhook.test"] as const;
export type WebhookType = (typeof WEBHOOK_TYPES)[number];

export const WEBHOOK_EVENT_NAMES: Readonly<Record<WebhookType, string>> = {
  "article.created": "Article created",
  "article.changed": "Article changed",
  "article.retracted": "Article retracted",
  "article.conflict_found": "Conflict found",
  "webhook.test": "Test",
};

/**
 * `waiting`: the delivery is sent, or retried, at `nextAt`. `failed`: it is retried only if somebody chooses Replay.
 * `skipped`: when it was due, the event was no longer true, or the receiver could no longer read the article.
 */
export const DELIVERY_STATES = ["waiting", "delivered", "failed", "skipped"] as const;
export type DeliveryState = (typeof DELIVERY_STATES)[number];

export const MOST_WEBHOOKS = 20;
export const LONGEST_WEBHOOK_URL = 1000;
export const MOST_DELIVERIES_LISTED = 50;
export const DELIVERIES_KEPT_DAYS = 30;
