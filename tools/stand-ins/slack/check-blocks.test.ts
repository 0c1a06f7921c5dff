import { expect, it } from "vitest";
import { explainInvalidMessage } from "./check-blocks.ts";

const plain = (text: string) => ({ type: "plain_text", text });
const button = (more: object = {}) => ({ type: "button", text: plain("Yes"), action_id: "yes", ...more });
const rich = (text: string) => ({
  type: "rich_text",
  elements: [{ type: "rich_text_section", elements: [{ type: "text", text }] }],
});

it("The Slack stand-in accepts blocks like Slack, and refuses empty, too long, too many or unknown blocks", () => {
  const good = [
    { type: "section", text: { type: "mrkdwn", text: "Is it right?" } },
    { type: "actions", block_id: "a", elements: [button({ value: "1", style: "primary" })] },
    { type: "context", elements: [plain("Only here")] },
    rich("Words"),
  ];
  expect(explainInvalidMessage("Is it right?", good)).toBeNull();
  const wrong = [
    { type: "section", text: plain("") },
    { type: "section", text: plain("x".repeat(3001)) },
    { type: "header", text: plain("x".repeat(151)) },
    { type: "actions", elements: [] },
    { type: "actions", elements: Array.from({ length: 26 }, () => button()) },
    { type: "actions", elements: [button({ text: plain("x".repeat(76)) })] },
    { type: "actions", elements: [button({ value: "x".repeat(2001) })] },
    { type: "actions", elements: [button({ url: "no address" })] },
    { type: "context", elements: Array.from({ length: 11 }, () => plain("x")) },
    rich(""),
    { type: "unknown" },
  ];
  expect(wrong.map((block) => explainInvalidMessage("x", [block]))).toEqual(wrong.map(() => "invalid_blocks"));
  expect(explainInvalidMessage("x", [good[1], good[1]])).toBe("invalid_blocks");
  expect(
    explainInvalidMessage(
      "x",
      Array.from({ length: 51 }, () => good[0]),
    ),
  ).toBe("invalid_blocks");
  expect(
    explainInvalidMessage(
      "x",
      Array.from({ length: 5 }, () => rich("x".repeat(2800))),
    ),
  ).toBe("msg_blocks_too_long");
  expect(explainInvalidMessage("x".repeat(40_001), undefined)).toBe("msg_too_long");
  expect(explainInvalidMessage("", undefined)).toBe("no_text");
});
