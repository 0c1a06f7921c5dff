import type { LanguageModelV4, LanguageModelV4CallOptions, LanguageModelV4Usage } from "@ai-sdk/provider";
import { parsePartialJson } from "ai";
import { z } from "zod";
import { TooLarge } from "../../connectors/errors.ts";
import type { ModelQuestion } from "../../engine/model/index.ts";
import { countUsualTokens, estimateTokens, toSlotJson, wrapInDataSlot } from "../../engine/model/index.ts";
import {
  buildInstructions,
  buildProviderOptions,
  chooseReasoning,
  computeOutputLimit,
  type ModelTarget,
} from "./call-options.ts";
import { type CallFailure, toCallFailure } from "./failures.ts";
import { toWireSchema } from "./wire-schema.ts";

export interface TokenUsage {
  /** Tokens of the question, including those read from the provider's cache. */
  inputTokens: number;
  /** The answer's tokens, including those of the model's reasoning. */
  outputTokens: number;
  cachedTokens: number;
  cacheWriteTokens: number;
}

/** The result of one call. `headers` are the response's headers, which contain the provider's rate limits. */
export type CallOutcome<Answer> = { usage: TokenUsage; headers: Record<string, string> } & (
  | { kind: "answer"; answer: Answer }
  | { kind: "unusable"; problem: string; text: string }
  | { kind: "refused"; problem: string }
  | ({ kind: "failed" } & CallFailure)
);

export interface OpenedModel extends ModelTarget {
  languageModel: LanguageModelV4;
}

export interface CallTimeouts {
  /** The longest time without data from the model. */
  idleMs: number;
  totalMs: number;
}

type GenerateRequest = Pick<ModelQuestion<never>, "instructions" | "data" | "wireSchema"> & { schema: z.ZodType };

const usage = (inputTokens: number, outputTokens: number): TokenUsage => ({
  inputTokens,
  outputTokens,
  cachedTokens: 0,
  cacheWriteTokens: 0,
});
const MAX_PROBLEM_CHARACTERS = 600;
/** The product stops reading an answer with more characters, because some servers ignore the output limit. */
const MOST_CHARACTERS_PER_TOKEN = 8;
const REFUSED = "The model refused the question, or the provider's filter held its answer back.";
const TOO_LONG = "The answer was cut off because it was too long. Write a shorter one.";

/** Makes one call without retries. Returns failures of the model or network instead of throwing them. */
export async function generateAnswer<Answer>(
  model: OpenedModel,
  question: ModelQuestion<Answer>,
  patience: CallTimeouts,
): Promise<CallOutcome<Answer>> {
  const expected = usage(inputOf(question, countUsualTokens), 0);
  const watch = watchIdle(patience, question.signal);
  try {
    const call = callOf(model, question, estimateInputTokens(question), watch.signal);
    const { text, finishReason, headers, ...result } = await read(call, model, question, watch);
    const spent = { usage: usageOf(result.usage, expected, text), headers };
    if (finishReason === "content-filter") return { kind: "refused", problem: REFUSED, ...spent };
    if (finishReason === "length" || text.length > mostCharacters(question))
      return { ...unusable(TOO_LONG, text), ...spent };
    if (finishReason !== "stop") return { ...unusable("The answer did not come to its end.", text), ...spent };
    const parsed = parse(question, text);
    if ("problem" in parsed) return { ...unusable(parsed.problem, text), ...spent };
    return { kind: "answer", answer: parsed.answer, ...spent };
  } catch (error) {
    if (error instanceof Error && [error, error.cause].some((one) => one instanceof TooLarge))
      return { ...unusable(TOO_LONG, ""), usage: expected, headers: {} };
    const failure = toCallFailure(watch.reason() ?? error, patience.idleMs);
    const spent = { usage: failure.mayBeBilled ? expected : usage(0, 0), headers: failure.headers ?? {} };
    if (failure.reason === "refused") return { kind: "refused", problem: failure.problem, ...spent };
    return { kind: "failed", ...failure, ...spent };
  } finally {
    watch.stop();
  }
}

const mostCharacters = ({ maxOutputTokens }: { maxOutputTokens: number }) =>
  maxOutputTokens * MOST_CHARACTERS_PER_TOKEN;

function parse<Answer>(
  { schema, problemOf }: ModelQuestion<Answer>,
  text: string,
): { answer: Answer } | { problem: string } {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return { problem: "The answer is not one JSON object." };
  }
  const { success, data, error } = schema.safeParse(value);
  if (success) {
    const problem = problemOf?.(data) ?? null;
    return problem ? { problem } : { answer: data };
  }
  // Leaves out the names of unknown keys, because the model chose them.
  const issues = error.issues.map(({ path, code, message }) =>
    code === "unrecognized_keys" ? "it has unknown keys" : `${path.join(".") || "the answer"}: ${message}`,
  );
  return { problem: `The answer does not fit the schema. ${issues.slice(0, 8).join("; ")}` };
}

/** Aborts a call that is silent or lasts for too long, or that its caller canceled. */
function watchIdle({ idleMs, totalMs }: CallTimeouts, callers: AbortSignal | undefined) {
  const controller = new AbortController();
  const timedOut = () => controller.abort(new DOMException("The model was silent.", "TimeoutError"));
  let idle = setTimeout(timedOut, idleMs);
  const total = setTimeout(timedOut, totalMs);
  const signal = AbortSignal.any([controller.signal, ...(callers ? [callers] : [])]);
  return {
    signal,
    heard() {
      clearTimeout(idle);
      idle = setTimeout(timedOut, idleMs);
    },
    reason: (): unknown => (signal.aborted ? signal.reason : null),
    stop() {
      clearTimeout(idle);
      clearTimeout(total);
    },
  };
}

function callOf<Answer>(
  model: OpenedModel,
  question: ModelQuestion<Answer>,
  inputTokens: number,
  abortSignal: AbortSignal,
): LanguageModelV4CallOptions {
  const { data, schema, wireSchema = schema, purpose } = question;
  return {
    // The common part of all questions of a purpose comes first, so that providers can cache it. The data come last.
    prompt: [
      buildInstructions(model, question),
      { role: "user", content: [{ type: "text", text: wrapInDataSlot(data) }] },
    ],
    responseFormat: { type: "json", schema: toWireSchema(wireSchema, model.provider), name: purpose },
    reasoning: chooseReasoning(model, question),
    providerOptions: buildProviderOptions(model, question),
    maxOutputTokens: computeOutputLimit(model, question, inputTokens),
    abortSignal,
  };
}

interface ReadAnswer {
  text: string;
  finishReason: string;
  usage: LanguageModelV4Usage | undefined;
  headers: Record<string, string>;
}

/** The time between partial answers for a waiting person, in milliseconds. */
const PARTIAL_MS = 100;

/** Reads the answer as a stream, which shows that a slow model still works. Throws the stream's errors unchanged. */
async function read(
  call: LanguageModelV4CallOptions,
  { languageModel, provider }: OpenedModel,
  { maxOutputTokens, onPartial }: Pick<ModelQuestion<never>, "maxOutputTokens" | "onPartial">,
  watch: ReturnType<typeof watchIdle>,
): Promise<ReadAnswer> {
  // Bedrock has its own streaming format.
  if (provider === "bedrock") {
    const { content, finishReason, usage: spent, response } = await languageModel.doGenerate(call);
    const text = content.map((part) => (part.type === "text" ? part.text : "")).join("");
    return { text, finishReason: finishReason.unified, usage: spent, headers: plainHeaders(response?.headers) };
  }
  const { stream, response } = await languageModel.doStream(call);
  const answer: ReadAnswer = {
    text: "",
    finishReason: "other",
    usage: undefined,
    headers: plainHeaders(response?.headers),
  };
  let toldAt = 0;
  for await (const part of stream) {
    watch.heard();
    if (part.type === "error") throw part.error;
    if (part.type === "text-delta") answer.text += part.delta;
    if (part.type === "finish") Object.assign(answer, { finishReason: part.finishReason.unified, usage: part.usage });
    if (answer.text.length > mostCharacters({ maxOutputTokens })) break;
    if (part.type !== "text-delta" || !onPartial || Date.now() - toldAt < PARTIAL_MS) continue;
    toldAt = Date.now();
    onPartial((await parsePartialJson(answer.text)).value);
  }
  // A complete answer is paid for, so it is stored even if nobody waits for the answer any longer.
  if (answer.finishReason === "other") call.abortSignal?.throwIfAborted();
  return answer;
}

const plainHeaders = (headers: Record<string, string | undefined> = {}): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).filter((entry): entry is [string, string] => entry[1] !== undefined));

/** Estimates the largest possible number of input tokens, for any provider's tokenizer. */
export const estimateInputTokens = (asked: GenerateRequest): number => inputOf(asked, estimateTokens);

const inputOf = (
  { instructions, data, schema, wireSchema = schema }: GenerateRequest,
  count: (text: string) => number,
) => count(instructions) + count(toSlotJson(data)) + count(schemaText(wireSchema));

const schemaText = (schema: z.ZodType) => JSON.stringify(z.toJSONSchema(schema));

function unusable(problem: string, text: string) {
  return { kind: "unusable" as const, problem: problem.slice(0, MAX_PROBLEM_CHARACTERS), text };
}

/** Uses an estimate if the server reports no token usage. */
function usageOf(given: LanguageModelV4Usage | undefined, expected: TokenUsage, text: string): TokenUsage {
  return {
    inputTokens: given?.inputTokens.total ?? expected.inputTokens,
    outputTokens: given?.outputTokens.total ?? countUsualTokens(text),
    cachedTokens: given?.inputTokens.cacheRead ?? 0,
    cacheWriteTokens: given?.inputTokens.cacheWrite ?? 0,
  };
}
