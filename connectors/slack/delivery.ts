import * as z from "zod";
import type { AppOpened, ChatEvent, Delivery, DirectQuestion } from "../chat-source.ts";
import { microsOf } from "./timestamp.ts";

const MAX_CHALLENGE = 500;

/** Nothing that a database could not keep: no control characters. */
const id = z.string().regex(/^[\x21-\x7e]{1,100}$/);
const isId = (value: unknown): value is string => id.safeParse(value).success;
const challenge = z.looseObject({
  type: z.literal("url_verification"),
  challenge: z.string().min(1).max(MAX_CHALLENGE),
});
const limited = z.looseObject({
  type: z.literal("app_rate_limited"),
  team_id: id,
  minute_rate_limited: z.number().int(),
});
const callback = z.looseObject({
  type: z.literal("event_callback"),
  team_id: id,
  event_id: id,
  event_time: z.number().int().positive().nullish().catch(null),
  event: z.looseObject({ type: z.string() }),
  authorizations: z
    .array(
      z.looseObject({
        team_id: id.nullish(),
        enterprise_id: id.nullish(),
        is_enterprise_install: z.boolean().nullish(),
        user_id: z.string().nullish(),
        is_bot: z.boolean().nullish(),
      }),
    )
    .nullish()
    .catch(null),
});
type Fields = Record<string, unknown>;

/** What Slack sends to the Request URL, and in the payload of a Socket Mode envelope. Throws nothing. */
export function readDelivery(body: Uint8Array): Delivery {
  try {
    return deliveryOf(JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(body)));
  } catch {
    return { kind: "ignored", teamId: null };
  }
}

export function deliveryOf(raw: unknown): Delivery {
  const verification = challenge.safeParse(raw);
  if (verification.success) return { kind: "challenge", challenge: verification.data.challenge };
  const limit = limited.safeParse(raw);
  if (limit.success) {
    const { team_id: teamId, minute_rate_limited: minute } = limit.data;
    return { kind: "event", teamId, event: aboutTheApp(`limited-${minute}`, teamId, { type: "app_rate_limited" }) };
  }
  const parsed = callback.safeParse(raw);
  if (!parsed.success) return { kind: "ignored", teamId: teamIn(raw) };
  const { team_id: teamOfEvent, event_id: eventId, event_time: at = null, event, authorizations } = parsed.data;
  // In a Slack Connect channel the event names the partner's team; the authorization names the one that installed the app.
  // https://docs.slack.dev/apis/events-api#authorizations
  const teamId = installerOf(authorizations?.[0]) ?? teamOfEvent;
  const bot = authorizations?.find(({ is_bot }) => is_bot)?.user_id ?? null;
  const asked = bot === null ? null : (askedDirectly(event, teamId) ?? openedDirectly(event, teamId));
  if (asked) return { kind: "asked", teamId, asked };
  const kept = eventOf(event, { eventId, teamId, bot, at });
  return kept ? { kind: "event", teamId, event: kept } : { kind: "ignored", teamId };
}

/** Who installed the app: a whole organisation where it did, else the team. */
function installerOf(installed: NonNullable<z.infer<typeof callback>["authorizations"]>[number] | undefined) {
  return (installed?.is_enterprise_install ? installed.enterprise_id : null) ?? installed?.team_id;
}

const teamIn = (raw: unknown) => {
  const team = (raw as { team_id?: unknown } | null)?.team_id;
  return typeof team === "string" && team !== "" ? team.slice(0, 100) : null;
};

interface Place {
  eventId: string;
  teamId: string;
  /** The user our app is in this team. */
  bot: string | null;
  /** Seconds since 1970. */
  at: number | null;
}

/** What happened to a channel as a whole. */
const OF_CHANNELS = /^(channel|group)_(rename|archive|unarchive|deleted|left)$/;
const SHARING = new Set(["channel_shared", "channel_unshared"]);
const OF_MEMBERS = new Set(["member_left_channel", "member_joined_channel"]);
/** Of a message; every other subtype is a notice of Slack's own or a bot. */
const CONVERSATION = new Set([
  "",
  "thread_broadcast",
  "file_share",
  "me_message",
  "message_changed",
  "message_deleted",
]);
const PRIVACY = new Set(["channel_convert_to_private", "channel_convert_to_public"]);

function eventOf(event: Fields & { type: string }, place: Place): ChatEvent | null {
  const { type } = event;
  if (type === "message") return messageEvent(event, place);
  if (OF_CHANNELS.test(type)) {
    const { channel } = event;
    const named = (typeof channel === "object" ? channel : { id: channel }) as { id?: unknown; name?: unknown } | null;
    if (!isId(named?.id)) return null;
    return aboutChannel(place, named.id, { type, name: typeof named.name === "string" ? named.name : null });
  }
  if (SHARING.has(type)) {
    const { channel } = event;
    const isStillShared = event["is_ext_shared"] === true;
    return isId(channel) ? aboutChannel(place, channel, { type: isStillShared ? "channel_shared" : type }) : null;
  }
  if (OF_MEMBERS.has(type)) {
    const { user, channel } = event;
    if (!isId(channel) || !isId(user)) return null;
    return aboutChannel(place, channel, user === place.bot ? { type } : { type: `${type}_person`, user });
  }
  if (type === "app_uninstalled") return aboutTheApp(place.eventId, place.teamId, { type, at: place.at });
  if (type !== "tokens_revoked") return null;
  const { bot } = (event["tokens"] ?? {}) as { bot?: unknown };
  return Array.isArray(bot) && bot.length > 0 ? aboutTheApp(place.eventId, place.teamId, { type, at: place.at }) : null;
}

function messageEvent(event: Fields, place: Place): ChatEvent | null {
  const { channel, subtype, channel_type } = event;
  const kind = typeof subtype === "string" ? subtype : "";
  if (!isId(channel) || channel_type === "im" || channel_type === "mpim") return null;
  if (PRIVACY.has(kind)) return aboutChannel(place, channel, { type: kind });
  if (!CONVERSATION.has(kind)) return null;
  if (kind === "message_deleted") return messageGone(place, channel, event["deleted_ts"]);
  const message = (kind === "message_changed" ? event["message"] : event) as Fields | null | undefined;
  if (typeof message !== "object" || message === null) return null;
  if (message["subtype"] === "tombstone") return messageGone(place, channel, message["ts"]);
  if (message["bot_id"] || (kind === "message_changed" && isUnfurl(message, event["previous_message"]))) return null;
  const ts = message["ts"];
  return {
    ...base(place, channel),
    messageId: microsOf(ts) === null ? null : (ts as string),
    payload: JSON.stringify({
      type: "message",
      channel,
      isEdit: kind === "message_changed",
      ...(kind === "" && asks(message, place.bot) && { asksUs: true }),
      message: slim(message),
    }),
  };
}

const asks = (message: Fields, bot: string | null): boolean =>
  bot !== null && typeof message["text"] === "string" && message["text"].includes(`<@${bot}>`);

/**
 * What somebody writes to our app alone, where Slack tells the app itself of it. Direct messages between people are told of to
 * nobody but them. https://docs.slack.dev/reference/events/message.im
 */
function askedDirectly(event: Fields & { type: string }, teamId: string): DirectQuestion | null {
  const { type, channel, channel_type, subtype = "" } = event;
  if (type !== "message" || channel_type !== "im" || !isId(channel)) return null;
  const before = event["previous_message"];
  const isDeleted = subtype === "message_deleted";
  if (subtype !== "" && subtype !== "message_changed" && !isDeleted) return null;
  const told = subtype === "" ? event : isDeleted ? before : event["message"];
  if (typeof told !== "object" || told === null) return null;
  const { ts, user, thread_ts, bot_id, text } = told as Fields;
  if (bot_id || microsOf(ts) === null || !isId(user) || typeof text !== "string") return null;
  if (subtype === "message_changed" && isUnfurl(told as Fields, before)) return null;
  const threadId = microsOf(thread_ts) === null ? ts : thread_ts;
  const [messageId, thread] = [ts as string, threadId as string];
  return { teamId, directWith: channel, messageId, threadId: thread, by: user, hasChanged: subtype !== "" };
}

/** https://docs.slack.dev/reference/events/app_home_opened */
function openedDirectly({ type, tab, channel, user }: Fields & { type: string }, teamId: string): AppOpened | null {
  if (type !== "app_home_opened" || tab !== "messages" || !isId(channel) || !isId(user)) return null;
  return { teamId, openedWith: channel, by: user };
}

function messageGone(place: Place, channel: string, ts: unknown): ChatEvent | null {
  if (microsOf(ts) === null) return null;
  const messageId = ts as string;
  return { ...base(place, channel), messageId, payload: JSON.stringify({ type: "message_deleted", channel, ts }) };
}

/** Slack tells of a link's preview as of an edit. */
function isUnfurl(message: Fields, previous: unknown): boolean {
  const before = (previous ?? {}) as Fields;
  const editedAt = (of: Fields) => (of["edited"] as { ts?: unknown } | undefined)?.ts;
  return Boolean(message["text"]) && message["text"] === before["text"] && editedAt(message) === editedAt(before);
}

const KEPT = ["ts", "type", "subtype", "user", "text", "thread_ts", "edited", "user_profile", "blocks", "files"];

/** Rich blocks and attachments say once more what the text says. */
function slim(message: Fields): Fields {
  const kept = message["text"] ? KEPT.filter((key) => key !== "blocks") : [...KEPT, "attachments"];
  return Object.fromEntries(kept.flatMap((key) => (message[key] === undefined ? [] : [[key, message[key]]])));
}

const base = ({ eventId, teamId }: Place, channelId: string) => ({ eventId, teamId, channelId });

function aboutChannel(place: Place, channel: string, event: Fields): ChatEvent {
  return { ...base(place, channel), messageId: null, payload: JSON.stringify({ ...event, channel }) };
}

function aboutTheApp(eventId: string, teamId: string, event: Fields): ChatEvent {
  return { eventId, teamId, channelId: null, messageId: null, payload: JSON.stringify(event) };
}
