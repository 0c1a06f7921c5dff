import * as z from "zod";
import type { StillRightPress } from "../chat-source.ts";
import type { ReviewRequest } from "../direct-messages.ts";
import { sendPrivately } from "./private-place.ts";

const ACTION = "still-right";
const LONGEST_TITLE = 200;
const MOST_ASKED = 10;

/**
 * Builds one block per article with a button to confirm it. Titles are plain text, so that no title can mention
 * anybody.
 */
export const buildReviewBlocks = (asks: readonly ReviewRequest[]): object[] =>
  asks.slice(0, MOST_ASKED).flatMap(({ title, token }) => [
    {
      type: "section",
      text: { type: "plain_text", text: `Still right? ${title.slice(0, LONGEST_TITLE)}`, emoji: false },
    },
    {
      type: "actions",
      elements: [
        { type: "button", action_id: ACTION, text: { type: "plain_text", text: "Still right" }, value: token },
      ],
    },
  ]);

const id = z.string().min(1).max(100);
/** https://docs.slack.dev/reference/interaction-payloads/block_actions-payload */
const pressed = z.looseObject({
  type: z.literal("block_actions"),
  user: z.looseObject({ id }),
  response_url: z.string().max(500).nullish().catch(null),
  actions: z.array(z.looseObject({ action_id: z.literal(ACTION), value: z.string().min(1).max(300) })).min(1),
});

/** Parses a press on this button; null for any other button. */
export function parseStillRight(raw: unknown, teamId: string): StillRightPress | null {
  const { data } = pressed.safeParse(raw);
  const [action] = data?.actions ?? [];
  return data && action
    ? { teamId, by: data.user.id, rightToken: action.value, replyAt: data.response_url ?? null }
    : null;
}

/** Replies to the person who pressed the button. Only that person sees the reply. */
export async function answerStillRight(
  hooks: Parameters<typeof sendPrivately>[0],
  { replyAt }: StillRightPress,
  words: string,
  signal: AbortSignal,
): Promise<void> {
  await sendPrivately(hooks, replyAt, { text: words }, signal);
}
