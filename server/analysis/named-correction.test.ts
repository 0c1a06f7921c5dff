import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createLocalEngine } from "../../engine/local-engine.ts";
import type { InboxPage } from "../../shared/contract/inbox.ts";
import { loadDemoTeam } from "../../tools/demo/chat.ts";
import { listTodaysSupportMessages } from "../../tools/demo/said-today.ts";
import type { SlackMessage } from "../../tools/stand-ins/slack/slack-stand-in.ts";
import { articles, messages } from "../db/schema.ts";
import { type AnalysisStage, openStage } from "./testing/analysis-stage.ts";

let stage: AnalysisStage & { close(): Promise<void> };
beforeAll(async () => {
  stage = await openStage();
  stage.engine.current = createLocalEngine();
});
afterAll(() => stage.close());

const PEOPLE = ["UANA", "UBO", "UCY"];
/** The demo's messages, said by the stage's people, who the demo's become in the order in which they speak. */
function castOf(said: SlackMessage[]) {
  const names = [...new Set(said.map(({ user }) => user))];
  return (message: SlackMessage): SlackMessage => ({ ...message, user: PEOPLE[names.indexOf(message.user)] ?? "UANA" });
}

const now = new Date();
const support = loadDemoTeam("business", now).channels.find(({ name }) => name === "support")?.messages ?? [];
const opening = support.find(({ text = "" }) => text.startsWith("how do i refund half an order?"));
const refund = support.filter((message) => message.thread_ts && message.thread_ts === opening?.ts);
/** The draft's thread ended 80 minutes before the correction is said. */
const locker = listTodaysSupportMessages(new Date(now.getTime() - 70 * 60_000));
const nadia = locker[1] ?? { type: "message", ts: "" };

const CORRECTIONS = [
  'Correction about refunding one parcel: the reason is "Carrier damage" now, no longer "Damaged in transit". And leave "return expected" ticked since last week.',
  'Heads up: to refund one of two parcels we pick "Carrier damage" now instead of "Damaged in transit", the carrier asked for it.',
];

it.each(CORRECTIONS)(
  "A correction outside of threads reaches the article that it names, and no other: %s",
  async (text) => {
    const cast = castOf([...locker, ...refund]);
    const channel = await stage.newChannel([...refund, ...locker].map(cast));
    await channel.run("analyse");
    const articlesOf = () => stage.db.select().from(articles).where(eq(articles.workspaceId, channel.workspaceId));
    const article = (await articlesOf()).find(({ title }) => title.includes("refund"));
    expect(article?.bodyText).toContain("Damaged in transit");
    await stage.db
      .update(articles)
      .set({ state: "stands" })
      .where(eq(articles.id, article?.id ?? ""));
    const ts = `${Math.floor(now.getTime() / 1000)}.000900`;
    stage.team.post(channel.externalId, { type: "message", user: cast(nadia).user ?? "", text, ts });
    await channel.run("analyse");

    const other = (await articlesOf()).find(({ title }) => title.includes("parcel locker"));
    expect(other?.bodyText).toContain("Pickup shop");
    expect(JSON.stringify(other)).not.toMatch(/Carrier damage|correctedBy/);
    const { items } = (await channel.person.inject({ method: "GET", url: "/api/inbox" })).json<InboxPage>();
    expect(items.find(({ kind }) => kind === "conflict")).toMatchObject({
      article: { id: article?.id },
      fresh: { text: expect.stringContaining("Carrier damage") },
    });
    const [said] = await stage.db.select().from(messages).where(eq(messages.externalId, ts));
    expect(said?.conversationKey).toBe(ts);
  },
);
