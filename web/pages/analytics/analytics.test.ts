import { describe, expect, it } from "vitest";
import { computeTicks, formatMoney, pickLabelledColumns } from "./axis.ts";
import { formatStepLabel, formatStepTitle, getToday, readRange } from "./range.ts";

const read = (query: string) => readRange(new URLSearchParams(query), "2026-11-21");

describe("the range in the address", () => {
  it.each([
    ["", { preset: "30", from: "2026-10-23", to: "2026-11-21" }],
    ["range=7", { preset: "7", from: "2026-11-15", to: "2026-11-21" }],
    ["range=year", { preset: "year", from: "2025-11-22", to: "2026-11-21" }],
    ["range=all", { preset: "all", from: undefined, to: "2026-11-21" }],
    ["from=2026-02-01&to=2026-02-28", { preset: null, from: "2026-02-01", to: "2026-02-28" }],
    ["from=2026-02-01", { preset: null, from: "2026-02-01", to: "2026-11-21" }],
    ["to=2026-02-28", { preset: null, from: undefined, to: "2026-02-28" }],
    ["range=forever", { preset: "30", from: "2026-10-23", to: "2026-11-21" }],
    ["from=2026-02-30&to=<script>", { preset: "30", from: "2026-10-23", to: "2026-11-21" }],
  ])("?%s", (query, range) => expect(read(query)).toEqual(range));

  it("ends on the day it is for the reader, not in London", () => {
    const lateEvening = new Date(2026, 0, 5, 23, 59);
    expect(getToday(lateEvening)).toBe("2026-01-05");
  });
});

describe("an axis", () => {
  it.each([
    [0, true, [0]],
    [1, true, [0, 1]],
    [3, true, [0, 1, 2, 3]],
    [12, true, [0, 5, 10, 15]],
    [1_000, true, [0, 250, 500, 750, 1_000]],
    [0.003, false, [0, 0.001, 0.002, 0.003]],
  ])("up to %s has round values", (max, isWhole, ticks) => expect(computeTicks(max, isWhole)).toEqual(ticks));

  it("names its first and last column and few between", () => {
    expect([1, 2, 7, 31].map(pickLabelledColumns)).toEqual([[0], [0, 1], [0, 2, 4, 6], [0, 10, 20, 30]]);
  });

  it("names days, weeks, months and years", () => {
    expect((["day", "week", "month", "year"] as const).map((step) => formatStepLabel("2026-11-01", step))).toEqual([
      "1 Nov",
      "1 Nov",
      "Nov 2026",
      "2026",
    ]);
    expect(formatStepTitle("2026-11-16", "week")).toBe("Week of 16 Nov 2026");
  });

  it("shows what little a model cost", () => {
    expect([0, 31, 3_100, 120_000, 12_400_000, 1_234_560_000].map(formatMoney)).toEqual([
      "$0.00",
      "$0.000031",
      "$0.0031",
      "$0.12",
      "$12.40",
      "$1,234.56",
    ]);
  });
});
