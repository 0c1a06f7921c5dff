import { z } from "zod";
import { INBOX_KINDS } from "../domain/inbox.ts";
import { MAIL_FREQUENCIES, NOTIFICATION_KINDS, WATCH_KINDS } from "../domain/notifications.ts";
import { doneResponse, type EndpointTable, moment, requiredText, rowId } from "./endpoint.ts";

const notification = z.object({
  id: rowId,
  kind: z.enum(NOTIFICATION_KINDS),
  at: moment,
  isRead: z.boolean(),
  /** Null for the weekly report about the wiki. */
  article: z.object({ id: rowId, title: z.string() }).nullable(),
  /** The kind of the inbox item that waits for a decision. */
  decision: z.enum(INBOX_KINDS).optional(),
});
export type Notification = z.infer<typeof notification>;

/** `chat`: an immediate direct message, if the workspace has a chat that can send one. */
const ways = z.strictObject({ app: z.boolean(), mail: z.boolean(), chat: z.boolean() });
const notificationSettings = z.strictObject({
  /** The frequency of mails. The unsubscribe link in a mail sets 'never'. */
  mail: z.enum(MAIL_FREQUENCIES),
  /** The hour of digests, in the person's time zone. */
  hour: z.int().min(0).max(23),
  /** The day of the weekly mail; 1 is Monday. */
  weekday: z.int().min(1).max(7),
  kinds: z.strictObject({
    decision: ways,
    /** Pages of the previous release do not send this field. */
    asked: ways.prefault({ app: true, mail: true, chat: false }),
    answered: ways,
    changed: ways,
    conflict: ways,
    retracted: ways,
    new: ways,
    failed: ways,
    /** Pages of the previous release do not send this field. */
    wiki: ways.prefault({ app: true, mail: true, chat: false }),
  }),
});
export type NotificationSettings = z.infer<typeof notificationSettings>;
const shownSettings = notificationSettings.extend({
  /** The name of the chat that can send direct messages; null if there is none. */
  chatName: z.string().nullable(),
  /** A sentence with the reason why the last direct message was not sent. */
  chatTrouble: z.string().nullable(),
});
export type NotificationSettingsWithChat = z.infer<typeof shownSettings>;

const watch = z.object({ kind: z.enum(WATCH_KINDS), target: z.string(), name: z.string() });
export type Watch = z.infer<typeof watch>;

export const notificationEndpoints = {
  "GET /api/notifications": {
    summary: "What the person is told, newest first, the latest 100",
    access: "session",
    response: z.object({ unread: z.int(), notifications: z.array(notification) }),
  },
  "POST /api/notifications/read": {
    summary: "Mark notifications as read: those of the list, or all",
    access: "session",
    needs: ["read", "account"],
    body: z.strictObject({ ids: z.array(rowId).max(100).optional() }),
    response: doneResponse,
  },
  "GET /api/notification-settings": {
    summary: "What the person wants to be told of, and how",
    access: "session",
    response: shownSettings,
  },
  "PUT /api/notification-settings": {
    summary: "Say what one wants to be told of, and how",
    access: "session",
    needs: ["change", "account"],
    body: notificationSettings,
    response: shownSettings,
  },
  "GET /api/watches": {
    summary: "The articles, channels and categories the person watches",
    access: "session",
    response: z.array(watch),
  },
  "PUT /api/watches": {
    summary: "Watch an article, a channel or a category, or do so no more",
    access: "session",
    needs: ["change", "account"],
    body: z.strictObject({ kind: z.enum(WATCH_KINDS), target: requiredText(200), isOn: z.boolean() }),
    response: doneResponse,
  },
} as const satisfies EndpointTable;
