import type { Webhook, WebhookDelivery } from "../../shared/contract/webhooks.ts";
import { idOf } from "./sample-ids.ts";

export const webhooks: Webhook[] = [
  {
    id: idOf(91),
    url: "https://hooks.acme.example/lorekeep",
    events: ["article.created", "article.changed", "article.retracted", "article.conflict_found"],
    readerChannels: [],
    isActive: true,
    offBecause: null,
    failingSince: null,
    lastDeliveredAt: "2026-11-20T09:00:00.000Z",
    oldSecretUntil: null,
    createdAt: "2026-11-10T09:00:00.000Z",
  },
  {
    id: idOf(92),
    url: "https://automation.acme.example/flows/4711/knowledge-articles",
    events: ["article.created"],
    readerChannels: [{ id: idOf(93), name: "payroll" }],
    isActive: false,
    offBecause: "The address answered that it is gone (410).",
    failingSince: "2026-11-19T09:00:00.000Z",
    lastDeliveredAt: null,
    oldSecretUntil: null,
    createdAt: "2026-11-11T09:00:00.000Z",
  },
];

export const deliveries: WebhookDelivery[] = [
  {
    id: idOf(94),
    type: "article.changed",
    article: { id: idOf(1), title: "How to restart the worker" },
    state: "waiting",
    tries: 2,
    status: 500,
    response: "<h1>Internal Server Error</h1>",
    createdAt: "2026-11-20T09:00:00.000Z",
    triedAt: "2026-11-20T09:00:05.000Z",
    nextAt: "2026-11-20T09:05:05.000Z",
  },
  {
    id: idOf(95),
    type: "article.created",
    article: { id: idOf(1), title: "How to restart the worker" },
    state: "delivered",
    tries: 1,
    status: 204,
    response: null,
    createdAt: "2026-11-20T08:00:00.000Z",
    triedAt: "2026-11-20T08:00:01.000Z",
    nextAt: null,
  },
];
