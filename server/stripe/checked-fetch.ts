import { Unreachable } from "../../connectors/errors.ts";

/**
 * Returns a fetch that accepts only documented answers of Stripe: an object with its type, or an error in its envelope
 * (https://docs.stripe.com/api/errors). All others count as no answer, because Stripe's library would accept any JSON.
 */
export function createCheckedFetch(fetch: typeof globalThis.fetch): typeof globalThis.fetch {
  return async (input, init) => {
    const answer = await fetch(input, init);
    const text = await answer.text();
    if (!isDocumented(answer.ok, text))
      throw new Unreachable("Stripe answered with something it does not document.", { mayHaveHappened: true });
    const { status, statusText, headers } = answer;
    return new Response(text, { status, statusText, headers });
  };
}

function isDocumented(isOk: boolean, text: string): boolean {
  try {
    const body = JSON.parse(text) as { object?: unknown; error?: unknown } | null;
    if (typeof body !== "object" || body === null) return false;
    return isOk ? typeof body.object === "string" : typeof body.error === "object" && body.error !== null;
  } catch {
    return false;
  }
}
