import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { inWorkspace } from "../db/workspace-scope.ts";
import { buildChannel, buildChatIntegration, buildRun } from "../testing/factories.ts";
import { createTestApp, type TestApp } from "../testing/test-app.ts";
import { getDetectionSettings } from "./detection-settings.ts";

let test: TestApp;
beforeAll(async () => {
  test = await createTestApp();
});
afterAll(() => test.close());

const SAVED = { sensitivity: 5, minMessageLength: 120, detectionKeywords: ["runbook", "how to"] };

async function person() {
  const { inject, viewer } = await test.signIn();
  return {
    viewer,
    read: async () => (await inject({ url: "/api/settings" })).json(),
    save: (payload: unknown) => inject({ method: "PUT", url: "/api/settings", payload: payload as object }),
  };
}

describe("GET /api/settings", () => {
  it("API-016 before the first save, the settings are the defaults, marked as never saved", async () => {
    const { read } = await person();
    expect(await read()).toEqual({
      sensitivity: 8,
      minMessageLength: 20,
      detectionKeywords: ["how to", "step by step", "tutorial", "guide"],
      lastUpdated: null,
    });
  });
});

describe("PUT /api/settings", () => {
  it("API-017 saving stores the settings and returns the time", async () => {
    const { read, save, viewer } = await person();
    const first = await save(SAVED);
    expect(first.statusCode).toBe(200);
    expect(first.json()).toEqual({ ...SAVED, lastUpdated: expect.any(String) });
    expect(await read()).toEqual(first.json());

    const second = (await save({ ...SAVED, sensitivity: 6 })).json();
    expect(second.sensitivity).toBe(6);
    expect(Date.parse(second.lastUpdated)).toBeGreaterThan(Date.parse(first.json().lastUpdated));
    // The engines use the saved settings.
    const used = await inWorkspace(test.db, viewer.workspaceId, getDetectionSettings);
    expect(used).toEqual({ ...SAVED, sensitivity: 6 });
  });

  it("each keyword is stored once, without surrounding blanks, in any script", async () => {
    const { read, save } = await person();
    const detectionKeywords = [" guide", "guide", "手順", "🚀", "דוח", 'it\'s \\ "quoted"'];
    await save({ ...SAVED, detectionKeywords });
    expect((await read()).detectionKeywords).toEqual(["guide", "手順", "🚀", "דוח", 'it\'s \\ "quoted"']);
    expect((await save({ ...SAVED, detectionKeywords: [] })).json().detectionKeywords).toEqual([]);
  });

  it("values at the limits are accepted", async () => {
    const { save } = await person();
    for (const given of [
      { sensitivity: 1, minMessageLength: 10 },
      { sensitivity: 10, minMessageLength: 500 },
    ]) {
      expect((await save({ ...SAVED, ...given })).json()).toMatchObject(given);
    }
  });

  it("the settings belong to one workspace", async () => {
    const [mine, theirs] = [await person(), await person()];
    await mine.save(SAVED);
    expect((await theirs.read()).lastUpdated).toBeNull();
  });

  it.each([
    ["a sensitivity of 0", { sensitivity: 0 }, "sensitivity: At least 1."],
    ["a sensitivity of 11", { sensitivity: 11 }, "sensitivity: At most 10."],
    ["half a sensitivity", { sensitivity: 7.5 }, "sensitivity: Give a whole number."],
    ["a number as text", { sensitivity: "7" }, "sensitivity: Give a number."],
    ["a number as a truth value", { minMessageLength: true }, "minMessageLength: Give a number."],
    ["CONF-003 a length of 9", { minMessageLength: 9 }, "minMessageLength: At least 10."],
    ["CONF-003 a length of 501", { minMessageLength: 501 }, "minMessageLength: At most 500."],
    ["one keyword instead of a list", { detectionKeywords: "guide" }, "detectionKeywords: Give a list."],
    ["a number among the keywords", { detectionKeywords: [7] }, "detectionKeywords.0: Give text."],
    ["a blank keyword", { detectionKeywords: ["  "] }, "detectionKeywords.0: Required."],
    ["a keyword of 101 characters", { detectionKeywords: ["x".repeat(101)] }, "At most 100 characters."],
    ["101 keywords", { detectionKeywords: Array(101).fill("x") }, "detectionKeywords: At most 100 entries."],
    ["nothing for a field", { sensitivity: undefined }, "sensitivity: Required."],
    ["null for a field", { sensitivity: null }, "sensitivity: Give a number."],
    ["a field there is not", { monitoringMode: "automatic" }, "There is no field 'monitoringMode'."],
    ["its own time of saving", { lastUpdated: "2020-01-01T00:00:00Z" }, "There is no field 'lastUpdated'."],
    ["a NUL in a keyword", { detectionKeywords: ["a\u0000b"] }, "cannot be stored"],
    ["half a character in a keyword", { detectionKeywords: ["\ud800"] }, "cannot be stored"],
  ])("refuses %s, and keeps what was saved", async (_what, wrong, sentence) => {
    const { read, save } = await person();
    const before = (await save(SAVED)).json();
    const answer = await save({ ...SAVED, ...wrong });
    expect(answer.statusCode).toBe(400);
    expect(answer.json().message).toContain(sentence);
    expect(await read()).toEqual(before);
  });
});

describe("/api/settings/monitoring", () => {
  const monitor = async () => {
    const { inject, viewer } = await test.signIn();
    return {
      viewer,
      inject,
      read: async () => (await inject({ url: "/api/settings/monitoring" })).json(),
      choose: (mode: string) => inject({ method: "PUT", url: "/api/settings/monitoring", payload: { mode } }),
    };
  };

  it("COLL-015 monitoring is manual until someone turns automatic monitoring on, and manual again when they turn it off", async () => {
    const { read, choose } = await monitor();
    expect(await read()).toEqual({ mode: "manual", nextCheck: null });
    expect((await choose("automatic")).json()).toEqual({ mode: "automatic", nextCheck: null });
    expect(await read()).toMatchObject({ mode: "automatic" });
    expect((await choose("manual")).json()).toEqual({ mode: "manual", nextCheck: null });
    expect((await choose("sometimes")).statusCode).toBe(400);
  });

  it("changing the mode leaves unsaved detection settings unsaved, and saved ones unchanged", async () => {
    const { inject, choose } = await monitor();
    const detection = async () => (await inject({ url: "/api/settings" })).json();
    await choose("automatic");
    expect(await detection()).toMatchObject({ sensitivity: 8, minMessageLength: 20, lastUpdated: null });
    const saved = (await inject({ method: "PUT", url: "/api/settings", payload: SAVED })).json();
    await choose("manual");
    expect(await detection()).toEqual(saved);
  });

  it("monitoring says when the first active channel is due, each channel at its own frequency", async () => {
    const { viewer, inject, choose } = await monitor();
    const { workspaceId } = viewer;
    const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000);
    const lastChecked = minutesAgo(20);
    const integration = await buildChatIntegration(test.db, { workspaceId });
    const build = (values: object) =>
      buildChannel(test.db, { workspaceId, integrationId: integration.id, lastChecked, ...values });
    const hourly = await build({ checkFrequencyMinutes: 60 });
    await build({ checkFrequencyMinutes: 1440 });
    await build({ checkFrequencyMinutes: 5, isActive: false });
    await build({ checkFrequencyMinutes: 5, integrationId: null });
    expect((await choose("automatic")).json().nextCheck).toBe(
      new Date(lastChecked.getTime() + 3_600_000).toISOString(),
    );

    const nextChecks = async (path: string) =>
      (await inject({ url: path })).json().map(({ nextCheck }: { nextCheck: string | null }) => nextCheck);
    const soonest = new Date(lastChecked.getTime() + 3_600_000).toISOString();
    const latest = new Date(lastChecked.getTime() + 86_400_000).toISOString();
    for (const path of ["/api/channels", "/api/collaboration-channels"])
      expect(await nextChecks(path)).toEqual([soonest, latest, null, null]);
    await choose("manual");
    expect(await nextChecks("/api/channels")).toEqual([null, null, null, null]);

    // The time of the next check is counted from the start of the last check, even before the channel was read.
    const createdAt = minutesAgo(10);
    await buildRun(test.db, { workspaceId, kind: "analyse", input: { channelIds: [hourly.id] }, createdAt });
    expect((await choose("automatic")).json().nextCheck).toBe(new Date(createdAt.getTime() + 3_600_000).toISOString());
  });
});
