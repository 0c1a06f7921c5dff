import { eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, it } from "vitest";
import { newId } from "../db/new-id.ts";
import { activityLogs, analyzedMessages, articleVersions, chatAnswers, llmCalls, runs } from "../db/schema.ts";
import { buildArticle, buildChannel, buildInvitation, buildLog } from "../testing/factories.ts";
import { createTestApp, type TestApp } from "../testing/test-app.ts";
import { pruneHistory } from "./prune-history.ts";
import { forgetOldUsageData } from "./retention-rules.ts";

let test: TestApp;
beforeAll(async () => {
  test = await createTestApp({ variables: { KEEP_HISTORY_DAYS: "30" } });
});
afterAll(() => test.close());

const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000);

it("Log entries, versions and runs are deleted when they are older than the setting says, and figures stay right", async () => {
  const { viewer, inject } = await test.signIn();
  const { workspaceId, userId } = viewer;
  for (const [days, message] of [
    [31, "Old."],
    [29, "Young."],
  ] as const)
    await buildLog(test.db, { workspaceId, type: "error", message, createdAt: daysAgo(days) });
  await test.db.execute(sql`
    insert into log_counts (workspace_id, up_to, article_created, message_analyzed, error)
    values (${workspaceId}, ${newId()}, 0, 0, 2)`);

  const article = await buildArticle(test.db, { workspaceId });
  await test.db.delete(articleVersions).where(eq(articleVersions.articleId, article.id));
  const version = {
    workspaceId,
    articleId: article.id,
    title: "T",
    summary: [],
    body: [],
    reason: "R.",
    engine: "local" as const,
  };
  await test.db.insert(articleVersions).values([
    { ...version, version: 1, createdAt: daysAgo(90) },
    // This version was current until ten days ago.
    { ...version, version: 2, createdAt: daysAgo(60) },
    { ...version, version: 3, createdAt: daysAgo(10) },
  ]);
  // An article's only version stays, however old it is.
  const unchanged = await buildArticle(test.db, { workspaceId });
  await test.db.delete(articleVersions).where(eq(articleVersions.articleId, unchanged.id));
  await test.db
    .insert(articleVersions)
    .values({ ...version, articleId: unchanged.id, version: 1, createdAt: daysAgo(900) });

  const progress = { step: "", channelsDone: 0, channelsTotal: 0, messagesRead: 0, conversationsFound: 0 };
  const run = {
    workspaceId,
    kind: "analyse",
    input: {},
    progress: { ...progress, articlesCreated: 0, articlesUpdated: 0, fraction: null },
  } as const;
  const kept = [newId(), newId(), newId()];
  await test.db.insert(runs).values([
    { ...run, id: newId(), state: "done", requestedBy: userId, finishedAt: daysAgo(31) },
    { ...run, id: newId(), state: "failed", requestedBy: null, finishedAt: daysAgo(3) },
    { ...run, id: kept[0] ?? "", state: "done", requestedBy: userId, finishedAt: daysAgo(29) },
    { ...run, id: kept[1] ?? "", state: "done", requestedBy: null, finishedAt: daysAgo(1) },
    { ...run, id: kept[2] ?? "", state: "queued", requestedBy: userId, createdAt: daysAgo(300) },
  ]);

  for (let times = 0; times < 2; times += 1) await pruneHistory(test.deps);

  const logs = await test.db.select().from(activityLogs).where(eq(activityLogs.workspaceId, workspaceId));
  expect(logs.map(({ message }) => message)).toEqual(["Young."]);
  expect((await inject({ url: "/api/logs/counts" })).json()).toMatchObject({ error: 1, total: 1, matching: 1 });
  const versions = await test.db.select().from(articleVersions).where(eq(articleVersions.workspaceId, workspaceId));
  expect(versions.map((row) => [row.articleId === article.id, row.version]).toSorted()).toEqual([
    [false, 1],
    [true, 2],
    [true, 3],
  ]);
  const left = await test.db.select({ id: runs.id }).from(runs).where(eq(runs.workspaceId, workspaceId));
  expect(left.map(({ id }) => id).toSorted()).toEqual(kept);
});

it("The addresses of invitations that ended long ago are deleted", async () => {
  const { viewer } = await test.signIn();
  const { workspaceId } = viewer;
  const old = await buildInvitation(test.db, { workspaceId, expiresAt: daysAgo(91) });
  const ended = await buildInvitation(test.db, { workspaceId, state: "revoked", endedAt: daysAgo(91) });
  const kept = await buildInvitation(test.db, { workspaceId, expiresAt: daysAgo(89) });
  await pruneHistory(test.deps);
  const { rows } = await test.db.$client.query("select id from invitations where id = any ($1)", [
    [old.id, ended.id, kept.id],
  ]);
  expect(rows).toEqual([{ id: kept.id }]);
});

it("Model calls and answers in chat are deleted with the history, an answer only once it is no longer kept up to date", async () => {
  const { workspaceId } = (await test.signIn()).viewer;
  const { id: channelId } = await buildChannel(test.db, { workspaceId });
  const call = { workspaceId, purpose: "write", provider: "p", model: "m", inputHash: "h", outcome: "ok" } as const;
  const spent = { inputTokens: 1, outputTokens: 1, costMicros: 1, milliseconds: 1 };
  const [young, answered] = [newId(), newId()];
  await test.db.insert(llmCalls).values([
    { ...call, ...spent, id: newId(), createdAt: daysAgo(31) },
    { ...call, ...spent, id: young, createdAt: daysAgo(29) },
  ]);
  const answer = { workspaceId, channelId, threadId: "1", askedBy: "U1", state: "answered" } as const;
  await test.db.insert(chatAnswers).values([
    { ...answer, id: newId(), questionId: "1", createdAt: daysAgo(91) },
    { ...answer, id: answered, questionId: "2", createdAt: daysAgo(89) },
  ]);
  await forgetOldUsageData(test.deps);
  const calls = await test.db.select({ id: llmCalls.id }).from(llmCalls);
  const answers = await test.db.select({ id: chatAnswers.id }).from(chatAnswers);
  expect([calls, answers]).toEqual([[{ id: young }], [{ id: answered }]]);
});

it("Counts of analyzed messages become one row for each quarter of an hour, and their sum stays", async () => {
  const workspace = await test.newWorkspace();
  const moment = Date.UTC(2026, 0, 5, 10, 31);
  const counts = (workspaceId: string) =>
    [0, 1, 13, 15].map((minutes, n) => ({
      workspaceId,
      id: newId(),
      messages: n + 1,
      countedAt: new Date(moment + minutes * 60_000),
    }));
  const recent = { workspaceId: workspace.id, messages: 7, countedAt: new Date() };
  await test.db
    .insert(analyzedMessages)
    .values([
      ...counts(workspace.id),
      ...counts((await test.newWorkspace()).id),
      { ...recent, id: newId() },
      { ...recent, id: newId() },
    ]);
  for (let times = 0; times < 2; times += 1) await forgetOldUsageData(test.deps);
  const rows = await test.db
    .select({ messages: analyzedMessages.messages })
    .from(analyzedMessages)
    .where(eq(analyzedMessages.workspaceId, workspace.id))
    .orderBy(analyzedMessages.countedAt);
  // The sums are for 10:30 and 10:45. Later counts are too recent to be summed.
  expect(rows.map(({ messages }) => messages)).toEqual([6, 4, 7, 7]);
});
