import { expect, it, vi } from "vitest";
import { RateLimited, Refused, Unreachable } from "../errors.ts";
import { createSlackSource } from "./source.ts";

const PLACE = "https://hooks.slack.com/commands/T1/1/x";
const ANSWER = { id: "01980000-0000-7000-8000-000000000000", lead: "<!channel> & all", sentences: [], article: null };

function answering(send: typeof globalThis.fetch) {
  const fetch = vi.fn<typeof globalThis.fetch>(send);
  const { answers } = createSlackSource({ fetch });
  const tell = (replyAt: string) => answers?.privately?.tell(replyAt, ANSWER, new AbortController().signal);
  return { fetch, tell, acknowledge: (words: string) => answers?.privately?.acknowledge(words) };
}

it("A private answer is sent only to addresses at which Slack accepts private answers", async () => {
  const { fetch, tell } = answering(async () => new Response("ok"));
  for (const elsewhere of [
    "",
    "https://hooks.slack.com/services/T1/B1/secret",
    "https://hooks.slack.com.example.org/commands/T1/1/x",
    "https://hooks.slack.com:8443/commands/T1/1/x",
    "https://someone@hooks.slack.com/commands/T1/1/x",
    "http://hooks.slack.com/commands/T1/1/x",
    "https://hooks.slack.com/commands/../services/T1/B1/secret",
    "http://169.254.169.254/commands/latest",
  ])
    await expect(tell(elsewhere)).rejects.toThrow(Refused);
  expect(fetch).not.toHaveBeenCalled();

  await tell(PLACE);
  const [address, call] = fetch.mock.calls[0] ?? [];
  expect([address, call?.redirect]).toEqual([PLACE, "manual"]);
  expect(JSON.parse(String(call?.body))).toMatchObject({
    response_type: "ephemeral",
    replace_original: false,
    text: "&lt;!channel&gt; &amp; all",
    blocks: [{ type: "rich_text" }],
  });
});

it.each([
  ["nobody answered", () => Promise.reject(new TypeError("failed", { cause: { code: "ECONNRESET" } })), true],
  ["nobody listened", () => Promise.reject(new TypeError("failed", { cause: { code: "ECONNREFUSED" } })), false],
  ["Slack had trouble", async () => new Response("", { status: 503 }), true],
])("When %s, the error says whether the answer may have arrived", async (_what, send, mayHaveHappened) => {
  const failure = await answering(send)
    .tell(PLACE)
    ?.catch((error: unknown) => error);
  expect(failure).toBeInstanceOf(Unreachable);
  expect(failure).toMatchObject({ mayHaveHappened });
});

it("A used address leads to a refusal, and an address with a rate limit to a wait of the demanded length", async () => {
  await expect(answering(async () => new Response("", { status: 404 })).tell(PLACE)).rejects.toThrow(Refused);
  const busy = new Response("", { status: 429, headers: { "retry-after": "3" } });
  const failure = await answering(async () => busy)
    .tell(PLACE)
    ?.catch((error: unknown) => error);
  expect(failure).toBeInstanceOf(RateLimited);
  expect(failure).toMatchObject({ retryAfterMs: 3000 });
});

it("An immediate response mentions nobody either", () => {
  expect(answering(fetch).acknowledge("<!here>")).toEqual({ response_type: "ephemeral", text: "&lt;!here&gt;" });
});
