import * as z from "zod";
import type { InteractionDelivery } from "../chat-source.ts";
import { cleanChatText } from "../markdown-text.ts";

const id = z.string().regex(/^[\x21-\x7e]{1,100}$/);

/** https://docs.slack.dev/interactivity/implementing-slash-commands#app_command_handling */
const typed = z.looseObject({
  command: z.string().max(100),
  team_id: id,
  enterprise_id: id.nullish().catch(null),
  /** Form values are always strings. */
  is_enterprise_install: z.union([z.string(), z.boolean()]).nullish(),
  channel_id: id,
  user_id: id,
  trigger_id: id,
  response_url: z.string().min(1).max(500),
  text: z.string().max(10_000).default(""),
});

const ENTITIES: Record<string, string> = { "&amp;": "&", "&lt;": "<", "&gt;": ">" };

/**
 * Parses the fields of a form or of a socket message; null if they are no command. The app may use another name for the
 * command.
 */
export function parseCommand(raw: unknown): InteractionDelivery | null {
  if (typeof (raw as { command?: unknown } | null)?.command !== "string") return null;
  const { data } = typed.safeParse(raw);
  if (!data) return { kind: "ignored", teamId: id.safeParse((raw as { team_id?: unknown }).team_id).data ?? null };
  const question = cleanChatText(data.text).replace(/&(?:amp|lt|gt);/g, (entity) => ENTITIES[entity] ?? entity);
  return {
    kind: "interaction",
    interaction: {
      teamId: (String(data.is_enterprise_install) === "true" ? data.enterprise_id : null) ?? data.team_id,
      requestId: data.trigger_id,
      channelId: data.channel_id,
      by: data.user_id,
      question: question.trim(),
      replyAt: data.response_url,
    },
  };
}
