import { eq } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, expect, it } from "vitest";
import { listButtons } from "../../../tools/stand-ins/google-chat/presses.ts";
import { createScriptedEngine } from "../../analysis/testing/scripted-engine.ts";
import { channels, chatAnswers, messages } from "../../db/schema.ts";
import { readMembers } from "../../ingest/audiences/index.ts";
import { type GoogleChatStage, openGoogleChatStage } from "../../ingest/live/testing/google-chat-stage.ts";
import { answerInChat } from "./answer-in-chat.ts";

const QUESTION = "How do I restart the printer?";
const APP = { id: "99", name: "Lorekeep", isBot: true, serviceAccount: "lorekeep@acme.iam.gserviceaccount.com" };

let stage: GoogleChatStage;
beforeAll(async () => {
  stage = await openGoogleChatStage(["MEMBER", "FORGED", "VOTES", "DIRECTVOTE"]);
  stage.engine.current = createScriptedEngine();
});
afterEach(() => stage.stopHolding());
afterAll(() => stage.close());

/**
 * Returns a private space that explains how to restart the printer, whose first member owns the workspace, and this person's
 * conversation with the app.
 */
async function newKnowing(spaceId: string) {
  const { google, db, deps } = stage;
  const room = google.space(spaceId);
  const at = Date.now() - 3_600_000;
  const asked = room.post({ userId: "1", text: "KNOW that?", at });
  const text = "To restart the printer, hold the printer button for ten seconds.";
  const source = room.post({ userId: "2", text, inThreadOf: asked, at: at + 60_000 });
  const space = await stage.monitor(spaceId);
  const { email } = (await space.person.inject({ url: "/api/auth/user" })).json() as { email: string };
  const ana = { ...(room.data.people[0] ?? { id: "1", name: "Ana Alm" }), email };
  room.data.people[0] = ana;
  expect(await space.analyse()).toMatchObject({ articlesCreated: 1 });
  await db.update(channels).set({ isPrivate: true }).where(eq(channels.id, space.channel.id));
  await readMembers(deps, space.workspaceId, space.channel.id);
  stage.hold();
  await space.isFollowed();
  const withApp = (person: { id: string; name: string }) => {
    const id = `DM${spaceId}${person.id}`;
    const direct = google.addSpace({ id, displayName: "", spaceType: "DIRECT_MESSAGE", people: [person, APP] });
    const write = (text: string, more: { isAddOn?: boolean } = {}) =>
      google.write(id, space.pipe.topic, { userId: person.id, text, ...more });
    return { id, direct, write };
  };
  return { ...space, source, withApp, ...withApp(ana) };
}
type Knowing = Awaited<ReturnType<typeof newKnowing>>;

const postsIn = ({ messages }: Knowing["direct"]) => messages.filter(({ sender }) => sender?.type === "BOT");
const wordsIn = (direct: Knowing["direct"]) =>
  postsIn(direct).map(({ text, cardsV2 }) => `${text} ${JSON.stringify(cardsV2)}`);
const rowsOf = ({ workspaceId }: Knowing) =>
  stage.db.select().from(chatAnswers).where(eq(chatAnswers.workspaceId, workspaceId));
const states = async (space: Knowing) => {
  await answerInChat(stage.deps);
  return (await rowsOf(space)).map(({ state }) => state);
};
const answered = (space: Knowing, many: number) =>
  expect.poll(() => states(space)).toEqual(Array.from({ length: many }, () => "answered"));
const inboxOf = async ({ person }: Knowing) =>
  (await person.inject({ url: "/api/inbox" })).json<{ items: { kind: string }[] }>().items.map(({ kind }) => kind);

it("whoever writes to the app alone is answered once from what they may read, may ask on, and the answer follows its source", async () => {
  const space = await newKnowing("MEMBER");
  space.pipe.copies = 3;
  space.write(QUESTION);
  await answered(space, 1);
  expect(wordsIn(space.direct)).toEqual([expect.stringContaining("hold the printer button for ten seconds")]);
  space.write("and how many seconds?", { isAddOn: true });
  await answered(space, 2);
  expect(wordsIn(space.direct)[1]).toContain("ten seconds");
  await expect.poll(() => stage.google.pubsub.backlog(space.pipe)).toBe(0);
  expect(postsIn(space.direct)).toHaveLength(2);
  const stored = await stage.db.select().from(messages).where(eq(messages.workspaceId, space.workspaceId));
  expect(JSON.stringify([stored, await rowsOf(space)])).not.toContain("restart the printer?");

  const stranger = space.withApp({ id: "7", name: "Cy Cole" });
  stranger.write(QUESTION);
  await answered(space, 3);
  expect(wordsIn(stranger.direct)).toEqual([
    expect.stringContaining("Lorekeep answers members of its workspace here."),
  ]);

  space.room.delete(space.source);
  await expect
    .poll(async () => {
      await answerInChat(stage.deps);
      return wordsIn(space.direct).join();
    })
    .not.toContain("ten seconds");
  expect(wordsIn(space.direct)[0]).toContain("This answer was withdrawn");
});

it("an event that names somebody who did not write the message, or a space of several, is answered nowhere", async () => {
  const space = await newKnowing("FORGED");
  const thief = space.withApp({ id: "8", name: "Thief" });
  const theirs = thief.direct.post({ userId: "8", text: QUESTION });
  const inSpace = space.room.post({ userId: "1", text: QUESTION });
  const forged = (name: string, messageId: string) => ({
    type: "MESSAGE",
    user: { name: "users/1", type: "HUMAN" },
    space: { name, spaceType: "DIRECT_MESSAGE", singleUserBotDm: true },
    message: { name: `${name}/messages/${messageId}` },
  });
  stage.google.pubsub.publish(space.pipe, {}, forged(thief.direct.name, theirs));
  stage.google.pubsub.publish(space.pipe, {}, forged(space.room.name, inSpace));
  await expect.poll(() => states(space)).toEqual(["over", "over"]);
  expect([...postsIn(thief.direct), ...postsIn(space.room)]).toEqual([]);
});

it("'Right' and 'Wrong' under an answer count for whoever asked, and are told to whoever pressed alone", async () => {
  const space = await newKnowing("VOTES");
  await stage.db.update(channels).set({ isPrivate: false }).where(eq(channels.id, space.channel.id));
  space.room.post({ userId: "1", text: `<users/99> ${QUESTION}` });
  await answered(space, 1);
  const [post] = postsIn(space.room);
  expect(post && listButtons(post).map(({ text }) => text)).toEqual(["Right", "Wrong"]);
  const messageId = post?.name.split("/").at(-1) ?? "";
  const press = (button: string, userId: string) =>
    stage.google.press("VOTES", space.pipe.topic, { messageId, userId, button });
  const told = () =>
    space.room.messages.flatMap(({ text, privateMessageViewer }) =>
      privateMessageViewer ? [`${privateMessageViewer.name}: ${text}`] : [],
    );
  press("Wrong", "2");
  await expect
    .poll(told)
    .toEqual(["users/2: Only whoever asked can say whether the answer is right. Nothing was counted."]);
  expect(await inboxOf(space)).toEqual([]);
  press("Wrong", "1");
  await expect.poll(() => told().at(-1)).toContain("users/1: Thank you. It is in the inbox now");
  expect(await inboxOf(space)).toEqual(["reported"]);
  press("Right", "1");
  await expect.poll(() => told().at(-1)).toBe("users/1: Thank you. It counts as answered.");
  expect(await inboxOf(space)).toEqual([]);
});

it("a vote in the conversation with the app alone is told there, to nobody else since nobody else reads it", async () => {
  const space = await newKnowing("DIRECTVOTE");
  space.write(QUESTION);
  await answered(space, 1);
  const messageId = postsIn(space.direct)[0]?.name.split("/").at(-1) ?? "";
  stage.google.press(space.id, space.pipe.topic, { messageId, userId: "1", button: "Right", isAddOn: true });
  await expect
    .poll(() => postsIn(space.direct).map(({ text }) => text))
    .toEqual([expect.any(String), "Thank you. It counts as answered."]);
});
