import { describe, expect, it } from "vitest";
import { detectKnowledge, interpolateThreshold } from "../../engine/find/detect.ts";
import { parseConversation } from "../../engine/testing/golden-conversation.ts";
import { parseConversationText } from "../../engine/text/read-conversation.ts";
import { detectContentType, detectShape } from "../../engine/text/shape.ts";
import { BALANCED_SENSITIVITY, OPERATING_POINTS, SENSITIVITY } from "../../shared/domain/detection.ts";
import { benchConversation } from "./bench-rows.ts";
import { readOwnConversations } from "./own-conversations.ts";

const SETTINGS = { sensitivity: BALANCED_SENSITIVITY, minMessageLength: 20, detectionKeywords: [] };
const judged = readOwnConversations().check.map((row) => ({
  row,
  isKnowledge: detectKnowledge(parseConversationText(benchConversation(row.id, row.messages)), SETTINGS).isKnowledge,
}));
const shareOfArticles = (some: typeof judged) => some.filter(({ isKnowledge }) => isKnowledge).length / some.length;

describe("conversations of families and trades that were not used for fitting", () => {
  const chatter = judged.filter(({ row }) => row.label === "not");

  it.each([...new Set(chatter.map(({ row }) => row.negType ?? ""))])(
    "hardly ever become articles if they are %s",
    (type) => {
      expect(shareOfArticles(chatter.filter(({ row }) => row.negType === type))).toBeLessThanOrEqual(0.2);
    },
  );

  it("become articles in most cases if people in depots, theatres, town halls or analysts explain something", () => {
    expect(shareOfArticles(judged.filter(({ row }) => row.label === "knowledge"))).toBeGreaterThan(0.75);
  });
});

describe("sensitivity", () => {
  it("finds more knowledge and more wrong articles at each of its ten steps", () => {
    expect(OPERATING_POINTS).toHaveLength(SENSITIVITY.max);
    for (let at = SENSITIVITY.min + 1; at <= SENSITIVITY.max; at++) {
      const [before, now] = [OPERATING_POINTS[at - 2], OPERATING_POINTS[at - 1]];
      expect(interpolateThreshold(at)).toBeLessThan(interpolateThreshold(at - 1));
      expect(now?.caught).toBeGreaterThanOrEqual(before?.caught ?? 100);
      expect(now?.wrong).toBeGreaterThanOrEqual(before?.wrong ?? 100);
    }
  });
});

describe("kinds", () => {
  it.each([
    [
      "howto",
      "Ana: How do I reset the printer?\nBen: 1. Open the lid\n    2. Hold the button for ten seconds\n    3. Close it",
    ],
    [
      "troubleshooting",
      "Ana: Since the update the import fails with an error\nBen: The column names changed, rename them.",
    ],
    ["faq", "Ana: Who signs for a parcel on Saturday?\nBen: The porter does, he is there until noon."],
    ["documentation", "Ana: From 1 May all visitors sign in at the front desk and wear a badge."],
  ])("recognizes %s by the conversation's form", (kind, text) => {
    expect(detectContentType(detectShape(parseConversationText(parseConversation(text))))).toBe(kind);
  });
});
