import { z } from "zod";

/** Replaces zod's messages by sentences for people. Messages in the contract take precedence. */
export function setPlainIssueMessages(): void {
  z.config({ customError: sentenceOf });
}

const EXPECTED: Record<string, string> = {
  string: "Give text.",
  number: "Give a number.",
  int: "Give a whole number.",
  boolean: "Give true or false.",
  array: "Give a list.",
  object: "Give an object.",
  record: "Give an object.",
};

const sentenceOf: z.core.$ZodErrorMap = (issue) => {
  switch (issue.code) {
    case "invalid_type":
      return issue.input === undefined ? "Required." : (EXPECTED[issue.expected] ?? "This has the wrong type.");
    case "unrecognized_keys":
      return `There is no field ${issue.keys.map((key) => `'${key}'`).join(", ")}.`;
    case "invalid_value":
      return `Give one of ${issue.values.map((value) => `'${String(value)}'`).join(", ")}.`;
    case "too_small":
      return `At least ${issue.minimum}${unitOf(issue.origin)}.`;
    case "too_big":
      return `At most ${issue.maximum}${unitOf(issue.origin)}.`;
    case "invalid_format":
      return "This has the wrong form.";
    default:
      return undefined;
  }
};

function unitOf(origin: string): string {
  if (origin === "string") return " characters";
  return origin === "array" ? " entries" : "";
}
