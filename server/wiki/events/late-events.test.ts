import { createHmac, randomUUID } from "node:crypto";
import { request } from "node:http";
import type { AddressInfo } from "node:net";
import { and, eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { createConnectors } from "../../../connectors/registry.ts";
import { wikiPages, wikiReadings } from "../../db/schema.ts";
import { inWorkspace } from "../../db/workspace-scope.ts";
import { buildUser } from "../../testing/factories.ts";
import { createTestApp, type TestApp } from "../../testing/test-app.ts";
import { buildPage, buildWiki } from "../testing/wiki-rows.ts";
import { listDuePages, storePage, updateReading } from "../wiki-queries.ts";
import { readDatabaseClock, recordEvent } from "./event-queries.ts";

let test: TestApp;
let workspaceId: string;
let id: string;
let key: string;

beforeAll(async () => {
  test = await createTestApp({ connectors: createConnectors({ fetch, slackDistribution: "internal" }) });
  await test.app.listen({ host: "127.0.0.1", port: 0 });
});
afterAll(() => test.close());
beforeEach(async () => {
  ({ workspaceId } = await buildUser(test.db));
  key = randomUUID();
  id = await buildWiki(test.db, workspaceId, { type: "git-docs" });
});

const inScope = <T>(work: Parameters<typeof inWorkspace<T>>[2]) => inWorkspace(test.db, workspaceId, work);
const reading = async () => {
  const [row] = await test.db.select().from(wikiReadings).where(eq(wikiReadings.integrationId, id));
  return row;
};

describe("An event about a page", () => {
  const EDITED = { pageIds: ["p1"], hasOthers: false };
  const page = { version: "2", title: "Returns", isOurs: false, isCut: false, passages: [] };

  it("that comes while the page is read has it read once more", async () => {
    await buildPage(test.db, {
      workspaceId,
      integrationId: id,
      externalId: "p1",
      title: "Returns",
      texts: [],
      isDue: true,
    });
    const due = () => inScope((scope) => listDuePages(scope, id, { most: 9 }));
    const [first] = await due();
    await inScope((scope) => recordEvent(scope, id, EDITED));
    if (first) await inScope((scope) => storePage(scope, first, { page, terms: [] }));
    const [again] = await due();
    expect(again?.id).toBe(first?.id);
    if (again) await inScope((scope) => storePage(scope, again, { page, terms: [] }));
    expect(await due()).toEqual([]);
    const [stored] = await test.db.select().from(wikiPages).where(eq(wikiPages.workspaceId, workspaceId));
    expect(stored?.readVersion).toBe("2");
  });

  it("that waits for a look to begin counts as later than its beginning", async () => {
    await inScope(async (waiting) => {
      // The transaction begins with its first statement, before the look does.
      await readDatabaseClock(waiting);
      await new Promise((resolve) => setTimeout(resolve, 20));
      await inScope(async (scope) => updateReading(scope, id, { lookStartedAt: await readDatabaseClock(scope) }));
      await new Promise((resolve) => setTimeout(resolve, 20));
      await recordEvent(waiting, id, { pageIds: [], hasOthers: true });
    });
    const { lookAskedAt, lookStartedAt } = (await reading()) ?? {};
    expect(lookAskedAt?.getTime()).toBeGreaterThan(lookStartedAt?.getTime() ?? 0);
  });
});

describe("The address for events", () => {
  /** Sends the headers and a first byte, and waits for the answer without sending the rest. */
  const begin = (path: string) =>
    new Promise<number | undefined>((resolve, reject) => {
      const { port } = test.app.server.address() as AddressInfo;
      const headers = { "content-type": "application/json", "content-length": "1000000" };
      const sent = request({ port, path, method: "POST", headers }, (answer) => {
        resolve(answer.statusCode);
        sent.destroy();
      });
      sent.on("error", reject);
      sent.write("{");
    });
  const send = (body: string, secret: string) => {
    const signature = createHmac("sha256", secret).update(body).digest("hex");
    const headers = {
      "content-type": "application/json",
      "x-github-event": "push",
      "x-hub-signature-256": `sha256=${signature}`,
    };
    return test.app.inject({ method: "POST", url: `/api/wiki-events/${key}`, payload: body, headers });
  };

  it("refuses an unknown key before it takes the body", async () => {
    expect(await begin("/api/wiki-events/nobody")).toBe(401);
  });

  it("takes no more than the platform's requests are long", async () => {
    const type = "notion";
    const notion = await buildWiki(test.db, workspaceId, { type });
    const isNotion = and(eq(wikiReadings.workspaceId, workspaceId), eq(wikiReadings.integrationId, notion));
    await test.db.update(wikiReadings).set({ eventsKey: key }).where(isNotion);
    expect((await send("x".repeat(60_000), "secret")).statusCode).toBe(401);
    expect((await send("x".repeat(70_000), "secret")).statusCode).toBe(413);
  });
});
