import * as z from "zod";
import { type InteractionDelivery, QUESTION_ANSWERS } from "../chat-source.ts";
import { parseCommand } from "./command.ts";
import { parseSubmission } from "./fix-form.ts";
import { parseShortcut } from "./shortcut.ts";
import { parseStillRight } from "./still-right-button.ts";
import { parseVote } from "./vote.ts";

const id = z.string().min(1).max(100);
const teamed = z.looseObject({
  team: z.looseObject({ id }).nullish(),
  enterprise: z.looseObject({ id }).nullish().catch(null),
  is_enterprise_install: z.boolean().nullish().catch(null),
  user: z.looseObject({ id, team_id: id.nullish() }),
});
/** https://docs.slack.dev/reference/interaction-payloads/block_actions-payload */
const pressed = teamed.extend({
  type: z.literal("block_actions"),
  container: z.looseObject({ message_ts: id, channel_id: id, thread_ts: id.nullish() }),
  trigger_id: id.nullish().catch(null),
  response_url: z.string().max(500).nullish().catch(null),
  actions: z.array(z.looseObject({ block_id: z.string(), action_id: z.enum(QUESTION_ANSWERS) })).min(1),
});

const BLOCK = /^lorekeep-([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/;

/**
 * Returns the id of the block with a question's buttons. A search finds the question by this id, and a button press
 * contains the id.
 */
export const toBlockId = (questionId: string) => `lorekeep-${questionId}`;

/** Parses a form that Slack sends to our address for interactions or commands. Never throws. */
export function readInteraction(body: Uint8Array): InteractionDelivery {
  try {
    const form = new URLSearchParams(new TextDecoder("utf-8", { fatal: true }).decode(body));
    return parseCommand(Object.fromEntries(form)) ?? parseInteraction(JSON.parse(form.get("payload") ?? ""));
  } catch {
    return { kind: "ignored", teamId: null };
  }
}

const installerOf = ({ is_enterprise_install: isOrg, enterprise, team, user }: z.infer<typeof teamed>) =>
  (isOrg ? enterprise?.id : null) ?? team?.id ?? user.team_id ?? null;

/** Parses an interaction in a Socket Mode message. */
export function parseInteraction(raw: unknown): InteractionDelivery {
  const known = teamed.safeParse(raw);
  const teamId = known.success ? installerOf(known.data) : null;
  const submission = teamId === null ? null : parseSubmission(raw, teamId);
  if (submission) return { kind: "interaction", interaction: submission };
  const wish = teamId === null ? null : parseShortcut(raw, teamId);
  if (wish) return wish;
  const stillRight = teamId === null ? null : parseStillRight(raw, teamId);
  if (stillRight) return { kind: "interaction", interaction: stillRight };
  const vote = teamId === null ? null : parseVote(raw, teamId);
  if (vote) return vote;
  const parsed = pressed.safeParse(raw);
  if (!parsed.success || teamId === null) return { kind: "ignored", teamId };
  const { actions, container, user, response_url: replyAt, trigger_id: triggerId } = parsed.data;
  const [action] = actions;
  const questionId = BLOCK.exec(action?.block_id ?? "")?.[1];
  if (!action || !questionId) return { kind: "ignored", teamId };
  return {
    kind: "interaction",
    interaction: {
      teamId,
      channelId: container.channel_id,
      messageId: container.message_ts,
      questionId,
      by: user.id,
      answer: action.action_id,
      replyAt: replyAt ?? null,
      threadId: container.thread_ts ?? null,
      triggerId: triggerId ?? null,
    },
  };
}
