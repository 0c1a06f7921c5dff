import { expect, it } from "vitest";
import { checkModal } from "./check-modal.ts";

const plain = (text: string) => ({ type: "plain_text", text });
const input = (element: object = {}, block_id = "b1") => ({
  type: "input",
  block_id,
  label: plain("Title"),
  element: { type: "plain_text_input", action_id: "value", ...element },
});
const modal = (more: object = {}) => ({
  type: "modal",
  callback_id: "fix",
  title: plain("Fix"),
  submit: plain("Save"),
  blocks: [input()],
  ...more,
});

it("The Slack stand-in accepts a form like Slack, and refuses one that is too long, has a name twice or cannot be submitted", () => {
  const problemOf = (view: object) => {
    const checked = checkModal(view);
    return "problem" in checked ? checked.problem : null;
  };
  expect(problemOf(modal())).toBeNull();
  const wrong = [
    { title: plain("A title of 25 characters!") },
    { submit: undefined },
    { private_metadata: "x".repeat(3001) },
    { blocks: [input(), input()] },
    { blocks: Array.from({ length: 101 }, (_, index) => input({}, `b${index}`)) },
    { blocks: [input({ max_length: 3001 })] },
    { blocks: [input({ initial_value: "x".repeat(3001) })] },
    { blocks: [input({ initial_value: "too long", max_length: 3 })] },
    { blocks: [input({ initial_value: "" })] },
    { blocks: [{ type: "section", text: { type: "mrkdwn", text: "" } }] },
    { unknown: true },
  ];
  expect(wrong.map((more) => problemOf(modal(more)))).toEqual(wrong.map(() => "invalid_arguments"));
  expect(problemOf(modal({ private_metadata: "x".repeat(250_001) }))).toBe("view_too_large");
});
