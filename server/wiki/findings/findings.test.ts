import { and, eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { toFindingItemId } from "../../../shared/domain/inbox.ts";
import { readInWorkspaceAs } from "../../db/audience.ts";
import { inboxAssignments, messages, wikiFindings, wikiPages, wikiStatements } from "../../db/schema.ts";
import { inWorkspace } from "../../db/workspace-scope.ts";
import { messagesChanged, messagesForgotten } from "../../ingest/index.ts";
import { buildChannel, buildUser } from "../../testing/factories.ts";
import { createTestApp, type TestApp } from "../../testing/test-app.ts";
import { buildConversation, buildPage, buildWiki } from "../testing/wiki-rows.ts";
import { listConfirmations } from "./confirmation-queries.ts";
import { closeFinding } from "./finding-decision-queries.ts";
import { listOpenFindings, type NewFinding, type OpenFinding, saveFindings, toFindingText } from "./finding-queries.ts";

let test: TestApp;
let workspaceId: string;
let owner: string;
let editor: string;
let channelId: string;
let pageId: string;

beforeAll(async () => void (test = await createTestApp()));
afterAll(() => test.close());

const SAID_AT = new Date("2026-10-03T09:00:00Z");
const HOURS = ["Goods in is at gate 2.", "Suppliers deliver until 13:30."];

beforeEach(async () => {
  const user = await buildUser(test.db);
  ({ workspaceId, id: owner } = user);
  editor = (await buildUser(test.db, { workspaceId, membership: "editor" })).id;
  channelId = (await buildChannel(test.db, { workspaceId, name: "support" })).id;
  const integrationId = await buildWiki(test.db, workspaceId);
  pageId = await buildPage(test.db, { workspaceId, integrationId, title: "Goods in", texts: HOURS });
});

const talk = (text = "It is 14:00 now.", at = channelId) =>
  buildConversation(test.db, { workspaceId, channelId: at, text });

type Talk = Awaited<ReturnType<typeof talk>>;
const contradicting = ({ messageId }: Talk, more: Partial<NewFinding> = {}): NewFinding => ({
  kind: "contradicts",
  pageId,
  pageVersion: "1",
  position: 1,
  fresh: [{ form: "sentence", text: "Suppliers deliver until 14:00.", language: null, sources: [messageId] }],
  confidence: 0.9,
  ...more,
});
const save = ({ id }: Talk, findings: NewFinding[], saidAt = SAID_AT) =>
  inWorkspace(test.db, workspaceId, (scope) =>
    saveFindings(scope, { conversationId: id, findings: findings.map((finding) => ({ ...finding, saidAt })) }),
  );
const daysLater = (days: number) => new Date(SAID_AT.getTime() + days * 86_400_000);
/** A conversation that says this of the second passage. */
const say = async (text: string, days: number) => {
  const one = await talk(text);
  const fresh = [{ form: "sentence" as const, text, language: null, sources: [one.messageId] }];
  await save(one, [contradicting(one, { fresh })], daysLater(days));
  return one.id;
};
const close = ({ id, oldText: passage, fresh }: OpenFinding, text = toFindingText(fresh), by = owner) =>
  inWorkspace(test.db, workspaceId, (scope) => closeFinding(scope, { id, passage, text }, { choice: "ignore", by }));
const open = (userId = owner) =>
  readInWorkspaceAs(test.db, { workspaceId, userId }, (scope) => listOpenFindings(scope, { limit: 9 }));
const confirmed = (userId = owner) =>
  readInWorkspaceAs(test.db, { workspaceId, userId }, async (scope) => [
    ...(await listConfirmations(scope, [pageId])).values(),
  ]);
const rows = () => test.db.select().from(wikiFindings).where(eq(wikiFindings.workspaceId, workspaceId));
const isPage = () => and(eq(wikiPages.workspaceId, workspaceId), eq(wikiPages.id, pageId));

describe("A finding about a page of the wiki", () => {
  it("tells the passage of the page, the words of the chat and how often they were said", async () => {
    const first = await talk();
    await save(first, [contradicting(first)]);
    const second = await talk();
    await save(second, [contradicting(second)]);
    expect(await open()).toMatchObject([
      {
        kind: "contradicts",
        pageId,
        pageVersion: "1",
        position: 1,
        oldText: "Suppliers deliver until 13:30.",
        fresh: [{ text: "Suppliers deliver until 14:00." }],
        conversationId: first.id,
        title: "Goods in",
        editedBy: "Moira Tennant",
        times: 2,
      },
    ]);
  });

  it("says what was said last, counts those that say the same, and lists what was said otherwise before", async () => {
    const last = await say("Suppliers deliver until 16:00 now.", 9);
    await say("Suppliers deliver until 14:00 now.", 1);
    await say("Since Monday suppliers deliver until 14:00.", 3);
    await say("From now on the suppliers deliver until 16:00.", 7);
    expect(await open()).toMatchObject([
      {
        conversationId: last,
        fresh: [{ text: "Suppliers deliver until 16:00 now." }],
        times: 2,
        earlier: [{ text: "Since Monday suppliers deliver until 14:00.", saidAt: daysLater(3) }],
      },
    ]);
  });

  it("closes what was said before it or says the same, and asks about what is said otherwise later", async () => {
    const first = await say("Suppliers deliver until 14:00 now.", 1);
    const [shown] = await open();
    const before = await say("Suppliers deliver until 15:00 now.", 0);
    const other = await say("Suppliers deliver until 16:00 now.", 5);
    const same = await say("From now on the suppliers deliver until 14:00.", 9);
    const [later] = await open();
    if (!shown || !later) throw new Error("There is no finding");
    expect((await close(shown)).toSorted()).toEqual([first, before, same].toSorted());
    expect(await open()).toMatchObject([{ conversationId: other, times: 1, earlier: [] }]);
  });

  it("stays with the person it was given to, and snoozed, when the chat says it again", async () => {
    await say("Suppliers deliver until 14:00 now.", 1);
    const [{ id } = { id: "" }] = await open();
    const given = { item: toFindingItemId(id), assignee: editor, snoozedUntil: new Date(Date.now() + 86_400_000) };
    await test.db.insert(inboxAssignments).values({ ...given, workspaceId });
    await say("Suppliers deliver until 16:00 now.", 2);
    const part = (mine: boolean, snoozed: boolean) =>
      readInWorkspaceAs(test.db, { workspaceId, userId: editor }, (scope) =>
        listOpenFindings(scope, { part: { mine, snoozed }, limit: 9 }),
      );
    expect([await part(false, false), await part(true, true)]).toMatchObject([
      [],
      [{ fresh: [{ text: "Suppliers deliver until 16:00 now." }] }],
    ]);
  });

  it("is one however often its conversation is compared, and none when the conversation says it no more", async () => {
    const one = await talk();
    await save(one, [contradicting(one)]);
    const [{ id } = { id: "" }] = await open();
    await save(one, [contradicting(one)]);
    expect((await open()).map((finding) => finding.id)).toEqual([id]);
    await save(one, []);
    expect(await rows()).toEqual([]);
  });

  it("is not asked again of the same conversation once somebody decided it, and closes those that say the same", async () => {
    const [one, other] = [await talk(), await talk()];
    for (const each of [one, other]) await save(each, [contradicting(each)]);
    const [finding] = await open();
    if (!finding) throw new Error("There is no finding");
    const decide = () => close(finding);
    expect((await decide()).toSorted()).toEqual([one.id, other.id].toSorted());
    expect(await decide()).toEqual([]);
    await save(one, [contradicting(one)]);
    expect(await open()).toEqual([]);
    const later = await talk();
    await save(later, [contradicting(later)]);
    expect(await open()).toHaveLength(1);
  });

  it("follows its passage to another place, and ends when the page says it no more", async () => {
    const one = await talk();
    await save(one, [contradicting(one)]);
    const isSecond = and(eq(wikiStatements.pageId, pageId), eq(wikiStatements.position, 1));
    await test.db.update(wikiStatements).set({ position: 7 }).where(isSecond);
    await test.db.update(wikiPages).set({ readVersion: "2" }).where(isPage());
    expect(await open()).toMatchObject([{ position: 7, pageVersion: "2", oldText: "Suppliers deliver until 13:30." }]);
    await test.db
      .update(wikiStatements)
      .set({ text: "Suppliers deliver until 14:00." })
      .where(eq(wikiStatements.position, 7));
    expect(await open()).toEqual([]);
  });

  it("is not stored about a page that changed while it was compared", async () => {
    const one = await talk();
    await save(one, [contradicting(one, { pageVersion: "0" })]);
    expect(await rows()).toEqual([]);
  });

  it("shows a page's words only to those who may read the page, and the chat's only to readers of the channel", async () => {
    const hidden = await buildChannel(test.db, { workspaceId, name: "merger", isPrivate: true, chosenBy: owner });
    const one = await talk("It is 14:00 now.", hidden.id);
    await save(one, [contradicting(one), contradicting(one, { kind: "confirms" })]);
    expect([await open(), await confirmed()]).toMatchObject([[{ times: 1 }], [{ times: 1 }]]);
    expect([await open(editor), await confirmed(editor)]).toEqual([[], []]);
    const said = await talk();
    await save(said, [contradicting(said), contradicting(said, { kind: "confirms" })]);
    expect([await open(editor), await confirmed(editor)]).toMatchObject([[{ times: 1 }], [{ times: 1 }]]);
    await test.db.update(wikiPages).set({ readers: "unknown" }).where(isPage());
    expect([await open(editor), await confirmed(editor)]).toEqual([[], []]);
    expect(await open()).toHaveLength(1);
  });

  it("loses its words with the message that said it, and a decision stays without them", async () => {
    const [decided, waiting] = [await talk(), await talk()];
    await save(decided, [contradicting(decided)]);
    const [finding] = await open();
    if (!finding) throw new Error("There is no finding");
    await close(finding);
    await save(waiting, [contradicting(waiting)]);
    const externalIds = [decided.messageId, waiting.messageId];
    await test.db.update(messages).set({ text: "", deletedAt: new Date() }).where(eq(messages.channelId, channelId));
    await inWorkspace(test.db, workspaceId, (scope) =>
      messagesChanged.announce(null, scope, { channelId, externalIds }),
    );
    expect(await rows()).toMatchObject([{ state: "decided", conversationId: decided.id, fresh: [] }]);
  });

  it("loses its words when the workspace forgets them, and the page is still confirmed", async () => {
    const one = await talk();
    await save(one, [contradicting(one, { kind: "confirms" }), contradicting(one)]);
    const forgotten = { channelId, externalIds: [one.messageId] };
    await inWorkspace(test.db, workspaceId, (scope) => messagesForgotten.announce(null, scope, forgotten));
    expect((await rows()).map(({ fresh }) => fresh)).toEqual([[], []]);
    expect([await open(), await confirmed()]).toMatchObject([
      [],
      [{ times: 1, said: { channelName: "support", at: SAID_AT.toISOString() } }],
    ]);
  });

  it("confirms the page no more once the passage says something else, as a verification from before the last change", async () => {
    const one = await talk();
    await save(one, [contradicting(one, { kind: "confirms" })]);
    const verify = (verifiedAt: Date) =>
      test.db.update(wikiPages).set({ verifiedAt, verifiedBy: owner }).where(isPage());
    await verify(new Date("2026-03-08T00:00:00Z"));
    expect(await confirmed()).toMatchObject([{ times: 1, verified: null }]);
    const passage = and(eq(wikiStatements.pageId, pageId), eq(wikiStatements.position, 1));
    await test.db.update(wikiStatements).set({ text: "Suppliers deliver until 18:30." }).where(passage);
    await test.db.update(wikiPages).set({ readVersion: "2" }).where(isPage());
    expect(await confirmed()).toEqual([]);
    await verify(new Date("2026-03-10T00:00:00Z"));
    expect(await confirmed()).toMatchObject([{ times: 0, said: null, verified: { at: "2026-03-10T00:00:00.000Z" } }]);
  });

  it("goes with its page", async () => {
    const one = await talk();
    await save(one, [contradicting(one)]);
    await test.db.delete(wikiPages).where(isPage());
    expect(await rows()).toEqual([]);
  });
});
