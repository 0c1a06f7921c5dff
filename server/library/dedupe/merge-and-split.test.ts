import { eq, inArray } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import type { ArticlePage } from "../../../shared/contract/articles.ts";
import type { MergePreview } from "../../../shared/contract/canonical.ts";
import { buildThread, type StageChannel } from "../../analysis/testing/analysis-stage.ts";
import { articles, conversations } from "../../db/schema.ts";
import { inWorkspace } from "../../db/workspace-scope.ts";
import { eraseMessages } from "../../ingest/messages/store-messages.ts";
import { useDedupeHelpers } from "./testing/dedupe-stage.ts";

const { stage, listOf, only, conversationsOf, get, post, inbox, first, askedTwice } = useDedupeHelpers();

describe("Splitting by sentences", () => {
  const texts = ({ summaryStatements, sections }: ArticlePage) =>
    [...summaryStatements, ...sections.flatMap(({ statements }) => statements)].map(({ text }) => text);
  const pageOf = (channel: StageChannel, id: string) => get<ArticlePage>(channel, `/api/articles/${id}`);
  /** Creates an article with two steps and a contradiction, and the request that splits off its last step. */
  async function splittable(matter: string) {
    const channel = await stage().newChannel(
      buildThread(`KNOW how ABOUT-${matter} works?`, "press the red button", "the port is 5432"),
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
    await inWorkspace(stage().db, channel.workspaceId, (scope) =>
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
    await stage().db.update(articles).set({ version: 2 }).where(eq(articles.id, articleId));
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
  /** Creates two articles with common statements, a contradiction, and a statement that only the second article has. */
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
    const shown = preview.from.sentences.map(({ text, relation, other, differs, isSmallTalk }) => ({
      text,
      relation,
      other,
      differs,
      isSmallTalk,
    }));
    expect(shown).toEqual(
      expect.arrayContaining([
        { text: "the port of the database is 6000", relation: "contradicts", other: port?.key, differs: ["number"] },
        { text: "press the red button", relation: "said", other: red?.key, differs: [] },
        { text: "and smile at it", relation: "new", other: null, differs: [], isSmallTalk: true },
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
      /was merged into it\. Added \d, already said \d, left out 0, kept as a contradiction 1\.$/,
    );
    // A statement of both articles is kept once, and cites the messages of both.
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
      message: "The articles were merged. Added 2, already said 0, left out 1.",
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

  it("makes a draft of the inbox part of an article, and a draft again once that is undone", async () => {
    const channel = await askedTwice(
      ["KNOW how ABOUT-red works?", "press the red button"],
      ["KNOW how ABOUT-blue works?", "press the blue button"],
    );
    const [red, blue] = await listOf(channel);
    if (!red || !blue) throw new Error("There are not two articles.");
    const reason = "It waits for a person.";
    const draft = { state: "draft" as const, stateReason: reason, status: "draft" as const };
    await stage().db.update(articles).set(draft).where(eq(articles.id, blue.id));
    expect((await inbox(channel)).items).toMatchObject([{ kind: "draft", article: { id: blue.id } }]);

    const choices = [await choiceOf(channel, blue, red, "press the blue button", "take")];
    const merged = await post(channel, `/api/articles/${blue.id}/merge`, { into: red.id, choices });
    expect(merged.statusCode, merged.body).toBe(200);
    expect((await get<{ markdown: string }>(channel, `/api/articles/${red.id}`)).markdown).toContain(
      "press the blue button",
    );
    expect((await inbox(channel)).total).toBe(0);

    const { undo } = merged.json() as { undo: { id: string } };
    expect((await post(channel, `/api/inbox/${undo.id}/undo`)).statusCode).toBe(200);
    expect((await listOf(channel))[1]).toMatchObject({ state: "draft", stateReason: reason, bodyText: blue.bodyText });
    expect((await inbox(channel)).items).toMatchObject([{ kind: "draft", article: { id: blue.id } }]);
    const other = await post(channel, `/api/articles/${red.id}/merge`, { into: blue.id });
    expect([other.statusCode, other.json().message]).toEqual([
      409,
      "A published article cannot become a part of one that is not. Merge them the other way round.",
    ]);
  });

  it("makes one draft of two that wait for review, and two again once that is undone", async () => {
    const channel = await askedTwice(
      ["KNOW how ABOUT-red works?", "press the red button"],
      ["KNOW how ABOUT-blue works?", "press the blue button"],
    );
    const [red, blue] = await listOf(channel);
    if (!red || !blue) throw new Error("There are not two articles.");
    const draft = { state: "draft" as const, stateReason: "It waits for a person.", status: "draft" as const };
    await stage()
      .db.update(articles)
      .set(draft)
      .where(inArray(articles.id, [red.id, blue.id]));

    const choices = [await choiceOf(channel, blue, red, "press the blue button", "take")];
    const merged = await post(channel, `/api/articles/${blue.id}/merge`, { into: red.id, choices });
    expect(merged.statusCode, merged.body).toBe(200);
    expect(await get<{ markdown: string; status: string }>(channel, `/api/articles/${red.id}`)).toMatchObject({
      status: "draft",
      markdown: expect.stringContaining("press the blue button"),
    });
    expect((await inbox(channel)).items).toMatchObject([{ kind: "draft", article: { id: red.id } }]);

    const lately = await get<{ choice: string; article: { id: string } }[]>(channel, "/api/inbox/undoable");
    expect(lately).toMatchObject([{ choice: "merge", article: { id: red.id } }]);
    const { undo } = merged.json() as { undo: { id: string } };
    expect((await post(channel, `/api/inbox/${undo.id}/undo`)).statusCode).toBe(200);
    expect((await listOf(channel))[0]).toMatchObject({ state: "draft", bodyText: red.bodyText });
    expect((await inbox(channel)).total).toBe(2);
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
    await stage()
      .db.update(conversations)
      .set({ fingerprint: "" })
      .where(eq(conversations.workspaceId, channel.workspaceId));
    await channel.run("analyse");
    expect((await conversationsOf(channel)).map((said) => said.articleId)).toEqual([id, articleId]);

    expect((await post(channel, `/api/inbox/${undo.id}/undo`)).statusCode).toBe(200);
    expect(await get<object>(channel, `/api/articles/${articleId}`)).toMatchObject({ mergedInto: { id } });
    expect((await conversationsOf(channel)).map((said) => said.articleId)).toEqual([id, id]);
  });
});
