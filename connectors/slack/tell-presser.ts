import type { NotCounted, QuestionPress } from "../chat-source.ts";
import { sendPrivately } from "./private-place.ts";

const WHY: Record<NotCounted, string> = {
  "not-asked": "Only the person who was asked can decide about this article. Nothing was changed.",
  answered: "This was decided already, and the first answer counts. Nothing was changed.",
  over: "This question is closed. Nothing was changed.",
};

/** Under the question. */
export async function tellPresser(
  hooks: Parameters<typeof sendPrivately>[0],
  { replyAt, threadId }: QuestionPress,
  why: NotCounted,
  signal: AbortSignal,
): Promise<void> {
  await sendPrivately(hooks, replyAt, { text: WHY[why], ...(threadId && { thread_ts: threadId }) }, signal);
}
