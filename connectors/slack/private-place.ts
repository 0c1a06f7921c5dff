interface Hooks {
  fetch: typeof globalThis.fetch;
  /** Where Slack takes messages that one person sees. */
  hooks: string;
}

const OF_ONE_PERSON = /^\/(?:actions|app-actions|commands)\//;

/**
 * A message that only one person sees, at the address that came with what they did. So it is called only where Slack takes such
 * messages; null: it is elsewhere. https://docs.slack.dev/interactivity/handling-user-interaction#message_responses
 */
export async function sendPrivately(
  { fetch, hooks }: Hooks,
  replyAt: string | null,
  message: { text: string } & Record<string, unknown>,
  signal: AbortSignal,
): Promise<Response | null> {
  const address = placeAt(hooks, replyAt);
  if (!address) return null;
  const answer = await fetch(address, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ response_type: "ephemeral", replace_original: false, ...message }),
    redirect: "manual",
    signal,
  });
  await answer.body?.cancel();
  return answer;
}

function placeAt(hooks: string, replyAt: string | null): string | null {
  const url = replyAt === null ? null : URL.parse(replyAt);
  if (url?.origin !== hooks || !OF_ONE_PERSON.test(url.pathname) || url.username || url.password) return null;
  return url.href;
}
