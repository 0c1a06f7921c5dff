import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { PATIENCE_MS } from "../../../scripts/patience.ts";
import type { WikiFinding } from "../../../shared/contract/wiki-findings.ts";
import type { WikiRepair } from "../../../shared/contract/wiki-repairs.ts";
import {
  type ConfluenceStandIn,
  DEFAULT_ACCOUNT,
  startConfluenceStandIn,
} from "../../../tools/stand-ins/confluence/server.ts";
import {
  type AnalysisStage,
  buildSlackMessage,
  openStage,
  type StageChannel,
} from "../../analysis/testing/analysis-stage.ts";
import { newId } from "../../db/new-id.ts";
import { channels, wikiFindings, wikiPages, wikiRepairs } from "../../db/schema.ts";
import { buildUser } from "../../testing/factories.ts";
import type { SignedIn } from "../../testing/test-app.ts";
import { makeRepairs, readWiki } from "../index.ts";
import { buildConversation, buildFinding } from "../testing/wiki-rows.ts";

let confluence: ConfluenceStandIn;
let stage: AnalysisStage;
let channel: StageChannel;
let integrationId: string;
let externalId: string;
let before: string;

const KEPT = "The nightly Binder database dumps are kept for 35 days.";
const SAID = "The nightly Binder database dumps are kept for 21 days now, the old disk was too small.";
const NEW = KEPT.replace("35", "21");
const SUGGESTED = expect.stringContaining("21 days now");
const STORAGE = `<ac:structured-macro ac:name="toc" ac:macro-id="m-1"></ac:structured-macro><h2>Backups</h2>
<p>Binder dumps are stored in the <strong>Manchester</strong> bucket.</p><p>${KEPT}</p><table><tbody><tr><td>1</td></tr></tbody></table>`;

beforeAll(async () => {
  confluence = await startConfluenceStandIn({ callsInABurst: 100_000 });
  stage = await openStage({ variables: { UNRESOLVED_WAIT_SECONDS: "1" } });
});
afterAll(async () => {
  await stage.close();
  await confluence.close();
});

beforeEach(async () => {
  for (const { id } of confluence.pages()) confluence.purgeAsPerson(id);
  confluence.clearComments();
  confluence.calls.splice(0);
  channel = await stage.newChannel([
    buildSlackMessage("UANA", "How long are the nightly Binder database dumps kept?"),
    buildSlackMessage("UBO", SAID),
  ]);
  externalId = confluence.createAsPerson("Binder backups", STORAGE);
  before = storage() ?? "";
  const payload = {
    name: "Handbook",
    type: "confluence",
    baseUrl: confluence.url,
    spaceId: "DOC",
    apiKey: `${DEFAULT_ACCOUNT.email}:${DEFAULT_ACCOUNT.token}`,
  };
  const made = await channel.person.inject({ method: "POST", url: "/api/integrations", payload });
  integrationId = made.json<{ id: string }>().id;
  const reading = { isOn: true, readers: "everybody", places: [] };
  await channel.person.inject({ method: "PUT", url: `/api/wikis/${integrationId}`, payload: reading });
  await isRead("1");
  await channel.run("analyse");
});

const wait = (check: () => Promise<void>) => vi.waitFor(check, { timeout: PATIENCE_MS, interval: 200 });
const isRead = (version: string) =>
  wait(async () => {
    await readWiki(stage.deps, { workspaceId: channel.workspaceId, integrationId }, new AbortController().signal);
    const [row] = await stage.db.select().from(wikiPages).where(eq(wikiPages.integrationId, integrationId));
    expect(row?.readVersion).toBe(version);
  });
const findings = async (by = channel.person) => (await by.inject({ url: "/api/wiki-findings" })).json<WikiFinding[]>();
const repairs = async (by = channel.person) => (await by.inject({ url: "/api/wiki-repairs" })).json<WikiRepair[]>();
const order = async (way: WikiRepair["way"], text: string, by: SignedIn, shown?: WikiFinding) => {
  const finding = shown ?? (await findings())[0];
  const { version, position } = finding?.[way === "comment" ? "comment" : "update"] ?? {};
  const change = { version, position, kind: "replace", way, sentence: null, text };
  const payload = { pageId: finding?.page.id, findingId: finding?.id, ...change };
  return by.inject({ method: "POST", url: "/api/wiki-repairs", payload });
};
const update = (text: string, by = channel.person, shown?: WikiFinding) => order("edit", text, by, shown);
const comment = (text: string, by = channel.person) => order("comment", text, by);
const ends = (state: WikiRepair["state"]) => wait(async () => expect((await repairs())[0]).toMatchObject({ state }));
const undo = ({ id }: WikiRepair) =>
  channel.person.inject({ method: "POST", url: `/api/wiki-repairs/${id}/undo`, payload: {} });
const comments = () => confluence.comments().map(({ body = "" }) => body.replace(/<[^>]*>/g, "\n"));
const COMMENT_CALL = "POST /wiki/api/v2/footer-comments";
const calls = () => confluence.calls.filter(({ method, path }) => `${method} ${path}`.includes(COMMENT_CALL));
const storage = () => confluence.pages().find(({ id }) => id === externalId)?.storage;

describe("A page that the chat contradicts", () => {
  it("holds the new words after one press in the inbox, all else byte for byte, until the press is undone", async () => {
    expect(await findings()).toMatchObject([
      { kind: "contradicts", oldText: KEPT, update: { text: expect.stringContaining("21 days now") } },
    ]);
    expect(storage()).toBe(before);
    expect((await update(KEPT.replace("35", "21"))).statusCode).toBe(200);
    await ends("applied");
    expect(storage()).toBe(before.replace("35 days", "21 days"));
    expect(await findings()).toEqual([]);
    const [repair] = await repairs();
    expect(repair).toMatchObject({ canUndo: true, after: KEPT.replace("35", "21") });
    await channel.person.inject({ method: "POST", url: `/api/wiki-repairs/${repair?.id}/undo`, payload: {} });
    await wait(async () => expect((await repairs())[0]).toMatchObject({ undoes: repair?.id, state: "applied" }));
    expect(storage()).toBe(before);
    await isRead("3");
    expect(await findings()).toMatchObject([{ oldText: KEPT }]);
  });

  it("is asked about again when the chat said otherwise after the words that it was updated with, also once that is undone", async () => {
    const [shown] = await findings();
    const [row] = await stage.db
      .select()
      .from(wikiFindings)
      .where(eq(wikiFindings.pageId, shown?.page.id ?? ""));
    if (!row) throw new Error("There is no finding");
    const { workspaceId, id: channelId } = channel;
    const text = "The nightly Binder database dumps are kept for 14 days now.";
    const { id: conversationId, messageId } = await buildConversation(stage.db, { workspaceId, channelId, text });
    const fresh = [{ form: "sentence" as const, text, language: null, sources: [messageId] }];
    const later = { conversationId, fresh, sources: [messageId], saidAt: new Date(row.saidAt.getTime() + 86_400_000) };
    await stage.db.insert(wikiFindings).values({ ...row, ...later, id: newId() });
    const updated = KEPT.replace("35", "21");
    await update(updated, channel.person, shown);
    await ends("applied");
    await isRead("2");
    expect(await findings()).toMatchObject([{ oldText: updated, fresh: [{ text }], times: 1, earlier: [] }]);
    const [repair] = await repairs();
    await channel.person.inject({ method: "POST", url: `/api/wiki-repairs/${repair?.id}/undo`, payload: {} });
    await wait(async () => expect((await repairs())[0]).toMatchObject({ undoes: repair?.id, state: "applied" }));
    await isRead("3");
    expect(await findings()).toMatchObject([{ oldText: KEPT, fresh: [{ text }], earlier: [{ text: SAID }] }]);
  });

  it("stays in the inbox with the ordered words when somebody edited it meanwhile, and can be updated then", async () => {
    const text = KEPT.replace("35", "21");
    confluence.editAsPerson(externalId, (draft) => void (draft.storage += "<p>More.</p>"));
    await update(text);
    await ends("changed");
    const [repair] = await repairs();
    expect(repair).toMatchObject({ text, version: "1", before: null, after: null });
    await isRead("2");
    expect(await findings()).toMatchObject([{ id: repair?.findingId, update: { version: "2" } }]);
    await update(text);
    await ends("applied");
    expect(storage()).toContain("are kept for 21 days.</p>");
  });

  it("is updated by editors, and its corrections are listed for those who may read it", async () => {
    const { workspaceId } = channel;
    const join = async (membership: "editor" | "reviewer") =>
      stage.signIn(await buildUser(stage.db, { workspaceId, membership }));
    const [editor, reviewer] = [await join("editor"), await join("reviewer")];
    expect((await update("Closed.", reviewer)).statusCode).toBe(403);
    expect((await reviewer.inject({ url: "/api/wiki-repairs" })).statusCode).toBe(403);
    expect(storage()).toBe(before);
    await update(KEPT.replace("35", "21"), channel.person);
    expect(await repairs(editor)).toMatchObject([{ text: null }]);
    await ends("applied");
    await stage.db.update(wikiPages).set({ readers: "unknown" }).where(eq(wikiPages.integrationId, integrationId));
    expect(await repairs(editor)).toEqual([]);
  });
});

describe("A comment on a page that the chat contradicts", () => {
  it("says both, where it comes from and who decided, leaves the page as it is, and is deleted by one press", async () => {
    expect(await findings()).toMatchObject([{ comment: { isPrivate: false, text: SUGGESTED } }]);
    expect((await comment(NEW)).statusCode).toBe(200);
    await ends("applied");
    const [left] = await repairs();
    expect(left).toMatchObject({
      way: "comment",
      waits: true,
      canUndo: true,
      after: NEW,
      orderedBy: expect.any(String),
    });
    expect(comments()).toHaveLength(1);
    const by = `Left by ${left?.orderedBy} with Lorekeep`;
    for (const words of ["under “Backups”", KEPT, NEW, "Source: ", " in help-", by])
      expect(comments()[0]).toContain(words);
    expect(storage()).toBe(before);
    expect(await findings()).toEqual([]);
    if (left) await undo(left);
    await wait(async () => expect((await repairs())[0]).toMatchObject({ undoes: left?.id, state: "applied" }));
    expect(comments()).toEqual([]);
    expect(await findings()).toMatchObject([{ oldText: KEPT }]);
  });

  it("waits for the page's author until the page is read and does not say so any more", async () => {
    await comment(NEW);
    await ends("applied");
    confluence.editAsPerson(externalId, (draft) => void (draft.storage += "<p>More.</p>"));
    await isRead("2");
    expect(await repairs()).toMatchObject([{ waits: true }]);
    await stage.db.update(wikiRepairs).set({ createdAt: new Date(Date.now() - 30 * 86_400_000) });
    expect(await repairs()).toMatchObject([{ waits: true }]);
    confluence.editAsPerson(externalId, (draft) => void (draft.storage = draft.storage.replace(KEPT, NEW)));
    await stage.db.update(wikiPages).set({ isDue: true }).where(eq(wikiPages.integrationId, integrationId));
    await isRead("3");
    expect(await repairs()).toEqual([]);
    expect(await findings()).toEqual([]);
  });

  it("is left once when its answer is lost", async () => {
    confluence.fail({ match: COMMENT_CALL, kind: { afterWork: "reset" } });
    await comment(NEW);
    await ends("applied");
    expect([comments().length, calls().length]).toEqual([1, 1]);
  });

  it("is left once when the process dies after or before the call", async () => {
    await comment(NEW);
    await ends("applied");
    const [{ id = "" } = {}] = await repairs();
    const died = { state: "waiting" as const, planned: null, nextAttemptAt: new Date(), intentAt: new Date(0) };
    await stage.db.update(wikiRepairs).set(died).where(eq(wikiRepairs.id, id));
    await makeRepairs(stage.deps);
    await ends("applied");
    expect([comments().length, calls().length]).toEqual([1, 1]);
    confluence.clearComments();
    await stage.db.update(wikiRepairs).set(died).where(eq(wikiRepairs.id, id));
    await makeRepairs(stage.deps);
    await ends("applied");
    expect([comments().length, calls().length]).toEqual([1, 2]);
  });

  it("is not taken back when somebody answered it, and says so", async () => {
    await comment(NEW);
    await ends("applied");
    confluence.remarkAsPerson(externalId, confluence.comments()[0]?.ref);
    const [left] = await repairs();
    if (left) await undo(left);
    await ends("refused");
    expect((await repairs())[0]?.trouble).toContain("answered");
    expect(comments()).toHaveLength(2);
  });

  it("holds nothing of a private channel, neither its words nor its name nor its people", async () => {
    const { userId } = channel.person.viewer;
    await stage.db.update(channels).set({ isPrivate: true, chosenBy: userId }).where(eq(channels.id, channel.id));
    const [finding] = await findings();
    expect(finding?.comment).toMatchObject({ isPrivate: true, text: KEPT });
    const said = finding?.fresh[0]?.text ?? "";
    expect((await comment(`Please check: ${said}`)).statusCode).toBe(400);
    expect((await comment(NEW)).statusCode).toBe(200);
    await ends("applied");
    expect(comments()[0]).toContain(NEW);
    for (const words of ["Source", "help-", said, ...(finding?.saidBy ?? []).map(({ authorName }) => authorName)])
      expect(comments()[0]).not.toContain(words);
  });

  it("is left by editors only, for a page that was not edited meanwhile", async () => {
    const { workspaceId } = channel;
    const reviewer = await stage.signIn(await buildUser(stage.db, { workspaceId, membership: "reviewer" }));
    expect((await comment(NEW, reviewer)).statusCode).toBe(403);
    confluence.editAsPerson(externalId, (draft) => void (draft.storage += "<p>More.</p>"));
    await comment(NEW);
    await ends("changed");
    expect(calls()).toEqual([]);
    expect(await findings()).toHaveLength(1);
  });
});

describe("An addition to a page that the chat proposes", () => {
  it("is over, and a comment that asks for it, once a person wrote it on the page in their own words", async () => {
    const isPage = eq(wikiPages.integrationId, integrationId);
    const [{ id: pageId } = { id: "" }] = await stage.db.select().from(wikiPages).where(isPage);
    const add = () => buildFinding(stage.db, channel.workspaceId, { kind: "adds", pageId });
    const [open, asked] = [await add(), await add()];
    const words = { kind: "add", way: "comment", sentence: null, text: "Suppliers deliver until 14:00 now." };
    const payload = { pageId, version: "1", position: 0, findingId: asked.id, ...words };
    await channel.person.inject({ method: "POST", url: "/api/wiki-repairs", payload });
    await ends("applied");
    const write = async (paragraph: string, version: string) => {
      confluence.editAsPerson(externalId, (draft) => void (draft.storage += `<p>${paragraph}</p>`));
      await stage.db.update(wikiPages).set({ isDue: true }).where(isPage);
      await isRead(version);
      // Not every platform tells when a page was edited.
      await stage.db.update(wikiPages).set({ editedAt: null }).where(isPage);
      return [(await findings()).map(({ id }) => id).includes(open.id), (await repairs())[0]?.waits];
    };
    expect(await write("Suppliers deliver until 13:30.", "2")).toEqual([true, true]);
    expect(await write("Every supplier may deliver until 14:00.", "3")).toEqual([false, false]);
    const rows = await stage.db.select().from(wikiFindings).where(eq(wikiFindings.id, open.id));
    expect(rows).toMatchObject([{ kind: "confirms", state: "open", pageVersion: "3" }]);
  });
});
