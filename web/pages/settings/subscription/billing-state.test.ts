import { describe, expect, it } from "vitest";
import type { Subscription } from "../../../../shared/contract/billing.ts";
import * as sample from "../../../testing/sample-data.ts";
import {
  buildUsageBars,
  canCancel,
  comparePlans,
  describeAllowance,
  describeEnding,
  describeOutlook,
  findPlan,
} from "./billing-state.ts";

const END = "2026-12-21T10:00:00.000Z";
const paying: Subscription = { ...sample.subscription, plan: "professional", hasBilling: true, renewsAt: END };

it("SUB-017 a plan that nobody knows is treated as Starter", () => {
  expect(findPlan("gold").id).toBe("starter");
  expect(findPlan(undefined).id).toBe("starter");
  const unknown = { ...paying, plan: "gold" } as unknown as Subscription;
  expect(canCancel(unknown)).toBe(false);
  expect(comparePlans("professional", unknown)).toBe("upgrade");
  expect(comparePlans("starter", unknown)).toBe("none");
});

it("SUB-004 only a paid plan that is active and not ending can be cancelled", () => {
  expect(canCancel(paying)).toBe(true);
  expect(canCancel({ ...paying, plan: "enterprise" })).toBe(true);
  expect(canCancel({ ...paying, plan: "starter" })).toBe(false);
  expect(canCancel({ ...paying, isActive: false })).toBe(false);
  expect(canCancel({ ...paying, nextPlan: "starter", expiresAt: END })).toBe(false);
});

describe("what is to come", () => {
  it.each([
    ["Renews on 21 Dec 2026.", {}],
    [
      "Cancelled. Professional works until 21 Dec 2026; then the workspace is on Starter.",
      { nextPlan: "starter", expiresAt: END },
    ],
    [
      "Professional begins on 21 Dec 2026. Until then Enterprise stays as it is.",
      { plan: "enterprise", nextPlan: "professional" },
    ],
    [
      "The last payment failed. Everything keeps working until 28 Nov 2026; pay by then to avoid an interruption.",
      { graceUntil: "2026-11-28T10:00:00.000Z", expiresAt: "2026-11-28T10:00:00.000Z" },
    ],
    [null, { plan: "starter", renewsAt: null }],
  ] as const)("reads: %s", (sentence, change) => {
    expect(describeOutlook({ ...paying, ...change })).toBe(sentence);
  });

  it("what is not paid ends at once", () => {
    expect(describeEnding({ ...paying, graceUntil: END })).toMatch(
      /^Professional ends now, because it is not paid\. Then Starter begins: 50 messages a month/,
    );
  });

  it("a cancellation says until when everything works, what follows and what stays", () => {
    expect(describeEnding(paying)).toBe(
      "Everything of Professional works until 21 Dec 2026. Then Starter begins: 50 messages a month, 1 Slack channel, 1 knowledge platform. Channels and integrations beyond that are paused, the oldest stay; no article is lost.",
    );
  });
});

it("usage is told in words, with how it goes on once the messages are used up", () => {
  const resetsAt = "2026-12-01T00:00:00.000Z";
  const [messages, channels] = buildUsageBars({
    messages: { used: 52, limit: 50 },
    channels: { used: 1, limit: 5 },
    knowledgePlatforms: { used: 1, limit: 1 },
    resetsAt,
  });
  expect(messages).toEqual({
    label: "Messages this month",
    text: "52 of 50",
    fraction: 1,
    isFull: true,
    note: "Analysis is paused and resumes automatically on 1 Dec 2026.",
  });
  expect(channels).toMatchObject({ text: "1 of 5", fraction: 0.2, isFull: false });
  const [free] = buildUsageBars({ ...sample.subscription.usage, messages: { used: 12_480, limit: null } });
  expect(free).toMatchObject({ text: "12,480", fraction: null, isFull: false });
  expect(describeAllowance("enterprise")).toBe("unlimited messages, unlimited Slack channels, 5 knowledge platforms");
});
