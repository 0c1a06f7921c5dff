import { z } from "zod";
import { DELIVERY_STATES, LONGEST_WEBHOOK_URL, WEBHOOK_EVENTS, WEBHOOK_TYPES } from "../domain/webhooks.ts";
import { doneResponse, type EndpointTable, idParams, moment, requiredText, rowId } from "./endpoint.ts";

export const webhook = z.object({
  id: rowId,
  url: z.string(),
  events: z.array(z.enum(WEBHOOK_EVENTS)),
  /**
   * Private channels whose articles the webhook receives too. If empty, it receives only articles that everybody in the
   * workspace may read.
   */
  readerChannels: z.array(z.object({ id: rowId, name: z.string() })),
  isActive: z.boolean(),
  /** A sentence with the reason why the webhook was switched off automatically. */
  offBecause: z.string().nullable(),
  /** The time since which deliveries fail; null while they succeed. */
  failingSince: moment.nullable(),
  lastDeliveredAt: moment.nullable(),
  /** The time until which deliveries are also signed with the previous secret. */
  oldSecretUntil: moment.nullable(),
  createdAt: moment,
});
export type Webhook = z.infer<typeof webhook>;

export const webhookDelivery = z.object({
  /** The id in the header `webhook-id`. */
  id: z.string(),
  type: z.enum(WEBHOOK_TYPES),
  /** Null for a test, or if the article is gone or the person may not read it. */
  article: z.object({ id: rowId, title: z.string() }).nullable(),
  state: z.enum(DELIVERY_STATES),
  tries: z.int(),
  /** The HTTP status of the last answer; null if there was none. */
  status: z.int().nullable(),
  /** The beginning of the last answer, or the reason why there was none. */
  response: z.string().nullable(),
  createdAt: moment,
  /** The time of the last attempt. */
  triedAt: moment.nullable(),
  nextAt: moment.nullable(),
});
export type WebhookDelivery = z.infer<typeof webhookDelivery>;

export const newWebhook = z.strictObject({
  url: requiredText(LONGEST_WEBHOOK_URL),
  events: z.array(z.enum(WEBHOOK_EVENTS)).min(1, "Choose at least one."),
  /** Private channels whose articles the webhook may receive too. */
  channelIds: z.array(rowId).max(50),
});
export type NewWebhook = z.infer<typeof newWebhook>;

export const changedWebhook = newWebhook.partial().extend({ isActive: z.boolean().optional() });
export type ChangedWebhook = z.infer<typeof changedWebhook>;

const deliveryParams = z.strictObject({ id: rowId, deliveryId: rowId });
const CHANGE = { access: "session", needs: ["change", "webhooks"] } as const;

export const webhookEndpoints = {
  "GET /api/webhooks": {
    summary: "Addresses that are told of what happens to articles",
    access: "session",
    needs: ["read", "webhooks"],
    response: z.array(webhook),
  },
  "POST /api/webhooks": {
    summary: "A new address: this answer alone holds the secret that signs what is sent there",
    ...CHANGE,
    body: newWebhook,
    response: z.object({ id: rowId, secret: z.string() }),
  },
  "PATCH /api/webhooks/:id": {
    summary: "Change an address, its events or who reads there, or switch it off and on",
    ...CHANGE,
    params: idParams,
    body: changedWebhook,
    response: doneResponse,
  },
  "DELETE /api/webhooks/:id": {
    summary: "Remove an address: nothing is sent there from now on",
    ...CHANGE,
    params: idParams,
    response: doneResponse,
  },
  "POST /api/webhooks/:id/secret": {
    summary: "A new secret; for a day deliveries are signed with the one before as well",
    ...CHANGE,
    params: idParams,
    response: z.object({ secret: z.string() }),
  },
  "POST /api/webhooks/:id/test": {
    summary: "Send a test now and answer what came back",
    ...CHANGE,
    params: idParams,
    response: webhookDelivery,
  },
  "GET /api/webhooks/:id/deliveries": {
    summary: "The last deliveries, newest first",
    access: "session",
    needs: ["read", "webhooks"],
    params: idParams,
    response: z.array(webhookDelivery),
  },
  "POST /api/webhooks/:id/deliveries/:deliveryId/replay": {
    summary: "Send a delivery once more, with the same id, and answer what came back",
    ...CHANGE,
    params: deliveryParams,
    response: webhookDelivery,
  },
} as const satisfies EndpointTable;
