import { eq } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, expect, it } from "vitest";
import { listButtons } from "../../../tools/stand-ins/google-chat/presses.ts";
import { createScriptedEngine } from "../../analysis/testing/scripted-engine.ts";
import { articles, chatIdentities, threadQuestions } from "../../db/schema.ts";
import { readMembers } from "../../ingest/audiences/index.ts";
import {
  addSpace,
  type GoogleChatStage,
  type MonitoredSpace,
  openGoogleChatStage,
  PERSONS_TOKEN,
} from "../../ingest/live/testing/google-chat-stage.ts";
import { processQuestions } from "./ask-questions.ts";

let stage: GoogleChatStage;
beforeAll(async () => {
  stage = await openGoogleChatStage(["PUBLISH", "FIX", "EDITED", "ADDON", "OTHERS", "LOST", "PERSON"]);
  stage.engine.current = createScriptedEngine();
});
afterEach(() => stage.stopHolding());
afterAll(() => stage.close());

/** Returns a space with questions switched on and one thread in which Bo (users/2) answered Ana (users/1), already written up. */
async function newAskingSpace(spaceId: string, { reviewed = false } = {}) {
  const { google } = stage;
  const room = google.space(spaceId);
  const at = Date.now() - 3_600_000;
  const asked = room.post({ userId: "1", text: "KNOW that?", at });
  room.post({ userId: "2", text: "Hold the printer button for ten seconds.", inThreadOf: asked, at: at + 60_000 });
  const space = await stage.monitor(spaceId);
  const put = (url: string, payload: object) => space.person.inject({ method: "PUT", url, payload });
  const switched = await put(`/api/collaboration-channels/${space.channel.id}/questions`, { isOn: true });
  expect(switched.statusCode, switched.body).toBe(200);
  const review = { reviewNewChannels: reviewed, approvalsToTrust: 3, autoAcceptProposals: false };
  await put("/api/review-settings", review);
  expect(await space.analyse()).toMatchObject({ articlesCreated: 1 });
  stage.hold();
  await space.isFollowed();
  await expect.poll(() => stateOf(space)).toEqual(["asked"]);
  const press = (button: string, userId = "2", isAddOn = false) => {
    const messageId = postsIn(space)[0]?.name.split("/").at(-1) ?? "";
    google.press(spaceId, space.pipe.topic, { messageId, userId, button, isAddOn });
  };
  return { ...space, root: asked, press };
}

const postsIn = ({ room }: Pick<MonitoredSpace, "room">) =>
  room.messages.filter(({ sender }) => sender?.type === "BOT");
const rowsOf = ({ channel }: MonitoredSpace) =>
  stage.db.select().from(threadQuestions).where(eq(threadQuestions.channelId, channel.id));
/** Does due work now, besides the worker that looks for it each second. */
async function stateOf(space: MonitoredSpace): Promise<string[]> {
  await processQuestions(stage.deps);
  return (await rowsOf(space)).map(({ state }) => state);
}
const articleOf = async ({ workspaceId }: MonitoredSpace) =>
  (await stage.db.select().from(articles).where(eq(articles.workspaceId, workspaceId)))[0];
const auditOf = async ({ person }: MonitoredSpace) =>
  (await person.inject({ url: "/api/audit?by=chat" })).json<{ entries: { action: string }[] }>().entries;
const told = (space: MonitoredSpace) =>
  expect.poll(async () => {
    await processQuestions(stage.deps);
    return postsIn(space)[0]?.text;
  });

it("who gave an answer is asked in the thread by three buttons, without a word of the article; Publish publishes it once", async () => {
  const space = await newAskingSpace("PUBLISH", { reviewed: true });
  const [post] = postsIn(space);
  expect(post).toMatchObject({ thread: { name: `spaces/PUBLISH/threads/${space.root.split(".")[0]}` } });
  expect(post && listButtons(post).map(({ text }) => text)).toEqual(["Publish", "Fix", "Not knowledge"]);
  expect(post?.text).toContain("<users/2>");
  expect(JSON.stringify(post)).not.toContain("ten seconds");
  expect(await articleOf(space)).toMatchObject({ state: "review" });

  space.pipe.copies = 3;
  space.press("Publish");
  await told(space).toMatch(/^<users\/2> confirmed <http.*\/articles\/.*\|the article>\.$/);
  expect(postsIn(space)).toHaveLength(1);
  expect(postsIn(space)[0]?.cardsV2).toEqual([]);
  expect(await articleOf(space)).toMatchObject({ state: "stands" });
  await expect.poll(() => stage.google.pubsub.backlog(space.pipe)).toBe(0);
  expect((await auditOf(space)).map(({ action }) => action)).toEqual(["chat publish"]);
});

it("Fix puts the article into the inbox and leads to its editor; a later press does not count", async () => {
  const space = await newAskingSpace("FIX");
  const article = await articleOf(space);
  const [post] = postsIn(space);
  const first = { messageId: post?.name.split("/").at(-1) ?? "", userId: "2", button: "Fix" };
  stage.google.press("FIX", space.pipe.topic, first);
  stage.google.press("FIX", space.pipe.topic, { ...first, button: "Not knowledge" });
  await told(space).toContain("asked for <");
  const [decided] = postsIn(space);
  const [toEditor] = decided ? listButtons(decided) : [];
  expect(toEditor?.onClick?.openLink?.url).toBe(`${stage.deps.env.PUBLIC_URL}/articles/${article?.id}?edit=1`);
  const { items } = (await space.person.inject({ url: "/api/inbox" })).json<{ items: { kind: string }[] }>();
  expect(items.map(({ kind }) => kind)).toEqual(["asked-to-fix"]);
  await expect
    .poll(() => postsIn(space).flatMap(({ text, privateMessageViewer }) => (privateMessageViewer ? [text] : [])))
    .toEqual(["This was decided already, and the first answer counts. Nothing was changed."]);
});

it("what the person asked saves in the editor after Fix closes the question and is told in the thread; what others save does not", async () => {
  const space = await newAskingSpace("EDITED");
  const people = space.room.data.people;
  const { email } = (await space.person.inject({ url: "/api/auth/user" })).json() as { email: string };
  space.press("Fix");
  await told(space).toContain("asked for <");
  const inbox = async () => (await space.person.inject({ url: "/api/inbox" })).json<{ items: unknown[] }>().items;
  const save = async (words: string) => {
    const { id, version, title, tags, contentType, category, difficulty, priority } = (await articleOf(space)) ?? {};
    const statement = { key: null, form: "sentence", text: words, language: null };
    const sections = [{ role: "answer", heading: null, layout: "prose", statements: [statement] }];
    const labels = { tags, contentType, category, difficulty, priority };
    const payload = { version, title, summary: [statement], sections, ...labels };
    const saved = await space.person.inject({ method: "PUT", url: `/api/articles/${id}/content`, payload });
    expect(saved.statusCode, saved.body).toBe(200);
  };
  // It is not known yet that the person who saves is the one who was asked.
  await save("Hold the printer button for a minute.");
  expect(await inbox()).toHaveLength(1);

  people[1] = { ...(people[1] ?? { id: "2", name: "Bo Berg" }), email };
  await stage.db.delete(chatIdentities).where(eq(chatIdentities.workspaceId, space.workspaceId));
  await readMembers(stage.deps, space.workspaceId, space.channel.id);
  await save("Hold the printer button for two minutes.");
  expect(await inbox()).toEqual([]);
  await told(space).toMatch(/^<users\/2> corrected <http.*\|the article>\.$/);
  expect(await articleOf(space)).toMatchObject({ state: "stands", confirmedBy: space.person.viewer.userId });
});

it("in a Chat app that is an add-on 'Not knowledge' takes the article back", async () => {
  const space = await newAskingSpace("ADDON");
  space.press("Not knowledge", "2", true);
  await told(space).toBe("<users/2> said that this is not knowledge. The article was withdrawn.");
  expect(await articleOf(space)).toMatchObject({ state: "dismissed" });
});

it("what others press changes nothing, and they alone are told so", async () => {
  const space = await newAskingSpace("OTHERS");
  space.press("Not knowledge", "1");
  await expect.poll(() => postsIn(space).length).toBe(2);
  expect(postsIn(space)[1]).toMatchObject({
    text: "Only the person who was asked can decide about this article. Nothing was changed.",
    privateMessageViewer: { name: "users/1" },
    thread: postsIn(space)[0]?.thread,
  });
  expect(await stateOf(space)).toEqual(["asked"]);
  expect(await articleOf(space)).toMatchObject({ state: "stands" });

  const [question] = await rowsOf(space);
  const forged = (value: string) => ({
    type: "CARD_CLICKED",
    user: { name: "users/2" },
    message: { name: postsIn(space)[0]?.name },
    common: { parameters: { lorekeepQuestion: value, lorekeepAnswer: "not-knowledge" } },
  });
  for (const value of [space.channel.id, "x' or true --"]) stage.google.pubsub.publish(space.pipe, {}, forged(value));
  await expect.poll(() => stage.google.pubsub.backlog(space.pipe)).toBe(0);
  expect(await rowsOf(space)).toEqual([question]);
});

it("a question whose call was lost is found by its name and not posted again", async () => {
  stage.google.fail({ match: "POST /v1/spaces/LOST/messages", kind: { afterWork: "reset" } });
  const asking = newAskingSpace("LOST");
  await expect
    .poll(async () => {
      await stage.db.$client.query(
        "update thread_questions set next_attempt_at = now(), intent_at = intent_at - interval '1 hour' where state = 'to-ask'",
      );
      const { rows } = await stage.db.$client.query("select from thread_questions where state = 'to-ask'");
      const posts = stage.google.space("LOST").messages.filter(({ sender }) => sender?.type === "BOT");
      return { posts: posts.length, waiting: rows.length };
    })
    .toEqual({ posts: 1, waiting: 0 });
  const space = await asking;
  expect(postsIn(space)).toHaveLength(1);
  expect((await rowsOf(space))[0]?.messageExternalId).toBe(postsIn(space)[0]?.name.split("/").at(-1));
});

it("with a person's token nobody is asked, since what it posted would be that person's: the switch says what is missing", async () => {
  const person = await stage.signIn();
  const { integration, channel } = await addSpace(person, "PERSON", { accessToken: PERSONS_TOKEN });
  await person.inject({ method: "POST", url: `/api/collaboration-integrations/${integration.id}/test` });
  const url = `/api/collaboration-channels/${channel.id}/questions`;
  const answer = await person.inject({ method: "PUT", url, payload: { isOn: true } });
  expect([answer.statusCode, answer.json().message]).toEqual([
    409,
    expect.stringContaining("Asking in threads needs the JSON key of a service account"),
  ]);
});
