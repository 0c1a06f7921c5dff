import { describe, expect, it } from "vitest";
import { watchOutages } from "./outage.ts";

const MINUTE = 60_000;

function stage() {
  const clock = { now: 0 };
  return { clock, outages: watchOutages(5_000, () => clock.now) };
}

describe("A model whose calls fail", () => {
  it("is paused for the workspace whose calls failed three times, and for no other one", () => {
    const { outages } = stage();
    for (let count = 0; count < 3; count += 1) {
      expect(outages.problem("one")).toBeNull();
      outages.failed("one", "The provider refused it.", 10);
    }
    expect(outages.problem("one")).toBe("The provider refused it.");
    expect(outages.problem("other")).toBeNull();
    outages.answered("other");
    expect(outages.problem("one")).toBe("The provider refused it.");
  });

  it("is paused for all when three workspaces in a row got no answer, until one gets one", () => {
    const { outages, clock } = stage();
    for (const workspaceId of ["one", "two", "three"]) outages.failed(workspaceId, "silent", 25_000);
    expect(outages.problem("four")).toBe("silent");
    clock.now = MINUTE + 1;
    expect(outages.problem("four")).toBeNull();
    expect(outages.problem("five")).toBe("silent");
    outages.answered("four");
    expect(outages.problem("five")).toBeNull();
  });

  it("is paused at once when it held a call for long, for longer each time, and tried with one call after that", () => {
    const { outages, clock } = stage();
    outages.failed("one", "silent", 25_000);
    expect(outages.problem("one")).toBe("silent");
    clock.now = MINUTE + 1;
    expect(outages.problem("one")).toBeNull();
    expect(outages.problem("one")).toBe("silent");
    outages.failed("one", "still silent", 25_000);
    clock.now += MINUTE + 1;
    expect(outages.problem("one")).toBe("still silent");
    clock.now += MINUTE;
    expect(outages.problem("one")).toBeNull();
    outages.answered("one");
    for (let count = 0; count < 5; count += 1) expect(outages.problem("one")).toBeNull();
  });

  it("does not count failures that an answer came between", () => {
    const { outages } = stage();
    for (let count = 0; count < 9; count += 1) {
      outages.failed("one", "now and then", 10);
      if (count % 2) outages.answered("one");
    }
    expect(outages.problem("one")).toBeNull();
  });
});
