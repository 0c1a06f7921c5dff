import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startStandIn } from "../../tools/stand-ins/stand-in.ts";
import { SlowTargets } from "./slow-targets.ts";
import { openPublishingStage, type PublishingStage, type PublishingWorkspace } from "./testing/publishing-stage.ts";

describe("Four targets that hang", () => {
  let stage: PublishingStage;
  const hanging: Awaited<ReturnType<typeof startStandIn>>[] = [];
  beforeAll(async () => {
    stage = await openPublishingStage({ UNRESOLVED_WAIT_SECONDS: "60" });
    for (let count = 0; count < 4; count += 1) {
      hanging.push(
        await startStandIn("hanging", (app) => {
          app.all("/*", () => new Promise(() => {}));
        }),
      );
    }
  });
  afterAll(async () => {
    for (const standIn of hanging) await standIn.close();
    await stage.close();
  });

  it("do not keep a fifth workspace waiting until their calls have ended", async () => {
    const desks: PublishingWorkspace[] = [];
    for (const { url } of hanging) {
      const desk = await stage.newDesk("confluence");
      await stage.db.$client.query("update knowledge_integrations set base_url = $1 where id = $2", [
        url,
        desk.integrations.confluence,
      ]);
      desks.push(desk);
    }
    const stuck: [PublishingWorkspace, string][] = [];
    for (const desk of desks) {
      for (let count = 0; count < 3; count += 1) stuck.push([desk, await desk.write(`Stuck ${count}`, "Never there.")]);
    }
    const underWay = () => hanging.reduce((sum, { calls }) => sum + calls.length, 0);
    await expect.poll(underWay).toBeGreaterThanOrEqual(8);

    const good = await stage.newDesk("confluence");
    const id = await good.write("Not stuck", "There at once.");
    await expect.poll(() => good.article(id)).toMatchObject({ status: "published" });
    for (const [desk, articleId] of stuck)
      expect(await desk.publication(articleId, "confluence")).toMatchObject({ attempts: 0, trouble: null });
  });
});

describe("A target that hung", () => {
  it("gets one attempt at a time and then all again; what waits says why and counts no try", async () => {
    const stage = await openPublishingStage();
    try {
      const desk = await stage.newDesk("confluence");
      stage.confluence.fail({ times: 1_000, match: "/wiki/", kind: { afterWork: "hang" } });
      const ids: string[] = [];
      for (let count = 0; count < 8; count += 1) ids.push(await desk.write(`Article ${count}`, "Said once."));
      const rows = async () => Promise.all(ids.map((id) => desk.publication(id, "confluence")));
      const sentence = "confluence does not answer at the moment. It is retried automatically.";
      await expect
        .poll(async () => (await rows()).filter(({ trouble, attempts }) => trouble === sentence && attempts === 0))
        .not.toHaveLength(0);
      stage.confluence.clearFaults();
      await expect
        .poll(async () => {
          for (const id of ids) await desk.forgiveSlowness(id);
          return (await rows()).map(({ state }) => state);
        })
        .toEqual(ids.map(() => "published"));
      for (const { marker } of await rows()) expect(stage.confluence.countByMarker(marker)).toBe(1);
    } finally {
      await stage.close();
    }
  });

  const place = (integrationId: string, host = "one.example") => ({ integrationId, host });
  const turnOf = (entered: ReturnType<SlowTargets["enter"]>) => ("ended" in entered ? entered : null);

  it("shares one slot with every other one that hung, and takes none from those that answer", () => {
    const targets = new SlowTargets(60_000, () => 0);
    for (const [id, host] of [
      ["a", "a.example"],
      ["b", "b.example"],
    ])
      turnOf(targets.enter({ integrationId: id ?? "", host: host ?? "" }))?.ended("no answer");
    const first = turnOf(targets.enter(place("a", "a.example")));
    expect(first).not.toBeNull();
    expect(targets.enter(place("b", "b.example"))).toEqual({ waitMs: expect.any(Number) });
    expect(turnOf(targets.enter(place("c", "c.example")))).not.toBeNull();
    first?.ended("answered");
    const second = turnOf(targets.enter(place("b", "b.example")));
    expect(second).not.toBeNull();
    expect(turnOf(targets.enter(place("a", "a.example")))).not.toBeNull();
  });

  it("closes its host for everybody after three silences in a row, for longer each time, until it answers", () => {
    let now = 0;
    const targets = new SlowTargets(60_000, () => now);
    for (const id of ["a", "b"]) turnOf(targets.enter(place(id)))?.ended("no answer");
    expect(turnOf(targets.enter(place("healthy")))).not.toBeNull();
    turnOf(targets.enter(place("c")))?.ended("no answer");
    expect(targets.enter(place("healthy"))).toEqual({ waitMs: expect.any(Number) });
    expect(turnOf(targets.enter(place("healthy", "other.example")))).not.toBeNull();
    now = 30_001;
    turnOf(targets.enter(place("healthy")))?.ended("no answer");
    now = 60_003;
    expect(targets.enter(place("healthy"))).toEqual({ waitMs: expect.any(Number) });
    now = 100_000;
    turnOf(targets.enter(place("healthy")))?.ended("answered");
    expect(turnOf(targets.enter(place("d")))).not.toBeNull();
    expect(turnOf(targets.enter(place("e")))).not.toBeNull();
  });
});
