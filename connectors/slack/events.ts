import * as z from "zod";
import type { ChatEvent } from "../chat-source.ts";
import { parseMicros } from "./timestamp.ts";

/** An id of printable ASCII characters, because the database cannot store control characters. */
export const idSchema = z.string().regex(/^[\x21-\x7e]{1,100}$/);
export const isId = (value: unknown): value is string => idSchema.safeParse(value).success;
export type EventFields = Record<string, unknown>;

interface EventOrigin {
  eventId: string;
  teamId: string;
  /** The user id of our app in this team. */
  bot: string | null;
  /** The time of the event, in seconds since 1970. */
  at: number | null;
}

/** Matches the types of events about a whole channel. */
const OF_CHANNELS = /^(channel|group)_(rename|archive|unarchive|deleted|left)$/;
const SHARING = new Set(["channel_shared", "channel_unshared"]);
const OF_MEMBERS = new Set(["member_left_channel", "member_joined_channel"]);
/** Subtypes of messages by people. All other subtypes are notices of Slack or messages of bots. */
const CONVERSATION = new Set([
  "",
  "thread_broadcast",
  "file_share",
  "me_message",
  "message_changed",
  "message_deleted",
]);
const PRIVACY = new Set(["channel_convert_to_private", "channel_convert_to_public"]);

export function parseEvent(event: EventFields & { type: string }, place: EventOrigin): ChatEvent | null {
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
  if (type === "app_uninstalled") return buildAppEvent(place.eventId, place.teamId, { type, at: place.at });
  if (type !== "tokens_revoked") return null;
  const { bot } = (event["tokens"] ?? {}) as { bot?: unknown };
  return Array.isArray(bot) && bot.length > 0
    ? buildAppEvent(place.eventId, place.teamId, { type, at: place.at })
    : null;
}

function messageEvent(event: EventFields, place: EventOrigin): ChatEvent | null {
  const { channel, subtype, channel_type } = event;
  const kind = typeof subtype === "string" ? subtype : "";
  if (!isId(channel) || channel_type === "im" || channel_type === "mpim") return null;
  if (PRIVACY.has(kind)) return aboutChannel(place, channel, { type: kind });
  if (!CONVERSATION.has(kind)) return null;
  if (kind === "message_deleted") return messageGone(place, channel, event["deleted_ts"]);
  const message = (kind === "message_changed" ? event["message"] : event) as EventFields | null | undefined;
  if (typeof message !== "object" || message === null) return null;
  if (message["subtype"] === "tombstone") return messageGone(place, channel, message["ts"]);
  if (message["bot_id"] || (kind === "message_changed" && isLinkPreviewEdit(message, event["previous_message"])))
    return null;
  const ts = message["ts"];
  return {
    ...base(place, channel),
    messageId: parseMicros(ts) === null ? null : (ts as string),
    payload: JSON.stringify({
      type: "message",
      channel,
      isEdit: kind === "message_changed",
      ...(kind === "" && asks(message, place.bot) && { asksUs: true }),
      message: slim(message),
    }),
  };
}

const asks = (message: EventFields, bot: string | null): boolean =>
  bot !== null && typeof message["text"] === "string" && message["text"].includes(`<@${bot}>`);

function messageGone(place: EventOrigin, channel: string, ts: unknown): ChatEvent | null {
  if (parseMicros(ts) === null) return null;
  const messageId = ts as string;
  return { ...base(place, channel), messageId, payload: JSON.stringify({ type: "message_deleted", channel, ts }) };
}

/** Whether an edit event only adds the preview of a link. */
export function isLinkPreviewEdit(message: EventFields, previous: unknown): boolean {
  const before = (previous ?? {}) as EventFields;
  const editedAt = (of: EventFields) => (of["edited"] as { ts?: unknown } | undefined)?.ts;
  return Boolean(message["text"]) && message["text"] === before["text"] && editedAt(message) === editedAt(before);
}

const KEPT = ["ts", "type", "subtype", "user", "text", "thread_ts", "edited", "user_profile", "blocks", "files"];

/** Removes rich blocks and attachments if the text already contains their content. */
function slim(message: EventFields): EventFields {
  const kept = message["text"] ? KEPT.filter((key) => key !== "blocks") : [...KEPT, "attachments"];
  return Object.fromEntries(kept.flatMap((key) => (message[key] === undefined ? [] : [[key, message[key]]])));
}

const base = ({ eventId, teamId }: EventOrigin, channelId: string) => ({ eventId, teamId, channelId });

function aboutChannel(place: EventOrigin, channel: string, event: EventFields): ChatEvent {
  return { ...base(place, channel), messageId: null, payload: JSON.stringify({ ...event, channel }) };
}

export function buildAppEvent(eventId: string, teamId: string, event: EventFields): ChatEvent {
  return { eventId, teamId, channelId: null, messageId: null, payload: JSON.stringify(event) };
}
