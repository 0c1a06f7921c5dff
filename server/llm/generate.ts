import {
  generateText,
  jsonSchema,
  type LanguageModel,
  type LanguageModelUsage,
  NoObjectGeneratedError,
  Output,
  streamText,
} from "ai";
import { z } from "zod";
import type { Question } from "../../engine/model/model.ts";
import { inDataSlot } from "../../engine/model/prompts/data-slot.ts";
import { estimateTokens } from "../../engine/model/tokens.ts";
import { type Failure, failureOf } from "./failures.ts";

export interface Usage {
  inputTokens: number;
  outputTokens: number;
}

/** What one call came to. */
export type Generated<Answer> =
  | { kind: "answer"; answer: Answer; usage: Usage }
  | { kind: "unusable"; problem: string; text: string; usage: Usage }
  | { kind: "refused"; problem: string; usage: Usage }
  | ({ kind: "failed"; usage: Usage } & Omit<Failure, "mayBeBilled">);

type Asked = Pick<Question<never>, "instructions" | "data"> & { schema: z.ZodType };

const NOTHING: Usage = { inputTokens: 0, outputTokens: 0 };
const MAX_PROBLEM_CHARACTERS = 600;
/** A server that takes no limit from us is not read beyond it. */
const MOST_CHARACTERS_PER_TOKEN = 8;
const REFUSED = "The model refused the question, or the provider's filter held its answer back.";
const TOO_LONG = "The answer was cut off because it was too long. Write a shorter one.";

/** One call, nothing retried. Never throws because of the model or the way to it. */
export async function generate<Answer>(
  model: LanguageModel,
  question: Question<Answer>,
  timeoutMs: number,
): Promise<Generated<Answer>> {
  const { onPartial } = question;
  const expected = { inputTokens: estimateInput(question), outputTokens: 0 };
  try {
    const call = callOf(model, question, timeoutMs);
    const result = onPartial ? await readStream(call, onPartial) : await generateText(call);
    const usage = usageOf(result.usage, expected, result.text);
    if (result.finishReason === "content-filter") return { kind: "refused", problem: REFUSED, usage };
    if (result.finishReason !== "stop") return unusable(endedBy(result.finishReason), result.text, usage);
    if (result.text.length > question.maxOutputTokens * MOST_CHARACTERS_PER_TOKEN)
      return unusable(TOO_LONG, result.text, usage);
    const answer: Answer = result.output;
    const problem = question.problemOf?.(answer) ?? null;
    return problem ? unusable(problem, result.text, usage) : { kind: "answer", answer, usage };
  } catch (error) {
    if (NoObjectGeneratedError.isInstance(error)) {
      const { text = "", finishReason, usage } = error;
      if (finishReason === "content-filter")
        return { kind: "refused", problem: REFUSED, usage: usageOf(usage, expected, text) };
      const problem = finishReason === "stop" ? problemOf(question.schema, text) : endedBy(finishReason);
      return unusable(problem, text, usageOf(usage, expected, text));
    }
    const { mayBeBilled, ...failure } = failureOf(error, timeoutMs);
    const usage = mayBeBilled ? expected : NOTHING;
    if (failure.reason === "refused") return { kind: "refused", problem: failure.problem, usage };
    return { kind: "failed", ...failure, usage };
  }
}

function callOf<Answer>(model: LanguageModel, question: Question<Answer>, timeoutMs: number) {
  const { instructions, data, schema, purpose, maxOutputTokens, signal } = question;
  return {
    model,
    instructions,
    prompt: inDataSlot(data),
    output: Output.object({ schema: wireSchema(schema), name: purpose }),
    maxOutputTokens,
    maxRetries: 0,
    abortSignal: AbortSignal.any([AbortSignal.timeout(timeoutMs), ...(signal ? [signal] : [])]),
  };
}

/** The same as `generateText`, word by word. What goes wrong on the way is thrown as it came. */
async function readStream<Answer>(
  call: ReturnType<typeof callOf<Answer>>,
  onPartial: (soFar: unknown) => void,
): Promise<{ text: string; finishReason: string; usage: LanguageModelUsage; output: Answer }> {
  let failed: unknown;
  const result = streamText({ ...call, onError: ({ error }) => void (failed ??= error) });
  for await (const partial of result.partialOutputStream) onPartial(partial);
  call.abortSignal.throwIfAborted();
  if (failed !== undefined) throw failed;
  const [text, finishReason, usage, output] = await Promise.all([
    result.text,
    result.finishReason,
    result.usage,
    result.output,
  ]);
  return { text, finishReason, usage, output };
}

/** Of everything that is sent, whatever the provider's own count is. */
export function estimateInput({ instructions, data, schema }: Asked): number {
  return estimateTokens(instructions) + estimateTokens(JSON.stringify(data)) + estimateTokens(schemaText(schema));
}

const schemaText = (schema: z.ZodType) => JSON.stringify(z.toJSONSchema(schema));

/** Bounds that not every provider's strict mode knows are left out on the wire and held here all the same. */
const NOT_ON_THE_WIRE = new Set(["$schema", "minLength", "maxLength", "minItems", "maxItems", "minimum", "maximum"]);

function wireSchema<Answer>(schema: z.ZodType<Answer>) {
  const plain = JSON.parse(
    JSON.stringify(z.toJSONSchema(schema), (key, value) => (NOT_ON_THE_WIRE.has(key) ? undefined : value)),
  ) as Parameters<typeof jsonSchema>[0];
  return jsonSchema<Answer>(plain, {
    validate(value) {
      const parsed = schema.safeParse(value);
      return parsed.success ? { success: true, value: parsed.data } : { success: false, error: parsed.error };
    },
  });
}

function problemOf(schema: z.ZodType, text: string): string {
  try {
    const { error } = schema.safeParse(JSON.parse(text));
    // The names of unknown keys are the model's words.
    const issues = (error?.issues ?? []).map(({ path, code, message }) =>
      code === "unrecognized_keys" ? "it has unknown keys" : `${path.join(".") || "the answer"}: ${message}`,
    );
    return `The answer does not fit the schema. ${issues.slice(0, 8).join("; ")}`;
  } catch {
    return "The answer is not one JSON object.";
  }
}

function endedBy(finishReason: string | undefined): string {
  if (finishReason === "length") return TOO_LONG;
  return "The answer did not come to its end.";
}

function unusable(problem: string, text: string, usage: Usage) {
  return { kind: "unusable" as const, problem: problem.slice(0, MAX_PROBLEM_CHARACTERS), text, usage };
}

/** A server that does not count is billed by our own estimate. */
function usageOf(given: LanguageModelUsage | undefined, expected: Usage, text: string): Usage {
  return {
    inputTokens: given?.inputTokens ?? expected.inputTokens,
    outputTokens: given?.outputTokens ?? estimateTokens(text),
  };
}
