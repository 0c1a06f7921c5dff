import { describe, expect, it } from "vitest";
import { divideRange, formatDateInZone } from "./calendar.ts";

const boundsOf = (from: string, to: string, timeZone: string) =>
  divideRange(from, to, timeZone).bounds.map((moment) => moment.toISOString());

describe("a range of days is cut into steps", () => {
  it.each([
    ["2026-11-01", "2026-11-07", "day", 7],
    ["2026-11-21", "2026-11-21", "day", 1],
    ["2025-11-22", "2026-11-21", "week", 53],
    ["2020-01-15", "2026-11-21", "month", 83],
    ["1970-01-01", "2099-12-31", "year", 130],
  ] as const)("from %s to %s by the %s", (from, to, step, count) => {
    const division = divideRange(from, to, "UTC");
    expect([division.step, division.starts.length, division.bounds.length]).toEqual([step, count, count + 1]);
    expect(division.starts[0]).toBe(from);
  });

  it("weeks begin on Monday and months on their first, the first one where the range begins", () => {
    expect(divideRange("2026-01-01", "2026-11-21", "UTC").starts.slice(0, 3)).toEqual([
      "2026-01-01",
      "2026-01-05",
      "2026-01-12",
    ]);
    expect(divideRange("2022-01-15", "2026-11-21", "UTC").starts.slice(0, 3)).toEqual([
      "2022-01-15",
      "2022-02-01",
      "2022-03-01",
    ]);
  });
});

describe("a day begins when the reader's clock says so", () => {
  it.each([
    ["on a half hour", "Asia/Kolkata", "2026-11-21", ["2026-11-20T18:30:00.000Z", "2026-11-21T18:30:00.000Z"]],
    ["with 23 hours", "Europe/Berlin", "2026-03-29", ["2026-03-28T23:00:00.000Z", "2026-03-29T22:00:00.000Z"]],
    ["with 25 hours", "America/New_York", "2026-11-01", ["2026-11-01T04:00:00.000Z", "2026-11-02T05:00:00.000Z"]],
    ["without midnight", "America/Santiago", "2026-09-06", ["2026-09-06T04:00:00.000Z", "2026-09-07T03:00:00.000Z"]],
    [
      "ahead of UTC by more than half a day",
      "Pacific/Kiritimati",
      "2026-11-21",
      ["2026-11-20T10:00:00.000Z", "2026-11-21T10:00:00.000Z"],
    ],
  ])("%s", (_what, timeZone, day, bounds) => {
    expect(boundsOf(day, day, timeZone)).toEqual(bounds);
  });

  it("and it is not the same day everywhere", () => {
    const moment = new Date("2026-11-21T23:30:00Z");
    expect(["UTC", "Asia/Tokyo", "America/Los_Angeles"].map((zone) => formatDateInZone(moment, zone))).toEqual([
      "2026-11-21",
      "2026-11-22",
      "2026-11-21",
    ]);
  });
});
