import { and, eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { ArticlePage } from "../../../shared/contract/articles.ts";
import type { MergePreview } from "../../../shared/contract/canonical.ts";
import type { InboxItem, InboxPage } from "../../../shared/contract/inbox.ts";
import { UNSAVED_REVIEW_SETTINGS } from "../../../shared/domain/inbox.ts";
import { checkDue } from "../../analysis/recheck/check-due.ts";
import {
  answeredQuestion,
  openStage,
  type Stage,
  type StageChannel,
  say,
  thread,
} from "../../analysis/testing/analysis-stage.ts";
import { articles, articleVersions, conversations, inboxItems, messages } from "../../db/schema.ts";
import { inWorkspace } from "../../db/workspace-scope.ts";
import { eraseMessages, storeMessages } from "../../ingest/messages/store-messages.ts";
import { createLocalEngine } from "../../pipeline/local-engine/local-engine.ts";
import { buildChannel, buildUser } from "../../testing/factories.ts";
import { comparingEngine } from "./testing/comparing-engine.ts";

let stage: Stage & { close(): Promise<void> };
beforeAll(async () => {
  stage = await openStage();
  stage.engine.current = comparingEngine();
});
afterAll(() => stage.close());

const listOf = ({ workspaceId }: StageChannel) =>
  stage.db.select().from(articles).where(eq(articles.workspaceId, workspaceId)).orderBy(articles.id);
async function only(channel: StageChannel) {
  const rows = await listOf(channel);
  expect(rows).toHaveLength(1);
  return rows[0] as (typeof rows)[number];
}
const conversationsOf = ({ workspaceId }: StageChannel) =>
  stage.db
    .select()
    .from(conversations)
    .where(eq(conversations.workspaceId, workspaceId))
    .orderBy(conversations.firstAt);

async function get<T>({ person }: StageChannel, url: string): Promise<T> {
  const answer = await person.inject({ method: "GET", url });
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json() as T;
}
const post = ({ person }: StageChannel, url: string, payload?: object) =>
  person.inject({ method: "POST", url, ...(payload && { payload }) });
const inbox = (channel: StageChannel, query = "") => get<InboxPage>(channel, `/api/inbox${query}`);
const first = async (channel: StageChannel) => (await inbox(channel)).items[0] as InboxItem;

/** A conversation that says more than the article. */
async function proposed(subject: string, ...more: string[]) {
  const question = `KNOW how ${subject} works?`;
  const channel = await askedTwice([question, "press the button"], [question, "press the button", ...more]);
  const item = await first(channel);
  if (item.kind !== "proposal") throw new Error("It is no proposal.");
  return { channel, item, changes: item.changes };
}

async function analyseAgain(channel: StageChannel): Promise<void> {
  const { workspaceId } = channel;
  await stage.db.update(conversations).set({ fingerprint: "" }).where(eq(conversations.workspaceId, workspaceId));
  await channel.run("analyse");
}

/** Two people ask the same at different times. */
async function askedTwice(one: string[], two: string[]): Promise<StageChannel> {
  const channel = await stage.newChannel([...thread(...one), ...thread(...two)]);
  await channel.run("analyse");
  return channel;
}

describe("The same knowledge said again", () => {
  it("makes no second article: the one there is counts it, and its sentence cites both", async () => {
    const words = ["KNOW how ABOUT-restart works?", "press the button"];
    const channel = await askedTwice(words, words);
    const article = await only(channel);
    expect(article.version).toBe(1);
    const statement = article.body[0]?.statements[0];
    expect(statement).toMatchObject({ text: "press the button" });
    expect(statement?.sources).toHaveLength(2);
    const page = await get<{ asked: object; sources: object[] }>(channel, `/api/articles/${article.id}`);
    expect(page.asked).toMatchObject({ times: 2, lastBy: "ana" });
    const supporting = await get<{ isWrittenFrom: boolean }[]>(channel, `/api/articles/${article.id}/evidence`);
    expect(supporting.map(({ isWrittenFrom }) => isWrittenFrom)).toEqual([true, false]);
    expect((await inbox(channel)).total).toBe(0);
  });

  it("is recognised by the local engine, and another question is not taken for it", async () => {
    stage.engine.current = createLocalEngine();
    const channel = await stage.newChannel([
      ...answeredQuestion(),
      ...answeredQuestion(),
      ...thread(
        "How can I book the big meeting room for a whole week?",
        "Open the calendar, choose *Rooms* on the left, then drag over the five days and press *Book*. Facilities confirms it by mail.",
        "Thanks, that did it!",
      ),
    ]);
    await channel.run("analyse");
    stage.engine.current = comparingEngine();
    expect(await listOf(channel)).toHaveLength(2);
    const [reset, again, room] = await conversationsOf(channel);
    expect(again?.articleId).toBe(reset?.articleId);
    expect(room?.articleId).not.toBe(reset?.articleId);
  });

  it("by many at the same moment makes one article", async () => {
    const said = () => thread("KNOW how ABOUT-many works?", "press the button");
    const channel = await stage.newChannel(said());
    const others = [];
    for (let index = 0; index < 3; index += 1) {
      const { workspaceId, integrationId } = channel;
      const externalId = `CMANY${index}`;
      stage.team.data.channels.push({ id: externalId, name: `many-${index}`, messages: [] });
      for (const { user = "UANA", text = "", ...message } of said())
        stage.team.post(externalId, { user, text, ...message });
      others.push(
        await buildChannel(stage.db, { workspaceId, integrationId, externalId, name: `many-${index}`, teamId: "T1" }),
      );
    }
    await Promise.all([
      channel.run("analyse"),
      ...others.map(({ id }) => channel.run("analyse", { channelIds: [id] })),
    ]);
    const article = await only(channel);
    expect((await conversationsOf(channel)).map(({ articleId }) => articleId)).toEqual(Array(4).fill(article.id));
  });

  it("in a private channel stays there: neither joins the other's article", async () => {
    const said = () => thread("KNOW how ABOUT-secret works?", "press the button");
    const channel = await stage.newChannel(said());
    await channel.run("analyse");
    const { workspaceId, integrationId } = channel;
    stage.team.data.channels.push({ id: "CPRIV", name: "private", is_private: true, messages: [] });
    for (const { user = "UANA", text = "", ...message } of said()) stage.team.post("CPRIV", { user, text, ...message });
    const closed = await buildChannel(stage.db, {
      workspaceId,
      integrationId,
      externalId: "CPRIV",
      name: "private",
      teamId: "T1",
      isPrivate: true,
    });
    await channel.run("analyse", { channelIds: [closed.id] });
    expect(await listOf(channel)).toHaveLength(2);
  });

  it("carries the article when the first conversation is deleted", async () => {
    const channel = await askedTwice(
      ["KNOW how ABOUT-carry works?", "press the button"],
      ["KNOW again how ABOUT-carry works?", "press the button"],
    );
    const before = await only(channel);
    const [leading] = await conversationsOf(channel);
    const gone = await stage.db
      .select({ externalId: messages.externalId, sentAt: messages.sentAt })
      .from(messages)
      .where(and(eq(messages.workspaceId, channel.workspaceId), eq(messages.conversationKey, leading?.key ?? "")));
    await inWorkspace(stage.db, channel.workspaceId, (scope) => eraseMessages(scope, channel.id, gone));
    await expect
      .poll(async () => {
        await checkDue(stage.deps);
        return (await only(channel)).title;
      })
      .toBe("KNOW again how ABOUT-carry works?");
    const article = await only(channel);
    expect(article).toMatchObject({ id: before.id, state: "stands" });
    expect(article.bodyText).toContain("press the button");
  });

  it("leaves the article when it becomes another matter", async () => {
    const channel = await askedTwice(
      ["KNOW how ABOUT-first works?", "press the button"],
      ["KNOW how ABOUT-first works?", "press the button"],
    );
    const [, second] = await conversationsOf(channel);
    const [message] = await stage.db
      .select()
      .from(messages)
      .where(and(eq(messages.workspaceId, channel.workspaceId), eq(messages.externalId, second?.key ?? "")));
    if (!message) throw new Error("There is no such message.");
    const { externalId, threadId, sentAt, authorId, authorName } = message;
    const author = { externalId: authorId, name: authorName };
    const edited = { externalId, threadId, sentAt, author, editedAt: new Date(), text: "KNOW how ABOUT-second works?" };
    await inWorkspace(stage.db, channel.workspaceId, (scope) =>
      storeMessages(
        scope,
        channel.id,
        { messages: [edited], skipped: [], complete: [] },
        { from: "event", readingSince: new Date(), secrets: stage.deps.secrets },
      ),
    );
    await expect
      .poll(async () => {
        await checkDue(stage.deps);
        return (await listOf(channel)).map(({ title }) => title);
      })
      .toEqual(["KNOW how ABOUT-first works?", "KNOW how ABOUT-second works?"]);
    const [kept] = await listOf(channel);
    expect(kept?.body[0]?.statements[0]?.sources).toHaveLength(1);
  });
});

describe("New evidence that says more", () => {
  it("waits in the inbox as a difference; accepted, the article says it; taken back, it does not", async () => {
    const channel = await askedTwice(
      ["KNOW how ABOUT-more works?", "press the button"],
      ["KNOW how ABOUT-more works?", "press the button", "then wait a minute"],
    );
    const before = await only(channel);
    expect(before.bodyText).not.toContain("minute");
    const item = await first(channel);
    expect(item).toMatchObject({ kind: "proposal", title: null, choices: ["decline", "accept", "own-article"] });
    if (item.kind !== "proposal") throw new Error("It is no proposal.");
    expect(item.changes).toMatchObject([{ kind: "added", after: [{ text: "then wait a minute" }] }]);
    expect(item.saidBy).toMatchObject([{ authorName: "cy" }]);

    const decided = await post(channel, `/api/inbox/${item.id}/decide`, { choice: "accept" });
    expect(decided.statusCode, decided.body).toBe(200);
    const { undo } = decided.json() as { undo: { id: string } };
    const after = await only(channel);
    expect(after).toMatchObject({ version: 2 });
    expect(after.bodyText).toContain("then wait a minute");
    expect((await inbox(channel)).total).toBe(0);
    expect((await post(channel, `/api/inbox/${item.id}/decide`, { choice: "accept" })).statusCode).toBe(404);

    expect((await post(channel, `/api/inbox/${undo.id}/undo`)).statusCode).toBe(200);
    expect((await only(channel)).bodyText).toBe(before.bodyText);
    expect((await first(channel)).id).toBe(item.id);
    expect((await post(channel, `/api/inbox/${undo.id}/undo`)).statusCode).toBe(409);
  });

  it("stays offered to whoever decided it, and to nobody else, for as long as it can be undone", async () => {
    const { channel, item } = await proposed("ABOUT-later", "then wait a minute");
    const undoable = () => get<{ id: string; article: object }[]>(channel, "/api/inbox/undoable");
    expect(await undoable()).toEqual([]);
    const accept = () => post(channel, `/api/inbox/${item.id}/decide`, { choice: "accept" });
    const { undo } = (await accept()).json() as { undo: { id: string; until: string } };
    const { id, title } = await only(channel);
    expect(await undoable()).toMatchObject([
      { id: undo.id, article: { id, title }, kind: "proposal", choice: "accept" },
    ]);
    const other = await stage.signIn(await buildUser(stage.db, { workspaceId: channel.workspaceId }));
    expect((await other.inject({ url: "/api/inbox/undoable" })).json()).toEqual([]);

    await post(channel, `/api/inbox/${undo.id}/undo`);
    expect(await undoable()).toEqual([]);
    await accept();
    expect(await undoable()).toHaveLength(1);
    await stage.db.update(articles).set({ version: 9 }).where(eq(articles.id, id));
    expect(await undoable()).toEqual([]);
  });

  it("is taken sentence by sentence: what is not taken is not asked again, and comes back with an undo", async () => {
    const { channel, item, changes } = await proposed("ABOUT-part", "then wait a minute", "then dance");
    const [wait, dance] = changes.map(({ key }) => key);
    const url = `/api/inbox/${item.id}/decide`;
    const none = await post(channel, url, { choice: "accept", sentences: { taken: [], left: [wait, dance] } });
    expect(none.json().message).toBe("Choose at least one sentence.");
    const stale = await post(channel, url, { choice: "accept", sentences: { taken: [wait], left: [] } });
    expect(stale.statusCode).toBe(409);
    expect((await only(channel)).version).toBe(1);

    const decided = await post(channel, url, { choice: "accept", sentences: { taken: [wait], left: [dance] } });
    expect(decided.statusCode, decided.body).toBe(200);
    const after = await only(channel);
    expect(after.bodyText).toContain("then wait a minute");
    expect(after.bodyText).not.toContain("dance");
    await analyseAgain(channel);
    expect((await inbox(channel)).total).toBe(0);

    expect((await post(channel, `/api/inbox/${decided.json().undo.id}/undo`)).statusCode).toBe(200);
    expect((await only(channel)).bodyText).not.toContain("wait");
    const again = await first(channel);
    expect(again.kind === "proposal" && again.changes.map(({ key }) => key)).toEqual([wait, dance]);
  });

  it("becomes an article of its own that cites its messages, and none any more after an undo", async () => {
    const { channel, item, changes } = await proposed("ABOUT-own", "then wait a minute", "then dance");
    const [wait, dance] = changes.map(({ key }) => key);
    const url = `/api/inbox/${item.id}/decide`;
    const choice = { choice: "own-article", sentences: { taken: [dance], left: [wait] } };
    expect((await post(channel, url, choice)).json().message).toBe("Enter a title for the new article.");
    const decided = await post(channel, url, { ...choice, title: "How to dance" });
    expect(decided.statusCode, decided.body).toBe(200);
    const [known, own] = await listOf(channel);
    expect(known).toMatchObject({ version: 1 });
    expect(own).toMatchObject({ title: "How to dance", state: "stands", version: 1 });
    expect(own?.bodyText).toContain("then dance");
    expect(own?.bodyText).not.toContain("minute");
    const page = await get<ArticlePage>(channel, `/api/articles/${own?.id}`);
    expect(page.sources).toMatchObject([{ authorName: "ana", text: "then dance" }]);
    expect(page.versions[0]).toMatchObject({ by: "Ada Lovelace" });
    await analyseAgain(channel);
    expect((await inbox(channel)).total).toBe(0);
    expect(await listOf(channel)).toHaveLength(2);

    expect((await post(channel, `/api/inbox/${decided.json().undo.id}/undo`)).statusCode).toBe(200);
    expect((await listOf(channel))[1]).toMatchObject({ state: "merged", mergedInto: known?.id });
    expect((await first(channel)).id).toBe(item.id);
  });

  it("takes no article back that somebody has changed since it was made of a proposal", async () => {
    const { channel, item } = await proposed("ABOUT-kept", "then wait a minute", "then dance");
    const decided = await post(channel, `/api/inbox/${item.id}/decide`, { choice: "own-article", title: "Waiting" });
    const own = (await listOf(channel))[1];
    await stage.db
      .update(articles)
      .set({ version: 2 })
      .where(eq(articles.id, own?.id ?? ""));
    const undone = await post(channel, `/api/inbox/${decided.json().undo.id}/undo`);
    expect(undone.statusCode).toBe(409);
    expect(undone.json().message).toContain("was changed since");
    expect((await listOf(channel))[1]?.state).toBe("stands");
  });

  it("waits as a difference beside what it contradicts: neither of both is lost", async () => {
    const channel = await askedTwice(
      ["KNOW how ABOUT-both works?", "the limit is 30 seconds"],
      ["KNOW how ABOUT-both works?", "the limit is 90 seconds", "then restart the worker"],
    );
    const { items } = await inbox(channel);
    expect(items.map(({ kind }) => kind).toSorted()).toEqual(["conflict", "proposal"]);
    const [asked] = items.filter((item) => item.kind === "conflict");
    expect(asked).toMatchObject({
      known: { text: "the limit is 30 seconds", saidBy: [{ sentAt: expect.any(String) }] },
      fresh: { text: "the limit is 90 seconds", saidBy: [{ sentAt: expect.any(String) }] },
    });
    const [proposed] = items.filter((item) => item.kind === "proposal");
    expect(proposed).toMatchObject({ changes: [{ kind: "added", after: [{ text: "then restart the worker" }] }] });
  });

  it("is not asked again once it was declined", async () => {
    const channel = await askedTwice(
      ["KNOW how ABOUT-no works?", "press the button"],
      ["KNOW how ABOUT-no works?", "press the button", "then dance"],
    );
    const { id } = await first(channel);
    expect((await post(channel, `/api/inbox/${id}/decide`, { choice: "decline" })).statusCode).toBe(200);
    await stage.db
      .update(conversations)
      .set({ fingerprint: "" })
      .where(eq(conversations.workspaceId, channel.workspaceId));
    await channel.run("analyse");
    expect((await inbox(channel)).total).toBe(0);
    expect((await only(channel)).version).toBe(1);
  });

  it("is let in by itself where the workspace wants that, and can be taken back", async () => {
    const channel = await stage.newChannel([
      ...thread("KNOW how ABOUT-auto works?", "press the button"),
      ...thread("KNOW how ABOUT-auto works?", "press the button", "then wait a minute"),
    ]);
    const settings = { reviewNewChannels: false, approvalsToTrust: 3, autoAcceptProposals: true };
    const saved = await channel.person.inject({ method: "PUT", url: "/api/review-settings", payload: settings });
    expect(saved.json()).toEqual({ ...settings, acceptedRisk: 50 });
    await channel.run("analyse");
    expect((await only(channel)).bodyText).toContain("then wait a minute");
    expect((await inbox(channel)).total).toBe(0);
  });

  it("goes with a deleted message, also from a decision", async () => {
    const channel = await askedTwice(
      ["KNOW how ABOUT-gone works?", "press the button"],
      ["KNOW how ABOUT-gone works?", "press the button", "then kiss the okapi"],
    );
    const [row] = await stage.db.select().from(inboxItems).where(eq(inboxItems.workspaceId, channel.workspaceId));
    const source = row?.fresh.body[0]?.statements[0]?.sources[0] ?? "";
    await inWorkspace(stage.db, channel.workspaceId, (scope) =>
      eraseMessages(scope, channel.id, [{ externalId: source, sentAt: new Date(Number(source) * 1000) }]),
    );
    expect((await inbox(channel)).total).toBe(0);
    expect(await stage.db.$count(inboxItems, sql`fresh::text like '%okapi%'`)).toBe(0);
  });
});

describe("Contradicting evidence", () => {
  const contradicted = (matter: string) =>
    askedTwice(
      [`KNOW what ABOUT-${matter} is?`, "the port is 5432"],
      [`KNOW what ABOUT-${matter} is?`, "the port is 6000"],
    );

  it("is shown with who, when and where until somebody decides, and nothing is merged", async () => {
    const channel = await contradicted("port");
    const article = await only(channel);
    expect(article.bodyText).not.toContain("6000");
    const item = await first(channel);
    expect(item).toMatchObject({
      kind: "conflict",
      choices: ["keep", "replace", "keep-both"],
      known: { text: "the port is 5432", saidBy: [{ authorName: "bo" }] },
      fresh: { text: "the port is 6000", saidBy: [{ authorName: "bo" }] },
    });
    const page = await get<Required<ArticlePage>>(channel, `/api/articles/${article.id}`);
    expect(page.contradictions).toMatchObject([
      { itemId: item.id, known: "the port is 5432", fresh: "the port is 6000" },
    ]);
    expect(page.markdown).toMatch(/bo said otherwise in #help-\d+ on .+; nobody has decided yet\./);
    const { shown } = page.contradictions?.[0] ?? {};
    expect(shown?.note).toEqual([{ type: "text", text: expect.stringMatching(/^bo said otherwise in #help-\d+ on/) }]);
    // Told once: by the note, not in the sentence too.
    expect(JSON.stringify([page.summaryStatements, page.sections])).not.toContain("said otherwise");
  });

  it("replaces the sentence where a person says so", async () => {
    const channel = await contradicted("replace");
    const { id } = await first(channel);
    expect((await post(channel, `/api/inbox/${id}/decide`, { choice: "replace" })).statusCode).toBe(200);
    const article = await only(channel);
    expect(article.bodyText).toContain("the port is 6000");
    expect(article.bodyText).not.toContain("5432");
  });

  it("is kept beside the sentence, each under its condition", async () => {
    const channel = await contradicted("both");
    const { id } = await first(channel);
    expect((await post(channel, `/api/inbox/${id}/decide`, { choice: "keep-both" })).statusCode).toBe(400);
    const conditions = { known: "In production", fresh: "In *staging*" };
    const answer = await post(channel, `/api/inbox/${id}/decide`, { choice: "keep-both", conditions });
    expect(answer.statusCode, answer.body).toBe(200);
    const { body } = await only(channel);
    expect(body.flatMap(({ statements }) => statements.map(({ text }) => text))).toEqual([
      "**In production:** the port is 5432",
      "**In \\*staging\\*:** the port is 6000",
    ]);
  });

  it("is not asked again once a person kept the sentence", async () => {
    const channel = await contradicted("keep");
    const { id } = await first(channel);
    expect((await post(channel, `/api/inbox/${id}/decide`, { choice: "keep" })).statusCode).toBe(200);
    await stage.db
      .update(conversations)
      .set({ fingerprint: "" })
      .where(eq(conversations.workspaceId, channel.workspaceId));
    await channel.run("analyse");
    expect((await inbox(channel)).total).toBe(0);
    const page = await get<{ contradictions: object[] }>(channel, `/api/articles/${(await only(channel)).id}`);
    expect(page.contradictions).toEqual([]);
  });
});

describe("Splitting by sentences", () => {
  const texts = ({ summaryStatements, sections }: ArticlePage) =>
    [...summaryStatements, ...sections.flatMap(({ statements }) => statements)].map(({ text }) => text);
  const pageOf = (channel: StageChannel, id: string) => get<ArticlePage>(channel, `/api/articles/${id}`);
  /** An article of two steps and a contradiction, and the request that puts its last step into another one. */
  async function splittable(matter: string) {
    const channel = await stage.newChannel(
      thread(`KNOW how ABOUT-${matter} works?`, "press the red button", "the port is 5432"),
    );
    await channel.run("analyse");
    const { id } = await only(channel);
    const page = await pageOf(channel, id);
    const keyOf = (text: string) =>
      page.sections.flatMap(({ statements }) => statements).find((one) => one.text === text)?.key ?? "";
    const split = (sentences: { key: string; place: string }[], edition = page.edition) =>
      post(channel, `/api/articles/${id}/split-off`, { title: "Ports", sentences, edition });
    return { channel, id, page, keyOf, split };
  }

  it("makes an article of their own with their sources, owner, kind and category; undone, all is as it was", async () => {
    const { channel, id, page, keyOf, split } = await splittable("ports");
    const answer = await split([
      { key: keyOf("the port is 5432"), place: "own" },
      { key: keyOf("press the red button"), place: "both" },
    ]);
    expect(answer.statusCode, answer.body).toBe(200);
    const { articleId, message, undo } = answer.json() as { articleId: string; message: string; undo: Row };
    expect(message).toBe("2 sentences are a separate article now.");
    const [old, own] = [await pageOf(channel, id), await pageOf(channel, articleId)];
    expect(texts(old)).toEqual(texts(page).filter((text) => text !== "the port is 5432"));
    expect(texts(own)).toEqual(["press the red button", "the port is 5432"]);
    expect(own).toMatchObject({
      title: "Ports",
      state: "stands",
      contentType: page.contentType,
      category: page.category,
      owner: page.owner,
      audience: page.audience,
    });
    expect(own.sources.map(({ text }) => text)).toEqual(["press the red button", "the port is 5432"]);
    expect(old.sources.map(({ text }) => text)).not.toContain("the port is 5432");

    expect((await post(channel, `/api/inbox/${undo.id}/undo`)).statusCode).toBe(200);
    const again = await pageOf(channel, id);
    expect(texts(again)).toEqual(texts(page));
    expect(again.sources).toEqual(page.sources);
    expect(await pageOf(channel, articleId)).toMatchObject({ state: "merged", mergedInto: { id } });
  });

  it("leaves a sentence on each side, and refuses what was chosen in an older text", async () => {
    const { page, split } = await splittable("sides");
    const all = [...page.summaryStatements, ...page.sections.flatMap(({ statements }) => statements)];
    const everything = await split(all.map(({ key = "" }) => ({ key, place: "own" })));
    expect([everything.statusCode, everything.json().message]).toEqual([
      400,
      "At least one sentence has to stay in this article.",
    ]);
    expect((await split([])).json().message).toBe("Choose at least one sentence for the new article.");
    expect((await split([], "another")).statusCode).toBe(409);
  });

  it("keeps following its messages: what is deleted in chat goes from the new article, too", async () => {
    const { channel, page, keyOf, split } = await splittable("deleted");
    const { articleId } = (await split([{ key: keyOf("the port is 5432"), place: "own" }])).json() as {
      articleId: string;
    };
    const source = page.sections.flatMap(({ statements }) => statements).find((one) => one.text === "the port is 5432");
    const [externalId = ""] = source?.sources ?? [];
    await inWorkspace(stage.db, channel.workspaceId, (scope) =>
      eraseMessages(scope, channel.id, [{ externalId, sentAt: new Date(Number(externalId) * 1000) }]),
    );
    expect(JSON.stringify(await pageOf(channel, articleId))).not.toContain("5432");
  });

  it("takes a contradiction along with its sentence, and is not undone once somebody edited the new article", async () => {
    const channel = await askedTwice(
      ["KNOW how ABOUT-along works?", "press the red button", "the port is 5432"],
      ["KNOW how ABOUT-along works?", "the port is 6000"],
    );
    const { id } = await only(channel);
    const item = await first(channel);
    const page = await pageOf(channel, id);
    const key = page.sections
      .flatMap(({ statements }) => statements)
      .find(({ text }) => text === "the port is 5432")?.key;
    const body = { title: "Ports", sentences: [{ key, place: "own" }], edition: page.edition };
    const answer = await post(channel, `/api/articles/${id}/split-off`, body);
    const { articleId, undo } = answer.json() as { articleId: string; undo: Row };
    expect(await first(channel)).toMatchObject({ id: item.id, article: { id: articleId } });
    await stage.db.update(articles).set({ version: 2 }).where(eq(articles.id, articleId));
    const undone = await post(channel, `/api/inbox/${undo.id}/undo`);
    expect([undone.statusCode, undone.json().message]).toEqual([
      409,
      "The article that was split off was changed since. It stays as it is.",
    ]);
  });
});

interface Row {
  id: string;
}
const previewOf = (channel: StageChannel, { id }: Row, into: Row) =>
  get<MergePreview>(channel, `/api/articles/${id}/merge/${into.id}`);
async function choiceOf(channel: StageChannel, from: Row, into: Row, text: string, choice: string) {
  const { sentences } = (await previewOf(channel, from, into)).from;
  return { key: sentences.find((sentence) => sentence.text === text)?.key, choice };
}

describe("Merging sentence by sentence", () => {
  const textsOf = async (channel: StageChannel, { id }: Row) => {
    const page = await get<ArticlePage>(channel, `/api/articles/${id}`);
    return [...page.summaryStatements, ...page.sections.flatMap(({ statements }) => statements)].map(
      ({ text }) => text,
    );
  };
  /** Two articles: what both say, what contradicts, what only the second says. */
  async function two() {
    const channel = await askedTwice(
      ["KNOW how ABOUT-one works?", "the port of the database is 5432", "press the red button"],
      ["KNOW how ABOUT-two works?", "the port of the database is 6000", "press the red button", "and smile at it"],
    );
    const [into, from] = await listOf(channel);
    if (!into || !from) throw new Error("There are not two articles.");
    return { channel, into, from };
  }

  it("shows both in order: what is new, what is said already, and what contradicts, with who said it", async () => {
    const { channel, into, from } = await two();
    const preview = await previewOf(channel, from, into);
    const port = preview.into.sentences.find(({ text }) => text.endsWith("5432"));
    const red = preview.into.sentences.find(({ text }) => text === "press the red button");
    const shown = preview.from.sentences.map(({ text, relation, other, differs }) => ({
      text,
      relation,
      other,
      differs,
    }));
    expect(shown).toEqual(
      expect.arrayContaining([
        { text: "the port of the database is 6000", relation: "contradicts", other: port?.key, differs: ["number"] },
        { text: "press the red button", relation: "said", other: red?.key, differs: [] },
        { text: "and smile at it", relation: "new", other: null, differs: [] },
      ]),
    );
    expect(preview.from.sentences.at(-1)?.said).toMatchObject({ by: "ana", at: expect.stringMatching(/^20/) });
    expect(preview.audience.merged).toEqual(preview.audience.into);
  });

  it("asks about a contradiction first; kept both, it waits in the inbox, and a person's answer leaves one", async () => {
    const { channel, into, from } = await two();
    const undecided = await post(channel, `/api/articles/${from.id}/merge`, { into: into.id });
    expect([undecided.statusCode, undecided.json().message]).toEqual([
      400,
      "One sentence contradicts the other article. Decide what happens to it first.",
    ]);
    const choices = [await choiceOf(channel, from, into, "the port of the database is 6000", "both")];
    const merged = await post(channel, `/api/articles/${from.id}/merge`, { into: into.id, choices });
    expect(merged.statusCode, merged.body).toBe(200);
    const both = await textsOf(channel, into);
    expect(both.indexOf("the port of the database is 6000")).toBe(both.indexOf("the port of the database is 5432") + 1);
    const item = await first(channel);
    expect(item).toMatchObject({
      kind: "conflict",
      known: { text: "the port of the database is 5432" },
      fresh: { text: "the port of the database is 6000", saidBy: [{ authorName: "bo" }] },
    });
    expect((await post(channel, `/api/inbox/${item.id}/decide`, { choice: "keep" })).statusCode).toBe(200);
    const kept = await textsOf(channel, into);
    expect(kept).toContain("the port of the database is 5432");
    expect(kept).not.toContain("the port of the database is 6000");
    expect((await inbox(channel)).total).toBe(0);
  });

  it("says what went where, and what both say is kept once; undone, both articles are as they were", async () => {
    const { channel, into, from } = await two();
    const before = [await textsOf(channel, into), await textsOf(channel, from)];
    const choices = [await choiceOf(channel, from, into, "the port of the database is 6000", "both")];
    const merged = await post(channel, `/api/articles/${from.id}/merge`, { into: into.id, choices });
    const page = await get<ArticlePage>(channel, `/api/articles/${into.id}`);
    expect(page.versions[0]?.reason).toMatch(
      /was merged into it\. Taken over \d, already said \d, left out 0, kept as a contradiction 1\.$/,
    );
    // What both say is kept once, and cites the messages of both.
    const red = page.sections
      .flatMap(({ statements }) => statements)
      .filter(({ text }) => text === "press the red button");
    expect(red.map(({ sources }) => sources.length)).toEqual([2]);
    const { undo } = merged.json() as { undo: { id: string } };
    expect((await post(channel, `/api/inbox/${undo.id}/undo`)).statusCode).toBe(200);
    expect([await textsOf(channel, into), await textsOf(channel, from)]).toEqual(before);
    expect((await inbox(channel)).total).toBe(0);
  });

  it("lets one sentence take the other's place, which the history keeps, unless one of the two was changed since", async () => {
    const { channel, into, from } = await two();
    const preview = await previewOf(channel, from, into);
    const choices = [await choiceOf(channel, from, into, "the port of the database is 6000", "replace")];
    const merge = (editions: object) =>
      post(channel, `/api/articles/${from.id}/merge`, { into: into.id, choices, editions });
    const late = await merge({ from: preview.from.edition, into: "another" });
    expect([late.statusCode, late.json().message]).toEqual([
      409,
      "One of the two articles was changed since. Look at their sentences again.",
    ]);
    const merged = await merge({ from: preview.from.edition, into: preview.into.edition });
    expect(merged.statusCode, merged.body).toBe(200);
    const texts = await textsOf(channel, into);
    expect(texts).toContain("the port of the database is 6000");
    expect(texts).not.toContain("the port of the database is 5432");
    const history = await get<object>(channel, `/api/articles/${into.id}/versions/2`);
    expect(JSON.stringify(history)).toContain("5432");
  });
});

describe("Merging and splitting by hand", () => {
  it("makes one article a redirect to the other, with chosen statements, and can be taken back", async () => {
    const channel = await askedTwice(
      ["KNOW how ABOUT-red works?", "press the red button"],
      ["KNOW how ABOUT-blue works?", "press the blue button", "and smile"],
    );
    const [red, blue] = await listOf(channel);
    if (!red || !blue) throw new Error("There are not two articles.");
    const merged = await post(channel, `/api/articles/${blue.id}/merge`, {
      into: red.id,
      choices: [
        await choiceOf(channel, blue, red, "press the blue button", "take"),
        await choiceOf(channel, blue, red, "and smile", "leave"),
      ],
    });
    expect(merged.statusCode, merged.body).toBe(200);
    expect(merged.json()).toMatchObject({
      message: "The articles were merged. Taken over 2, already said 0, left out 1.",
    });
    const stays = await get<{ markdown: string; asked: object }>(channel, `/api/articles/${red.id}`);
    expect(stays.markdown).toContain("press the blue button");
    expect(stays.markdown).not.toContain("and smile");
    expect(stays.asked).toMatchObject({ times: 2 });
    const gone = await get<object>(channel, `/api/articles/${blue.id}`);
    expect(gone).toMatchObject({ state: "merged", mergedInto: { id: red.id, title: red.title } });
    expect((await get<{ id: string }[]>(channel, "/api/articles")).map(({ id }) => id)).toEqual([red.id]);

    const { undo } = merged.json() as { undo: { id: string } };
    expect((await post(channel, `/api/inbox/${undo.id}/undo`)).statusCode).toBe(200);
    const [redAgain, blueAgain] = await listOf(channel);
    expect(redAgain?.bodyText).toBe(red.bodyText);
    expect(blueAgain).toMatchObject({ state: "stands", mergedInto: null, bodyText: blue.bodyText });
    const supporting = await conversationsOf(channel);
    expect(supporting.map(({ articleId, isEvidence }) => [articleId, isEvidence])).toEqual([
      [red.id, false],
      [blue.id, false],
    ]);
  });

  it("writes a conversation as an article of its own, and takes it back", async () => {
    const words = ["KNOW how ABOUT-split works?", "press the button"];
    const channel = await askedTwice(words, words);
    const { id } = await only(channel);
    const [leading, other] = await conversationsOf(channel);
    const split = (conversationId?: string) =>
      post(channel, `/api/articles/${id}/split`, { conversations: conversationId ? [conversationId] : [] });
    expect((await split(leading?.id)).statusCode).toBe(400);
    const answer = await split(other?.id);
    expect(answer.statusCode, answer.body).toBe(200);
    const { articleId, undo } = answer.json() as { articleId: string; undo: { id: string } };
    const [old, own] = await listOf(channel);
    expect(own?.id).toBe(articleId);
    expect(old?.body[0]?.statements[0]?.sources).toHaveLength(1);
    await stage.db
      .update(conversations)
      .set({ fingerprint: "" })
      .where(eq(conversations.workspaceId, channel.workspaceId));
    await channel.run("analyse");
    expect((await conversationsOf(channel)).map((said) => said.articleId)).toEqual([id, articleId]);

    expect((await post(channel, `/api/inbox/${undo.id}/undo`)).statusCode).toBe(200);
    expect(await get<object>(channel, `/api/articles/${articleId}`)).toMatchObject({ mergedInto: { id } });
    expect((await conversationsOf(channel)).map((said) => said.articleId)).toEqual([id, id]);
  });
});

describe("A new article of which the engine is unsure", () => {
  const unsure = () => thread("KNOW UNSURE how ABOUT-doubt works?", "press something");

  it("is a draft in the inbox until a person publishes it, which can be taken back", async () => {
    const channel = await stage.newChannel([...unsure(), ...thread("KNOW how ABOUT-sure works?", "press one")]);
    await channel.run("analyse");
    expect((await listOf(channel)).map(({ state, status }) => [state, status])).toEqual([
      ["draft", "draft"],
      ["stands", "published"],
    ]);
    const { items, total } = await inbox(channel);
    expect(total).toBe(1);
    const [draft] = await listOf(channel);
    expect(items[0]).toMatchObject({ id: `draft.${draft?.id}`, kind: "draft", choices: ["decline", "approve"] });
    expect(draft?.reasons).toContain("nobody confirmed it");
    const decided = await post(channel, `/api/inbox/draft.${draft?.id}/decide`, { choice: "approve" });
    expect(decided.json()).toMatchObject({ message: "It is published." });
    expect((await listOf(channel))[0]).toMatchObject({ state: "stands", status: "published" });
    await post(channel, `/api/inbox/${decided.json<{ undo: { id: string } }>().undo.id}/undo`);
    expect((await listOf(channel))[0]).toMatchObject({ state: "draft", status: "draft" });
    await post(channel, `/api/inbox/draft.${draft?.id}/decide`, { choice: "decline" });
    expect((await listOf(channel))[0]).toMatchObject({ state: "library-only" });
    expect((await inbox(channel)).total).toBe(0);
  });

  it("is published by itself when a later conversation settles it, or when the workspace accepts the risk", async () => {
    const said = unsure();
    const channel = await stage.newChannel(said);
    await channel.run("analyse");
    expect((await only(channel)).state).toBe("draft");
    const last = say("UBO", "SETTLED: press the red one", { thread_ts: said[0]?.ts ?? "" });
    stage.team.post(channel.externalId, { ...last, user: "UBO", text: last.text ?? "" });
    await channel.run("analyse");
    expect(await only(channel)).toMatchObject({ state: "stands", status: "published" });

    const bold = await stage.newChannel(unsure());
    const settings = { reviewNewChannels: false, approvalsToTrust: 3, autoAcceptProposals: false, acceptedRisk: 70 };
    const saved = await bold.person.inject({ method: "PUT", url: "/api/review-settings", payload: settings });
    expect(saved.json()).toEqual(settings);
    await bold.run("analyse");
    expect((await only(bold)).state).toBe("stands");
  });

  it("waits like every article, however sure the engine is, where the workspace reviews all", async () => {
    const channel = await stage.newChannel(thread("KNOW CERTAIN how ABOUT-certain works?", "press one"));
    const settings = { ...UNSAVED_REVIEW_SETTINGS, acceptedRisk: 0 };
    await channel.person.inject({ method: "PUT", url: "/api/review-settings", payload: settings });
    await channel.run("analyse");
    expect(await only(channel)).toMatchObject({ state: "draft", status: "draft", confidence: 1 });
  });
});

describe("The first articles of a new channel", () => {
  it("wait until somebody has read them; after so many approvals the channel is trusted", async () => {
    const channel = await stage.newChannel([
      ...thread("KNOW one ABOUT-one", "press one"),
      ...thread("KNOW two ABOUT-two", "press two"),
    ]);
    const settings = { reviewNewChannels: true, approvalsToTrust: 2, autoAcceptProposals: false };
    await channel.person.inject({ method: "PUT", url: "/api/review-settings", payload: settings });
    await channel.run("analyse");
    expect((await listOf(channel)).map(({ state, status }) => [state, status])).toEqual(
      Array(2).fill(["review", "draft"]),
    );
    const { items, counts } = await inbox(channel, "?kind=first-article");
    expect(counts["first-article"]).toBe(2);
    const decisions = items.map(({ id }) => ({ id, choice: "approve" }));
    const answer = await post(channel, "/api/inbox/decide", { decisions });
    const { results } = answer.json() as { results: { outcome: string; message: string }[] };
    expect(results.map(({ outcome }) => outcome)).toEqual(["done", "done"]);
    expect(results[1]?.message).toMatch(/^It is published\. #help-\d+ is trusted from now on\.$/);
    expect((await listOf(channel)).map(({ state, status }) => [state, status])).toEqual(
      Array(2).fill(["stands", "published"]),
    );
    const more = thread("KNOW three ABOUT-three", "press three");
    for (const { user = "UANA", text = "", ...message } of more) {
      stage.team.post(channel.externalId, { user, text, ...message });
    }
    await channel.run("analyse");
    expect((await listOf(channel)).map(({ state }) => state)).toEqual(["stands", "stands", "stands"]);
  });
});

describe("The inbox", () => {
  it("comes in pages, newest first, and decides many at once", async () => {
    const said = ["a", "b", "c"].flatMap((letter) => [
      ...thread(`KNOW how ABOUT-page${letter} works?`, "press the button"),
      ...thread(`KNOW how ABOUT-page${letter} works?`, "press the button", `then ${letter}`),
    ]);
    const channel = await stage.newChannel([...said, say("UANA", "nothing")]);
    await channel.run("analyse");
    const one = await inbox(channel, "?limit=2");
    expect(one).toMatchObject({ total: 3, counts: { proposal: 3, conflict: 0 }, pressure: null });
    const two = await inbox(channel, `?limit=2&after=${encodeURIComponent(one.next ?? "")}`);
    expect(two.next).toBeNull();
    const ids = [...one.items, ...two.items].map(({ id }) => id);
    expect(new Set(ids).size).toBe(3);
    const decisions = [...ids, "proposal.none"].map((id) => ({ id, choice: "accept" }));
    const answer = await post(channel, "/api/inbox/decide", { decisions });
    const { results } = answer.json() as { results: { outcome: string; undo: { id: string } | null }[] };
    expect(results.map(({ outcome }) => outcome)).toEqual(["done", "done", "done", "failed"]);
    const undone = await post(channel, "/api/inbox/undo", { ids: results.flatMap(({ undo }) => undo?.id ?? []) });
    expect(undone.json()).toMatchObject({ results: [{ outcome: "done" }, { outcome: "done" }, { outcome: "done" }] });
    expect((await inbox(channel)).total).toBe(3);
    expect(await stage.db.$count(articleVersions, eq(articleVersions.workspaceId, channel.workspaceId))).toBe(9);
  });
});
