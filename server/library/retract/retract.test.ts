import { and, eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { createLocalEngine } from "../../../engine/local-engine.ts";
import {
  type AnalysisStage,
  buildThread,
  openStage,
  type StageChannel,
} from "../../analysis/testing/analysis-stage.ts";
import { createScriptedEngine } from "../../analysis/testing/scripted-engine.ts";
import { indexWords } from "../../ask/read-articles.ts";
import { newId } from "../../db/new-id.ts";
import {
  activityLogs,
  articleRechecks,
  articleSources,
  articles,
  articleVersions,
  articleWords,
  askArticles,
  askTerms,
  channels,
  llmCalls,
  messages,
  threadQuestions,
} from "../../db/schema.ts";
import { inWorkspace } from "../../db/workspace-scope.ts";
import { eraseMessages, storeMessages } from "../../ingest/messages/store-messages.ts";
import { checkChangedArticles } from "../../jobs/check-changed-articles.ts";
import { startScheduledJobs } from "../../jobs/run-jobs.ts";
import { eraseAuthor } from "./erase-author.ts";
import { holdChannel } from "./hold-back.ts";

let stage: AnalysisStage & { close(): Promise<void> };
beforeAll(async () => {
  stage = await openStage();
});
afterAll(() => stage.close());

async function written(...texts: string[]): Promise<{ channel: StageChannel; ids: string[] }> {
  stage.engine.current = createScriptedEngine();
  const conversation = buildThread(...texts);
  const channel = await stage.newChannel(conversation);
  await channel.run("analyse");
  await readForAnswers(channel);
  return { channel, ids: conversation.map(({ ts }) => ts) };
}

/** Encodes the text that is searched for answers. */
const readForAnswers = (channel: StageChannel) => inScope(channel, (scope) => indexWords(scope, 500));

const articleOf = async ({ workspaceId }: StageChannel) => {
  const [row] = await stage.db.select().from(articles).where(eq(articles.workspaceId, workspaceId));
  if (!row) throw new Error("There is no article.");
  return row;
};
const versionsOf = ({ workspaceId }: StageChannel) =>
  stage.db
    .select()
    .from(articleVersions)
    .where(eq(articleVersions.workspaceId, workspaceId))
    .orderBy(articleVersions.version);
const isChecked = ({ workspaceId }: StageChannel) =>
  expect.poll(() => stage.db.$count(articleRechecks, eq(articleRechecks.workspaceId, workspaceId))).toBe(0);

const inScope = <T>(channel: StageChannel, work: Parameters<typeof inWorkspace<T>>[2]) =>
  inWorkspace(stage.db, channel.workspaceId, work);

const sentAt = (ts: string) => new Date(Number(ts) * 1000);
const remove = (channel: StageChannel, ...ids: string[]) =>
  inScope(channel, (scope) =>
    eraseMessages(
      scope,
      channel.id,
      ids.map((externalId) => ({ externalId, sentAt: sentAt(externalId) })),
    ),
  );
async function edit(channel: StageChannel, id: string, text: string, editedAt = new Date()) {
  const [row] = await stage.db
    .select()
    .from(messages)
    .where(and(eq(messages.channelId, channel.id), eq(messages.externalId, id)));
  if (!row) throw new Error("There is no such message.");
  const author = { externalId: row.authorId, name: row.authorName };
  const message = { externalId: id, threadId: row.threadId, author, sentAt: row.sentAt, editedAt, text };
  await inScope(channel, (scope) =>
    storeMessages(
      scope,
      channel.id,
      { messages: [message], skipped: [], complete: [] },
      {
        from: "event",
        readingSince: new Date(),
        secrets: stage.deps.secrets,
      },
    ),
  );
}

/** Searches every text and JSON column of all tables of the workspace and of the queue. */
async function whereIs(text: string): Promise<string[]> {
  const { rows } = await stage.db.execute<{ schema: string; table: string; column: string }>(sql`
    select table_schema as schema, table_name as "table", column_name as "column" from information_schema.columns
    where table_schema in ('public', 'pgboss')
      and (data_type in ('text', 'jsonb', 'character varying', 'tsvector') or data_type = 'ARRAY')`);
  const found: string[] = [];
  for (const { schema, table, column } of rows) {
    const { rows: hits } = await stage.db.execute(
      sql`select 1 from ${sql.identifier(schema)}.${sql.identifier(table)}
        where ${sql.identifier(column)}::text ilike ${`%${text}%`} limit 1`,
    );
    if (hits.length > 0) found.push(`${table}.${column}`);
  }
  return found;
}

/** True if a transaction waits for another's lock. */
async function isAnybodyWaiting(): Promise<boolean> {
  const { rows } = await stage.db.execute(sql`select from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`);
  return rows.length > 0;
}

describe("A message that is deleted in the chat", () => {
  it("takes its sentence along and leaves the others, and the history says why without the words", async () => {
    const { channel, ids } = await written("KNOW how to restart", "press the zebrabutton", "then wait a minute");
    expect(await whereIs("zebrabutton")).not.toEqual([]);
    await remove(channel, ids[1] ?? "");
    expect(await whereIs("zebrabutton")).toEqual([]);
    await isChecked(channel);
    const article = await articleOf(channel);
    expect(article.bodyText).toContain("then wait a minute");
    expect(article).toMatchObject({ version: 2, state: "stands" });
    const versions = await versionsOf(channel);
    expect(versions.at(-1)?.reason).toMatch(/^A message by bo was deleted in #help-\d+\.$/);
    expect(await whereIs("zebrabutton")).toEqual([]);
    const sources = await stage.db.select().from(articleSources).where(eq(articleSources.articleId, article.id));
    expect(sources.map(({ messageExternalId }) => messageExternalId).toSorted()).toEqual([ids[0], ids[2]].toSorted());
  });

  it("leaves nothing of its words in title, tags, log, search and what a model answered", async () => {
    const { channel, ids } = await written("KNOW the quaggapassword", "KNOW where it is written down");
    const { workspaceId } = channel;
    await stage.db.insert(llmCalls).values({
      workspaceId,
      id: newId(),
      purpose: "write",
      provider: "test",
      model: "test",
      inputHash: "1",
      sources: [ids[0] ?? ""],
      output: { title: "the quaggapassword" },
      outcome: "ok",
      inputTokens: 1,
      outputTokens: 1,
      costMicros: 1,
      milliseconds: 1,
    });
    expect(await whereIs("quaggapassword")).toEqual(
      expect.arrayContaining([
        "articles.title",
        "article_words.word",
        "ask_terms.term",
        "activity_logs.message",
        "llm_calls.output",
      ]),
    );
    await remove(channel, ids[0] ?? "");
    expect(await whereIs("quaggapassword")).toEqual([]);
    await isChecked(channel);
    expect(await articleOf(channel)).toMatchObject({ title: "KNOW where it is written down" });
    expect(await whereIs("quaggapassword")).toEqual([]);
  });

  it("leaves nothing of its words for answers, also when its article is read for them at that moment", async () => {
    const { channel, ids } = await written("KNOW how to restart", "press the civetbutton", "then wait a minute");
    await stage.db.delete(askArticles).where(eq(askArticles.workspaceId, channel.workspaceId));
    let removing: Promise<unknown> = Promise.resolve();
    let isRemoved = false;
    await inScope(channel, async (scope) => {
      await indexWords(scope, 500);
      removing = remove(channel, ids[1] ?? "").then(() => {
        isRemoved = true;
      });
      await expect.poll(async () => isRemoved || (await isAnybodyWaiting())).toBe(true);
    });
    await removing;
    expect(await whereIs("civetbutton")).toEqual([]);
    await isChecked(channel);
    await readForAnswers(channel);
    expect(await whereIs("civetbutton")).toEqual([]);
    const { id } = await articleOf(channel);
    const read = await stage.db.select().from(askTerms).where(eq(askTerms.articleId, id));
    expect(read.map(({ term }) => term)).toContain("restart");
  });

  it("keeps a word in the search that another article has", async () => {
    const { channel, ids } = await written("KNOW about okapis", "okapis like leaves");
    const other = buildThread("KNOW more about okapis", "they are shy");
    for (const { user = "UANA", text = "", ...message } of other)
      stage.team.post(channel.externalId, { user, text, ...message });
    await channel.run("analyse");
    await remove(channel, ...ids);
    await isChecked(channel);
    const words = await stage.db
      .select({ word: articleWords.word })
      .from(articleWords)
      .where(eq(articleWords.workspaceId, channel.workspaceId));
    expect(words.map(({ word }) => word)).toContain("okapis");
    expect(words.map(({ word }) => word)).not.toContain("leaves");
  });

  it("and was its question makes the article wait for a person, and leaves no answer without it on a page", async () => {
    const { channel, ids } = await written("where is the quokkakey?", "KNOW it is with Ida", "CERTAIN since May");
    const before = await articleOf(channel);
    await stage.db.update(articles).set({ state: "stands" }).where(eq(articles.id, before.id));
    stage.team.delete(channel.externalId, ids[0] ?? "");
    await remove(channel, ids[0] ?? "");
    await isChecked(channel);
    const reason = expect.stringMatching(/^Its question was deleted in the chat\./);
    expect(await articleOf(channel)).toMatchObject({ state: "draft", stateReason: reason });
    expect((await versionsOf(channel)).map((one) => one.reason)).toEqual([
      expect.stringMatching(/^Written from /),
      expect.stringMatching(/^A message by ana was deleted in #help-\d+\.$/),
    ]);
    expect(await whereIs("quokkakey")).toEqual([]);
    const inbox = async () => (await channel.person.inject({ url: "/api/inbox" })).json();
    const { items } = await inbox();
    expect(items).toMatchObject([{ kind: "draft", reason, article: { id: before.id }, choices: expect.any(Array) }]);
    expect(JSON.stringify(items)).toContain("it is with Ida");
    // The conversation continues, but the question stays deleted.
    stage.team.reply(channel.externalId, ids[1] ?? "", { user: "UCY", text: "CERTAIN and Bo has another" });
    await channel.run("analyse");
    expect(await articleOf(channel)).toMatchObject({ state: "draft", stateReason: reason });
    const decided = await channel.person.inject({
      method: "POST",
      url: `/api/inbox/${items[0].id}/decide`,
      payload: { choice: "approve" },
    });
    expect(decided.statusCode, decided.body).toBe(200);
    expect(await articleOf(channel)).toMatchObject({ state: "stands" });
  });

  it("and stood in an article that somebody verified has its owner asked whether the article still holds", async () => {
    const { channel, ids } = await written("KNOW the axolotlpump", "KNOW stop it first", "KNOW then open the lid");
    const { id } = await articleOf(channel);
    const confirmedBy = channel.person.viewer.userId;
    await stage.db
      .update(articles)
      .set({ state: "stands", confirmedAt: new Date(), confirmedBy })
      .where(eq(articles.id, id));
    stage.team.delete(channel.externalId, ids[1] ?? "");
    await remove(channel, ids[1] ?? "");
    await isChecked(channel);
    const inbox = async () => (await channel.person.inject({ url: "/api/inbox" })).json();
    const { items } = await inbox();
    const why = "A message was deleted in the chat, and the article lost a sentence with it.";
    expect(items).toMatchObject([{ kind: "review-due", reason: `${why} Is the article still right?` }]);
    expect((await versionsOf(channel)).map(({ reason }) => reason)).toEqual([
      expect.stringMatching(/^Written from /),
      expect.stringMatching(/^A message by bo was deleted in #help-\d+\.$/),
    ]);
    const decide = { method: "POST" as const, url: `/api/inbox/${items[0].id}/decide`, payload: { choice: "keep" } };
    expect((await channel.person.inject(decide)).statusCode).toBe(200);
    expect(await articleOf(channel)).toMatchObject({ state: "stands", stateReason: null });
    expect((await inbox()).total).toBe(0);
  });

  it("and was the last one withdraws the article", async () => {
    const { channel, ids } = await written("KNOW the narwhalcode", "it is narwhal two");
    for (const id of ids) stage.team.delete(channel.externalId, id);
    await remove(channel, ...ids);
    await isChecked(channel);
    expect(await articleOf(channel)).toMatchObject({
      state: "withdrawn",
      stateReason: "All its source messages were deleted in the chat.",
      title: "An article that was withdrawn",
      body: [],
    });
    expect(await whereIs("narwhal")).toEqual([]);
  });

  it("and takes the answer with it withdraws an article that nothing supports any more, until somebody answers again", async () => {
    const { channel, ids } = await written("where is the door?", "KNOW it is on the left");
    stage.team.delete(channel.externalId, ids[1] ?? "");
    await remove(channel, ids[1] ?? "");
    await isChecked(channel);
    expect(await articleOf(channel)).toMatchObject({
      state: "withdrawn",
      stateReason: "Too little of its conversation is left after a deletion.",
    });
    stage.team.reply(channel.externalId, ids[0] ?? "", { user: "UCY", text: "KNOW that it is on the right" });
    await channel.run("analyse");
    expect(await articleOf(channel)).toMatchObject({ state: "stands", title: "where is the door?" });
  });

  it("and was the only answer withdraws an excerpt of which a question and a question back are left", async () => {
    const conversation = buildThread(
      "How do I get pages to load over the VPN in a hotel? It says connected, but no page opens at all.",
      "Does `ping 10.20.0.1` answer in the terminal?",
      "Yes, ping answers, but every page just keeps spinning until it times out.",
      "The fix: open WireGuard, choose Larkmoor, then Edit, and add the line `MTU = 1280` to the block Interface.",
      "That works, thank you so much! Every page opens now.",
    ).map((message, at) => ({ ...message, user: at % 2 === 0 ? "UANA" : "UBO" }));
    const fix = conversation[3]?.ts ?? "";
    stage.engine.current = createLocalEngine();
    const channel = await stage.newChannel(conversation);
    await channel.run("analyse");
    expect(await articleOf(channel)).toMatchObject({ summaryText: expect.stringContaining("MTU = 1280") });
    stage.team.delete(channel.externalId, fix);
    await remove(channel, fix);
    await isChecked(channel);
    expect(await articleOf(channel)).toMatchObject({ state: "withdrawn", body: [] });
  });

  it("leaves a sentence that leans on it in a paragraph of its own, and asks in the inbox whether it still makes sense", async () => {
    const conversation = buildThread(
      "How do I get a refund to the customer for half an order? The dashboard offers the whole order only.",
      "Open the order, press Actions, choose Partial refund and tick the items that came back.",
      "There is no zebrabutton called Actions on the shipment page for me.",
      "Then it hasn't been marked delivered yet.",
      "Untick return expected as well, otherwise the customer gets a label for an empty box.",
    ).map((message, at) => ({ ...message, user: at === 0 || at === 2 ? "UANA" : "UBO" }));
    const gone = conversation[2]?.ts ?? "";
    stage.engine.current = createLocalEngine();
    const channel = await stage.newChannel(conversation);
    await channel.run("analyse");
    expect(JSON.stringify((await articleOf(channel)).body)).not.toContain("doubt");
    stage.team.delete(channel.externalId, gone);
    await remove(channel, gone);
    await isChecked(channel);
    const doubt = "A message that this sentence answers was deleted.";
    const { body, id } = await articleOf(channel);
    const place = body.findIndex(({ statements }) => statements[0]?.text.startsWith("Then it hasn"));
    expect(body[place]?.statements[0]).toMatchObject({ doubt });
    await stage.db.update(articles).set({ state: "stands" }).where(eq(articles.id, id));
    const { items } = (await channel.person.inject({ url: "/api/inbox?kind=lost-support" })).json();
    expect(items).toMatchObject([
      { reason: expect.stringMatching(/^A message that this sentence answers was deleted\. Before it: “/) },
    ]);
  });

  it("while its article is being written never comes into it", async () => {
    let reached = () => {};
    const isWriting = new Promise<void>((resolve) => {
      reached = resolve;
    });
    let goOn = () => {};
    const isAllowed = new Promise<void>((resolve) => {
      goOn = resolve;
    });
    const conversation = buildThread("KNOW about the dodo", "the dodosecret is here");
    const channel = await stage.newChannel(conversation);
    stage.engine.current = createScriptedEngine({
      onDetect: async () => {
        reached();
        await isAllowed;
      },
    });
    const run = channel.run("analyse");
    await isWriting;
    await remove(channel, conversation[1]?.ts ?? "");
    goOn();
    await run;
    await isChecked(channel);
    expect((await articleOf(channel)).title).toBe("KNOW about the dodo");
    expect(await whereIs("dodosecret")).toEqual([]);
  });

  it("stays deleted when an older edit of it arrives after it", async () => {
    const { channel, ids } = await written("KNOW how to open", "use the lemurkey");
    await remove(channel, ids[1] ?? "");
    await edit(channel, ids[1] ?? "", "use the lemurkey twice");
    await isChecked(channel);
    expect(await whereIs("lemurkey")).toEqual([]);
  });
});

describe("A message that is edited in the chat", () => {
  it("changes its sentence, and the history names who edited where", async () => {
    const { channel, ids } = await written("KNOW how to restart", "press the red button");
    await edit(channel, ids[1] ?? "", "press the green button");
    await isChecked(channel);
    const article = await articleOf(channel);
    expect(article.bodyText).toContain("green");
    expect(article.bodyText).not.toContain("red");
    expect((await versionsOf(channel)).at(-1)?.reason).toMatch(/^A message by bo was edited in #help-\d+\.$/);
  });

  it("takes its words out of the answers with the sentence", async () => {
    const { channel, ids } = await written("KNOW how to restart", "press the genetbutton");
    await edit(channel, ids[1] ?? "", "press the lynxbutton");
    await isChecked(channel);
    expect(JSON.stringify((await articleOf(channel)).body)).not.toContain("genetbutton");
    const { workspaceId } = channel;
    const terms = await stage.db.select().from(askTerms).where(eq(askTerms.workspaceId, workspaceId));
    expect(terms.map(({ term }) => term)).not.toContain("genetbutton");
  });

  it("without a change for the article makes no new version", async () => {
    const { channel, ids } = await written("KNOW how to restart", "press it");
    await edit(channel, ids[1] ?? "", "press it ");
    await edit(channel, ids[1] ?? "", "press it");
    await isChecked(channel);
    expect((await versionsOf(channel)).length).toBeLessThanOrEqual(3);
    expect((await articleOf(channel)).bodyText).toContain("press it");
  });

  it("is marked at its sentence when the engine cannot rewrite it", async () => {
    const { channel, ids } = await written("KNOW how to restart", "press the red button");
    await edit(channel, ids[1] ?? "", "POISON");
    const { id } = await articleOf(channel);
    await expect
      .poll(async () => {
        await stage.db
          .update(articleRechecks)
          .set({ nextAttemptAt: sql`now()` })
          .where(eq(articleRechecks.articleId, id));
        return JSON.stringify((await articleOf(channel)).body);
      })
      .toContain("The message behind this sentence was edited since.");
    const page = (await channel.person.inject({ url: `/api/articles/${id}` })).json<{ markdown: string }>();
    expect(page.markdown).toContain("*(The message behind this sentence was edited since.)*");
  });

  it("is checked once by two workers", async () => {
    const detected = vi.fn();
    const { channel, ids } = await written("KNOW how to restart", "press the red button");
    stage.engine.current = createScriptedEngine({ onDetect: () => detected() });
    const second = startScheduledJobs(stage.deps, [checkChangedArticles]);
    try {
      await edit(channel, ids[1] ?? "", "press the green button");
      await isChecked(channel);
    } finally {
      await second.stop();
    }
    expect(detected).toHaveBeenCalledOnce();
    expect(await versionsOf(channel)).toHaveLength(2);
  });
});

describe("A person who is erased on request", () => {
  it("is gone with all they said and their name, and does not come back when the channel is read again", async () => {
    const { channel, ids } = await written("KNOW how to restart", "press the ibexbutton", "bo said: wait a minute");
    const { workspaceId } = channel;
    const { id: articleId } = await articleOf(channel);
    const asked = {
      workspaceId,
      id: newId(),
      channelId: channel.id,
      articleId,
      threadId: ids[0] ?? "",
      askedOf: "UBO",
    };
    await stage.db.insert(threadQuestions).values({ ...asked, state: "asked" });
    const stateReason = "It was asked to be fixed by bo in #help.";
    await stage.db.update(articles).set({ stateReason }).where(eq(articles.id, articleId));
    const erased = await inScope(channel, (scope) => eraseAuthor(stage.deps, scope, "bo"));
    expect(erased).toMatchObject({ messages: 1 });
    expect(await whereIs("ibexbutton")).toEqual([]);
    await isChecked(channel);
    const holds = async () => {
      const rows = await Promise.all([
        stage.db.select().from(messages).where(eq(messages.workspaceId, channel.workspaceId)),
        stage.db.select().from(articles).where(eq(articles.workspaceId, channel.workspaceId)),
        stage.db.select().from(articleSources).where(eq(articleSources.workspaceId, channel.workspaceId)),
        versionsOf(channel),
        stage.db.select().from(activityLogs).where(eq(activityLogs.workspaceId, channel.workspaceId)),
        stage.db.select().from(threadQuestions).where(eq(threadQuestions.workspaceId, workspaceId)),
      ]);
      return JSON.stringify(rows).match(/\bbo\b|UBO|ibexbutton/g) ?? [];
    };
    expect(await holds()).toEqual([]);
    await stage.db.update(channels).set({ cursor: null }).where(eq(channels.id, channel.id));
    await channel.run("analyse");
    expect(await holds()).toEqual([]);
    const [row] = await stage.db
      .select()
      .from(messages)
      .where(eq(messages.externalId, ids[2] ?? ""));
    expect(row?.text).toBe("a former member said: wait a minute");
  });
});

describe("A channel that is made private", () => {
  it("has its articles held back until a person decides", async () => {
    const { channel } = await written("KNOW how to restart", "press the button");
    stage.team.makePrivate(channel.externalId);
    expect(await inScope(channel, (scope) => holdChannel(stage.deps, scope, channel.id))).toBe(1);
    expect(await inScope(channel, (scope) => holdChannel(stage.deps, scope, channel.id))).toBe(0);
    const { id } = await articleOf(channel);
    const read = async () =>
      (await channel.person.inject({ url: `/api/articles/${id}` })).json<Record<string, unknown>>();
    expect(await read()).toMatchObject({
      state: "held",
      stateReason: expect.stringContaining("is private, and a knowledge platform"),
    });
    for (const { user = "UANA", text = "", ...message } of buildThread("KNOW what came later", "it waits too")) {
      stage.team.post(channel.externalId, { user, text, ...message });
    }
    await channel.run("analyse");
    const all = await stage.db.select().from(articles).where(eq(articles.workspaceId, channel.workspaceId));
    expect(all.map(({ state }) => state)).toEqual(["held", "held"]);
    const listed = (await channel.person.inject({ url: "/api/channels" })).json();
    expect(listed).toMatchObject([{ reading: { held: 2 } }]);
    const decide = (choice: string, wholeChannel: boolean) =>
      channel.person.inject({ method: "POST", url: `/api/articles/${id}/held`, payload: { choice, wholeChannel } });
    expect((await decide("library-only", false)).json()).toEqual({ articles: 1 });
    expect(await read()).toMatchObject({ state: "library-only" });
    expect((await decide("show", true)).json()).toEqual({ articles: 2 });
    expect(await read()).toMatchObject({ state: "stands", stateReason: null });
    expect((await decide("show", false)).statusCode).toBe(409);
  });
});
