import { and, eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { LocalEngine } from "../../../engine/contract.ts";
import type { ArticlePage } from "../../../shared/contract/articles.ts";
import type { EditedArticle, EditedStatement } from "../../../shared/contract/editing.ts";
import type { InboxPage } from "../../../shared/contract/inbox.ts";
import type { Statement } from "../../../shared/domain/article.ts";
import {
  type AnalysisStage,
  buildThread,
  openStage,
  type StageChannel,
} from "../../analysis/testing/analysis-stage.ts";
import { createScriptedEngine } from "../../analysis/testing/scripted-engine.ts";
import { articleRechecks, articleSources, articleVersions, messages } from "../../db/schema.ts";
import { inWorkspace } from "../../db/workspace-scope.ts";
import { eraseMessages, storeMessages } from "../../ingest/messages/store-messages.ts";
import { forgetFormerTexts, listSourceEdits } from "../articles/index.ts";
import { createComparingEngine } from "../dedupe/testing/comparing-engine.ts";
import { NEUTRAL_TITLE } from "../retract/quotes.ts";
import { createUnchangedEdit } from "./testing/edit-of.ts";

let stage: AnalysisStage & { close(): Promise<void> };
beforeAll(async () => {
  stage = await openStage();
});
afterAll(() => stage.close());

interface Written {
  channel: StageChannel;
  ids: string[];
  articleId: string;
}

async function written(...texts: string[]): Promise<Written> {
  stage.engine.current = createScriptedEngine();
  const said = buildThread(...texts);
  const channel = await stage.newChannel(said);
  await channel.run("analyse");
  const [article] = (await channel.person.inject({ method: "GET", url: "/api/articles" })).json() as { id: string }[];
  return { channel, ids: said.map(({ ts }) => ts), articleId: article?.id ?? "" };
}

async function read({ channel, articleId }: Written): Promise<ArticlePage> {
  return (await channel.person.inject({ method: "GET", url: `/api/articles/${articleId}` })).json() as ArticlePage;
}

const save = ({ channel, articleId }: Written, payload: EditedArticle) =>
  channel.person.inject({ method: "PUT", url: `/api/articles/${articleId}/content`, payload });

/** The edit with `change` applied to every statement. */
function reworded(edit: EditedArticle, change: (text: string) => string): EditedArticle {
  const all = (list: EditedStatement[]) => list.map((one) => ({ ...one, text: change(one.text) }));
  const sections = edit.sections.map((section) => ({ ...section, statements: all(section.statements) }));
  return { ...edit, summary: all(edit.summary), sections };
}

const statementsIn = (page: ArticlePage) => [
  ...page.summaryStatements,
  ...page.sections.flatMap(({ statements }) => statements),
];
const saying = (page: ArticlePage, words: string) => statementsIn(page).find(({ text }) => text.includes(words));
const withSentence = (edit: EditedArticle, text: string): EditedArticle => ({
  ...edit,
  sections: edit.sections.map((section, index) =>
    index === 0
      ? { ...section, statements: [...section.statements, { key: null, form: "sentence", text, language: null }] }
      : section,
  ),
});

/** An article that a person has edited, and whose conversation is compared with it from then on. */
async function compared(...texts: string[]): Promise<Written> {
  const it = await written(...texts);
  stage.engine.current = createComparingEngine();
  await save(it, withSentence(createUnchangedEdit(await read(it)), "Ask Ops first."));
  return it;
}

/** The same, in which the person has also reworded one sentence. */
async function reworked(known: string, own: string, ...texts: string[]): Promise<Written> {
  const it = await compared(...texts);
  await save(
    it,
    reworded(createUnchangedEdit(await read(it)), (text) => text.replace(known, own)),
  );
  return it;
}

async function decide(it: Written, choice: string) {
  const [item] = (await inbox(it)).items;
  const answer = await it.channel.person.inject({
    method: "POST",
    url: `/api/inbox/${item?.id}/decide`,
    payload: { choice },
  });
  expect(answer.statusCode, answer.body).toBe(200);
}

async function remove({ channel }: Written, id = "") {
  const gone = [{ externalId: id, sentAt: new Date(Number(id) * 1000) }];
  await inWorkspace(stage.db, channel.workspaceId, (scope) => eraseMessages(scope, channel.id, gone));
  await isChecked(channel);
}
async function rewrite({ channel }: Written, id = "", text = "") {
  const [row] = await stage.db
    .select()
    .from(messages)
    .where(and(eq(messages.channelId, channel.id), eq(messages.externalId, id)));
  if (!row) throw new Error("There is no such message.");
  const author = { externalId: row.authorId, name: row.authorName };
  const { threadId, sentAt } = row;
  const message = { externalId: id, threadId, author, sentAt, editedAt: new Date(), text };
  const reading = { messages: [message], skipped: [], complete: [] };
  await inWorkspace(stage.db, channel.workspaceId, (scope) =>
    storeMessages(scope, channel.id, reading, { from: "event", readingSince: new Date(), secrets: stage.deps.secrets }),
  );
  await isChecked(channel);
}
const isChecked = ({ workspaceId }: StageChannel) =>
  expect.poll(() => stage.db.$count(articleRechecks, eq(articleRechecks.workspaceId, workspaceId))).toBe(0);
const inbox = async ({ channel }: Written) =>
  (await channel.person.inject({ method: "GET", url: "/api/inbox" })).json() as InboxPage;

describe("An article that a person edits", () => {
  it("keeps each sentence's identity and messages, and says what is a person's own", async () => {
    const it = await written("KNOW how to restart", "press the button", "then wait a minute");
    const before = await read(it);
    const edit = withSentence(
      reworded(createUnchangedEdit(before), (text) => text.replace("the button", "the red button")),
      "Ask Ops first.",
    );
    const answer = await save(it, { ...edit, title: "Restarting, by hand", tags: ["ops"], why: "It was too short." });
    expect(answer.json()).toEqual({ version: 2, redacted: [] });
    const after = await read(it);
    expect(after).toMatchObject({ title: "Restarting, by hand", tags: ["ops"], version: 2 });
    const changed = saying(after, "red button");
    expect(changed).toMatchObject({
      key: saying(before, "press the button")?.key,
      sources: saying(before, "press the button")?.sources,
      hand: { what: "edited", by: "Ada Lovelace" },
    });
    expect(saying(after, "Ask Ops")).toMatchObject({ sources: [], hand: { what: "written", by: "Ada Lovelace" } });
    expect(saying(after, "wait a minute")).toEqual(saying(before, "wait a minute"));
    expect(after.versions[0]).toMatchObject({
      by: "Ada Lovelace",
      reason: "Edited by hand: title changed, 1 sentence changed, 1 sentence added. It was too short.",
    });
    expect((await save(it, createUnchangedEdit(after))).json()).toEqual({ version: 2, redacted: [] });
  });

  it("is never saved over what somebody else saved meanwhile", async () => {
    const it = await written("KNOW how to restart", "press the button");
    const both = createUnchangedEdit(await read(it));
    expect((await save(it, { ...both, title: "The first" })).statusCode).toBe(200);
    const second = await save(it, { ...both, title: "The second" });
    expect(second.statusCode).toBe(409);
    expect(second.json().message).toContain("Your text is kept");
    expect((await read(it)).title).toBe("The first");
  });

  it("keeps the messages of two sentences that were joined, and of one that was split", async () => {
    const it = await written("KNOW how to restart", "press the button", "then wait a minute");
    const before = await read(it);
    const [one, two] = [saying(before, "press the button"), saying(before, "then wait")];
    const edit = createUnchangedEdit(before);
    const joined = { key: one?.key ?? null, from: [two?.key ?? ""], form: "sentence" as const, language: null };
    const [section] = edit.sections;
    if (!section) throw new Error("There is no section.");
    const statements = [{ ...joined, text: "press the button, then wait a minute" }];
    await save(it, { ...edit, summary: [], sections: [{ ...section, statements }] });
    const after = await read(it);
    expect(saying(after, "press the button")?.sources).toEqual([...(one?.sources ?? []), ...(two?.sources ?? [])]);
    const key = saying(after, "press the button")?.key ?? null;
    const split = [
      { key, form: "sentence" as const, text: "press the button", language: null },
      { key: null, from: [key ?? ""], form: "sentence" as const, text: "wait a minute", language: null },
    ];
    await save(it, { ...createUnchangedEdit(after), sections: [{ ...section, statements: split }] });
    expect(statementsIn(await read(it)).map(({ sources }) => sources.length)).toEqual([2, 2]);
  });

  it("cites no message for a sentence that a person typed beside one from the chat", async () => {
    const it = await written("KNOW how to restart", "press the button", "then wait a minute");
    const before = await read(it);
    await save(
      it,
      reworded(createUnchangedEdit(before), (text) =>
        text.replace(/^(.*the button)$/i, "Mind the *dog. And* the cat. $1. Ask Ops if the button stays dark."),
      ),
    );
    const after = await read(it);
    const own = { sources: [], hand: { what: "written", by: "Ada Lovelace" } };
    expect(saying(after, "stays dark")).toMatchObject({ text: "Ask Ops if the button stays dark.", ...own });
    expect(saying(after, "the cat")).toMatchObject({ text: "Mind the *dog. And* the cat.", ...own });
    expect(saying(after, "press the button")).toMatchObject({
      key: saying(before, "press the button")?.key,
      sources: saying(before, "press the button")?.sources,
    });
    expect(
      statementsIn(after)
        .map(({ text }) => text)
        .join(" "),
    ).toContain("the cat. press the button. Ask Ops");
  });

  it("cites no message for a typed sentence that ends with a number", async () => {
    const it = await written("KNOW how to restart", "press the button", "then wait a minute");
    const before = await read(it);
    await save(
      it,
      reworded(createUnchangedEdit(before), (text) => text.replace(/^(.*the button)$/i, "Count slowly to 10. $1.")),
    );
    const after = await read(it);
    expect(saying(after, "slowly")).toMatchObject({ text: "Count slowly to 10.", sources: [] });
    expect(saying(after, "the button")?.sources).toEqual(saying(before, "the button")?.sources);
  });

  it("cites no message for words that took the place of a whole sentence, and none of which was in it", async () => {
    const it = await written("KNOW how to restart", "press the button", "then wait a minute");
    const before = await read(it);
    await save(
      it,
      reworded(createUnchangedEdit(before), (text) =>
        text.replace(/^.*the button.*$/i, "Call Ops.").replace("a minute", "two minutes"),
      ),
    );
    const after = await read(it);
    expect(saying(after, "Call Ops")).toMatchObject({ sources: [], hand: { what: "written", by: "Ada Lovelace" } });
    expect(saying(after, "wait two minutes")?.sources).toEqual(saying(before, "wait a minute")?.sources);
  });

  it("holds no secret that was typed", async () => {
    const it = await written("KNOW how to restart", "press the button");
    const answer = await save(
      it,
      withSentence(createUnchangedEdit(await read(it)), "The password: hunter2hunter2X9 opens it."),
    );
    expect(answer.json().redacted).toEqual([{ what: "password", count: 1 }]);
    expect(JSON.stringify(await read(it))).not.toContain("hunter2");
  });

  it("says which earlier versions have the words that it has now", async () => {
    const it = await written("KNOW how to restart", "press the button");
    await save(it, { ...createUnchangedEdit(await read(it)), title: "Worse" });
    await save(it, { ...createUnchangedEdit(await read(it)), title: "Better" });
    await save(it, { ...createUnchangedEdit(await read(it)), title: "Worse" });
    const { versions } = await read(it);
    expect(versions.map(({ version, isPresent }) => [version, isPresent])).toEqual([
      [4, true],
      [3, false],
      [2, true],
      [1, false],
    ]);
  });

  it("gets an earlier version back as a new one that says who brought it back", async () => {
    const it = await written("KNOW how to restart", "press the button");
    const before = await read(it);
    await save(it, { ...reworded(createUnchangedEdit(before), () => "Nothing."), title: "Worse", tags: ["worse"] });
    const url = `/api/articles/${it.articleId}/versions/1/restore`;
    const stale = await it.channel.person.inject({ method: "POST", url, payload: { from: 1 } });
    expect(stale.statusCode).toBe(409);
    const answer = await it.channel.person.inject({ method: "POST", url, payload: { from: 2 } });
    expect(answer.json()).toEqual({ version: 3 });
    const after = await read(it);
    expect(after).toMatchObject({ title: before.title, tags: before.tags });
    expect(statementsIn(after)).toEqual(statementsIn(before));
    expect(after.versions[0]).toMatchObject({ by: "Ada Lovelace", reason: "Version 1 was restored." });
  });
});

describe("A chat that changes after a person edited the article", () => {
  const GAPPED = "Mondays: … twice";

  /** An article whose second sentence a person edited, and whose message of that sentence was deleted then. */
  async function withGap() {
    const it = await written("KNOW how to restart", "press the zebrabutton", "then wait a minute");
    await save(
      it,
      reworded(createUnchangedEdit(await read(it)), (text) =>
        text.replace("press the zebrabutton", "Mondays: press zebrabutton twice"),
      ),
    );
    await remove(it, it.ids[1]);
    const { items } = await inbox(it);
    const item = items.find(({ kind }) => kind === "cut-out");
    const decide = (payload: object) =>
      it.channel.person.inject({ method: "POST", url: `/api/inbox/${item?.id}/decide`, payload });
    return { it, item, decide };
  }

  it("takes all of an edited sentence away that would be left with gaps, from every version", async () => {
    const { it } = await withGap();
    const after = await read(it);
    expect(saying(after, "Mondays")).toBeUndefined();
    expect(JSON.stringify(statementsIn(after))).not.toContain("…");
    const { rows } = await stage.db.execute(sql`select 1 from article_versions
      where workspace_id = ${it.channel.workspaceId} and (summary::text || body::text) similar to '%(zebra|…|Mondays)%'`);
    expect(rows).toEqual([]);
    const { rows: whole } = await stage.db.execute(sql`select 1 from articles
      where workspace_id = ${it.channel.workspaceId} and articles::text like '%zebra%'`);
    expect(whole).toEqual([]);
  });

  it("asks in the inbox to write such a sentence anew, and puts it where it stood", async () => {
    const { it, item, decide } = await withGap();
    expect(item).toMatchObject({ article: { id: it.articleId }, part: "sentence", left: GAPPED });
    expect(item?.reason).toContain("was deleted");
    expect(item?.choices).toEqual(["rewrite", "remove"]);
    expect((await decide({ choice: "keep" })).statusCode).toBe(400);
    expect((await decide({ choice: "rewrite", sentence: GAPPED })).statusCode).toBe(400);
    const before = statementsIn(await read(it)).map(({ text }) => text);
    const answer = await decide({ choice: "rewrite", sentence: "Mondays: press it twice" });
    expect(answer.statusCode).toBe(200);
    const after = statementsIn(await read(it)).map(({ text }) => text);
    expect(after.filter((text) => !text.includes("Mondays"))).toEqual(before);
    const at = after.indexOf("Mondays: press it twice");
    expect(after[at + 1]).toContain("then wait a minute");
    expect(saying(await read(it), "Mondays")).toMatchObject({ hand: { what: "written", by: "Ada Lovelace" } });
    expect((await inbox(it)).total).toBe(0);
    const undo = `/api/inbox/${answer.json().undo.id}/undo`;
    expect((await it.channel.person.inject({ method: "POST", url: undo })).statusCode).toBe(200);
    expect(saying(await read(it), "Mondays")).toBeUndefined();
    expect((await inbox(it)).items).toMatchObject([{ kind: "cut-out", left: GAPPED }]);
  });

  it("leaves such a sentence out when a person says so, which can be undone", async () => {
    const { it, decide } = await withGap();
    const answer = await decide({ choice: "remove" });
    expect((await inbox(it)).total).toBe(0);
    expect(saying(await read(it), "Mondays")).toBeUndefined();
    await it.channel.person.inject({ method: "POST", url: `/api/inbox/${answer.json().undo.id}/undo` });
    expect((await inbox(it)).items).toMatchObject([{ kind: "cut-out", left: GAPPED }]);
  });

  it("forgets such a sentence a day after a person decided, and none that waits", async () => {
    const [decided, waiting] = [await withGap(), await withGap()];
    await decided.decide({ choice: "remove" });
    await stage.db.execute(sql`update articles
      set cut_out = jsonb_set(cut_out, '{0,decidedAt}', to_jsonb(now() - interval '25 hours'))
      where id = ${decided.it.articleId}`);
    await forgetFormerTexts(stage.db);
    const { rows } = await stage.db.execute(
      sql`select cut_out as "cutOut" from articles where id = ${decided.it.articleId}`,
    );
    expect(rows).toEqual([{ cutOut: [] }]);
    expect((await inbox(waiting.it)).items).toMatchObject([{ kind: "cut-out", left: GAPPED }]);
  });

  it("keeps such a sentence for its writer when nothing else of the article is left", async () => {
    const { it, decide } = await withGap();
    for (const id of [it.ids[0], it.ids[2]]) await remove(it, id);
    await expect.poll(async () => (await read(it)).state).toBe("withdrawn");
    expect((await inbox(it)).items).toMatchObject([{ kind: "cut-out" }]);
    await decide({ choice: "rewrite", sentence: "Mondays: press it twice." });
    const after = await read(it);
    expect(after.state).toBe("stands");
    expect(statementsIn(after).map(({ text }) => text)).toEqual(["Mondays: press it twice."]);
  });

  it("says of a sentence that lost no word that its message was deleted", async () => {
    const it = await written("KNOW how to restart", "press the zebrabutton", "then press again and wait");
    await save(
      it,
      reworded(createUnchangedEdit(await read(it)), (text) =>
        text.replace("press the zebrabutton", "Mondays: press twice"),
      ),
    );
    await remove(it, it.ids[1]);
    const [item] = (await inbox(it)).items;
    expect(item).toMatchObject({ kind: "lost-support", choices: ["keep", "remove"] });
    expect(item?.reason).toBe("A sentence may not hold any more: the message behind it was deleted.");
  });

  for (const isNamed of [true, false])
    it(`that began before a message was deleted does not bring its words back, ${isNamed ? "with" : "without"} its edition named`, async () => {
      const article = await written("KNOW how to restart", "press the ocelotbutton", "then wait a minute");
      await save(
        article,
        reworded(createUnchangedEdit(await read(article)), (text) => text.replace("press", "First press")),
      );
      const page = await read(article);
      expect(saying(page, "First press the ocelotbutton")).toBeTruthy();
      const begun = {
        ...createUnchangedEdit(page),
        title: `Look: ${page.title}`,
        ...(isNamed && { edition: page.edition }),
      };
      const id = article.ids[1] ?? "";
      await inWorkspace(stage.db, article.channel.workspaceId, async (scope) => {
        await eraseMessages(scope, article.channel.id, [{ externalId: id, sentAt: new Date(Number(id) * 1000) }]);
        // Puts off the worker that rewrites the article.
        await scope.tx
          .update(articleRechecks)
          .set({ nextAttemptAt: sql`now() + interval '1 hour'` })
          .where(eq(articleRechecks.workspaceId, scope.workspaceId));
      });
      const now = await read(article);
      expect(now.version).toBe(page.version);
      expect(JSON.stringify(now)).not.toContain("ocelotbutton");
      const answer = await save(article, begun);
      expect(answer.statusCode).toBe(409);
      expect(answer.json().message).toContain("Your text is kept");
      expect(JSON.stringify(await read(article))).not.toContain("ocelotbutton");
      expect(
        (await save(article, { ...createUnchangedEdit(now), title: "Look here", edition: now.edition })).statusCode,
      ).toBe(200);
    });

  it("never takes a person's own sentence, even when all of the conversation is deleted", async () => {
    const it = await written("KNOW how to restart", "press the button");
    await save(it, withSentence(createUnchangedEdit(await read(it)), "Ask Ops first."));
    for (const id of it.ids) await remove(it, id);
    const after = await read(it);
    expect(statementsIn(after).map(({ text }) => text)).toEqual(["Ask Ops first."]);
    expect(after.state).toBe("stands");
  });

  it("asks about an edited sentence whose message was edited, and changes nothing by itself", async () => {
    const it = await written("KNOW how to restart", "press the button", "then wait a minute");
    await save(
      it,
      reworded(createUnchangedEdit(await read(it)), (text) => text.replace("a minute", "five minutes")),
    );
    await rewrite(it, it.ids[2], "then wait an hour");
    const after = await read(it);
    expect(saying(after, "five minutes")?.doubt).toContain("was edited since");
    expect(after.versions[0]?.reason).toMatch(
      /was edited in #.+ The sentences that it no longer says wait for a decision\.$/,
    );
    expect(JSON.stringify(statementsIn(after))).not.toContain("an hour");
    const { items } = await inbox(it);
    expect(items).toMatchObject([
      { kind: "lost-support", statements: [{ text: "then wait five minutes", edits: [{ authorName: "cy" }] }] },
    ]);
    const [sentence] = items[0]?.kind === "lost-support" ? items[0].statements : [];
    const words = (side: "before" | "after") => sentence?.edits?.[0]?.[side]?.map(({ text }) => text).join("");
    expect([words("before"), words("after")]).toEqual(["then wait a minute", "then wait an hour"]);
  });

  it("says what the edited message says now once a person decides so, and what it said before when that is undone", async () => {
    const it = await written("KNOW how to restart", "press the button", "then wait a minute");
    await save(
      it,
      reworded(createUnchangedEdit(await read(it)), (text) => text.replace("a minute", "five minutes")),
    );
    await rewrite(it, it.ids[2], "then wait an hour");
    expect((await read(it)).contradictions).toMatchObject([
      { known: "then wait five minutes", fresh: "Then wait an hour", changedAt: expect.any(String) },
    ]);
    const [item] = (await inbox(it)).items;
    expect(item).toMatchObject({
      kind: "lost-support",
      choices: ["keep", "remove", "replace"],
      statements: [{ text: "then wait five minutes", newWords: [{ text: "Then wait an hour" }] }],
    });
    const { person } = it.channel;
    const url = `/api/inbox/${item?.id}/decide`;
    const decided = await person.inject({ method: "POST", url, payload: { choice: "replace" } });
    expect(decided.statusCode, decided.body).toBe(200);
    const after = await read(it);
    expect(saying(after, "an hour")).toMatchObject({ text: "Then wait an hour", sources: [it.ids[2]] });
    expect(saying(after, "an hour")).not.toHaveProperty("hand");
    expect(saying(after, "an hour")).not.toHaveProperty("doubt");
    expect(after.sources.find(({ id }) => id === it.ids[2])?.text).toBe("then wait an hour");
    expect(JSON.stringify(statementsIn(after))).not.toContain("five minutes");
    expect((await inbox(it)).total).toBe(0);

    const undo = `/api/inbox/${decided.json<{ undo: { id: string } }>().undo.id}/undo`;
    expect((await person.inject({ method: "POST", url: undo })).statusCode).toBe(200);
    expect(saying(await read(it), "five minutes")?.hand).toMatchObject({ what: "edited" });
    expect((await inbox(it)).items).toMatchObject([{ kind: "lost-support" }]);
  });

  it("offers no new words where the message has none in place of its sentence", async () => {
    const it = await written("KNOW how to restart", "press the button", "then wait a minute");
    await save(it, withSentence(createUnchangedEdit(await read(it)), "Ask Ops first."));
    await rewrite(it, it.ids[2], "🙂");
    const [item] = (await inbox(it)).items;
    expect(item?.choices).toEqual(["keep", "remove"]);
    const url = `/api/inbox/${item?.id}/decide`;
    const refused = await it.channel.person.inject({ method: "POST", url, payload: { choice: "replace" } });
    expect(refused.statusCode).toBe(400);
  });

  it("leaves a sentence that the edited message still says in no doubt", async () => {
    const it = await written("KNOW how to restart", "press the button", "then wait a minute");
    await save(it, withSentence(createUnchangedEdit(await read(it)), "Ask Ops first."));
    await rewrite(it, it.ids[2], "Well, then wait a minute!");
    expect(saying(await read(it), "wait a minute")?.doubt).toBeUndefined();
    expect((await inbox(it)).total).toBe(0);
  });

  it("has an edited message in its history once, with who edited", async () => {
    const it = await compared("KNOW ABOUT-restart", "press the button", "the wait is 5");
    const before = (await read(it)).versions.length;
    await rewrite(it, it.ids[2], "the wait is 60");
    const { versions, ...after } = await read(it);
    expect(JSON.stringify(after)).toContain("wait is 60");
    expect(versions).toHaveLength(before + 1);
    const reasons = versions.map(({ reason }) => reason);
    expect(reasons).toContainEqual(expect.stringMatching(/^A message by cy was edited in #help-\d+\.$/));
  });

  it("asks once about one edit, with the words before and after and when it was", async () => {
    const it = await reworked("the wait", "the usual wait", "KNOW ABOUT-restart", "press the button", "the wait is 5");
    await rewrite(it, it.ids[2], "the wait is 60");
    const after = await read(it);
    expect(JSON.stringify(statementsIn(after))).not.toContain("wait is 60");
    expect(after.contradictions).toMatchObject([{ note: expect.stringMatching(/^cy edited this in #.+ on .+;/) }]);
    const both = /usual wait is 5.+cy changed this in #.+ on .+ to "the wait is 60"; nobody has decided yet\./;
    expect(after.markdown, "the words of its pages").toMatch(both);
    expect((await inbox(it)).items).toMatchObject([
      {
        kind: "conflict",
        reason: expect.stringMatching(/^cy edited a message behind the article on .+\. Which is right\?$/),
        known: { text: "the usual wait is 5" },
        fresh: { text: "the wait is 60" },
        editedAt: expect.any(String),
      },
    ]);
  });

  it.each([
    ["a value", "the wait is 5", "the wait is 60"],
    ["other words", "then call Ops", "then leave it alone"],
    ["the same in other words", "SAME close it before you count", "SAME close it before you start to count"],
  ])("follows the edit of a message whose sentence nobody touched: %s", async (_, before, now) => {
    const it = await compared("KNOW ABOUT-restart", "press the button", before);
    await rewrite(it, it.ids[2], now);
    const after = await read(it);
    const texts = statementsIn(after).map(({ text }) => text);
    expect(texts).toContain(now);
    expect(texts).not.toContain(before);
    expect(texts).toContain("Ask Ops first.");
    expect(saying(after, now)).not.toHaveProperty("hand");
    expect(after.sources.find(({ id }) => id === it.ids[2])?.text).toBe(now);
    expect((await inbox(it)).total).toBe(0);
  });

  it("asks once about an edit whose words have no value in common either", async () => {
    const it = await reworked("call", "phone", "KNOW ABOUT-restart", "press the button", "then call Ops");
    await rewrite(it, it.ids[2], "then leave it alone");
    expect((await inbox(it)).items).toMatchObject([
      { kind: "conflict", known: { text: "then phone Ops" }, fresh: { text: "then leave it alone" } },
    ]);
  });

  it.each([
    ["which nobody edited", null],
    ["which was edited before it was cited", new Date()],
  ])("takes another hiding of secrets in a message for no edit: a message %s", async (_, editedAt) => {
    const it = await written("KNOW how to restart", "press the button at 12 High Street, then wait");
    await save(it, withSentence(createUnchangedEdit(await read(it)), "Ask Ops first."));
    const cited = and(
      eq(articleSources.articleId, it.articleId),
      eq(articleSources.messageExternalId, it.ids[1] ?? ""),
    );
    const text = "press the button at [postal address removed], then wait";
    await stage.db.update(articleSources).set({ text }).where(cited);
    await stage.db
      .update(messages)
      .set({ editedAt })
      .where(eq(messages.externalId, it.ids[1] ?? ""));
    const edits = () =>
      inWorkspace(stage.db, it.channel.workspaceId, (scope) => listSourceEdits(scope, [it.articleId]));
    expect(await edits()).toEqual([]);
    await rewrite(it, it.ids[1], "press the button at 12 High Street, then leave");
    expect(await edits()).toMatchObject([{ id: it.ids[1] }]);
  });

  it("shows no source that says otherwise beside a sentence which a person kept after an edit", async () => {
    const it = await written("KNOW how to restart", "press the button", "the wait is 5");
    await save(it, withSentence(createUnchangedEdit(await read(it)), "Ask Ops first."));
    await rewrite(it, it.ids[2], "the wait is 60");
    await decide(it, "keep");
    const kept = await read(it);
    expect(saying(kept, "is 5")).toMatchObject({ hand: { what: "kept", by: "Ada Lovelace" } });
    expect(saying(kept, "is 5")?.doubt).toBeUndefined();
    expect(kept.sources.find(({ id }) => id === it.ids[2])?.text).toBe("the wait is 5");
    expect(kept.markdown).toContain("Kept after its message was edited, by Ada Lovelace");
    // Another message changes: the decided edit is not asked about again.
    await rewrite(it, it.ids[1], "press the green button");
    expect((await inbox(it)).items).toMatchObject([
      { kind: "lost-support", statements: [{ text: "press the button" }] },
    ]);
  });

  it("cites the message as it is now once a person took its new words", async () => {
    const it = await reworked("the wait", "the usual wait", "KNOW ABOUT-restart", "press the button", "the wait is 5");
    await rewrite(it, it.ids[2], "the wait is 60");
    await decide(it, "replace");
    const replaced = await read(it);
    expect(saying(replaced, "is 60")?.doubt).toBeUndefined();
    expect(replaced.sources.find(({ id }) => id === it.ids[2])?.text).toBe("the wait is 60");
    expect((await inbox(it)).total).toBe(0);
  });

  const OLD = "wait until it is green. call Ops";
  const NEW = "wait until it is blue. call Support";

  /** The comparing engine that makes several sentences of a message. */
  function sentencesEngine(): LocalEngine {
    const engine = createComparingEngine();
    return {
      ...engine,
      async write(...given) {
        const { body, ...rest } = await engine.write(...given);
        const split = (one: Statement) => one.text.split(". ").map((text) => ({ ...one, text }));
        return { ...rest, body: body.map((part) => ({ ...part, statements: part.statements.flatMap(split) })) };
      },
    };
  }

  /** An article with two sentences of one message, both edited: two questions in the inbox. */
  async function bothEdited() {
    const it = await written("KNOW ABOUT-restart", OLD, "thanks");
    stage.engine.current = sentencesEngine();
    await rewrite(it, it.ids[2], "thanks a lot");
    const edit = withSentence(createUnchangedEdit(await read(it)), "Ask Ops first.");
    await save(
      it,
      reworded(edit, (text) => text.replace(/^(?=wait until)/, "please ").replace(/^(?=call)/, "then ")),
    );
    await rewrite(it, it.ids[1], NEW);
    expect((await inbox(it)).items).toMatchObject([{ kind: "conflict" }, { kind: "conflict" }]);
    const textOf = async () => (await read(it)).sources.find(({ id }) => id === it.ids[1])?.text;
    const post = async (url: string, payload?: object) => {
      const answer = await it.channel.person.inject({ method: "POST", url, ...(payload && { payload }) });
      expect(answer.statusCode, answer.body).toBeLessThan(300);
      return answer;
    };
    const about = async (words: string, choice: string) => {
      const { items } = await inbox(it);
      const item = items.find((one) => one.kind === "conflict" && one.known?.text.includes(words));
      const answer = await post(`/api/inbox/${item?.id}/decide`, { choice });
      return answer.json<{ undo: { id: string } }>().undo.id;
    };
    return { it, textOf, about, post };
  }

  it("keeps the former words of a message until each of its edited sentences is decided", async () => {
    const { it, textOf, about } = await bothEdited();
    await about("green", "replace");
    expect(await textOf()).toBe(OLD);
    await about("Ops", "keep");
    expect(await textOf()).toBe(NEW);
    const kept = saying(await read(it), "call Ops");
    expect(kept).toMatchObject({ hand: { what: "edited" } });
    expect(kept?.doubt).toBeUndefined();
  });

  it("gives a message its former words back when the decision is undone, and the sentence can be kept then", async () => {
    const { it, textOf, about, post } = await bothEdited();
    await about("green", "replace");
    const last = await about("Ops", "replace");
    expect(await textOf()).toBe(NEW);
    await post(`/api/inbox/${last}/undo`);
    expect(await textOf()).toBe(OLD);
    await about("Ops", "keep");
    expect(saying(await read(it), "call Ops")).toMatchObject({ hand: { what: "edited" } });
    expect(await textOf()).toBe(NEW);
    const stored = async () => JSON.stringify(await stage.db.select().from(articleSources));
    expect(await stored()).toContain(OLD);
    await stage.db.update(articleSources).set({ followedAt: sql`now() - interval '25 hours'` });
    await forgetFormerTexts(stage.db);
    expect(await stored()).not.toContain(OLD);
  });

  it("takes no edit over when a person changes another sentence of the message, or restores the version before", async () => {
    const { it, textOf, post } = await bothEdited();
    await save(
      it,
      reworded(createUnchangedEdit(await read(it)), (text) => text.replace("wait until", "please wait until")),
    );
    expect(await textOf()).toBe(OLD);
    const { version } = await read(it);
    await post(`/api/articles/${it.articleId}/versions/${version - 1}/restore`, { from: version });
    expect(await textOf()).toBe(OLD);
  });

  it("never leaves gaps in a title, which waits in the inbox to be written anew", async () => {
    const it = await written("KNOW how to restart", "press the zebrabutton");
    await save(it, withSentence(createUnchangedEdit(await read(it)), "Ask Ops first."));
    const titled = { ...createUnchangedEdit(await read(it)), title: "KNOW how to restart on Mondays" };
    await save(it, titled);
    await remove(it, it.ids[0]);
    expect((await read(it)).title).toBe(NEUTRAL_TITLE);
    const { items } = await inbox(it);
    const item = items.find(({ kind }) => kind === "cut-out");
    expect(item).toMatchObject({ part: "title", left: expect.stringContaining("on Mondays") });
    await it.channel.person.inject({
      method: "POST",
      url: `/api/inbox/${item?.id}/decide`,
      payload: { choice: "rewrite", sentence: "Pressing the button on Mondays" },
    });
    expect((await read(it)).title).toBe("Pressing the button on Mondays");
  });

  it("erases a heading's and the title's words of a deleted message and keeps the person's", async () => {
    const it = await written("KNOW how to restart", "press the zebrabutton");
    const edit = withSentence(createUnchangedEdit(await read(it)), "Ask Ops first.");
    await save(it, { ...edit, title: "press the zebrabutton on Mondays" });
    await save(it, { ...createUnchangedEdit(await read(it)), title: "Mondays: press the zebrabutton" });
    await remove(it, it.ids[1]);
    // The person typed "zebrabutton" into the title: their own text stays.
    expect((await read(it)).title).toContain("Mondays");
    const versions = await stage.db.select().from(articleVersions).where(eq(articleVersions.articleId, it.articleId));
    expect(versions.map(({ body }) => JSON.stringify(body)).join()).not.toContain("zebra");
  });
});

describe("An article that is split", () => {
  it("keeps the sentences that people wrote or changed, whatever conversation they cite", async () => {
    stage.engine.current = createComparingEngine();
    const said = ["KNOW how ABOUT-split works?", "press the button"];
    const channel = await stage.newChannel([...buildThread(...said), ...buildThread(said[0] ?? "", "turn the key")]);
    await channel.run("analyse");
    const [item] = (await channel.person.inject({ method: "GET", url: "/api/inbox" })).json().items as { id: string }[];
    await channel.person.inject({
      method: "POST",
      url: `/api/inbox/${item?.id}/decide`,
      payload: { choice: "accept" },
    });
    const [row] = (await channel.person.inject({ method: "GET", url: "/api/articles" })).json() as { id: string }[];
    const it = { channel, ids: [], articleId: row?.id ?? "" };
    await save(
      it,
      withSentence(
        reworded(createUnchangedEdit(await read(it)), (text) => text.replace("turn the key", "turn the key twice")),
        "Ask Ops first.",
      ),
    );
    const url = `/api/articles/${it.articleId}`;
    const supporting = (await channel.person.inject({ method: "GET", url: `${url}/evidence` })).json() as {
      conversationId: string;
    }[];
    const payload = { conversations: [supporting[1]?.conversationId] };
    const answer = await channel.person.inject({ method: "POST", url: `${url}/split`, payload });
    expect(answer.statusCode, answer.body).toBe(200);
    const after = await read(it);
    expect(saying(after, "Ask Ops")).toMatchObject({ hand: { what: "written" } });
    expect(saying(after, "turn the key twice")).toMatchObject({ hand: { what: "edited" } });
  });
});
