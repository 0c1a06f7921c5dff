import * as z from "zod";
import type { DirectConversationOpened, DirectQuestion, EventDelivery } from "../chat-source.ts";
import { buildAppEvent, type EventFields, idSchema, isId, isLinkPreviewEdit, parseEvent } from "./events.ts";
import { parseMicros } from "./timestamp.ts";

const MAX_CHALLENGE = 500;
const challenge = z.looseObject({
  type: z.literal("url_verification"),
  challenge: z.string().min(1).max(MAX_CHALLENGE),
});
const limited = z.looseObject({
  type: z.literal("app_rate_limited"),
  team_id: idSchema,
  minute_rate_limited: z.number().int(),
});
const callback = z.looseObject({
  type: z.literal("event_callback"),
  team_id: idSchema,
  event_id: idSchema,
  event_time: z.number().int().positive().nullish().catch(null),
  event: z.looseObject({ type: z.string() }),
  authorizations: z
    .array(
      z.looseObject({
        team_id: idSchema.nullish(),
        enterprise_id: idSchema.nullish(),
        is_enterprise_install: z.boolean().nullish(),
        user_id: z.string().nullish(),
        is_bot: z.boolean().nullish(),
      }),
    )
    .nullish()
    .catch(null),
});

/** Parses a request to our event address, or the content of a Socket Mode message. Never throws. */
export function readDelivery(body: Uint8Array): EventDelivery {
  try {
    return parseDelivery(JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(body)));
  } catch {
    return { kind: "ignored", teamId: null };
  }
}

export function parseDelivery(raw: unknown): EventDelivery {
  const verification = challenge.safeParse(raw);
  if (verification.success) return { kind: "challenge", challenge: verification.data.challenge };
  const limit = limited.safeParse(raw);
  if (limit.success) {
    const { team_id: teamId, minute_rate_limited: minute } = limit.data;
    return { kind: "event", teamId, event: buildAppEvent(`limited-${minute}`, teamId, { type: "app_rate_limited" }) };
  }
  const parsed = callback.safeParse(raw);
  if (!parsed.success) return { kind: "ignored", teamId: teamIn(raw) };
  const { team_id: teamOfEvent, event_id: eventId, event_time: at = null, event, authorizations } = parsed.data;
  // In a channel that two companies share, the event contains the partner's team. The authorization contains the team
  // that installed our app. https://docs.slack.dev/apis/events-api#authorizations
  const teamId = installerOf(authorizations?.[0]) ?? teamOfEvent;
  const bot = authorizations?.find(({ is_bot }) => is_bot)?.user_id ?? null;
  const interaction = bot === null ? null : (askedDirectly(event, teamId) ?? openedDirectly(event, teamId));
  if (interaction) return { kind: "interaction", teamId, interaction };
  const kept = parseEvent(event, { eventId, teamId, bot, at });
  return kept ? { kind: "event", teamId, event: kept } : { kind: "ignored", teamId };
}

/** Returns the id of the installer: the organization if it installed the app, otherwise the team. */
function installerOf(installed: NonNullable<z.infer<typeof callback>["authorizations"]>[number] | undefined) {
  return (installed?.is_enterprise_install ? installed.enterprise_id : null) ?? installed?.team_id;
}

const teamIn = (raw: unknown) => {
  const team = (raw as { team_id?: unknown } | null)?.team_id;
  return typeof team === "string" && team !== "" ? team.slice(0, 100) : null;
};

/**
 * Parses a direct message to our app. Slack sends our app no direct messages between people.
 * https://docs.slack.dev/reference/events/message.im
 */
function askedDirectly(event: EventFields & { type: string }, teamId: string): DirectQuestion | null {
  const { type, channel, channel_type, subtype = "" } = event;
  if (type !== "message" || channel_type !== "im" || !isId(channel)) return null;
  const before = event["previous_message"];
  const isDeleted = subtype === "message_deleted";
  if (subtype !== "" && subtype !== "message_changed" && !isDeleted) return null;
  const told = subtype === "" ? event : isDeleted ? before : event["message"];
  if (typeof told !== "object" || told === null) return null;
  const { ts, user, thread_ts, bot_id, text } = told as EventFields;
  if (bot_id || parseMicros(ts) === null || !isId(user) || typeof text !== "string") return null;
  if (subtype === "message_changed" && isLinkPreviewEdit(told as EventFields, before)) return null;
  const threadId = parseMicros(thread_ts) === null ? ts : thread_ts;
  const [messageId, thread] = [ts as string, threadId as string];
  return { teamId, directWith: channel, messageId, threadId: thread, by: user, hasChanged: subtype !== "" };
}

/** https://docs.slack.dev/reference/events/app_home_opened */
function openedDirectly(
  { type, tab, channel, user }: EventFields & { type: string },
  teamId: string,
): DirectConversationOpened | null {
  if (type !== "app_home_opened" || tab !== "messages" || !isId(channel) || !isId(user)) return null;
  return { teamId, openedWith: channel, by: user };
}
