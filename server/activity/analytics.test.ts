import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { analytics, overview } from "../../shared/contract/activity.ts";
import { newId } from "../db/new-id.ts";
import { analyzedMessages, llmCalls } from "../db/schema.ts";
import { buildArticle, buildChannel, buildRun } from "../testing/factories.ts";
import { createTestApp, type TestApp } from "../testing/test-app.ts";

let test: TestApp;
beforeAll(async () => {
  test = await createTestApp();
});
afterAll(() => test.close());

async function reader() {
  const { inject, viewer } = await test.signIn();
  const { workspaceId } = viewer;
  return {
    workspaceId,
    inject,
    read: async (query: Record<string, string>) => {
      const answer = await inject({ url: `/api/analytics?${new URLSearchParams(query)}` });
      expect(answer.statusCode).toBe(200);
      return analytics.parse(answer.json());
    },
    written: (at: string, values: Partial<Parameters<typeof buildArticle>[1]> = {}) =>
      buildArticle(test.db, { workspaceId, createdAt: new Date(at), ...values }),
    analyzed: (at: string, messages: number) =>
      test.db.insert(analyzedMessages).values({ workspaceId, id: newId(), messages, countedAt: new Date(at) }),
    asked: (at: string, model: string, costMicros: number) =>
      test.db.insert(llmCalls).values({
        workspaceId,
        model,
        costMicros,
        id: newId(),
        createdAt: new Date(at),
        purpose: "write",
        provider: "p",
        inputHash: newId(),
        outcome: "ok" as const,
        inputTokens: 90,
        outputTokens: 10,
        milliseconds: 5,
      }),
  };
}

const RANGE = { from: "2026-03-01", to: "2026-03-03" };

describe("GET /api/analytics", () => {
  it("counts articles, messages and what the language model cost day by day, also the days with nothing", async () => {
    const { read, written, analyzed, asked } = await reader();
    await written("2026-02-28T23:59:59Z");
    await written("2026-03-01T00:00:00Z");
    await written("2026-03-03T23:59:59Z");
    await written("2026-03-04T00:00:00Z");
    await analyzed("2026-03-03T12:00:00Z", 12);
    await analyzed("2026-03-03T13:00:00Z", 3);
    await asked("2026-03-01T08:00:00Z", "large", 1_500_000);
    const { from, to, step, timeline } = await read(RANGE);
    expect({ from, to, step }).toEqual({ ...RANGE, step: "day" });
    expect(timeline).toEqual([
      { start: "2026-03-01", articles: 1, messages: 0, costMicros: 1_500_000 },
      { start: "2026-03-02", articles: 0, messages: 0, costMicros: 0 },
      { start: "2026-03-03", articles: 1, messages: 15, costMicros: 0 },
    ]);
  });

  it("takes days as the reader's clock has them", async () => {
    const { read, written } = await reader();
    await written("2026-03-01T23:30:00Z");
    const dayWithArticle = async (timeZone: string) =>
      (await read({ ...RANGE, timeZone })).timeline.find(({ articles }) => articles > 0)?.start;
    expect(await dayWithArticle("Europe/Berlin")).toBe("2026-03-02");
    expect(await dayWithArticle("America/New_York")).toBe("2026-03-01");
  });

  it("counts the articles of the range by status, category, channel and engine, the most first", async () => {
    const { read, written } = await reader();
    await written("2026-03-01T08:00:00Z", { category: "Access", channelName: "it-help", engine: "llm" });
    await written("2026-03-02T08:00:00Z", { category: "Access", channelName: "support", status: "failed" });
    await written("2026-03-02T09:00:00Z", { category: "Billing", channelName: "support" });
    await written("2026-04-02T09:00:00Z", { category: "Later", channelName: "later" });
    expect(await read(RANGE)).toMatchObject({
      byStatus: [
        { name: "published", count: 2 },
        { name: "failed", count: 1 },
      ],
      byCategory: [
        { name: "Access", count: 2 },
        { name: "Billing", count: 1 },
      ],
      byChannel: [
        { name: "support", count: 2 },
        { name: "it-help", count: 1 },
      ],
      byEngine: [
        { name: "local", count: 2 },
        { name: "llm", count: 1 },
      ],
    });
  });

  it("sums calls, tokens and cost of each model, the dearest first", async () => {
    const { read, asked } = await reader();
    await asked("2026-03-01T08:00:00Z", "small", 20);
    await asked("2026-03-01T09:00:00Z", "small", 30);
    await asked("2026-03-01T10:00:00Z", "large", 900);
    await asked("2026-03-09T10:00:00Z", "large", 5_000);
    expect((await read(RANGE)).byModel).toEqual([
      { name: "large", calls: 1, tokens: 100, costMicros: 900 },
      { name: "small", calls: 2, tokens: 200, costMicros: 50 },
    ]);
  });

  it("begins with the oldest data and ends today when no day is given", async () => {
    const { read, written } = await reader();
    const today = new Date().toISOString().slice(0, 10);
    expect(await read({})).toMatchObject({ from: today, to: today, timeline: [{ start: today, articles: 0 }] });
    await written("2024-02-29T12:00:00Z");
    const all = await read({});
    expect(all).toMatchObject({ from: "2024-02-29", to: today, step: "month" });
    expect(all.timeline[0]).toMatchObject({ start: "2024-02-29", articles: 1 });
  });

  it("counts nothing of another workspace", async () => {
    const [mine, theirs] = [await reader(), await reader()];
    await theirs.written("2026-03-01T08:00:00Z");
    await theirs.analyzed("2026-03-01T08:00:00Z", 9);
    await theirs.asked("2026-03-01T08:00:00Z", "large", 900);
    const seen = await mine.read(RANGE);
    expect(seen.timeline.every(({ articles, messages, costMicros }) => !articles && !messages && !costMicros)).toBe(
      true,
    );
    expect([seen.byStatus, seen.byCategory, seen.byChannel, seen.byEngine, seen.byModel].flat()).toEqual([]);
    expect(await mine.read({})).not.toMatchObject({ from: "2026-03-01" });
  });

  it.each([
    ["from=2026-02-30", "Give a day as 2026-11-21."],
    ["to=tomorrow", "Give a day as 2026-11-21."],
    ["from=0001-01-01", "Give a day between 1970 and 2099."],
    ["from=2026-03-02&to=2026-03-01", "The first day of the range is after its last day."],
    ["timeZone=Mars/Olympus", "There is no such time zone."],
    ["timeZone=UTC'; drop table articles; --", "There is no such time zone."],
    ["days=7", "There is no field 'days'."],
  ])("refuses ?%s with a sentence", async (query, sentence) => {
    const answer = await (await reader()).inject({ url: `/api/analytics?${encodeURI(query)}` });
    expect(answer.statusCode).toBe(400);
    expect(answer.json().message).toContain(sentence);
  });
});

describe("GET /api/analytics/overview", () => {
  const DAY = 86_400_000;

  it("ANLY-005 ANLY-008 counts the articles of the last 7 and 30 days, and those in each state", async () => {
    const { workspaceId, inject } = await reader();
    await buildArticle(test.db, { createdAt: new Date() });
    for (const [days, status] of [
      [2, "published"],
      [10, "processing"],
      [40, "failed"],
    ] as const)
      await buildArticle(test.db, { workspaceId, status, createdAt: new Date(Date.now() - days * DAY) });
    expect(overview.parse((await inject({ url: "/api/analytics/overview" })).json())).toEqual({
      articles: 3,
      articlesThisWeek: 1,
      articlesThisMonth: 2,
      published: 1,
      processing: 1,
      failed: 1,
      averageSeconds: null,
    });
  });

  it("ANLY-006 says how long runs really took on average, those that are over", async () => {
    const { workspaceId, inject } = await reader();
    const startedAt = new Date("2026-03-01T08:00:00Z");
    for (const seconds of [1.3, 3.3])
      await buildRun(test.db, { workspaceId, startedAt, finishedAt: new Date(startedAt.getTime() + seconds * 1000) });
    await buildRun(test.db, { workspaceId, startedAt });
    const answer = overview.parse((await inject({ url: "/api/analytics/overview" })).json());
    expect(answer.averageSeconds).toBeCloseTo(2.3);
  });
});

it("An article that was merged into another, or is taken back, counts nowhere: every figure is what the library lists", async () => {
  const { workspaceId, inject, read, written } = await reader();
  const { id: channelId } = await buildChannel(test.db, { workspaceId });
  const now = new Date().toISOString();
  const { id: stands } = await written(now, { channelId, tags: ["kept"], category: "Kept" });
  const gone = { channelId, tags: ["gone"], category: "Gone", engine: "llm" as const };
  await written(now, { ...gone, state: "merged", mergedInto: stands });
  await written(now, { ...gone, state: "dismissed", status: "failed" });
  const get = async (url: string) => (await inject({ url })).json();
  const day = now.slice(0, 10);
  const { timeline, byStatus, byCategory, byChannel, byEngine } = await read({ from: day, to: day });
  expect((await get("/api/articles")).map(({ id }: { id: string }) => id)).toEqual([stands]);
  expect(await get("/api/stats")).toMatchObject({ articlesCreated: 1, successRate: 100 });
  expect(await get("/api/analytics/overview")).toMatchObject({ articles: 1, articlesThisWeek: 1, failed: 0 });
  expect(timeline).toMatchObject([{ articles: 1 }]);
  expect([byStatus, byCategory, byChannel, byEngine]).toEqual([
    [{ name: "published", count: 1 }],
    [{ name: "Kept", count: 1 }],
    [{ name: "support", count: 1 }],
    [{ name: "local", count: 1 }],
  ]);
  expect(await get("/api/channels")).toMatchObject([{ articles: 1 }]);
  expect([await get("/api/articles/categories"), await get("/api/articles/tags")]).toEqual([["Kept"], ["kept"]]);
});
