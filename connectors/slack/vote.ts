import * as z from "zod";
import { ANSWER_VOTES_IN_CHAT, type InteractionDelivery } from "../chat-source.ts";

const BLOCK = /^lorekeep-vote-([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/;

const button = (words: string, value: (typeof ANSWER_VOTES_IN_CHAT)[number], label: string) => ({
  text: { type: "plain_text", text: words },
  accessibility_label: label,
  value,
});

/**
 * Builds the two buttons for votes below an answer.
 * https://docs.slack.dev/reference/block-kit/block-elements/feedback-buttons-element
 */
export const buildVoteBlock = (answerId: string) => ({
  type: "context_actions",
  block_id: `lorekeep-vote-${answerId}`,
  elements: [
    {
      type: "feedback_buttons",
      action_id: "vote",
      positive_button: button("Right", "right", "This answers my question"),
      negative_button: button("Wrong", "wrong", "This is wrong or does not answer my question"),
    },
  ],
});

const id = z.string().min(1).max(100);
const voted = z.looseObject({
  type: z.literal("block_actions"),
  user: z.looseObject({ id }),
  container: z.looseObject({ channel_id: id, thread_ts: id.nullish() }),
  response_url: z.string().max(500).nullish().catch(null),
  actions: z.tuple([z.looseObject({ block_id: z.string().regex(BLOCK), value: z.enum(ANSWER_VOTES_IN_CHAT) })]),
});

/** Parses a press on one of these buttons; null for anything else. */
export function parseVote(raw: unknown, teamId: string): InteractionDelivery | null {
  const { data } = voted.safeParse(raw);
  const [action] = data?.actions ?? [];
  const votedAnswer = BLOCK.exec(action?.block_id ?? "")?.[1];
  if (!data || !action || !votedAnswer) return null;
  const { user, container, response_url: replyAt } = data;
  return {
    kind: "interaction",
    interaction: {
      teamId,
      channelId: container.channel_id,
      by: user.id,
      votedAnswer,
      vote: action.value,
      shownIn: container.thread_ts ?? null,
      replyAt: replyAt ?? null,
    },
  };
}
