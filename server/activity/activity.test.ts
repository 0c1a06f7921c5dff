import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { LOG_TYPES, log, stats } from "../../shared/contract/activity.ts";
import { newId } from "../db/new-id.ts";
import { analyzedMessages } from "../db/schema.ts";
import { inWorkspace } from "../db/workspace-scope.ts";
import { buildArticle, buildChannel, buildLog } from "../testing/factories.ts";
import { createTestApp, type TestApp } from "../testing/test-app.ts";
import { recordActivity } from "./record.ts";

let test: TestApp;
beforeAll(async () => {
  test = await createTestApp();
});
afterAll(() => test.close());

const DAY = 24 * 60 * 60_000;
const daysAgo = (days: number) => new Date(Date.now() - days * DAY);

async function person() {
  const { inject, viewer } = await test.signIn();
  const { workspaceId } = viewer;
  return {
    workspaceId,
    inject,
    stats: async () => stats.parse((await inject({ url: "/api/stats" })).json()),
    analyzed: (messages: number, countedAt: Date) =>
      test.db.insert(analyzedMessages).values({ workspaceId, id: newId(), messages, countedAt }),
  };
}

describe("GET /api/stats", () => {
  it("API-009 LIM-001 answers the four figures; with nothing there they are 0 and no change is claimed", async () => {
    expect(await (await person()).stats()).toEqual({
      articlesCreated: 0,
      messagesAnalyzed: 0,
      activeChannels: 0,
      successRate: null,
      weekOverWeek: { articlesCreated: null, messagesAnalyzed: null, activeChannels: null, successRate: null },
    });
  });

  it("DASH-034 counts the active channels, not the inactive one", async () => {
    const { workspaceId, stats } = await person();
    for (const isActive of [true, false, true]) await buildChannel(test.db, { workspaceId, isActive });
    expect((await stats()).activeChannels).toBe(2);
  });

  it("the success rate is the published of the published and failed, without those in the making", async () => {
    const { workspaceId, stats } = await person();
    for (const status of ["published", "published", "failed", "processing", "processing"] as const)
      await buildArticle(test.db, { workspaceId, status });
    expect(await stats()).toMatchObject({ articlesCreated: 5, successRate: 66.7 });
  });

  it("compares the last seven days with the seven before, and leaves out what is older", async () => {
    const { workspaceId, analyzed, stats } = await person();
    const written = (status: "published" | "failed", days: number) =>
      buildArticle(test.db, { workspaceId, status, createdAt: daysAgo(days) });
    for (const days of [1, 2, 6.9]) await written("published", days);
    await written("published", 8);
    await written("failed", 13.9);
    await written("failed", 20);
    await analyzed(5, daysAgo(1));
    await analyzed(20, daysAgo(10));
    await analyzed(400, daysAgo(15));
    await buildChannel(test.db, { workspaceId, createdAt: daysAgo(1) });
    for (const days of [9, 40]) await buildChannel(test.db, { workspaceId, createdAt: daysAgo(days) });
    expect((await stats()).weekOverWeek).toEqual({
      articlesCreated: 50,
      messagesAnalyzed: -75,
      activeChannels: 50,
      successRate: 50,
    });
  });

  it("claims no change where the week before had nothing to compare with", async () => {
    const { workspaceId, stats } = await person();
    await buildArticle(test.db, { workspaceId });
    await buildChannel(test.db, { workspaceId });
    expect(await stats()).toMatchObject({
      successRate: 100,
      weekOverWeek: { articlesCreated: null, activeChannels: null, successRate: null },
    });
  });

  it("counts nothing of another workspace", async () => {
    const { stats } = await person();
    const other = await person();
    await buildArticle(test.db, { workspaceId: other.workspaceId });
    await buildChannel(test.db, { workspaceId: other.workspaceId });
    await other.analyzed(9, daysAgo(1));
    expect(await stats()).toMatchObject({ articlesCreated: 0, messagesAnalyzed: 0, activeChannels: 0 });
  });
});

describe("GET /api/logs", () => {
  const logsOf = async ({ inject }: Awaited<ReturnType<typeof person>>, query: Record<string, string> = {}) => {
    const answer = await inject({ url: `/api/logs?${new URLSearchParams(query)}` });
    expect(answer.statusCode).toBe(200);
    return log.array().parse(answer.json());
  };
  const messagesOf = (logs: { message: string }[]) => logs.map(({ message }) => message);

  it("API-042 ENT-011 answers id, type, message, data and time of each entry, newest first", async () => {
    const reader = await person();
    for (const type of LOG_TYPES)
      await inWorkspace(test.db, reader.workspaceId, (scope) =>
        recordActivity(scope, test.deps.events, { type, message: `It was ${type}.`, data: { channel: "support" } }),
      );
    const logs = await logsOf(reader);
    expect(logs.map(({ type }) => type)).toEqual(LOG_TYPES.toReversed());
    expect(logs[0]).toEqual({
      id: expect.any(String),
      type: "change",
      message: "It was change.",
      data: { channel: "support" },
      createdAt: expect.any(String),
    });
  });

  it("filters by type and by text in the message or the data, together", async () => {
    const reader = await person();
    const { workspaceId } = reader;
    await buildLog(test.db, { workspaceId, type: "error", message: "Slack refused #Deploys." });
    await buildLog(test.db, { workspaceId, type: "error", message: "Confluence is down." });
    await buildLog(test.db, { workspaceId, type: "article_created", message: "Wrote it.", data: { in: "deploys" } });
    expect(messagesOf(await logsOf(reader, { type: "error" }))).toEqual([
      "Confluence is down.",
      "Slack refused #Deploys.",
    ]);
    expect(messagesOf(await logsOf(reader, { search: "DEPLOYS" }))).toEqual(["Wrote it.", "Slack refused #Deploys."]);
    expect(messagesOf(await logsOf(reader, { search: "deploys", type: "error" }))).toEqual(["Slack refused #Deploys."]);
  });

  it.each([
    ["%", "100% done"],
    ["_", "snake_case"],
    ["\\", "C:\\temp"],
    ["'", "it's"],
    ["🚀", "lift-off 🚀"],
    ["שלום", "שלום עולם"],
  ])("finds %s as it is written", async (search, message) => {
    const reader = await person();
    const { workspaceId } = reader;
    for (const each of ["nothing of it", message]) await buildLog(test.db, { workspaceId, message: each });
    expect(messagesOf(await logsOf(reader, { search }))).toEqual([message]);
  });

  it("pages with `before` without leaving one out or showing one twice", async () => {
    const reader = await person();
    for (let number = 1; number <= 7; number += 1)
      await buildLog(test.db, { workspaceId: reader.workspaceId, message: `Number ${number}.` });
    const seen: string[] = [];
    let before: string | undefined;
    for (;;) {
      const page = await logsOf(reader, { limit: "3", ...(before && { before }) });
      if (page.length === 0) break;
      expect(page.length).toBeLessThanOrEqual(3);
      seen.push(...messagesOf(page));
      before = page.at(-1)?.id;
    }
    expect(seen).toEqual([7, 6, 5, 4, 3, 2, 1].map((number) => `Number ${number}.`));
  });

  it("answers 500 entries unless asked for up to 1000", async () => {
    const reader = await person();
    await test.db.$client.query(
      `insert into activity_logs (workspace_id, id, type, message)
       select $1, gen_random_uuid(), 'error', 'Entry ' || n from generate_series(1, 1001) n`,
      [reader.workspaceId],
    );
    expect(await logsOf(reader)).toHaveLength(500);
    expect(await logsOf(reader, { limit: "1000" })).toHaveLength(1000);
    expect(await logsOf(reader, { limit: "1" })).toHaveLength(1);
  });

  it.each([
    ["limit=0", "A whole number from 1 to 1000."],
    ["limit=1001", "A whole number from 1 to 1000."],
    ["limit=1e2", "A whole number from 1 to 1000."],
    ["limit=", "A whole number from 1 to 1000."],
    ["limit=1&limit=2", "Give text."],
    ["type=warning", "Give one of 'article_created', 'message_analyzed', 'error', 'change'."],
    ["before=yesterday", "Not an id."],
    [`search=${"x".repeat(201)}`, "At most 200 characters."],
    ["search=%00", "cannot be stored"],
    ["page=2", "There is no field 'page'."],
  ])("refuses ?%s with a sentence", async (query, sentence) => {
    const answer = await (await person()).inject({ url: `/api/logs?${query}` });
    expect(answer.statusCode).toBe(400);
    expect(answer.json().message).toContain(sentence);
  });

  it("shows nothing of another workspace, also when its entry is named as the place to go on from", async () => {
    const [mine, theirs] = [await person(), await person()];
    await buildLog(test.db, { workspaceId: mine.workspaceId, message: "Mine." });
    const { id } = await buildLog(test.db, { workspaceId: theirs.workspaceId, message: "Theirs." });
    expect(messagesOf(await logsOf(mine))).toEqual(["Mine."]);
    expect(messagesOf(await logsOf(mine, { before: id }))).toEqual(["Mine."]);
  });
});
