import type { IgnoredPressReason, QuestionPress, VoteLocation } from "../chat-source.ts";
import { IGNORED_PRESS_SENTENCES } from "../question-words.ts";
import { sendPrivately } from "./private-place.ts";

/** Replies below the question. Only the person who pressed the button sees the reply. */
export async function replyToPresser(
  hooks: Parameters<typeof sendPrivately>[0],
  { replyAt, threadId }: QuestionPress,
  why: IgnoredPressReason,
  signal: AbortSignal,
): Promise<void> {
  await sendPrivately(
    hooks,
    replyAt,
    { text: IGNORED_PRESS_SENTENCES[why], ...(threadId && { thread_ts: threadId }) },
    signal,
  );
}

/** Replies in the answer's thread. Only the voter sees the reply. */
export async function replyToVoter(
  hooks: Parameters<typeof sendPrivately>[0],
  { replyAt, shownIn }: VoteLocation,
  words: string,
  signal: AbortSignal,
): Promise<void> {
  await sendPrivately(hooks, replyAt, { text: words, ...(shownIn && { thread_ts: shownIn }) }, signal);
}
