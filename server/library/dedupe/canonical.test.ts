import { and, eq, sql } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { createLocalEngine } from "../../../engine/local-engine.ts";
import type { ArticlePage } from "../../../shared/contract/articles.ts";
import { recheckDueArticles } from "../../analysis/recheck/check-due.ts";
import { buildAnsweredQuestion, buildThread } from "../../analysis/testing/analysis-stage.ts";
import { newId } from "../../db/new-id.ts";
import { articles, conversations, inboxItems, messages } from "../../db/schema.ts";
import { inWorkspace } from "../../db/workspace-scope.ts";
import { eraseMessages, storeMessages } from "../../ingest/messages/store-messages.ts";
import { buildChannel, buildUser } from "../../testing/factories.ts";
import { createComparingEngine } from "./testing/comparing-engine.ts";
import { useDedupeHelpers } from "./testing/dedupe-stage.ts";

const { stage, listOf, only, conversationsOf, get, post, inbox, first, proposed, analyseAgain, askedTwice } =
  useDedupeHelpers();

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
    stage().engine.current = createLocalEngine();
    const channel = await stage().newChannel([
      ...buildAnsweredQuestion(),
      ...buildAnsweredQuestion(),
      ...buildThread(
        "How can I book the big meeting room for a whole week?",
        "Open the calendar, choose *Rooms* on the left, then drag over the five days and press *Book*. Facilities confirms it by mail.",
        "Thanks, that did it!",
      ),
    ]);
    await channel.run("analyse");
    stage().engine.current = createComparingEngine();
    expect(await listOf(channel)).toHaveLength(2);
    const [reset, again, room] = await conversationsOf(channel);
    expect(again?.articleId).toBe(reset?.articleId);
    expect(room?.articleId).not.toBe(reset?.articleId);
  });

  it("by many at the same moment makes one article", async () => {
    const said = () => buildThread("KNOW how ABOUT-many works?", "press the button");
    const channel = await stage().newChannel(said());
    const others = [];
    for (let index = 0; index < 3; index += 1) {
      const { workspaceId, integrationId } = channel;
      const externalId = `CMANY${index}`;
      stage().team.data.channels.push({ id: externalId, name: `many-${index}`, messages: [] });
      for (const { user = "UANA", text = "", ...message } of said())
        stage().team.post(externalId, { user, text, ...message });
      others.push(
        await buildChannel(stage().db, { workspaceId, integrationId, externalId, name: `many-${index}`, teamId: "T1" }),
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
    const said = () => buildThread("KNOW how ABOUT-secret works?", "press the button");
    const channel = await stage().newChannel(said());
    await channel.run("analyse");
    const { workspaceId, integrationId } = channel;
    stage().team.data.channels.push({ id: "CPRIV", name: "private", is_private: true, messages: [] });
    for (const { user = "UANA", text = "", ...message } of said())
      stage().team.post("CPRIV", { user, text, ...message });
    const closed = await buildChannel(stage().db, {
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
    const gone = await stage()
      .db.select({ externalId: messages.externalId, sentAt: messages.sentAt })
      .from(messages)
      .where(and(eq(messages.workspaceId, channel.workspaceId), eq(messages.conversationKey, leading?.key ?? "")));
    await inWorkspace(stage().db, channel.workspaceId, (scope) => eraseMessages(scope, channel.id, gone));
    await expect
      .poll(async () => {
        await recheckDueArticles(stage().deps);
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
    const [message] = await stage()
      .db.select()
      .from(messages)
      .where(and(eq(messages.workspaceId, channel.workspaceId), eq(messages.externalId, second?.key ?? "")));
    if (!message) throw new Error("There is no such message.");
    const { externalId, threadId, sentAt, authorId, authorName } = message;
    const author = { externalId: authorId, name: authorName };
    const edited = { externalId, threadId, sentAt, author, editedAt: new Date(), text: "KNOW how ABOUT-second works?" };
    await inWorkspace(stage().db, channel.workspaceId, (scope) =>
      storeMessages(
        scope,
        channel.id,
        { messages: [edited], skipped: [], complete: [] },
        { from: "event", readingSince: new Date(), secrets: stage().deps.secrets },
      ),
    );
    await expect
      .poll(async () => {
        await recheckDueArticles(stage().deps);
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
    const other = await stage().signIn(await buildUser(stage().db, { workspaceId: channel.workspaceId }));
    expect((await other.inject({ url: "/api/inbox/undoable" })).json()).toEqual([]);

    await post(channel, `/api/inbox/${undo.id}/undo`);
    expect(await undoable()).toEqual([]);
    await accept();
    expect(await undoable()).toHaveLength(1);
    await stage().db.update(articles).set({ version: 9 }).where(eq(articles.id, id));
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

  it("becomes an article with the channel, the conversation and the tags of its own messages", async () => {
    const { channel, item, changes } = await proposed("ABOUT-place", "then wait a minute", "then dance");
    const [wait, dance] = changes.map(({ key }) => key);
    const [, later] = await conversationsOf(channel);
    // The proposal joined sentences of two channels. Its latest conversation is in the other channel.
    const other = await buildChannel(stage().db, {
      workspaceId: channel.workspaceId,
      integrationId: channel.integrationId,
      externalId: "COPERATIONS",
      name: "operations",
    });
    const elsewhere = { ...later, id: newId(), channelId: other.id, key: "1", articleId: null } as typeof later;
    if (elsewhere) await stage().db.insert(conversations).values(elsewhere);
    const { id } = await only(channel);
    await stage()
      .db.update(inboxItems)
      .set({ conversationId: elsewhere?.id ?? "" })
      .where(eq(inboxItems.articleId, id));
    await stage()
      .db.update(articles)
      .set({ tags: ["refund", "dance"] })
      .where(eq(articles.id, id));
    const sentences = { taken: [dance], left: [wait] };
    const choice = { choice: "own-article", title: "How to move", sentences };
    const decided = await post(channel, `/api/inbox/${item.id}/decide`, choice);
    expect(decided.statusCode, decided.body).toBe(200);
    const own = (await listOf(channel))[1];
    expect(decided.json().newArticle).toEqual({ id: own?.id, title: "How to move" });
    expect(own).toMatchObject({ channelId: channel.id, tags: ["dance"] });
    const messages = await get<{ text: string; isSource: boolean }[]>(channel, `/api/articles/${own?.id}/conversation`);
    expect(messages.map(({ text }) => text)).toContain("then wait a minute");
    expect(messages.filter(({ isSource }) => isSource)).toMatchObject([{ text: "then dance" }]);
  });

  it("takes no article back that somebody has changed since it was made of a proposal", async () => {
    const { channel, item } = await proposed("ABOUT-kept", "then wait a minute", "then dance");
    const decided = await post(channel, `/api/inbox/${item.id}/decide`, { choice: "own-article", title: "Waiting" });
    const own = (await listOf(channel))[1];
    await stage()
      .db.update(articles)
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
    await stage()
      .db.update(conversations)
      .set({ fingerprint: "" })
      .where(eq(conversations.workspaceId, channel.workspaceId));
    await channel.run("analyse");
    expect((await inbox(channel)).total).toBe(0);
    expect((await only(channel)).version).toBe(1);
  });

  it("is let in by itself where the workspace wants that, and can be taken back", async () => {
    const channel = await stage().newChannel([
      ...buildThread("KNOW how ABOUT-auto works?", "press the button"),
      ...buildThread("KNOW how ABOUT-auto works?", "press the button", "then wait a minute"),
    ]);
    const settings = { reviewNewChannels: false, approvalsToTrust: 3, autoAcceptProposals: true };
    const saved = await channel.person.inject({ method: "PUT", url: "/api/review-settings", payload: settings });
    expect(saved.json()).toEqual({ ...settings, acceptedRisk: 50, verifiedEdits: "update" });
    await channel.run("analyse");
    expect((await only(channel)).bodyText).toContain("then wait a minute");
    expect((await inbox(channel)).total).toBe(0);
  });

  it("goes with a deleted message, also from a decision", async () => {
    const channel = await askedTwice(
      ["KNOW how ABOUT-gone works?", "press the button"],
      ["KNOW how ABOUT-gone works?", "press the button", "then kiss the okapi"],
    );
    const [row] = await stage().db.select().from(inboxItems).where(eq(inboxItems.workspaceId, channel.workspaceId));
    const source = row?.fresh.body[0]?.statements[0]?.sources[0] ?? "";
    await inWorkspace(stage().db, channel.workspaceId, (scope) =>
      eraseMessages(scope, channel.id, [{ externalId: source, sentAt: new Date(Number(source) * 1000) }]),
    );
    expect((await inbox(channel)).total).toBe(0);
    expect(await stage().db.$count(inboxItems, sql`fresh::text like '%okapi%'`)).toBe(0);
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
      choices: ["keep", "replace", "add", "keep-both"],
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
    // The page's note reports the contradiction, so the sentence does not repeat it.
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
    const conditions = { known: "In production", fresh: "In *staging*" };
    const answer = await post(channel, `/api/inbox/${id}/decide`, { choice: "keep-both", conditions });
    expect(answer.statusCode, answer.body).toBe(200);
    const { body } = await only(channel);
    expect(body.flatMap(({ statements }) => statements.map(({ text }) => text))).toEqual([
      "**In production:** the port is 5432",
      "**In \\*staging\\*:** the port is 6000",
    ]);
  });

  it("is added behind the sentence where a person says that it is no contradiction, and that can be undone", async () => {
    const channel = await contradicted("add");
    const { id } = await first(channel);
    const answer = await post(channel, `/api/inbox/${id}/decide`, { choice: "add" });
    expect(answer.statusCode, answer.body).toBe(200);
    const says = async () => (await only(channel)).body.flatMap(({ statements }) => statements.map(({ text }) => text));
    expect(await says()).toEqual(["the port is 5432", "the port is 6000"]);
    expect((await inbox(channel)).total).toBe(0);
    await post(channel, `/api/inbox/${answer.json<{ undo: { id: string } }>().undo.id}/undo`);
    expect(await says()).toEqual(["the port is 5432"]);
    expect((await first(channel)).kind).toBe("conflict");
  });

  it("is kept beside the sentence without any condition where none is named", async () => {
    const channel = await contradicted("bare");
    const { id } = await first(channel);
    const conditions = { known: "", fresh: "on staging" };
    const answer = await post(channel, `/api/inbox/${id}/decide`, { choice: "keep-both", conditions });
    expect(answer.statusCode, answer.body).toBe(200);
    expect((await only(channel)).body.flatMap(({ statements }) => statements.map(({ text }) => text))).toEqual([
      "the port is 5432",
      "**on staging:** the port is 6000",
    ]);
  });

  it("is not asked again once a person kept the sentence", async () => {
    const channel = await contradicted("keep");
    const { id } = await first(channel);
    expect((await post(channel, `/api/inbox/${id}/decide`, { choice: "keep" })).statusCode).toBe(200);
    await stage()
      .db.update(conversations)
      .set({ fingerprint: "" })
      .where(eq(conversations.workspaceId, channel.workspaceId));
    await channel.run("analyse");
    expect((await inbox(channel)).total).toBe(0);
    const page = await get<{ contradictions: object[] }>(channel, `/api/articles/${(await only(channel)).id}`);
    expect(page.contradictions).toEqual([]);
  });
});
