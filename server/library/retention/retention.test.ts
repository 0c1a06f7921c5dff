import { and, eq, inArray, sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createLocalEngine } from "../../../engine/local-engine.ts";
import {
  type AnalysisStage,
  buildAnsweredQuestion,
  buildThread,
  openStage,
  type StageChannel,
} from "../../analysis/testing/analysis-stage.ts";
import { createScriptedEngine } from "../../analysis/testing/scripted-engine.ts";
import { newId } from "../../db/new-id.ts";
import { articleRechecks, articles, chatIntegrations, llmCalls, messages } from "../../db/schema.ts";
import { inWorkspace } from "../../db/workspace-scope.ts";
import { storeMessages } from "../../ingest/messages/store-messages.ts";
import { buildMessage, buildOpenQuestion } from "../../testing/factories.ts";
import { forgetChatText } from "./forget-chat-text.ts";

let stage: AnalysisStage & { close(): Promise<void> };
beforeAll(async () => {
  stage = await openStage();
});
afterAll(() => stage.close());

async function said(...texts: string[]): Promise<{ channel: StageChannel; ids: string[] }> {
  stage.engine.current = createScriptedEngine();
  const conversation = buildThread(...texts);
  const channel = await stage.newChannel(conversation);
  await channel.run("analyse");
  return { channel, ids: conversation.map(({ ts }) => ts) };
}

const choose = async ({ person }: StageChannel, keepDays: number | null, keepsQuotes = true) => {
  const answer = await person.inject({ method: "PUT", url: "/api/retention", payload: { keepDays, keepsQuotes } });
  expect(answer.statusCode).toBe(200);
  return answer.json();
};
/** Makes messages of the channel (all, or these) look as if they were read this many days ago. */
const readDaysAgo = ({ id }: StageChannel, days: number, ids?: string[]) =>
  stage.db
    .update(messages)
    .set({ textAt: sql`now() - make_interval(days => ${days})` })
    .where(and(eq(messages.channelId, id), ids && inArray(messages.externalId, ids)));
const forget = () => forgetChatText(stage.deps);
/** Chooses 90 days, makes the messages older than that, and runs the retention job. */
async function forgotten(channel: StageChannel, keepsQuotes = true, ids?: string[]): Promise<void> {
  await choose(channel, 90, keepsQuotes);
  await readDaysAgo(channel, 91, ids);
  await forget();
}

const rowsOf = ({ id }: StageChannel) =>
  stage.db.select().from(messages).where(eq(messages.channelId, id)).orderBy(messages.sentAt);
const articleOf = async ({ workspaceId }: StageChannel) => {
  const [row] = await stage.db.select().from(articles).where(eq(articles.workspaceId, workspaceId));
  if (!row) throw new Error("There is no article.");
  return row;
};
const pageOf = async ({ person, ...channel }: StageChannel) =>
  (await person.inject({ url: `/api/articles/${(await articleOf({ person, ...channel })).id}` })).json();
const rechecksOf = ({ workspaceId }: StageChannel) =>
  stage.db.$count(articleRechecks, eq(articleRechecks.workspaceId, workspaceId));
const isChecked = (channel: StageChannel) => expect.poll(() => rechecksOf(channel)).toBe(0);

/** Stores the message as if it had been read from the platform. */
async function read(channel: StageChannel, id: string, text: string, editedAt: Date | null): Promise<void> {
  const isIt = and(eq(messages.channelId, channel.id), eq(messages.externalId, id));
  const [row] = await stage.db.select().from(messages).where(isIt);
  if (!row) throw new Error("There is no such message.");
  const author = { externalId: row.authorId, name: row.authorName };
  const message = { externalId: id, threadId: row.threadId, author, sentAt: row.sentAt, editedAt, text };
  const page = { messages: [message], skipped: [], complete: [] };
  const how = { from: "platform", readingSince: new Date(), secrets: stage.deps.secrets } as const;
  await inWorkspace(stage.db, channel.workspaceId, (scope) => storeMessages(scope, channel.id, page, how));
}

/** Searches every text and JSON column of every table. */
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

describe("The text of chat messages", () => {
  it("is kept for ever until an admin chooses otherwise, and again when they take it back", async () => {
    const { channel } = await said("just chatting about a wombatword");
    expect((await channel.person.inject({ url: "/api/retention" })).json()).toEqual({
      keepDays: null,
      keepsQuotes: true,
      forgotten: 0,
    });
    await readDaysAgo(channel, 4000);
    await forget();
    await choose(channel, 90);
    await choose(channel, null);
    await forget();
    expect(await whereIs("wombatword")).toEqual(["messages.text"]);
  });

  it("is nowhere once its days are over; the message's id, time and author stay, and younger ones as they are", async () => {
    const { channel, ids } = await said("a numbatword and some talk", "and a youngword");
    const [id = ""] = ids;
    await buildOpenQuestion(stage.db, { workspaceId: channel.workspaceId, channelId: channel.id, messageId: id });
    await stage.db.insert(llmCalls).values({
      workspaceId: channel.workspaceId,
      id: newId(),
      purpose: "write",
      provider: "test",
      model: "test",
      inputHash: "1",
      sources: [id],
      output: { title: "the numbatword" },
      outcome: "ok",
      inputTokens: 1,
      outputTokens: 1,
      costMicros: 1,
      milliseconds: 1,
    });
    await forgotten(channel, true, [id]);
    expect(await whereIs("numbatword")).toEqual([]);
    expect(await rowsOf(channel)).toMatchObject([
      { externalId: id, text: "", authorName: "ana", keptDays: 90, forgottenAt: expect.any(Date) },
      { text: "and a youngword", forgottenAt: null },
    ]);
    const { rows } = await stage.db.execute(
      sql`select from open_questions where workspace_id = ${channel.workspaceId}`,
    );
    expect(rows).toEqual([]);
    expect(await choose(channel, 90)).toMatchObject({ forgotten: 1 });
  });

  it("counts from when it was read: what an import of an old export brings stays its days", async () => {
    const { channel } = await said("hello");
    await buildMessage(stage.db, {
      workspaceId: channel.workspaceId,
      channelId: channel.id,
      sentAt: new Date("2019-01-01T00:00:00Z"),
      text: "an old quollword",
    });
    await choose(channel, 1);
    await forget();
    expect(await whereIs("quollword")).toEqual(["messages.text"]);
  });

  it("is forgotten although nobody analyzed it, and is never analyzed afterwards", async () => {
    stage.engine.current = createScriptedEngine();
    const channel = await stage.newChannel();
    for (const text of ["KNOW the dunnartword", "KNOW it well"])
      await buildMessage(stage.db, { workspaceId: channel.workspaceId, channelId: channel.id, text });
    await choose(channel, 30);
    await readDaysAgo(channel, 31);
    const effect = await channel.person.inject({ url: "/api/retention/effect?keepDays=30&keepsQuotes=true" });
    expect(effect.json()).toEqual({ messages: 2, unread: 2, articles: 0, quotes: 0 });
    await forget();
    expect(await channel.run("analyse")).toMatchObject({ state: "done" });
    expect(await stage.db.$count(articles, eq(articles.workspaceId, channel.workspaceId))).toBe(0);
    expect(await whereIs("dunnartword")).toEqual([]);
  });
});

describe("An article whose messages were forgotten", () => {
  it("keeps every sentence with its messages; without the quotes each source says when and after how many days", async () => {
    const { channel, ids } = await said("KNOW how to restart", "press the button", "then wait a minute");
    await stage.db
      .update(chatIntegrations)
      .set({ teamUrl: "https://acme.slack.com/" })
      .where(eq(chatIntegrations.id, channel.integrationId));
    const before = await pageOf(channel);
    await forgotten(channel);
    const { markdown, sections, sources } = await pageOf(channel);
    expect({ markdown, sections, sources }).toEqual({
      markdown: before.markdown,
      sections: before.sections,
      sources: before.sources,
    });
    expect(await rechecksOf(channel)).toBe(0);

    // Quotes are erased later, but the article's own sentences stay.
    await choose(channel, 90, false);
    await forget();
    const after = await pageOf(channel);
    expect(after.sections).toEqual(before.sections);
    expect(after.sources.map(({ id }: { id: string }) => id)).toEqual(ids);
    for (const source of after.sources)
      expect(source).toMatchObject({
        text: "",
        forgotten: { at: expect.any(String), keptDays: 90 },
        permalink: expect.stringContaining("slack"),
      });
    const { id } = await articleOf(channel);
    const conversation = (await channel.person.inject({ url: `/api/articles/${id}/conversation` })).json();
    expect(conversation).toHaveLength(3);
    for (const message of conversation) expect(message).toMatchObject({ text: "", forgotten: { keptDays: 90 } });
  });

  it("shows in its conversation the quotes that it keeps", async () => {
    const { channel } = await said("KNOW how to restart", "press the button");
    await forgotten(channel);
    const { id } = await articleOf(channel);
    const conversation = (await channel.person.inject({ url: `/api/articles/${id}/conversation` })).json();
    expect(conversation.map(({ text }: { text: string }) => text)).toEqual(["KNOW how to restart", "press the button"]);
  });

  it("is not changed when the channel is read again, nor does the text come back", async () => {
    const { channel, ids } = await said("KNOW how to restart", "press the bilbyword");
    await forgotten(channel, false);
    const { version } = await articleOf(channel);
    await channel.run("analyse", { channelIds: [channel.id] });
    await read(channel, ids[1] ?? "", "press the bilbyword", null);
    // The platform now shows another name of a mentioned person. The text therefore differs although nobody edited the
    // message.
    await read(channel, ids[1] ?? "", "press the bilbyword, @newname", null);
    expect((await rowsOf(channel)).map(({ text }) => text)).toEqual(["", ""]);
    expect(await rechecksOf(channel)).toBe(0);
    expect(await articleOf(channel)).toMatchObject({ version });
  });

  it("says at its sentence that a message was edited since; the new words are kept from then on, the rest stays", async () => {
    const { channel, ids } = await said("KNOW how to restart", "press the button", "then wait a minute");
    await forgotten(channel, false);
    const editedAt = new Date();
    await read(channel, ids[1] ?? "", "press the other button", editedAt);
    await isChecked(channel);
    const { sections, summaryStatements } = await pageOf(channel);
    expect(summaryStatements.map(({ text }: { text: string }) => text)).toEqual(["KNOW how to restart"]);
    expect(sections[0].statements).toMatchObject([
      { text: "press the button", doubt: "The message behind this sentence was edited since." },
      { text: "then wait a minute" },
    ]);
    expect(sections[0].statements[1].doubt).toBeUndefined();
    const [, edited] = await rowsOf(channel);
    expect(edited).toMatchObject({ text: "press the other button", forgottenAt: null, textHash: null });
    await forget();
    expect((await rowsOf(channel))[1]).toMatchObject({ text: "press the other button" });
    // After its retention period the new text is erased too.
    await forgotten(channel, false);
    expect((await rowsOf(channel))[1]).toMatchObject({ text: "", forgottenAt: expect.any(Date) });
  });

  it.each([true, false])(
    "loses what only a deleted message said and nothing else (quotes kept: %s)",
    async (keepsQuotes) => {
      const { channel, ids } = await said("KNOW how to restart", "press the potorooword", "then wait a minute");
      await forgotten(channel, keepsQuotes);
      stage.team.delete(channel.externalId, ids[1] ?? "");
      await channel.run("analyse");
      await isChecked(channel);
      const article = await pageOf(channel);
      expect(article).toMatchObject({ title: "KNOW how to restart", state: "stands" });
      expect(article.sections[0].statements.map(({ text }: { text: string }) => text)).toEqual(["then wait a minute"]);
      expect(article.sources.map(({ id }: { id: string }) => id)).toEqual([ids[0], ids[2]]);
      expect(article.versions[0].reason).toMatch(/^A message by bo was deleted in #help-\d+\./);
      expect(await whereIs("potorooword")).toEqual([]);
    },
  );

  it("is not analyzed again and says why", async () => {
    const { channel } = await said("KNOW how to restart", "press the button");
    await forgotten(channel);
    const before = await articleOf(channel);
    const run = await channel.run("reanalyse", { articleId: before.id });
    expect(JSON.stringify(run)).toContain("were forgotten, as chosen under Chat Retention. It stays as it is.");
    expect(await articleOf(channel)).toMatchObject({ version: before.version, body: before.body });
  });

  it("loses no sentence when its thread goes on", async () => {
    stage.engine.current = createLocalEngine();
    const conversation = buildAnsweredQuestion("the forgotten database");
    const channel = await stage.newChannel(conversation);
    await channel.run("analyse");
    const before = await articleOf(channel);
    await forgotten(channel, false);
    stage.team.post(channel.externalId, {
      user: "UCY",
      text: "One more thing: after the reset you also have to run `warm-cache --all`, or the first page takes a minute.",
      thread_ts: conversation[0]?.ts ?? "",
    });
    await channel.run("analyse");
    const after = await articleOf(channel);
    const textsOf = ({ summary, body }: typeof before) =>
      [...summary, ...body.flatMap(({ statements }) => statements)].map(({ text }) => text);
    expect(textsOf(after)).toEqual(expect.arrayContaining(textsOf(before)));
    expect(after.state).toBe("stands");
  });
});

describe("Choosing how long", () => {
  it("is shown with its effect first, is of this workspace alone, and is in the audit log", async () => {
    const [{ channel }, other] = [
      await said("KNOW how to restart", "press the button"),
      await said("KNOW other things"),
    ];
    for (const one of [channel, other.channel]) await readDaysAgo(one, 50);
    const effectOf = async (query: string) =>
      (await channel.person.inject({ url: `/api/retention/effect?${query}` })).json();
    expect(await effectOf("keepDays=60&keepsQuotes=false")).toEqual({ messages: 0, unread: 0, articles: 0, quotes: 0 });
    expect(await effectOf("keepDays=45&keepsQuotes=true")).toEqual({ messages: 2, unread: 0, articles: 1, quotes: 0 });
    expect(await effectOf("keepDays=45&keepsQuotes=false")).toEqual({ messages: 2, unread: 0, articles: 1, quotes: 2 });
    await choose(channel, 45);
    await forget();
    expect((await rowsOf(other.channel)).map(({ text }) => text)).toEqual(["KNOW other things"]);
    const { entries } = (await channel.person.inject({ url: "/api/audit" })).json();
    expect(entries[0]).toMatchObject({
      action: "PUT /api/retention",
      thing: "retention",
      after: { keepChatDays: 45, keepsQuotes: true },
      asked: { keepDays: 45, keepsQuotes: true },
    });
    // The quotes of messages that were erased earlier are erased as soon as an admin chooses that.
    expect(await effectOf("keepDays=45&keepsQuotes=false")).toEqual({ messages: 0, unread: 0, articles: 0, quotes: 2 });
  });

  it("takes 1 to 3650 whole days", async () => {
    const { channel } = await said("hello");
    for (const keepDays of [0, -1, 1.5, 3651, "30"]) {
      const payload = { keepDays, keepsQuotes: true };
      expect((await channel.person.inject({ method: "PUT", url: "/api/retention", payload })).statusCode).toBe(400);
      const url = `/api/retention/effect?keepDays=${keepDays}&keepsQuotes=true`;
      if (keepDays !== "30") expect((await channel.person.inject({ url })).statusCode).toBe(400);
    }
  });

  it("forgets years of messages in small steps, goes on where it was stopped, and holds up no reading", async () => {
    const { channel } = await said("hello");
    await stage.db.execute(sql`
      insert into messages (workspace_id, channel_id, external_id, author_id, author_name, sent_at, text, text_at)
      select ${channel.workspaceId}, ${channel.id}, 'many ' || n, 'U1', 'ana', now(), repeat('words ', 20), now() - interval '100 days'
      from generate_series(1, 12000) n`);
    const left = () => stage.db.$count(messages, and(eq(messages.channelId, channel.id), eq(messages.keptDays, 90)));
    await choose(channel, 90);
    await forgetChatText(stage.deps, () => true);
    expect(await left()).toBeLessThanOrEqual(500);
    const { externalId = "" } = (await rowsOf(channel)).at(0) ?? {};
    let isOver = false;
    const forgetting = forget().finally(() => {
      isOver = true;
    });
    let readMeanwhile = 0;
    while (!isOver) {
      await read(channel, externalId, "hello", null);
      if (!isOver) readMeanwhile += 1;
    }
    await forgetting;
    expect(await left()).toBe(12_000);
    expect(readMeanwhile).toBeGreaterThan(2);
  });
});
