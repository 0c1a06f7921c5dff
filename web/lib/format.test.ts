import { expect, it } from "vitest";
import { formatAgo, formatChange, formatFrequency, formatItems, formatMessageTime, formatShare } from "./format.ts";
import { formatNearDay } from "./freshness.ts";

const now = Date.parse("2026-11-21T12:00:00Z");

it("ART-016 says how long ago in words", () => {
  expect(formatAgo("2026-11-21T10:00:00Z", now)).toBe("2 hours ago");
  expect(formatAgo("2026-11-20T11:00:00Z", now)).toBe("1 day ago");
  expect(formatAgo("2026-11-21T11:59:40Z", now)).toBe("just now");
  expect(formatAgo("2026-11-21T12:00:09Z", now)).toBe("just now");
});

it("says today and yesterday, and names every other day", () => {
  const days = ["2026-11-21T09:00:00Z", "2026-11-20T13:00:00Z", "2026-11-19T12:00:00Z"];
  expect(days.map((day) => formatNearDay(day, now))).toEqual(["today", "yesterday", "19 Nov 2026"]);
});

it("ART-019 shows a confidence as a percent", () => expect(formatShare(0.87)).toBe("87%"));

it("words a change against last week, and 'No change' without one", () => {
  expect([12, -2.1, 0].map(formatChange)).toEqual(["+12% from last week", "−2.1% from last week", "No change"]);
});

it("CHAN-034 says 1440 minutes as once daily", () => {
  expect([10, 60, 120, 1440].map(formatFrequency)).toEqual(["10 minutes", "1 hour", "2 hours", "once daily"]);
});

it("counts one thing as one thing", () => {
  expect([formatItems(1, "article"), formatItems(12_480, "message")]).toEqual(["1 article", "12,480 messages"]);
});

it("leaves the year out of a note in the margin while it is this year", () => {
  expect(formatMessageTime("2026-03-02T10:00:00Z", new Date(now))).not.toContain("2026");
  expect(formatMessageTime("2024-03-02T10:00:00Z", new Date(now))).toContain("2024");
});
