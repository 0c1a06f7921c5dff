import type { NotCounted, QuestionPress } from "../chat-source.ts";
import { NOT_COUNTED } from "../question-words.ts";
import { sendPrivately } from "./private-place.ts";

/** Under the question. */
export async function tellPresser(
  hooks: Parameters<typeof sendPrivately>[0],
  { replyAt, threadId }: QuestionPress,
  why: NotCounted,
  signal: AbortSignal,
): Promise<void> {
  await sendPrivately(hooks, replyAt, { text: NOT_COUNTED[why], ...(threadId && { thread_ts: threadId }) }, signal);
}
