import { sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { inWorkspace } from "../db/workspace-scope.ts";
import { reportWorkerJob } from "../jobs/report-worker.ts";
import { runAllJobsOnce } from "../jobs/run-jobs.ts";
import { enqueueMail } from "../mail/queued-mail.ts";
import {
  buildChannel,
  buildChatIntegration,
  buildIntegration,
  buildPublication,
  buildRun,
  buildSettings,
  buildUser,
} from "../testing/factories.ts";
import { createTestApp, type SignedIn, type TestApp } from "../testing/test-app.ts";

let test: TestApp;
let admin: SignedIn;
beforeAll(async () => {
  test = await createTestApp({ variables: { SMTP_URL: "smtp://localhost:1025" } });
});
afterAll(() => test.close());
beforeEach(async () => {
  const { id } = await test.newWorkspace();
  admin = await test.signIn(await buildUser(test.db, { workspaceId: id, membership: "admin" }));
});

const ago = (minutes: number) => new Date(Date.now() - minutes * 60_000 - 1_000);

interface Area {
  key: string;
  state: string;
  summary: string;
  entries: { state: string; name: string; text: string; link: string | null }[];
}
async function areaOf(key: string, reader = admin): Promise<Area> {
  const { areas } = (await reader.inject({ url: "/api/status" })).json() as { areas: Area[] };
  const found = areas.find((area) => area.key === key);
  if (!found) throw new Error(`No area ${key}`);
  return found;
}

describe("the status page", () => {
  it("the status page says since when no background work is done, until a worker sends a heartbeat", async () => {
    await test.db.execute(sql`delete from workers`);
    expect(await areaOf("background")).toMatchObject({
      state: "wrong",
      summary: expect.stringContaining("No worker process has started yet."),
    });
    expect(await runAllJobsOnce(test.deps, [reportWorkerJob])).toEqual([]);
    expect(await areaOf("background")).toMatchObject({ state: "fine", summary: "A worker process is running." });
    await test.db.execute(sql`update workers set seen_at = now() - interval '6 minutes 10 seconds'`);
    expect((await areaOf("background")).summary).toContain("No worker process has given a sign of life for 6 minutes.");
  });

  it("the status page says how late each channel is, by its events and by its schedule, and why one is not read", async () => {
    const { workspaceId } = admin.viewer;
    await buildSettings(test.db, { workspaceId, monitoringMode: "automatic" });
    const integration = await buildChatIntegration(test.db, { workspaceId });
    const channel = (name: string, values: object) =>
      buildChannel(test.db, {
        workspaceId,
        integrationId: integration.id,
        name,
        checkFrequencyMinutes: 15,
        lastChecked: ago(1),
        ...values,
      });
    const { externalId } = await channel("support", {});
    await channel("ops", { lastChecked: ago(15 + 120) });
    await channel("paused", { isActive: false, pausedFor: "channels" });
    await channel("gone", { trouble: "The token was revoked." });
    await channel("in-time", {});
    await test.db.execute(sql`
      insert into chat_events (workspace_id, id, integration_id, event_id, channel_external_id, payload, received_at)
      values (${workspaceId}, gen_random_uuid(), ${integration.id}, 'Ev1', ${externalId}, '{}', ${ago(3).toISOString()})`);
    const reading = await areaOf("reading");
    expect(reading).toMatchObject({
      state: "wrong",
      summary: "1 of 5 channels are read without delay. 2 are behind.",
    });
    const said = new Map(reading.entries.map(({ name, state, text }) => [name, `${state}: ${text}`]));
    expect(Object.fromEntries(said)).toMatchObject({
      "#support": "late: Reading is 3 minutes behind.",
      "#ops": "late: Reading is 2 hours behind.",
      "#paused": "wrong: Switched off: your plan allows fewer channels.",
      "#gone": "wrong: The token was revoked.",
    });
    expect(said.has("#in-time")).toBe(false);
  });

  it("the status page counts, for each platform, the waiting, retried and blocked publications", async () => {
    const { workspaceId } = admin.viewer;
    const integration = await buildIntegration(test.db, { workspaceId, name: "Handbook" });
    const publication = (values: object) =>
      buildPublication(test.db, { workspaceId, integrationId: integration.id, ...values });
    await publication({ state: "queued", nextAttemptAt: ago(5), updatedAt: ago(5) });
    await publication({ state: "queued", attempts: 2, nextAttemptAt: ago(-10) });
    await publication({ state: "parked", trouble: "It was refused." });
    await publication({ state: "conflict" });
    await publication({ state: "published" });
    const publishing = await areaOf("publishing");
    expect(publishing).toMatchObject({ state: "wrong", summary: "One page waits to be written." });
    expect(publishing.entries.map(({ name, state, text }) => `${name} ${state}: ${text}`)).toEqual([
      "Handbook wrong: One page could not be written. In the library, select what says ‘Failed’ and press Retry.",
      "Handbook wrong: One page changed or removed by people waits for a decision.",
      "Handbook late: One page waits to be written, the first for 5 minutes.",
      "Handbook late: One page could not be written yet and is tried again automatically.",
    ]);
  });

  it("a page that is retried does not count as up to date", async () => {
    const { workspaceId } = admin.viewer;
    const integration = await buildIntegration(test.db, { workspaceId, name: "Handbook" });
    expect((await areaOf("publishing")).summary).toBe("Every page is up to date.");
    await buildPublication(test.db, {
      workspaceId,
      integrationId: integration.id,
      state: "queued",
      attempts: 2,
      nextAttemptAt: ago(-10),
    });
    expect((await areaOf("publishing")).summary).toBe("Every other page is up to date.");
  });

  it("the status page names the analysis that waits too long and the reason of the last failure", async () => {
    const { workspaceId } = admin.viewer;
    await buildRun(test.db, { workspaceId, state: "queued", createdAt: ago(20) });
    await buildRun(test.db, { workspaceId, state: "failed", error: "The export is broken.", finishedAt: ago(60) });
    await buildRun(test.db, { workspaceId, state: "failed", error: "Long ago.", finishedAt: ago(60 * 25) });
    const analysis = await areaOf("analysis");
    expect(analysis).toMatchObject({ state: "wrong", summary: "0 under way, 1 waiting." });
    expect(analysis.entries.map(({ name, text }) => `${name}: ${text}`)).toEqual([
      "1 failed within a day: The export is broken.",
      "Waiting: The first analysis in the queue waits for 20 minutes.",
    ]);
  });

  it("the status page says how long mails of this workspace, and of no other, wait for the mail server", async () => {
    const mail = { to: "grace@acme.test", subject: "Hello", text: "Hello", html: "<p>Hello</p>" };
    await inWorkspace(test.db, admin.viewer.workspaceId, (scope) => enqueueMail(test.deps, scope, mail));
    expect(await areaOf("mail")).toMatchObject({ state: "fine", summary: "Every mail has gone out." });
    await test.db.execute(
      sql`update pgboss.job set created_on = now() - interval '14 minutes 5 seconds' where name = 'mail'`,
    );
    expect(await areaOf("mail")).toMatchObject({
      state: "late",
      summary: expect.stringContaining("One mail waits for the mail server, the first for 14 minutes."),
    });
    expect(await areaOf("mail", await test.signIn())).toMatchObject({ state: "fine" });
  });

  it("the status page shows nothing of another workspace, and only to owners and admins", async () => {
    await buildIntegration(test.db, { name: "Elsewhere" });
    expect(await areaOf("publishing")).toMatchObject({ state: "off", summary: "No knowledge tool is connected." });
    expect(await areaOf("reading")).toMatchObject({ state: "off", summary: "No chat is connected." });
    const editor = await test.signIn(
      await buildUser(test.db, { workspaceId: admin.viewer.workspaceId, membership: "editor" }),
    );
    expect((await editor.inject({ url: "/api/status" })).statusCode).toBe(403);
  });
});
