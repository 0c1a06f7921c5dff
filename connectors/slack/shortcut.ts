import * as z from "zod";
import type { InteractionDelivery } from "../chat-source.ts";
import { MESSAGE_SHORTCUT } from "./scopes.ts";
import { parseMicros } from "./timestamp.ts";

const id = z.string().regex(/^[\x21-\x7e]{1,100}$/);
const ts = id.refine((value) => parseMicros(value) !== null);

/** https://docs.slack.dev/reference/interaction-payloads/shortcuts-interaction-payload */
const chosen = z.looseObject({
  type: z.literal("message_action"),
  callback_id: z.literal(MESSAGE_SHORTCUT.callback_id),
  user: z.looseObject({ id }),
  channel: z.looseObject({ id }),
  message_ts: ts,
  message: z.looseObject({ thread_ts: ts.nullish() }),
  trigger_id: id,
  response_url: z.string().min(1).max(500),
});

/** Parses a use of our entry in a message's menu; null for anything else. */
export function parseShortcut(raw: unknown, teamId: string): InteractionDelivery | null {
  const { data } = chosen.safeParse(raw);
  if (!data) return null;
  const { channel, user, message, message_ts: chosenTs } = data;
  const thread = message.thread_ts ?? null;
  return {
    kind: "interaction",
    interaction: {
      teamId,
      requestId: data.trigger_id,
      channelId: channel.id,
      by: user.id,
      wishedThread: thread ?? chosenTs,
      shownIn: thread,
      replyAt: data.response_url,
    },
  };
}
