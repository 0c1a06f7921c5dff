import { expect, it } from "vitest";
import { BENCH_CONFIG, useSlack } from "./testing/slack-bench.ts";

const slack = useSlack();

const shown = (blocks: unknown) => JSON.stringify(blocks);

it("An answer that is too long for one Slack message is shortened, and mentions that it continues", async () => {
  const { source, acme } = await slack();
  const asked = acme.post("C1", { user: "U1", text: "How?" });
  const sentences = Array.from({ length: 12 }, (_, index) => ({
    inline: [{ type: "text" as const, text: `Sentence ${index}. ${"words ".repeat(400)}` }],
    code: null,
    notes: [],
    sources: [{ label: "Ann", url: "https://acme.slack.com/archives/C1/p1" }],
  }));
  const id = "01980000-0000-7000-8000-000000000000";
  const article = { title: "How it is done", url: "https://lorekeep.acme.example/articles/1" };
  const answer = {
    id,
    channelId: "C1",
    threadId: asked.ts,
    lead: "This is what the team has said:",
    sentences,
    article,
  };
  const ts = await source.answers?.post(BENCH_CONFIG, answer);
  const posted = acme.channel("C1").messages.find((message) => message.ts === ts);
  for (const words of ["Sentence 0.", "There is more in the article.", "How it is done"])
    expect(shown(posted?.["blocks"])).toContain(words);
  expect(shown(posted?.["blocks"])).not.toContain("Sentence 11.");
});

it("A direct message with too many articles for one Slack message is shortened, and counts the other articles", async () => {
  const { source, acme } = await slack();
  const items = Array.from({ length: 25 }, (_, index) => ({
    text: `Article ${index} ${"of a long title ".repeat(20)}`,
    url: `https://lorekeep.acme.example/articles/${index}`,
    note: "in #general",
  }));
  const lists = ["New", "Changed", "To decide"].map((heading) => ({ heading, items }));
  const links = [{ label: "Settings", url: "https://lorekeep.acme.example/settings" }];
  await source.direct?.tell(BENCH_CONFIG, "U1", { lead: "Your week", lists, links });
  const [told] = acme.directWith("U1").messages;
  expect(shown(told?.["blocks"])).toContain("Article 0");
  expect(shown(told?.["blocks"])).toContain("and 25 more");
  expect(shown(told?.["blocks"])).toContain("Settings");
});
