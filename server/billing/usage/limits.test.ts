import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createConnectors } from "../../../connectors/registry.ts";
import type { PlanId } from "../../../shared/domain/plans.ts";
import { activityLogs, channels, knowledgeIntegrations, workspaces } from "../../db/schema.ts";
import { inWorkspace } from "../../db/workspace-scope.ts";
import type { Payment } from "../../stripe/stripe.ts";
import { buildChannel, buildChatIntegration, buildIntegration } from "../../testing/factories.ts";
import { createTestApp, type SignedIn, type TestApp } from "../../testing/test-app.ts";
import { enforcePlan, resumePausedChannels } from "../enforce-plan.ts";

/** The limits depend only on whether payment is configured. */
const PAYMENT = { publishableKey: "pk_test_1" } as Payment;

let test: TestApp;
beforeAll(async () => {
  test = await createTestApp({
    payment: PAYMENT,
    connectors: createConnectors({ fetch, slackDistribution: "internal" }),
  });
});
afterAll(() => test.close());

const wanted = { platform: "slack", isActive: true, checkFrequencyMinutes: 10 };
const monitor = (person: SignedIn, channelId: string, more: object = {}) =>
  person.inject({
    method: "POST",
    url: "/api/channels",
    payload: { ...wanted, channelId, channelName: channelId, ...more },
  });
const publishTo = (person: SignedIn, name: string) =>
  person.inject({
    method: "POST",
    url: "/api/integrations",
    payload: {
      name,
      type: "confluence",
      baseUrl: "https://acme.atlassian.net",
      spaceId: name.toUpperCase(),
      apiKey: "a@b.test:key",
    },
  });
const switchTo = (person: SignedIn, id: string, isActive: boolean) =>
  person.inject({ method: "PATCH", url: `/api/collaboration-channels/${id}`, payload: { isActive } });

async function someone(plan: PlanId) {
  const person = await test.signIn();
  const { workspaceId } = person.viewer;
  await choose(workspaceId, plan);
  await buildChatIntegration(test.db, { workspaceId, name: "Slack" });
  return { person, workspaceId };
}

const choose = (workspaceId: string, plan: PlanId) =>
  test.db.update(workspaces).set({ plan }).where(eq(workspaces.id, workspaceId));
const keep = (workspaceId: string) => inWorkspace(test.db, workspaceId, (scope) => enforcePlan(test.deps, scope));
const channelsOf = (workspaceId: string) =>
  test.db.select().from(channels).where(eq(channels.workspaceId, workspaceId)).orderBy(channels.createdAt);
const logOf = async (workspaceId: string) =>
  (await test.db.select().from(activityLogs).where(eq(activityLogs.workspaceId, workspaceId))).map(
    ({ message }) => message,
  );

describe("Slack channels", () => {
  it("stop at the plan’s number: the refusal names it, what is used and the way out", async () => {
    const { person, workspaceId } = await someone("starter");
    expect((await monitor(person, "C1")).statusCode).toBe(200);
    const refused = await monitor(person, "C2");
    expect(refused.statusCode).toBe(403);
    expect(refused.json().message).toBe(
      "The Starter plan includes 1 Slack channel and 1 is in use. Stop monitoring another channel, or upgrade in Manage Subscription.",
    );
    expect(refused.json()).not.toHaveProperty("subscriptionExpired");
    // An inactive channel does not count against the plan, and cannot be switched on later.
    const idle = await monitor(person, "C3", { isActive: false });
    expect(idle.statusCode).toBe(200);
    expect((await switchTo(person, idle.json().id, true)).statusCode).toBe(403);
    const [first] = await channelsOf(workspaceId);
    expect((await switchTo(person, first?.id ?? "", false)).statusCode).toBe(200);
    expect((await switchTo(person, idle.json().id, true)).statusCode).toBe(200);
  });

  it("are never more than the plan’s, also when tabs add at the same moment", async () => {
    const { person, workspaceId } = await someone("professional");
    const answers = await Promise.all(Array.from({ length: 8 }, (_, n) => monitor(person, `C${n}`)));
    expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 200, 200, 200, 200, 403, 403, 403]);
    expect(await channelsOf(workspaceId)).toHaveLength(5);
  });

  it("have no limit on Enterprise, and spaces of Google Chat have none at all", async () => {
    const { person } = await someone("enterprise");
    for (const id of ["C1", "C2", "C3", "C4", "C5", "C6"]) expect((await monitor(person, id)).statusCode).toBe(200);
    const { person: small, workspaceId } = await someone("starter");
    await buildChatIntegration(test.db, { workspaceId, platform: "google-chat" });
    for (const id of ["AAA", "BBB"])
      expect((await monitor(small, id, { platform: "google-chat" })).statusCode).toBe(200);
  });
});

describe("Knowledge platforms", () => {
  it("stop at the plan’s number, when added and when switched on, in two tabs too", async () => {
    const { person, workspaceId } = await someone("starter");
    const answers = await Promise.all([publishTo(person, "One"), publishTo(person, "Two")]);
    expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 403]);
    const refused = answers.find(({ statusCode }) => statusCode === 403);
    expect(refused?.json().message).toBe(
      "The Starter plan includes 1 knowledge platform and 1 is in use. Switch another integration off, or upgrade in Manage Subscription.",
    );
    const { id } = await buildIntegration(test.db, { workspaceId, isActive: false });
    const switchOn = { method: "PUT", url: `/api/integrations/${id}`, payload: { isActive: true } } as const;
    expect((await person.inject(switchOn)).statusCode).toBe(403);
    // The plan does not prevent other changes.
    expect((await person.inject({ ...switchOn, payload: { name: "Renamed" } })).statusCode).toBe(200);
    await choose(workspaceId, "professional");
    expect((await person.inject(switchOn)).statusCode).toBe(200);
  });
});

describe("After a downgrade", () => {
  it("the oldest channels stay; the others are switched off, stay readable, and say why; an upgrade brings them back", async () => {
    const { person, workspaceId } = await someone("professional");
    for (const id of ["C1", "C2", "C3"]) await monitor(person, id);
    await choose(workspaceId, "starter");
    await keep(workspaceId);
    await keep(workspaceId);
    const [oldest, second, third] = (await person.inject({ url: "/api/channels" })).json();
    const reason =
      "The Starter plan includes 1 Slack channel, and older ones use it. What was read stays; the channel resumes automatically when you upgrade in Manage Subscription.";
    expect(oldest).toMatchObject({ channelId: "C1", isActive: true, trouble: null });
    expect(second).toMatchObject({ channelId: "C2", isActive: false, trouble: reason });
    expect(third).toMatchObject({ channelId: "C3", isActive: false, trouble: reason });
    const log = await logOf(workspaceId);
    expect(log.filter((line) => line === `#C2 is no longer monitored. ${reason}`)).toHaveLength(1);
    expect((await switchTo(person, second.id, true)).statusCode).toBe(403);

    await choose(workspaceId, "professional");
    await keep(workspaceId);
    expect(await channelsOf(workspaceId)).toMatchObject(
      [1, 2, 3].map(() => ({ isActive: true, pausedFor: null, trouble: null })),
    );
    expect(await logOf(workspaceId)).toContain("#C2 is monitored again.");
  });

  it("a channel that a person had switched off does not come back with the others", async () => {
    const { person, workspaceId } = await someone("professional");
    const off = (await monitor(person, "C1", { isActive: false })).json();
    await monitor(person, "C2");
    const newest = (await monitor(person, "C3")).json();
    await choose(workspaceId, "starter");
    await keep(workspaceId);
    await person.inject({ method: "DELETE", url: `/api/channels/${newest.id}` });
    await choose(workspaceId, "professional");
    await keep(workspaceId);
    expect(await channelsOf(workspaceId)).toMatchObject([
      { id: off.id, isActive: false },
      { externalId: "C2", isActive: true },
    ]);
  });

  it("newer knowledge integrations are switched off and say why, until an upgrade", async () => {
    const { workspaceId } = await someone("professional");
    const [first, second] = [
      await buildIntegration(test.db, { workspaceId, createdAt: new Date("2026-01-01") }),
      await buildIntegration(test.db, { workspaceId, createdAt: new Date("2026-02-01") }),
    ];
    await choose(workspaceId, "starter");
    await keep(workspaceId);
    const row = async (id: string) =>
      (await test.db.select().from(knowledgeIntegrations).where(eq(knowledgeIntegrations.id, id)))[0];
    expect(await row(first.id)).toMatchObject({ isActive: true, trouble: null });
    expect(await row(second.id)).toMatchObject({
      isActive: false,
      trouble: expect.stringMatching(/^The Starter plan includes 1 knowledge platform, and older ones use it\./),
    });
    await choose(workspaceId, "professional");
    await keep(workspaceId);
    expect(await row(second.id)).toMatchObject({ isActive: true, pausedFor: null, trouble: null });
  });
});

describe("Without billing", () => {
  it("nothing is limited, and what a plan had paused comes back by itself", async () => {
    const { person, workspaceId } = await someone("starter");
    await monitor(person, "C1");
    const { integrationId } = (await channelsOf(workspaceId))[0] ?? {};
    await buildChannel(test.db, {
      workspaceId,
      integrationId,
      isActive: false,
      pausedFor: "channels",
      trouble: "Paused",
    });
    await resumePausedChannels(test.deps);
    expect((await channelsOf(workspaceId)).filter(({ isActive }) => isActive)).toHaveLength(1);
    await resumePausedChannels({ ...test.deps, payment: null });
    expect((await channelsOf(workspaceId)).filter(({ isActive }) => isActive)).toHaveLength(2);
    const free = await createTestApp();
    try {
      const stranger = await free.signIn();
      await buildChatIntegration(free.db, { workspaceId: stranger.viewer.workspaceId });
      for (const id of ["C1", "C2"]) expect((await monitor(stranger, id)).statusCode).toBe(200);
      expect((await stranger.inject({ url: "/api/subscription" })).json()).toMatchObject({
        hasBilling: false,
        usage: { channels: { used: 2, limit: null }, messages: { used: 0, limit: null } },
      });
    } finally {
      await free.close();
    }
  });
});
