import * as z from "zod";
import type { ChatChange } from "../chat-source.ts";
import { mapMessage, type SlackPeople, shortenName } from "./map.ts";
import { parseMicros, toDate } from "./timestamp.ts";

/** An event as `delivery.ts` stores it. */
const kept = z.looseObject({
  type: z.string(),
  channel: z.string().optional(),
  name: z.string().nullish(),
  ts: z.string().optional(),
  at: z.number().nullish(),
  user: z.string().optional(),
  isEdit: z.boolean().optional(),
  asksUs: z.boolean().optional(),
  message: z.unknown().optional(),
});
export type StoredEvent = z.infer<typeof kept>;

/** Parses a stored event; null if another version of the product wrote it. */
export function parseStoredEvent(payload: string): StoredEvent | null {
  try {
    return kept.safeParse(JSON.parse(payload)).data ?? null;
  } catch {
    return null;
  }
}

/** Converts an event to a change; null for an irrelevant event. https://docs.slack.dev/reference/events */
export function toChatChange(event: StoredEvent, people: SlackPeople): ChatChange | null {
  const at = event.at ? new Date(event.at * 1000) : null;
  if (event.type === "app_uninstalled") return { kind: "app-removed", at };
  if (event.type === "tokens_revoked") return { kind: "token-revoked", at };
  if (event.type === "app_rate_limited") return { kind: "events-limited" };
  const { channel: channelId } = event;
  return channelId ? changeIn(channelId, event, people) : null;
}

function changeIn(channelId: string, event: StoredEvent, people: SlackPeople): ChatChange | null {
  switch (event.type) {
    case "message": {
      const mapped = mapMessage(event.message, people);
      if (!mapped) return null;
      if ("skipped" in mapped) return { kind: "message-skipped", channelId, skipped: mapped.skipped };
      return {
        kind: "message",
        channelId,
        message: mapped.message,
        isEdit: event.isEdit === true,
        ...(event.asksUs && { asksUs: true }),
      };
    }
    case "message_deleted": {
      const micros = parseMicros(event.ts);
      if (micros === null || !event.ts) return null;
      return { kind: "message-deleted", channelId, externalId: event.ts, sentAt: toDate(micros) };
    }
    case "channel_rename":
    case "group_rename": {
      const name = shortenName(event.name ?? "");
      return name ? { kind: "channel-renamed", channelId, name } : null;
    }
    case "channel_convert_to_private":
    case "channel_convert_to_public":
      return { kind: "channel-private", channelId, isPrivate: event.type === "channel_convert_to_private" };
    case "channel_shared":
    case "channel_unshared":
      return { kind: "channel-shared", channelId, isShared: event.type === "channel_shared" };
    case "member_joined_channel_person":
    case "member_left_channel_person":
      return event.user
        ? { kind: "member", channelId, memberId: event.user, isMember: event.type === "member_joined_channel_person" }
        : null;
    case "channel_archive":
    case "group_archive":
      return { kind: "channel-state", channelId, state: "archived" };
    case "channel_deleted":
    case "group_deleted":
      return { kind: "channel-state", channelId, state: "deleted" };
    case "member_left_channel":
    case "channel_left":
    case "group_left":
      return { kind: "channel-state", channelId, state: "left" };
    case "channel_unarchive":
    case "group_unarchive":
    case "member_joined_channel":
      return { kind: "channel-state", channelId, state: null };
    default:
      return null;
  }
}
