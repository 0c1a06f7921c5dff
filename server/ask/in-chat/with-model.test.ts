import { eq, sql } from "drizzle-orm";
import { afterEach, describe, expect, it } from "vitest";
import type { AnswerRequest, RestateRequest, WrittenClaim } from "../../../engine/contract.ts";
import { buildThread, type StageChannel } from "../../analysis/testing/analysis-stage.ts";
import { articles, channels, chatAnswers, openQuestions } from "../../db/schema.ts";
import { useLiveStage } from "../../ingest/live/testing/live-stage.ts";
import { buildArticle } from "../../testing/factories.ts";
import { answerInChat } from "./answer-in-chat.ts";

const stage = useLiveStage();
afterEach(() => {
  delete stage.deps.engines.writeAnswer;
  delete stage.deps.engines.restate;
});

const QUESTION = "how do I restart the printer?";

/** Returns a channel with an article about the printer, written from its conversation. */
async function newKnowingChannel() {
  const said = buildThread("KNOW that?", "To restart the printer, hold the printer button for ten seconds.");
  const channel = await stage.newLiveChannel({ said });
  await channel.run("analyse");
  return channel;
}

const bodyOf = (text: string) => [
  {
    role: "answer" as const,
    heading: null,
    layout: "prose" as const,
    statements: [{ form: "sentence" as const, text, language: null, sources: ["m1"] }],
  },
];
const addArticle = ({ workspaceId }: StageChannel, text: string) =>
  buildArticle(stage.db, { workspaceId, title: "After the printer was restarted", summary: [], body: bodyOf(text) });

/** Scripts the model for this workspace; for other workspaces it writes nothing. */
function useModel({ workspaceId }: StageChannel, write: (asked: AnswerRequest) => WrittenClaim[] | null) {
  stage.deps.engines.writeAnswer = async (id, asked) => (id === workspaceId ? write(asked) : null);
}
const placeOf = ({ sentences }: AnswerRequest, words: string) =>
  sentences.findIndex(({ text }) => text.includes(words));

const ask = ({ externalId }: StageChannel, text: string, thread?: string) =>
  stage.team.post(externalId, {
    user: "UANA",
    text: `<@${stage.team.bot.id}> ${text}`,
    ...(thread && { thread_ts: thread }),
  });
const postsIn = ({ externalId }: StageChannel) =>
  stage.team.channel(externalId).messages.filter(({ bot_id }) => bot_id !== undefined);
const wordsIn = (channel: StageChannel) => postsIn(channel).map(({ blocks }) => JSON.stringify(blocks));
const rowsOf = ({ id }: StageChannel) => stage.db.select().from(chatAnswers).where(eq(chatAnswers.channelId, id));
const answered = (channel: StageChannel, many = 1) =>
  expect
    .poll(async () => {
      await answerInChat(stage.deps);
      return (await rowsOf(channel)).map(({ state }) => state);
    })
    .toEqual(Array.from({ length: many }, () => "answered"));

describe("An answer that a model writes in a channel", () => {
  it("follows every article that it cites, not only the first", async () => {
    const channel = await newKnowingChannel();
    const second = await addArticle(channel, "After the restart the printer prints a test page for 4 minutes.");
    useModel(channel, (asked) => {
      const after = placeOf(asked, "test page");
      const sentences = [placeOf(asked, "ten seconds"), ...(after < 0 ? [] : [after])];
      return [{ text: `Restart it; ${asked.sentences[after]?.text ?? "nothing more"}`, sentences }];
    });
    ask(channel, QUESTION);
    await expect.poll(() => wordsIn(channel).join()).toContain("for 4 minutes");
    await answered(channel);
    await stage.db
      .update(articles)
      .set({
        body: bodyOf("After the restart the printer prints a test page for 9 minutes."),
        version: sql`version + 1`,
      })
      .where(eq(articles.id, second.id));
    await expect
      .poll(async () => {
        await answerInChat(stage.deps);
        return wordsIn(channel);
      })
      .toEqual([expect.stringContaining("for 9 minutes")]);
    await stage.db.update(articles).set({ state: "trashed" }).where(eq(articles.id, second.id));
    await expect
      .poll(async () => {
        await answerInChat(stage.deps);
        return wordsIn(channel);
      })
      .toEqual([expect.stringContaining("nothing more")]);
    expect(postsIn(channel)).toHaveLength(1);
  });

  it("is waited for where the search found no answer, and is posted as the answer", async () => {
    const channel = await newKnowingChannel();
    const shownBefore: number[] = [];
    useModel(channel, (asked) => {
      shownBefore.push(postsIn(channel).length);
      return [{ text: "Zehn Sekunden lang.", sentences: [placeOf(asked, "ten seconds")] }];
    });
    stage.deps.engines.restate = async (_, { question }) => ({
      standalone: question,
      searches: ["How is the printer restarted?"],
    });
    ask(channel, "wie starte ich den Drucker neu?");
    await answered(channel);
    expect(wordsIn(channel)).toEqual([expect.stringContaining("Zehn Sekunden lang.")]);
    expect(shownBefore).toEqual([0]);
    expect(await stage.db.$count(openQuestions, eq(openQuestions.workspaceId, channel.workspaceId))).toBe(0);
  });

  it("that declines takes the sentences back and leaves an open question", async () => {
    const channel = await newKnowingChannel();
    useModel(channel, () => []);
    ask(channel, QUESTION);
    await expect.poll(() => wordsIn(channel)).toEqual([expect.stringContaining("No answer found.")]);
    await expect.poll(() => stage.db.$count(openQuestions, eq(openQuestions.workspaceId, channel.workspaceId))).toBe(1);
  });

  it("that declines says nothing where nobody asked us", async () => {
    const channel = await newKnowingChannel();
    await stage.db.update(channels).set({ answersUnasked: true }).where(eq(channels.id, channel.id));
    let isAsked = false;
    useModel(channel, () => {
      isAsked = true;
      return [];
    });
    stage.team.post(channel.externalId, { user: "UBO", text: "How do I restart the printer?" });
    await expect.poll(async () => (await rowsOf(channel)).length).toBe(1);
    await stage.applied();
    await stage.db.update(chatAnswers).set({ nextAttemptAt: sql`now()` }).where(eq(chatAnswers.channelId, channel.id));
    await expect
      .poll(async () => {
        await answerInChat(stage.deps);
        return (await rowsOf(channel)).map(({ state }) => state);
      })
      .toEqual(["over"]);
    expect([isAsked, postsIn(channel)]).toEqual([true, []]);
  });

  it("understands a question that goes on from the one before in its thread", async () => {
    const channel = await newKnowingChannel();
    const restated: Pick<RestateRequest, "question" | "previous">[] = [];
    const questions: string[] = [];
    stage.deps.engines.restate = async (_, { question, previous }) => {
      restated.push({ question, previous });
      return { standalone: "For how long do I hold the printer button?", searches: [] };
    };
    useModel(channel, (asked) => {
      questions.push(asked.question);
      return [{ text: "Ten seconds.", sentences: [placeOf(asked, "ten seconds")] }];
    });
    const { ts } = ask(channel, QUESTION);
    await answered(channel);
    ask(channel, "and for how long?", ts);
    await answered(channel, 2);
    await expect.poll(() => wordsIn(channel)[1]).toContain("Ten seconds.");
    expect(restated).toEqual([{ question: "and for how long?", previous: QUESTION }]);
    expect(questions.at(-1)).toBe("For how long do I hold the printer button?");
  });
});
