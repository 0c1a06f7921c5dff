import type { NotCounted, QuestionPress } from "../chat-source.ts";

const WHY: Record<NotCounted, string> = {
  "not-asked": "Only the person who was asked can decide about this article. Nothing was changed.",
  answered: "This was decided already, and the first answer counts. Nothing was changed.",
  over: "This question is closed. Nothing was changed.",
};

/**
 * A message that only who pressed the button sees, under the question. The address is the one that came with the press, so it is
 * called only where Slack takes such answers. https://docs.slack.dev/interactivity/handling-user-interaction#message_responses
 */
export async function tellPresser(
  { fetch, hooks }: { fetch: typeof globalThis.fetch; hooks: string },
  { replyAt, threadId }: QuestionPress,
  why: NotCounted,
  signal: AbortSignal,
): Promise<void> {
  const address = placeAt(hooks, replyAt);
  if (!address) return;
  const answer = await fetch(address, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({
      response_type: "ephemeral",
      replace_original: false,
      text: WHY[why],
      ...(threadId && { thread_ts: threadId }),
    }),
    redirect: "manual",
    signal,
  });
  await answer.body?.cancel();
}

function placeAt(hooks: string, replyAt: string | null): string | null {
  const url = replyAt === null ? null : URL.parse(replyAt);
  if (url?.origin !== hooks || !url.pathname.startsWith("/actions/") || url.username || url.password) return null;
  return url.href;
}
