interface ResponseHooks {
  fetch: typeof globalThis.fetch;
  /** The base address of Slack's response URLs. */
  hooks: string;
}

const OF_ONE_PERSON = /^\/(?:actions|app-actions|commands)\//;

/**
 * Sends a message that only one person sees, to the address in that person's request. Calls only addresses at which
 * Slack accepts these messages, and returns null for any other.
 * https://docs.slack.dev/interactivity/handling-user-interaction#message_responses
 */
export async function sendPrivately(
  { fetch, hooks }: ResponseHooks,
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
