import { describe, expect, it } from "vitest";
import { z } from "zod";
import { listStrictModeViolations } from "../../tools/stand-ins/llm/strict-requests.ts";
import { listCheckQuestions } from "./check-model.ts";
import { toWireSchema } from "./wire-schema.ts";

const QUESTIONS = listCheckQuestions();

describe.each(QUESTIONS.map(({ purpose, schema, wireSchema = schema }) => [purpose, wireSchema] as const))(
  "The schema of the purpose %s",
  (_purpose, schema) => {
    it.each(["openai", "azure", "mistral"] as const)("lies in the strict subset of %s", (vendor) => {
      expect(listStrictModeViolations(vendor, toWireSchema(schema, vendor))).toEqual([]);
    });

    it("every schema stays within the subset that Gemini accepts", () => {
      expect(listStrictModeViolations("google", toWireSchema(schema, "google"))).toEqual([]);
    });

    it("every schema is closed, complete and has few nullable fields, as Anthropic requires", () => {
      // The provider's adapter describes bounds of numbers and lists in words.
      const words = new Set(["minimum", "maximum", "minItems", "maxItems"]);
      const plain = JSON.parse(
        JSON.stringify(toWireSchema(schema, "anthropic"), (key, value) => (words.has(key) ? undefined : value)),
      );
      expect(listStrictModeViolations("anthropic", plain)).toEqual([]);
    });
  },
);

it("a schema outside of a subset is found", () => {
  const bad = z.object({ name: z.string().max(5).default("x"), when: z.string().regex(/^\d$/).optional() });
  const schema = z.toJSONSchema(bad, { io: "input" });
  expect(listStrictModeViolations("openai", schema)).toEqual(
    expect.arrayContaining([expect.stringContaining("maxLength")]),
  );
  expect(listStrictModeViolations("openai", schema)).toEqual(
    expect.arrayContaining([expect.stringContaining("open object")]),
  );
  expect(listStrictModeViolations("azure", schema)).toEqual(
    expect.arrayContaining([expect.stringContaining("default")]),
  );
  expect(listStrictModeViolations("google", schema)).toEqual(
    expect.arrayContaining([expect.stringContaining("pattern")]),
  );
});
