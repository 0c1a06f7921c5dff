import { describe, expect, it } from "vitest";
import { trackOutages } from "./outage.ts";

const MINUTE = 60_000;
const failed = (problem: string) => ({ reason: "outage", problem, waitMs: null }) as const;

function stage() {
  const clock = { now: 0 };
  return { clock, outages: trackOutages(5_000, () => clock.now) };
}

describe("A model whose calls fail", () => {
  it("a failing model is paused for the workspace whose calls failed three times, and for no other workspace", () => {
    const { outages } = stage();
    for (let count = 0; count < 3; count += 1) {
      expect(outages.wait("one")).toBeNull();
      outages.failed("one", failed("The provider refused it."), 10);
    }
    expect(outages.wait("one")).toMatchObject({ kind: "waits", sentence: "The provider refused it." });
    expect(outages.wait("other")).toBeNull();
    outages.answered("other");
    expect(outages.wait("one")).toMatchObject({ kind: "waits", sentence: "The provider refused it." });
  });

  it("a failing model is paused for all when three workspaces in a row got no answer, until a call gets an answer", () => {
    const { outages, clock } = stage();
    for (const workspaceId of ["one", "two", "three"]) outages.failed(workspaceId, failed("silent"), 25_000);
    expect(outages.wait("four")).toMatchObject({ kind: "waits", sentence: "silent" });
    clock.now = MINUTE + 1;
    expect(outages.wait("four")).toBeNull();
    expect(outages.wait("five")).toMatchObject({ kind: "waits", sentence: "silent" });
    outages.answered("four");
    expect(outages.wait("five")).toBeNull();
  });

  it("a model that held a call for long is paused at once, longer each time, and tested with one call after the pause", () => {
    const { outages, clock } = stage();
    outages.failed("one", failed("silent"), 25_000);
    expect(outages.wait("one")).toMatchObject({ kind: "waits", sentence: "silent" });
    clock.now = MINUTE + 1;
    expect(outages.wait("one")).toBeNull();
    expect(outages.wait("one")).toMatchObject({ kind: "waits", sentence: "silent" });
    outages.failed("one", failed("still silent"), 25_000);
    clock.now += MINUTE + 1;
    expect(outages.wait("one")).toMatchObject({ kind: "waits", sentence: "still silent" });
    clock.now += MINUTE;
    expect(outages.wait("one")).toBeNull();
    outages.answered("one");
    for (let count = 0; count < 5; count += 1) expect(outages.wait("one")).toBeNull();
  });

  it("failures with an answer in between do not add up", () => {
    const { outages } = stage();
    for (let count = 0; count < 9; count += 1) {
      outages.failed("one", failed("now and then"), 10);
      if (count % 2) outages.answered("one");
    }
    expect(outages.wait("one")).toBeNull();
  });

  it("a model that requests a pause gets exactly this pause, and waiting work knows its end", () => {
    const { outages, clock } = stage();
    outages.failed("one", { reason: "limit", problem: "Too many calls.", waitMs: 30_000 }, 10);
    const before = Date.now();
    const wait = outages.wait("one");
    expect(wait).toMatchObject({ kind: "waits", reason: "limit", sentence: "Too many calls." });
    expect(wait?.until?.getTime()).toBeGreaterThanOrEqual(before + 30_000);
    clock.now = 30_001;
    expect(outages.wait("one")).toBeNull();
  });
});
