import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import ExpiryWarning from "./expiry-warning.tsx";
import { countPlanDaysLeft, findNearlyUsedMessages } from "./subscription-banner.tsx";

const now = Date.parse("2026-11-21T12:00:00Z");
const within = (days: number, isActive = true) => ({
  isActive,
  expiresAt: new Date(now + days * 86_400_000).toISOString(),
});

it("SUB-010 SUB-012 the banner warns for the last 1 to 7 days, rounded up, while the plan is active", () => {
  expect([0.2, 1, 3, 6.1, 7].map((days) => countPlanDaysLeft(within(days), now))).toEqual([1, 1, 3, 7, 7]);
  expect([-1, 0, 7.1, 8].map((days) => countPlanDaysLeft(within(days), now))).toEqual([null, null, null, null]);
  expect(countPlanDaysLeft(within(3, false), now)).toBeNull();
  expect(countPlanDaysLeft({ ...within(3), expiresAt: null }, now)).toBeNull();
  expect(countPlanDaysLeft(undefined, now)).toBeNull();
});

it("the banner says how many of the month's messages are used, from 80% on, while an active plan limits them", () => {
  const usedOf = (used: number, limit: number | null, isActive = true) => {
    const other = { used: 0, limit: null };
    const resetsAt = "2026-12-01T00:00:00.000Z";
    const usage = { messages: { used, limit }, channels: other, knowledgePlatforms: other, resetsAt };
    return findNearlyUsedMessages({ isActive, usage })?.used ?? null;
  };
  expect([39, 40, 50, 54].map((used) => usedOf(used, 50))).toEqual([null, 40, 50, 54]);
  expect([usedOf(900, null), usedOf(50, 50, false), findNearlyUsedMessages(undefined)]).toEqual([null, null, null]);
});

it("SUB-011 the banner names the days left and links to the plans", () => {
  const shown = renderToStaticMarkup(<ExpiryWarning days={3} />);
  expect(shown).toContain("Your subscription expires in 3 days.");
  expect(shown).toMatch(/<a href="\/pricing"[^>]*>Renew<\/a>/);
  expect(renderToStaticMarkup(<ExpiryWarning days={1} />)).toContain("expires in 1 day.");
});
