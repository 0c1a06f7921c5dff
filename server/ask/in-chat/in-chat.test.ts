import { eq, sql } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { buildThread, type StageChannel } from "../../analysis/testing/analysis-stage.ts";
import { articles, channels, chatAnswers } from "../../db/schema.ts";
import { useLiveStage } from "../../ingest/live/testing/live-stage.ts";
import { answerInChat } from "./answer-in-chat.ts";
import { removeMention } from "./remove-mention.ts";

const stage = useLiveStage();

const bot = () => `<@${stage.team.bot.id}>`;

/** Returns a channel with an article about the printer, written from its conversation. */
async function newKnowingChannel() {
  const said = buildThread("KNOW that?", "To restart the printer, hold the printer button for ten seconds.");
  const channel = await stage.newLiveChannel({ said });
  await channel.run("analyse");
  return { ...channel, source: said[1]?.ts ?? "" };
}

const ask = ({ externalId }: StageChannel, text: string, user = "UANA") =>
  stage.team.post(externalId, { user, text: `${bot()} ${text}` });
const postsIn = ({ externalId }: StageChannel) =>
  stage.team.channel(externalId).messages.filter(({ bot_id }) => bot_id !== undefined);
const rowsOf = ({ id }: StageChannel) => stage.db.select().from(chatAnswers).where(eq(chatAnswers.channelId, id));
const wordsIn = (channel: StageChannel) => postsIn(channel).map(({ blocks }) => JSON.stringify(blocks));
/** Runs due work immediately instead of waiting for the worker's next check. */
const statesOf = async (channel: StageChannel) => {
  await answerInChat(stage.deps);
  return (await rowsOf(channel)).map(({ state }) => state);
};
const answered = async (channel: StageChannel, many = 1) =>
  expect.poll(() => statesOf(channel)).toEqual(Array.from({ length: many }, () => "answered"));
/** Ends every wait of the channel's answers. */
const later = ({ id }: StageChannel) =>
  stage.db
    .update(chatAnswers)
    .set({ nextAttemptAt: sql`now()`, intentAt: sql`intent_at - interval '1 hour'` })
    .where(eq(chatAnswers.channelId, id));

describe("Whoever asks in a channel", () => {
  it("is answered in the thread with the sentences and who said them; who does not ask is not", async () => {
    const channel = await newKnowingChannel();
    const { ts } = ask(channel, "how do I restart the printer?");
    stage.team.post(channel.externalId, { user: "UBO", text: "How do I restart the printer?" });
    await answered(channel);
    const [post] = postsIn(channel);
    expect(post).toMatchObject({ thread_ts: ts });
    expect(wordsIn(channel)[0]).toContain("hold the printer button for ten seconds");
    expect(wordsIn(channel)[0]).toMatch(/Article: .*\/articles\//);
    expect(postsIn(channel)).toHaveLength(1);
  });

  it("is answered while monitoring is manual, too; what nobody asks of the app waits for Run Analysis", async () => {
    const said = buildThread("KNOW that?", "To restart the printer, hold the printer button for ten seconds.");
    const channel = await stage.newLiveChannel({ said, mode: "manual" });
    await channel.run("analyse");
    stage.team.post(channel.externalId, { user: "UBO", text: "the weather is nice" });
    ask(channel, "how do I restart the printer?");
    await answered(channel);
    expect(wordsIn(channel)[0]).toContain("hold the printer button for ten seconds");
    expect((await stage.textsOf(channel.id)).join()).not.toContain("weather");
  });

  it("is told that no answer was found", async () => {
    const channel = await newKnowingChannel();
    ask(channel, "who waters the plants on holidays?");
    await answered(channel);
    expect(wordsIn(channel)[0]).toContain("No answer found.");
  });

  it("hears nothing of a draft until somebody has approved it", async () => {
    const channel = await newKnowingChannel();
    const isOf = eq(articles.workspaceId, channel.workspaceId);
    await stage.db.update(articles).set({ state: "draft" }).where(isOf);
    ask(channel, "how do I restart the printer?");
    await answered(channel);
    expect(wordsIn(channel).join()).not.toContain("ten seconds");
    await stage.db.update(articles).set({ state: "stands" }).where(isOf);
    ask(channel, "how do I restart the printer?");
    await answered(channel, 2);
    expect(wordsIn(channel).join()).toContain("ten seconds");
  });

  it("is answered once, however often Slack tells of it", async () => {
    const channel = await newKnowingChannel();
    const message = ask(channel, "how do I restart the printer?");
    const event = {
      type: "message",
      channel: channel.externalId,
      channel_type: "channel",
      event_ts: message.ts,
      ...message,
    };
    for (let n = 0; n < 3; n++) expect((await stage.deliver(event)).statusCode).toBe(200);
    await stage.applied();
    await answered(channel);
    expect(postsIn(channel)).toHaveLength(1);
  });

  it("is answered once by a worker that was killed in the middle: a lost answer is looked up in the thread", async () => {
    const channel = await newKnowingChannel();
    stage.slack.fail({ match: "chat.postMessage", kind: { afterWork: "reset" } });
    ask(channel, "how do I restart the printer?");
    await expect.poll(() => postsIn(channel).length).toBe(1);
    await expect.poll(async () => (await rowsOf(channel))[0]?.intentAt).not.toBeNull();
    stage.slack.clearFaults();
    await expect
      .poll(async () => {
        await later(channel);
        return statesOf(channel);
      })
      .toEqual(["answered"]);
    expect(postsIn(channel)).toHaveLength(1);
  });

  it("hears nothing where people of other companies read along", async () => {
    const channel = await newKnowingChannel();
    await stage.db.update(channels).set({ isShared: true, isSharingAllowed: true }).where(eq(channels.id, channel.id));
    ask(channel, "how do I restart the printer?");
    await stage.applied();
    expect(await statesOf(channel)).toEqual([]);
  });

  it("hears nothing of what is not for everybody of the workspace", async () => {
    const channel = await newKnowingChannel();
    await stage.db.update(channels).set({ isPrivate: true }).where(eq(channels.id, channel.id));
    ask(channel, "how do I restart the printer?");
    await answered(channel);
    expect(wordsIn(channel).join()).not.toContain("ten seconds");
  });
});

describe("What nobody answers in a channel", () => {
  const QUESTION = "How do I restart the printer?";
  /** Ends the five minutes that people have. */
  const decided = async (channel: StageChannel, ts: string) => {
    await expect.poll(async () => (await rowsOf(channel)).map(({ questionId }) => questionId)).toContain(ts);
    await stage.applied();
    await later(channel);
    const stateOf = async () => {
      await answerInChat(stage.deps);
      return (await rowsOf(channel)).find(({ questionId }) => questionId === ts)?.state;
    };
    await expect.poll(stateOf).not.toBe("to-answer");
    return stateOf();
  };
  async function newAnsweringChannel() {
    const channel = await newKnowingChannel();
    await stage.db.update(channels).set({ answersUnasked: true }).where(eq(channels.id, channel.id));
    return channel;
  }

  it("is answered in its thread once the people had time, where an admin allows it", async () => {
    const channel = await newAnsweringChannel();
    const { ts } = stage.team.post(channel.externalId, { user: "UBO", text: QUESTION });
    await stage.applied();
    expect(postsIn(channel)).toEqual([]);
    expect(await decided(channel, ts)).toBe("answered");
    expect(postsIn(channel)).toMatchObject([{ thread_ts: ts }]);
    expect(wordsIn(channel)[0]).toContain("hold the printer button for ten seconds");
  });

  it("is left alone when a person answers, when it is not known for sure, and when the admin changes their mind", async () => {
    const [busy, unsure, off] = [await newAnsweringChannel(), await newAnsweringChannel(), await newAnsweringChannel()];
    const { ts } = stage.team.post(busy.externalId, { user: "UBO", text: QUESTION });
    const reply = stage.team.post(busy.externalId, { user: "UANA", text: "I will look.", thread_ts: ts });
    await expect.poll(async () => (await stage.rowsOf(busy.id)).map((row) => row.externalId)).toContain(reply.ts);
    const unknown = stage.team.post(unsure.externalId, { user: "UBO", text: "Who waters the plants on holidays?" });
    const late = stage.team.post(off.externalId, { user: "UBO", text: QUESTION });
    await expect.poll(async () => (await rowsOf(off)).map(({ questionId }) => questionId)).toContain(late.ts);
    await stage.db.update(channels).set({ answersUnasked: false }).where(eq(channels.id, off.id));
    expect(await decided(busy, ts)).toBe("over");
    expect(await decided(unsure, unknown.ts)).toBe("over");
    expect(await decided(off, late.ts)).toBe("over");
    for (const channel of [busy, unsure, off]) expect(postsIn(channel)).toEqual([]);
  });
});

it("An answer that a model writes takes the place of the sentences, names their sources, and is withdrawn with them", async () => {
  const shownBefore: string[] = [];
  const channel = await newKnowingChannel();
  stage.deps.engines.writeAnswer = async (workspaceId, { sentences }) => {
    if (workspaceId !== channel.workspaceId) return null;
    shownBefore.push(...wordsIn(channel));
    return [{ text: `For ten seconds (${sentences.length > 0}).`, sentences: [0] }];
  };
  ask(channel, "how do I restart the printer?");
  await expect.poll(() => wordsIn(channel).join()).toContain("For ten seconds (true).");
  expect(shownBefore).toEqual([expect.stringContaining("hold the printer button for ten seconds")]);
  expect(wordsIn(channel)[0]).toMatch(
    /Likely answer\. Check it against its source\..*in #.*Article: .* · Not yet verified/,
  );
  await answered(channel);
  stage.team.delete(channel.externalId, channel.source);
  await expect
    .poll(async () => {
      await later(channel);
      await answerInChat(stage.deps);
      return wordsIn(channel);
    })
    .toEqual([expect.stringContaining("This answer was withdrawn")]);
  delete stage.deps.engines.writeAnswer;
});

it("A question that goes on from the one before in its thread is understood by both", async () => {
  const channel = await newKnowingChannel();
  const { ts } = ask(channel, "how do I restart the printer?");
  await answered(channel);
  stage.team.post(channel.externalId, { user: "UANA", text: `${bot()} and for how long?`, thread_ts: ts });
  await answered(channel, 2);
  expect(wordsIn(channel)[1]).toContain("hold the printer button for ten seconds");
});

describe("An answer in a channel lives as long as its sources", () => {
  it("is withdrawn when the message behind it is deleted", async () => {
    const channel = await newKnowingChannel();
    ask(channel, "how do I restart the printer?");
    await answered(channel);
    stage.team.delete(channel.externalId, channel.source);
    await expect
      .poll(async () => {
        await answerInChat(stage.deps);
        return wordsIn(channel);
      })
      .toEqual([expect.stringContaining("This answer was withdrawn")]);
    expect(wordsIn(channel).join()).not.toContain("ten seconds");
  });

  it("is corrected when the article says something else", async () => {
    const channel = await newKnowingChannel();
    ask(channel, "how do I restart the printer?");
    await answered(channel);
    await stage.db.execute(sql`
      update articles set version = version + 1,
        summary = replace(summary::text, 'ten seconds', 'five seconds')::jsonb,
        body = replace(body::text, 'ten seconds', 'five seconds')::jsonb
      where workspace_id = ${channel.workspaceId}`);
    await expect
      .poll(async () => {
        await answerInChat(stage.deps);
        return wordsIn(channel).join();
      })
      .toContain("five seconds");
    expect(wordsIn(channel).join()).not.toContain("ten seconds");
    expect(postsIn(channel)).toHaveLength(1);
  });

  it("is withdrawn when the question is deleted, and keeps no words of either", async () => {
    const channel = await newKnowingChannel();
    const { ts } = ask(channel, "how do I restart the printer?");
    await answered(channel);
    stage.team.delete(channel.externalId, ts);
    await expect.poll(() => statesOf(channel)).toEqual(["over"]);
    expect(JSON.stringify(await rowsOf(channel))).not.toContain("printer");
    expect(await stage.db.select().from(articles).where(eq(articles.workspaceId, channel.workspaceId))).toHaveLength(1);
  });
});

it.each([
  ["@Lorekeep how?", "how?"],
  ["@Lorekeep, how?", "how?"],
  ["how, @Lorekeep?", "how, @Lorekeep?"],
  ["@Lorekeep", ""],
])("'%s' asks '%s'", (text, question) => expect(removeMention(text)).toBe(question));

describe("Whoever asked says in the thread whether the answer is right", () => {
  const press = async (channel: StageChannel, value: "right" | "wrong", user: string) => {
    const [post] = postsIn(channel);
    const at = { channelId: channel.externalId, ts: post?.ts ?? "", action: "vote", value };
    expect(await stage.slack.press(stage.team.data.team.id, { ...at, user })).toBe(200);
  };
  const told = ({ externalId }: StageChannel) =>
    stage.slack.privateAnswers.filter(({ channelId }) => channelId === externalId).map(({ text }) => text);
  const votesOf = async ({ workspaceId }: StageChannel) =>
    (
      await stage.db.$client.query(
        `select given.vote, count(part.article_id)::int as articles from given_answers given
         left join answer_articles part on part.workspace_id = given.workspace_id and part.answer_id = given.id
         where given.workspace_id = $1 group by given.vote`,
        [workspaceId],
      )
    ).rows;
  const reportsOf = async ({ workspaceId }: StageChannel) =>
    (
      await stage.db.$client.query("select question, complaint from article_reports where workspace_id = $1", [
        workspaceId,
      ])
    ).rows;

  it("counts it when it is, puts it into the inbox when it is not; nobody else decides that", async () => {
    const channel = await newKnowingChannel();
    ask(channel, "how do I restart the printer?");
    await answered(channel);
    await press(channel, "right", "UBO");
    await expect.poll(() => told(channel).join()).toContain("Only whoever asked");
    expect(await votesOf(channel)).toEqual([]);
    await press(channel, "wrong", "UANA");
    await expect.poll(() => told(channel).join()).toContain("It is in the inbox now");
    expect(await votesOf(channel)).toEqual([{ vote: "wrong", articles: 1 }]);
    expect(await reportsOf(channel)).toEqual([{ question: "how do I restart the printer?", complaint: "wrong" }]);
    await press(channel, "right", "UANA");
    await expect.poll(() => told(channel).join()).toContain("It counts as answered.");
    expect(await votesOf(channel)).toEqual([{ vote: "right", articles: 1 }]);
    expect(await reportsOf(channel)).toEqual([]);
  });
});
