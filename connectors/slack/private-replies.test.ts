import { expect, it, vi } from "vitest";
import type { QuestionPress } from "../chat-source.ts";
import { createSlackSource } from "./source.ts";

const press = (replyAt: string | null): QuestionPress => ({
  teamId: "T1",
  channelId: "C1",
  messageId: "1790000000.000200",
  questionId: "01980000-0000-7000-8000-000000000000",
  by: "U1",
  answer: "fix",
  replyAt,
  threadId: "1790000000.000100",
  triggerId: null,
});

it("The person who pressed a button gets a private reply below the question, only at addresses that Slack accepts", async () => {
  const fetch = vi.fn<typeof globalThis.fetch>(async () => new Response("ok"));
  const { questions } = createSlackSource({ fetch });
  const tell = (replyAt: string | null) =>
    questions?.replyToPresser({} as never, press(replyAt), "not-asked", new AbortController().signal);
  for (const elsewhere of [
    null,
    "",
    "https://hooks.slack.com/services/T1/B1/secret",
    "https://hooks.slack.com.example.org/actions/T1/1/x",
    "https://hooks.slack.com:8443/actions/T1/1/x",
    "https://someone@hooks.slack.com/actions/T1/1/x",
    "http://hooks.slack.com/actions/T1/1/x",
    "https://hooks.slack.com/actions/../services/T1/B1/secret",
    "http://169.254.169.254/actions/latest",
  ])
    await tell(elsewhere);
  expect(fetch).not.toHaveBeenCalled();

  await tell("https://hooks.slack.com/actions/T1/1/x");
  expect(fetch).toHaveBeenCalledOnce();
  const [address, call] = fetch.mock.calls[0] ?? [];
  expect(address).toBe("https://hooks.slack.com/actions/T1/1/x");
  expect(JSON.parse(String(call?.body))).toEqual({
    response_type: "ephemeral",
    replace_original: false,
    thread_ts: "1790000000.000100",
    text: "Only the person who was asked can decide about this article. Nothing was changed.",
  });
});
