import { eq, sql } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, expect, it } from "vitest";
import { createScriptedEngine } from "../../analysis/testing/scripted-engine.ts";
import { chatAnswers } from "../../db/schema.ts";
import {
  addSpace,
  type GoogleChatStage,
  type MonitoredSpace,
  openGoogleChatStage,
  PERSONS_TOKEN,
} from "../../ingest/live/testing/google-chat-stage.ts";
import { buildSettings } from "../../testing/factories.ts";
import { answerInChat } from "./answer-in-chat.ts";

const QUESTION = "<users/99> how do I restart the printer?";

let stage: GoogleChatStage;
beforeAll(async () => {
  stage = await openGoogleChatStage(["ANSWER", "WRITTEN", "SLOW", "TWICE", "LOST", "SHARED", "PERSON"]);
  stage.engine.current = createScriptedEngine();
});
afterEach(() => stage.stopHolding());
afterAll(() => stage.close());

/** Returns a space with an article about the printer; `source` is the message that it cites. */
async function newKnowingSpace(spaceId: string) {
  const room = stage.google.space(spaceId);
  const at = Date.now() - 3_600_000;
  const asked = room.post({ userId: "1", text: "KNOW that?", at });
  const text = "To restart the printer, hold the <printer> button & wait for ten seconds.";
  const source = room.post({ userId: "2", text, inThreadOf: asked, at: at + 60_000 });
  const space = await stage.monitor(spaceId);
  expect(await space.analyse()).toMatchObject({ articlesCreated: 1 });
  stage.hold();
  await space.isFollowed();
  return { ...space, source };
}

const postsIn = ({ room }: Pick<MonitoredSpace, "room">) =>
  room.messages.filter(({ sender }) => sender?.type === "BOT");
const cardsIn = (space: MonitoredSpace) => JSON.stringify(postsIn(space).map(({ cardsV2 }) => cardsV2));
const rowsOf = ({ channel }: MonitoredSpace) =>
  stage.db.select().from(chatAnswers).where(eq(chatAnswers.channelId, channel.id));
/** Runs due work immediately instead of waiting for the worker's next check. */
const states = async (space: MonitoredSpace) => {
  await answerInChat(stage.deps);
  return (await rowsOf(space)).map(({ state }) => state);
};
const isAnswered = (space: MonitoredSpace) => expect.poll(() => states(space)).toEqual(["answered"]);

it("whoever names the app in a space is answered in the thread, and the answer is withdrawn when its source is deleted", async () => {
  const space = await newKnowingSpace("ANSWER");
  space.room.post({ userId: "2", text: "How do I restart the printer?" });
  const question = space.room.post({ userId: "1", text: QUESTION });
  await isAnswered(space);
  const [post] = postsIn(space);
  expect(post).toMatchObject({
    thread: { name: `spaces/ANSWER/threads/${question.split(".")[0]}` },
    threadReply: true,
  });
  expect(cardsIn(space)).toContain("hold the &lt;printer&gt; button &amp; wait for ten seconds");
  expect(cardsIn(space)).toMatch(/Article: <a href=.*\/articles\//);
  expect(postsIn(space)).toHaveLength(1);

  space.room.delete(space.source);
  await expect
    .poll(async () => {
      await answerInChat(stage.deps);
      return postsIn(space).map(({ text }) => text);
    })
    .toEqual([expect.stringContaining("This answer was withdrawn")]);
  expect(cardsIn(space)).not.toContain("ten seconds");
});

it("a question that Google tells of twice, and whose mention is edited, is answered once", async () => {
  const space = await newKnowingSpace("TWICE");
  space.pipe.copies = 3;
  const question = space.room.post({ userId: "1", text: QUESTION });
  await isAnswered(space);
  space.room.edit(question, `${QUESTION} Please.`);
  const plain = space.room.post({ userId: "1", text: "never mind" });
  await expect.poll(space.texts).toContain("never mind");
  space.room.edit(plain, QUESTION);
  await expect
    .poll(async () => (await space.texts()).filter((text) => text.includes("restart the printer?")).length)
    .toBe(2);
  expect(await states(space)).toEqual(["answered"]);
  expect(postsIn(space)).toHaveLength(1);
});

it("an answer whose call was lost is found by its name and not posted again", async () => {
  const space = await newKnowingSpace("LOST");
  stage.google.fail({ match: "POST /v1/spaces/LOST/messages", kind: { afterWork: "reset" } });
  space.room.post({ userId: "1", text: QUESTION });
  await expect.poll(() => postsIn(space).length).toBe(1);
  await expect.poll(async () => (await rowsOf(space))[0]?.intentAt).not.toBeNull();
  await expect
    .poll(async () => {
      await stage.db
        .update(chatAnswers)
        .set({ nextAttemptAt: sql`now()`, intentAt: sql`intent_at - interval '1 hour'` })
        .where(eq(chatAnswers.channelId, space.channel.id));
      return states(space);
    })
    .toEqual(["answered"]);
  expect(postsIn(space)).toHaveLength(1);

  const [row] = await rowsOf(space);
  const config = { accessToken: space.accessToken };
  const again = {
    id: row?.id ?? "",
    channelId: "LOST",
    threadId: row?.threadId ?? "",
    lead: "Twice",
    sentences: [],
    article: null,
  };
  const { answers } = stage.deps.connectors.sources["google-chat"];
  expect(await answers?.post(config, again)).toBe(row?.messageExternalId);
  expect(postsIn(space)).toHaveLength(1);
});

it("while a model writes, the sentences stand there; its words take their place when they come, and not at all after 20 seconds", async () => {
  const [space, slow] = [await newKnowingSpace("WRITTEN"), await newKnowingSpace("SLOW")];
  const { engines } = stage.deps;
  let release: (() => void) | undefined;
  const givenUp: string[] = [];
  engines.writeAnswer = (workspaceId, _asked, { signal }) =>
    new Promise((resolve) => {
      if (workspaceId === space.workspaceId) release = () => resolve([{ text: "For ten seconds.", sentences: [0] }]);
      signal?.addEventListener("abort", () => {
        givenUp.push((signal.reason as DOMException).name);
        resolve(null);
      });
    });
  try {
    for (const { room } of [slow, space]) room.post({ userId: "1", text: QUESTION });
    const isShown = expect.stringMatching(/^Likely answer\. Check it against its source\..*wait for ten seconds/);
    const words = (of: MonitoredSpace) => postsIn(of).map(({ text, cardsV2 }) => `${text} ${JSON.stringify(cardsV2)}`);
    await expect.poll(() => [words(space), words(slow)]).toEqual([[isShown], [isShown]]);
    await expect.poll(() => release !== undefined).toBe(true);
    release?.();
    await expect
      .poll(() => words(space))
      .toEqual([expect.stringMatching(/^Likely answer.*For ten seconds\..*Article: .*Not yet verified/)]);
    await expect.poll(() => givenUp.at(-1)).toBe("TimeoutError");
    await isAnswered(slow);
    expect(words(slow)).toEqual([isShown]);
  } finally {
    delete engines.writeAnswer;
  }
});

it("nobody is answered, and nothing is read, where people of other companies may be", async () => {
  const { data } = stage.google.space("SHARED");
  data.externalUserAllowed = true;
  stage.google.space("SHARED").post({ userId: "1", text: "KNOW that?" });
  const space = await stage.monitor("SHARED");
  await space.analyse();
  expect(await space.texts()).toEqual([]);
  const [channel] = (await space.person.inject({ url: "/api/channels" })).json();
  expect(channel.trouble).toMatch(/^People of another company are in this channel, so it is not read\./);
});

it("a person's token answers nobody: what it posted would be that person's", async () => {
  const person = await stage.signIn();
  const { workspaceId } = person.viewer;
  await buildSettings(stage.db, { workspaceId, monitoringMode: "automatic" });
  const { integration } = await addSpace(person, "PERSON", { accessToken: PERSONS_TOKEN });
  stage.google.space("PERSON").post({ userId: "1", text: QUESTION });
  await person.inject({ method: "POST", url: `/api/collaboration-integrations/${integration.id}/test` });
  const config = { accessToken: PERSONS_TOKEN };
  const { live } = stage.deps.connectors.sources["google-chat"];
  const id = stage.google.space("PERSON").messages[0]?.name.split("/").at(-1) ?? "";
  const payload = JSON.stringify({ kind: "created", space: "PERSON", message: id, at: new Date().toISOString() });
  const [change] = (await live?.readEvents(config, [payload], { withoutNames: false })) ?? [];
  expect(change).toMatchObject({ kind: "message", isEdit: false });
  expect(change).not.toHaveProperty("asksUs");
});
