import { randomUUID } from "node:crypto";
import * as z from "zod";
import type { ChangeNotifications, ChatEvent } from "../chat-source.ts";
import { parseJsonIfValid } from "../http.ts";
import { findChannelIds, formatChannelIds } from "./channel-ids.ts";

/** Up to this many messages are read one by one, 4 a second. More messages are read faster with one page of `delta`. */
const MOST_SINGLY = 10;
const MOST_IN_A_DELIVERY = 1_000;
const LONGEST_TOKEN = 1_000;

const collection = z.object({ value: z.array(z.unknown()) });

/** https://learn.microsoft.com/graph/api/resources/changenotification */
const notification = z.looseObject({
  id: z.string().min(1).max(200).nullish(),
  clientState: z.string().min(1).max(128),
  changeType: z.enum(["created", "updated", "deleted"]).nullish(),
  /**
   * The name of the changed message. In a notification about the subscription itself, it may be the name of the whole
   * channel.
   */
  resource: z.string().max(1_000).nullish(),
  /** https://learn.microsoft.com/graph/change-notifications-lifecycle-events */
  lifecycleEvent: z.string().max(100).nullish(),
});
type Notification = z.infer<typeof notification>;

const LIFECYCLE = ["reauthorizationRequired", "subscriptionRemoved", "missed"] as const;

/**
 * A notification as it is stored. It contains the name of its message. The message's text is read when the event is
 * processed.
 */
const kept = z.union([
  z.object({
    kind: z.enum(["created", "updated", "deleted"]),
    channel: z.string(),
    message: z.string(),
    /** The post that the message replies to. */
    post: z.string().nullable(),
  }),
  z.object({ kind: z.enum(LIFECYCLE), channel: z.string() }),
]);
export type StoredNotification = z.infer<typeof kept>;

/** Parses a stored notification; null if another version of the product wrote it. */
export function parseStoredNotification(payload: string): StoredNotification | null {
  return kept.safeParse(parseJsonIfValid(payload)).data ?? null;
}

export const teamsNotifications: ChangeNotifications = {
  readValidation: ({ validationToken: token }) =>
    typeof token === "string" && token.length <= LONGEST_TOKEN ? escapeHtml(token) : null,

  readNotifications(body) {
    const { data } = collection.safeParse(parseJsonIfValid(Buffer.from(body).toString("utf8")));
    const told = (data?.value ?? []).slice(0, MOST_IN_A_DELIVERY).flatMap((raw) => {
      const { data: one } = notification.safeParse(raw);
      const event = one && eventOf(one);
      return event ? [{ proof: one.clientState, event }] : [];
    });
    return [...Map.groupBy(told, ({ proof, event }) => `${proof} ${event.channelId}`).values()].flatMap(fewer);
  },

  mostSingly: MOST_SINGLY,
};

/** Replaces many events of one channel with a single event that something happened there. */
function fewer<One extends { event: ChatEvent }>(ofChannel: One[]): One[] {
  const [first] = ofChannel;
  const messages = new Set(ofChannel.flatMap(({ event }) => event.messageId ?? []));
  const channel = first?.event.channelId;
  if (!first || !channel || messages.size <= MOST_SINGLY) return ofChannel;
  const others = ofChannel.filter(({ event }) => event.messageId === null);
  return [...others, { ...first, event: chatEvent({ kind: "missed", channel }, null) }];
}

function eventOf({ id, changeType, resource, lifecycleEvent }: Notification): ChatEvent | null {
  const place = placeIn(resource ?? "");
  if (!place) return null;
  const { channel, post, reply } = place;
  const kind = LIFECYCLE.find((name) => name === lifecycleEvent);
  if (kind) return chatEvent({ kind, channel }, id);
  if (lifecycleEvent || !changeType || !post) return null;
  return chatEvent({ kind: changeType, channel, message: reply ?? post, post: reply ? post : null }, id);
}

/** Builds an event. Most notifications have no id, so a repeated one is read twice, with the same result. */
function chatEvent(event: StoredNotification, id: string | null | undefined): ChatEvent {
  const messageId = "message" in event ? event.message : null;
  const payload = JSON.stringify(event);
  return { eventId: id ?? randomUUID(), teamId: null, channelId: event.channel, messageId, payload };
}

/** Parses `teams('T')/channels('19:…')/messages('1')/replies('2')`, and the same with slashes. */
function placeIn(resource: string): { channel: string; post: string | null; reply: string | null } | null {
  const parts = Object.fromEntries(
    [...resource.matchAll(/(teams|channels|messages|replies)(?:\('([^']{1,200})'\)|\/([^/()']{1,200}))/g)].map(
      ([, name = "", quoted, plain]) => [name, decoded(quoted ?? plain ?? "")],
    ),
  ) as Record<string, string | undefined>;
  const { teams = "", channels = "", messages, replies } = parts;
  const place = findChannelIds(`${teams}/${channels}`, null);
  const ids = [messages, replies].map((id) => (id !== undefined && /^[\w-]{1,100}$/.test(id) ? id : null));
  const [post = null, reply = null] = ids;
  return place && { channel: formatChannelIds(place), post, reply };
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

const ESCAPED: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

/** Escapes the token for our response. Microsoft's own tokens contain none of the escaped characters. */
const escapeHtml = (text: string) => text.replace(/[&<>"']/g, (sign) => ESCAPED[sign] ?? "");
