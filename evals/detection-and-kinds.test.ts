import { describe, expect, it } from "vitest";
import { contentTypeOf, kindOfConversation } from "../engine/local/content-type.ts";
import { shapeOf } from "../engine/local/conversation-shape.ts";
import { judge, thresholdOf } from "../engine/local/detector.ts";
import { conversationOf } from "../engine/local/golden-conversation.ts";
import { parseConversation } from "../engine/local/parse-conversation.ts";
import { BALANCED_SENSITIVITY, OPERATING_POINTS, SENSITIVITY } from "../shared/domain/detection.ts";
import { benchConversation } from "./bench-rows.ts";
import { ownConversations } from "./own-conversations.ts";

const SETTINGS = { sensitivity: BALANCED_SENSITIVITY, minMessageLength: 20, detectionKeywords: [] };
const judged = ownConversations().check.map((row) => ({
  row,
  isKnowledge: judge(parseConversation(benchConversation(row.id, row.messages)), SETTINGS).isKnowledge,
}));
const shareOfArticles = (some: typeof judged) => some.filter(({ isKnowledge }) => isKnowledge).length / some.length;

function kindsOf(text: string) {
  const read = parseConversation(conversationOf(text));
  const shape = shapeOf(read, 0);
  return { kind: kindOfConversation(read, shape), article: contentTypeOf(read, shape) };
}

describe("conversations of families and trades nothing was fitted on", () => {
  const chatter = judged.filter(({ row }) => row.label === "not");

  it.each([...new Set(chatter.map(({ row }) => row.negType ?? ""))])("makes hardly an article of %s", (type) => {
    expect(shareOfArticles(chatter.filter(({ row }) => row.negType === type))).toBeLessThanOrEqual(0.2);
  });

  it("finds most of what depots, theatres, town halls and analysts explain to each other", () => {
    expect(shareOfArticles(judged.filter(({ row }) => row.label === "knowledge"))).toBeGreaterThan(0.75);
  });
});

describe("sensitivity", () => {
  it("costs more wrong articles the more it catches, and says so for each of its ten points", () => {
    expect(OPERATING_POINTS).toHaveLength(SENSITIVITY.max);
    for (let at = SENSITIVITY.min + 1; at <= SENSITIVITY.max; at++) {
      const [before, now] = [OPERATING_POINTS[at - 2], OPERATING_POINTS[at - 1]];
      expect(thresholdOf(at)).toBeLessThan(thresholdOf(at - 1));
      expect(now?.caught).toBeGreaterThanOrEqual(before?.caught ?? 100);
      expect(now?.wrong).toBeGreaterThanOrEqual(before?.wrong ?? 100);
    }
  });
});

describe("kinds", () => {
  it.each([
    [
      "howto",
      "Ana: How can I export only the active customers?\nBen: Filter the list first, then choose Export, it takes what you see.",
    ],
    [
      "troubleshooting",
      "Ana: Since the update the import fails with an error, it worked yesterday\nBen: The column names changed, rename them and it runs again.",
    ],
    [
      "documentation",
      "Ana: Is there any good documentation or a tutorial for beginners?\nBen: https://example.org/start is the best guide, read the second chapter too.",
    ],
    [
      "explanation",
      "Ana: What is the difference between a role and a group, and what does each of them mean?\nBen: A role says what you may do, a group who you belong to.",
    ],
    [
      "project-management",
      "Ana: When will the fix be released, is there a milestone?\nBen: It is merged, the release is planned for next week.",
    ],
  ])("tells %s by what is asked", (kind, text) => {
    expect(kindsOf(text).kind).toBe(kind);
  });

  it("writes no article of the kind of a plan, and calls chatter other", () => {
    const plan = kindsOf(
      "Ana: Who takes the review of my pull request?\nBen: I can do it tomorrow after the stand-up.",
    );
    expect(plan.kind).toBe("project-management");
    expect(["tutorial", "troubleshooting", "explanation", "faq", "howto", "documentation"]).toContain(plan.article);
    expect(kindsOf("Ana: good morning everyone\nBen: morning! how was your weekend?\nAna: lol too short").kind).toBe(
      "other",
    );
  });
});
