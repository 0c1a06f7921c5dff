import { createHash } from "node:crypto";
import type { ModelQuestion, ModelReply } from "../../engine/model/index.ts";
import type { OpenedModel } from "./generate.ts";

/**
 * Hashes model and question, so that a stored answer can be reused. Leaves out hints, and the random marks that enclose the
 * data.
 */
export function hashQuestion<Answer>(
  { provider, name }: Pick<OpenedModel, "provider" | "name">,
  question: ModelQuestion<Answer>,
): string {
  const { purpose, promptVersion, instructions, data, hints = [], maxOutputTokens } = question;
  const asked = Object.fromEntries(Object.entries(data).filter(([key]) => !hints.includes(key)));
  const input = JSON.stringify([provider, name, purpose, promptVersion, instructions, asked, maxOutputTokens]);
  return createHash("sha256").update(input).digest("base64url");
}

/** Validates a stored answer as strictly as a new one. */
export function readAnswer<Answer>(
  { schema, problemOf }: Pick<ModelQuestion<Answer>, "schema" | "problemOf">,
  output: unknown,
): ModelReply<Answer> | null {
  const parsed = schema.safeParse(output);
  if (!parsed.success || problemOf?.(parsed.data)) return null;
  return { kind: "answer", answer: parsed.data };
}
