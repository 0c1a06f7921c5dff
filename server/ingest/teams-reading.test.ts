import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createConnectors } from "../../connectors/registry.ts";
import { createSafeFetch } from "../../connectors/safe-fetch.ts";
import { ALL_PERMISSIONS, startTeamsStandIn, type TeamsStandIn } from "../../tools/stand-ins/teams/teams-stand-in.ts";
import { createScriptedEngine } from "../analysis/testing/scripted-engine.ts";
import { newId } from "../db/new-id.ts";
import { channels, messages, runs } from "../db/schema.ts";
import { checkDueChannels } from "../jobs/check-due-channels.ts";
import { buildUser } from "../testing/factories.ts";
import { createTestApp, type SignedIn, type TestApp } from "../testing/test-app.ts";
import { startWorker } from "../worker.ts";
import { readDueMembers } from "./audiences/read-members.ts";

const TENANT = "2432b57b-0abd-43db-aa7b-16eadd115d34";
const CONFIG = { tenantId: TENANT, appId: "app-1", appSecret: "a-long-app-secret", teamId: "team-1" };
const DAY = 86_400_000;

let microsoft: TeamsStandIn;
let test: TestApp;
let worker: { stop(): Promise<void> };
beforeAll(async () => {
  microsoft = await startTeamsStandIn({
    tenantId: TENANT,
    apps: [{ appId: CONFIG.appId, secret: CONFIG.appSecret, permissions: ALL_PERMISSIONS }],
    teams: [
      {
        id: "team-1",
        displayName: "Acme",
        people: [
          { id: "u-ana", name: "Ana Alm", email: "ana@acme.com" },
          { id: "u-bo", name: "Bo Berg", email: "bo@acme.com" },
        ],
        channels: [],
      },
    ],
  });
  test = await createTestApp({
    connectors: createConnectors({
      fetch: createSafeFetch({ allow: [new URL(microsoft.url).host] }),
      slackDistribution: "internal",
      graphApiUrl: microsoft.url,
      microsoftLoginUrl: microsoft.loginUrl,
    }),
    engines: { forWorkspace: async () => createScriptedEngine(), description: "test" },
  });
  worker = await startWorker(test.deps);
});
afterAll(async () => {
  await worker.stop();
  await test.close();
  await microsoft.close();
});

it("PUB-007 CHAN-014 Microsoft Teams is set up, tried, monitored by hand and automatically, and followed through edits and deletions", async () => {
  const { inject, viewer } = await test.signIn(await buildUser(test.db, { role: "member" }));
  const post = async (url: string, payload: object = {}) => {
    const answer = await inject({ method: "POST", url, payload });
    expect([url, answer.statusCode, answer.statusCode === 200 ? "" : answer.body]).toEqual([url, 200, ""]);
    return answer.json();
  };
  const said = async () => {
    const rows = await test.db.select().from(messages).where(eq(messages.workspaceId, viewer.workspaceId));
    return rows
      .filter(({ deletedAt }) => deletedAt === null)
      .map(({ text }) => text)
      .toSorted();
  };
  const support = microsoft.addChannel("team-1", { id: `19:support-${newId()}@thread.tacv2`, displayName: "Support" });
  const question = support.post({ userId: "u-ana", content: "<p>KNOW how do I reset it?</p>", at: Date.now() - DAY });
  const answer = support.post({ userId: "u-bo", content: "<p>Hold the <b>button</b></p>", replyTo: question });

  const { id: integrationId } = await post("/api/collaboration-integrations", {
    name: "Teams",
    platform: "teams",
    config: CONFIG,
  });
  expect(await post(`/api/collaboration-integrations/${integrationId}/test`)).toMatchObject({
    success: true,
    message: expect.stringMatching(/Microsoft Teams \(\d channels?\)/),
    warnings: [],
  });
  const shown = (await inject({ url: `/api/teams/channels?integrationId=${integrationId}` })).json();
  const offered = shown.find(({ id }: { id: string }) => id === `team-1/${support.data.id}`);
  const channel = await post("/api/channels", {
    channelId: offered.id,
    channelName: offered.name,
    platform: "teams",
    integrationId,
    isActive: true,
    checkFrequencyMinutes: 5,
  });
  expect(await post("/api/analyze", { channelId: channel.id })).toMatchObject({
    messagesProcessed: 2,
    articlesCreated: 1,
  });
  expect(await said()).toEqual(["Hold the **button**", "KNOW how do I reset it?"]);

  // Automatic monitoring stores everything that was added, edited and deleted since the last reading.
  support.edit(answer, "<p>Hold both buttons</p>");
  const wrong = support.post({ userId: "u-bo", content: "soon deleted", replyTo: question });
  await inject({ method: "PUT", url: "/api/settings/monitoring", payload: { mode: "automatic" } });
  const everyRunEnds = () =>
    expect
      .poll(async () => {
        const all = await test.db.select().from(runs).where(eq(runs.workspaceId, viewer.workspaceId));
        return all.filter(({ state }) => state === "queued" || state === "running").length;
      })
      .toBe(0);
  const isChecked = async () => {
    await everyRunEnds();
    const before = new Date(Date.now() - DAY);
    await test.db.update(channels).set({ lastChecked: before }).where(eq(channels.id, channel.id));
    await test.db.update(runs).set({ createdAt: before }).where(eq(runs.workspaceId, viewer.workspaceId));
    await checkDueChannels(test.deps);
    await everyRunEnds();
    const [row] = await test.db.select().from(channels).where(eq(channels.id, channel.id));
    expect([row?.trouble, (row?.lastChecked ?? before) > before]).toEqual([null, true]);
  };
  await isChecked();
  expect(await said()).toEqual(["Hold both buttons", "KNOW how do I reset it?", "soon deleted"]);
  support.delete(wrong);
  await isChecked();
  expect(await said()).toEqual(["Hold both buttons", "KNOW how do I reset it?"]);
});

it("who explained something in Teams, where we only read, is asked in the product, once, and only where that is switched on", async () => {
  const { id: workspaceId } = await test.newWorkspace();
  const owner = await test.signIn(await buildUser(test.db, { workspaceId }));
  const bo = await test.signIn(await buildUser(test.db, { workspaceId, email: "bo@acme.com", membership: "editor" }));
  const call = async (method: "POST" | "PUT", url: string, payload: object = {}) => {
    const answer = await owner.inject({ method, url, payload });
    expect([url, answer.statusCode, answer.statusCode === 200 ? "" : answer.body]).toEqual([url, 200, ""]);
    return answer.json();
  };
  const told = async ({ inject }: SignedIn) =>
    (await inject({ url: "/api/notifications" })).json<{ notifications: { kind: string; article: { id: string } }[] }>()
      .notifications;
  const { id: integrationId } = await call("POST", "/api/collaboration-integrations", {
    name: "Teams",
    platform: "teams",
    config: CONFIG,
  });
  const written = async (isOn: boolean, what: string) => {
    const place = microsoft.addChannel("team-1", { id: `19:${what}-${newId()}@thread.tacv2`, displayName: what });
    const question = place.post({ userId: "u-ana", content: `<p>KNOW how do I reset ${what}?</p>` });
    place.post({ userId: "u-bo", content: `<p>Hold the button of ${what}</p>`, replyTo: question });
    const { id } = await call("POST", "/api/channels", {
      channelId: `team-1/${place.data.id}`,
      channelName: what,
      platform: "teams",
      integrationId,
      isActive: true,
      checkFrequencyMinutes: 5,
    });
    await call("PUT", `/api/collaboration-channels/${id}/questions`, { isOn });
    await readDueMembers(test.deps);
    expect(await call("POST", "/api/analyze", { channelId: id })).toMatchObject({ articlesCreated: 1 });
    return id as string;
  };
  await written(false, "modems");
  expect(await told(bo)).toEqual([]);
  await written(true, "printers");
  expect((await told(bo)).map(({ kind }) => kind)).toEqual(["asked"]);
  expect(await told(owner)).toEqual([]);
  const [asked] = await told(bo);
  expect((await bo.inject({ url: `/api/articles/${asked?.article.id}` })).statusCode).toBe(200);
});
