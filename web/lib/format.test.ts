import { expect, it } from "vitest";
import { formatAgo, formatChange, formatFrequency, formatItems, formatMessageTime, formatShare } from "./format.ts";
import { formatNearDay } from "./freshness.ts";

const now = Date.parse("2026-11-21T12:00:00Z");

it("ART-016 a time is formatted in words as how long ago it was", () => {
  expect(formatAgo("2026-11-21T10:00:00Z", now)).toBe("2 hours ago");
  expect(formatAgo("2026-11-20T11:00:00Z", now)).toBe("1 day ago");
  expect(formatAgo("2026-11-21T11:59:40Z", now)).toBe("just now");
  expect(formatAgo("2026-11-21T12:00:09Z", now)).toBe("just now");
});

it("a date is formatted as today, yesterday or the day's name", () => {
  const days = ["2026-11-21T09:00:00Z", "2026-11-20T13:00:00Z", "2026-11-19T12:00:00Z"];
  expect(days.map((day) => formatNearDay(day, now))).toEqual(["today", "yesterday", "19 Nov 2026"]);
});

it("ART-019 a confidence is formatted as a percentage", () => expect(formatShare(0.87)).toBe("87%"));

it("a change against last week is formatted in words, or as 'No change'", () => {
  expect([12, -2.1, 0, null].map(formatChange)).toEqual([
    "+12% from last week",
    "−2.1% from last week",
    "No change",
    "No change",
  ]);
});

it("CHAN-034 a frequency of 1440 minutes is formatted as once daily", () => {
  expect([10, 60, 120, 1440].map(formatFrequency)).toEqual(["10 minutes", "1 hour", "2 hours", "once daily"]);
});

it("a count of one is formatted in the singular", () => {
  expect([formatItems(1, "article"), formatItems(12_480, "message")]).toEqual(["1 article", "12,480 messages"]);
});

it("a date in the margin has no year if it is this year", () => {
  expect(formatMessageTime("2026-03-02T10:00:00Z", new Date(now))).not.toContain("2026");
  expect(formatMessageTime("2024-03-02T10:00:00Z", new Date(now))).toContain("2024");
});
