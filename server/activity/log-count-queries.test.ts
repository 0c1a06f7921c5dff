import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { getLastIdBefore, newId } from "../db/new-id.ts";
import { activityLogs, logCounts } from "../db/schema.ts";
import { inWorkspace } from "../db/workspace-scope.ts";
import { buildLog } from "../testing/factories.ts";
import { createTestApp, type TestApp } from "../testing/test-app.ts";
import { countByType } from "./log-count-queries.ts";

let test: TestApp;
beforeAll(async () => {
  test = await createTestApp();
});
afterAll(() => test.close());
const DAY_MS = 24 * 3_600_000;

describe("counting a long log", () => {
  it("keeps what was counted of entries that are settled, and counts each entry once, also with somebody beside", async () => {
    const { viewer } = await test.signIn();
    const { workspaceId } = viewer;
    const count = () => inWorkspace(test.db, workspaceId, countByType);
    const write = (count: number, before: number, type: "error" | "message_analyzed") =>
      test.db.insert(activityLogs).values(
        Array.from({ length: count }, (_, index) => ({
          workspaceId,
          id: getLastIdBefore(before - index),
          type,
          message: "Said.",
        })),
      );
    const kept = async () => (await test.db.select().from(logCounts).where(eq(logCounts.workspaceId, workspaceId)))[0];

    await write(1_500, Date.now() - 3 * DAY_MS, "message_analyzed");
    expect(await count()).toEqual({ article_created: 0, message_analyzed: 1_500, error: 0, change: 0 });
    expect(await kept()).toBeUndefined();

    await write(1_000, Date.now() - 2 * DAY_MS, "error");
    await buildLog(test.db, { workspaceId, type: "article_created" });
    await buildLog(test.db, { type: "error", message: "Of somebody else." });
    const all = { article_created: 1, message_analyzed: 1_500, error: 1_000, change: 0 };
    expect(await Promise.all([count(), count(), count()])).toEqual([all, all, all]);
    expect(await kept()).toMatchObject({ articleCreated: 0, messageAnalyzed: 1_500, error: 1_000 });

    await buildLog(test.db, { workspaceId, type: "error" });
    expect(await count()).toEqual({ ...all, error: 1_001 });
    expect(await kept()).toMatchObject({ error: 1_000 });
  });

  it("an id that is made from a moment on sorts after the last one before it", () => {
    const now = Date.now();
    expect(newId() > getLastIdBefore(now)).toBe(true);
    expect(newId() < getLastIdBefore(now + DAY_MS)).toBe(true);
  });
});
