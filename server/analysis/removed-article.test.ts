import { and, eq, ne } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { SlackMessage } from "../../tools/stand-ins/slack/slack-stand-in.ts";
import { articles, conversations } from "../db/schema.ts";
import { createComparingEngine } from "../library/dedupe/testing/comparing-engine.ts";
import { type AnalysisStage, buildThread, openStage, type StageChannel } from "./testing/analysis-stage.ts";

let stage: AnalysisStage;
beforeAll(async () => {
  stage = await openStage();
  stage.engine.current = createComparingEngine();
});
afterAll(() => stage.close());

const articlesOf = ({ workspaceId }: StageChannel) =>
  stage.db
    .select()
    .from(articles)
    .where(and(eq(articles.workspaceId, workspaceId), ne(articles.state, "trashed")));
const reasonsOf = async ({ workspaceId }: StageChannel) =>
  (await stage.db.select().from(conversations).where(eq(conversations.workspaceId, workspaceId)))[0]?.reasons;

async function removedConversation(): Promise<{ channel: StageChannel; said: SlackMessage[] }> {
  const said = buildThread("KNOW ABOUT-printers: how does one restart it?", "The button is 3.");
  const channel = await stage.newChannel(said);
  await channel.run("analyse");
  const [article] = await articlesOf(channel);
  await channel.person.inject({
    method: "POST",
    url: "/api/articles/bulk/remove",
    payload: { ids: [article?.id], pages: "keep" },
  });
  expect(await articlesOf(channel)).toEqual([]);
  return { channel, said };
}
const goesOn = async ({ channel, said }: { channel: StageChannel; said: SlackMessage[] }, text: string) => {
  stage.team.reply(channel.externalId, said[0]?.ts ?? "", { user: "UCY", text });
  await channel.run("analyse");
};

describe("An article that a person removed", () => {
  it("is not written again when its conversation goes on, says the same once more, or is edited", async () => {
    const conversation = await removedConversation();
    await goesOn(conversation, "Thank you!");
    expect(await articlesOf(conversation.channel)).toEqual([]);
    await goesOn(conversation, "One may KNOW ABOUT-printers: the button is 4.");
    expect(await articlesOf(conversation.channel)).toEqual([]);
    expect(await reasonsOf(conversation.channel)).toEqual([expect.stringContaining("a person removed its article")]);
    stage.team.edit(conversation.channel.externalId, conversation.said[1]?.ts ?? "", "KNOW it: the button is 5.");
    await conversation.channel.run("analyse");
    expect(await articlesOf(conversation.channel)).toEqual([]);
  });

  it("leaves what is said later about another matter to be written, without a word of what was removed", async () => {
    const conversation = await removedConversation();
    await goesOn(conversation, "Another thing to KNOW, ABOUT-scanners: the lid is 7.");
    const [written, ...others] = await articlesOf(conversation.channel);
    expect(others).toEqual([]);
    expect(written?.title).toContain("ABOUT-scanners");
    expect(JSON.stringify(written)).not.toContain("printers");
    await goesOn(conversation, "And KNOW that the glass is 8.");
    const [after] = await articlesOf(conversation.channel);
    expect(after?.version).toBe(2);
    expect(JSON.stringify(after)).not.toContain("printers");
  });

  it("is not written by an analysis that had read its conversation before the removal", async () => {
    const said = buildThread("KNOW ABOUT-doors: who has the key?", "The desk is 2.");
    const channel = await stage.newChannel(said);
    await channel.run("analyse");
    const [article] = await articlesOf(channel);
    let isRemoved = false;
    const engine = createComparingEngine();
    stage.engine.current = {
      ...engine,
      async write(...given: Parameters<typeof engine.write>) {
        const written = await engine.write(...given);
        if (!isRemoved) {
          isRemoved = true;
          const payload = { ids: [article?.id], pages: "keep" };
          await channel.person.inject({ method: "POST", url: "/api/articles/bulk/remove", payload });
        }
        return written;
      },
    };
    await goesOn({ channel, said }, "And the spare is 9.");
    stage.engine.current = engine;
    expect(isRemoved).toBe(true);
    expect(await articlesOf(channel)).toEqual([]);
  });
});
