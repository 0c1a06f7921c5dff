import { createHash } from "node:crypto";
import type { LanguageModel } from "ai";
import type { Model, ModelWait, Question, Reply } from "../../engine/model/model.ts";
import { storableText } from "../db/storable-text.ts";
import { type Database, inWorkspace } from "../db/workspace-scope.ts";
import { Budget, type CallsUnderWay, type DailyCaps, USUAL_OUTPUT_TOKENS } from "./budget.ts";
import { findAnswer, spentToday, storeCall } from "./call-queries.ts";
import { estimateInput, type Generated, generate, type Usage } from "./generate.ts";
import type { Outages } from "./outage.ts";

export interface ModelSettings extends DailyCaps {
  languageModel: LanguageModel;
  provider: string;
  /** Its name at the provider. */
  name: string;
  contextTokens: number;
  /** US dollars for a million tokens; 0 when the operator named no price. */
  inputPrice: number;
  outputPrice: number;
  /** For a question, also when it is asked twice. */
  timeoutMs: number;
}

/** What all workspaces' models of one process share. */
export interface Shared {
  outages: Outages;
  underWay: CallsUnderWay;
}

const KEPT_CHARACTERS_OF_UNUSABLE = 2_000;
/** A call that failed is made again when at least this much of the time for both is left. */
const LEAST_SHARE_OF_SECOND_CALL = 0.25;
const PAUSE_MS = 1_000;
/** A provider that wants to be left alone for longer is left alone, and the question waits. */
const LONGEST_WAIT_MS = 10_000;
/** When it is worth asking again where the provider does not say. */
const WAIT_MS = 60_000;

/** The model as one workspace sees it: paid once, within its budget, every call in `llm_calls` before its answer is used. */
export function createAccountedModel(
  db: Database,
  workspaceId: string,
  settings: ModelSettings,
  shared: Shared,
): Model {
  const model = new AccountedModel(db, workspaceId, settings, shared);
  return { contextTokens: settings.contextTokens, ask: (question) => model.ask(question) };
}

class AccountedModel {
  readonly #db: Database;
  readonly #workspaceId: string;
  readonly #settings: ModelSettings;
  readonly #outages: Outages;
  readonly #budget: Budget;

  constructor(db: Database, workspaceId: string, settings: ModelSettings, shared: Shared) {
    this.#db = db;
    this.#workspaceId = workspaceId;
    this.#settings = settings;
    this.#outages = shared.outages;
    this.#budget = new Budget(workspaceId, settings, shared.underWay);
  }

  async ask<Answer>(question: Question<Answer>): Promise<Reply<Answer>> {
    const inputHash = hashOf(this.#settings.provider, this.#settings.name, question);
    const known = await inWorkspace(this.#db, this.#workspaceId, async (scope) => ({
      answer: readAnswer(question, await findAnswer(scope, inputHash)),
      spent: await spentToday(scope),
    }));
    if (known.answer) return known.answer;
    const usage = { inputTokens: estimateInput(question), outputTokens: USUAL_OUTPUT_TOKENS };
    const [expected, tokens] = [this.#costOf(usage), usage.inputTokens + usage.outputTokens];
    const problem = this.#budget.problem(known.spent, expected > 0);
    if (problem) return { kind: "waits", reason: "cap", until: nextMidnight(), sentence: problem };
    const wait = this.#outages.wait(this.#workspaceId);
    if (wait) return wait;
    this.#budget.reserve(expected, tokens);
    try {
      return await this.#askNow(question, inputHash);
    } finally {
      this.#budget.reserve(-expected, -tokens);
    }
  }

  async #askNow<Answer>(question: Question<Answer>, inputHash: string): Promise<Reply<Answer>> {
    const started = performance.now();
    const result = await this.#callTwice(question, inputHash);
    if (result.kind !== "failed") {
      this.#outages.answered(this.#workspaceId);
      return result;
    }
    const { problem, waitMs } = result;
    const reason = result.reason === "limit" || result.reason === "off" ? result.reason : "outage";
    // The caller gave up: that says nothing about the model, unless it was too slow.
    if (!isLeft(question))
      this.#outages.failed(this.#workspaceId, { reason, problem, waitMs }, performance.now() - started);
    const until = reason === "off" ? null : new Date(Date.now() + (waitMs ?? WAIT_MS));
    return { kind: "waits", reason, until, sentence: problem } satisfies ModelWait;
  }

  async #callTwice<Answer>(question: Question<Answer>, inputHash: string): Promise<Generated<Answer>> {
    const { timeoutMs } = this.#settings;
    const endsAt = performance.now() + timeoutMs;
    const first = await this.#call(question, inputHash, timeoutMs);
    if (first.kind !== "failed" || !isPassing(first)) return first;
    const waitMs = first.waitMs ?? PAUSE_MS;
    const leftMs = Math.floor(endsAt - performance.now() - waitMs);
    if (waitMs > LONGEST_WAIT_MS || leftMs < timeoutMs * LEAST_SHARE_OF_SECOND_CALL) return first;
    await new Promise((resolve) => setTimeout(resolve, waitMs));
    if (question.signal?.aborted) return first;
    return this.#call(question, inputHash, leftMs);
  }

  async #call<Answer>(question: Question<Answer>, inputHash: string, limitMs: number): Promise<Generated<Answer>> {
    const { name, provider, languageModel } = this.#settings;
    const started = performance.now();
    const result = await generate(languageModel, question, limitMs);
    const { purpose } = question;
    await inWorkspace(this.#db, this.#workspaceId, (scope) =>
      storeCall(scope, {
        purpose,
        provider,
        model: name,
        inputHash,
        sources: question.sources ?? [],
        output: outputOf(result),
        outcome: result.kind === "answer" ? "ok" : result.kind === "refused" ? "unusable" : result.kind,
        ...result.usage,
        costMicros: this.#costOf(result.usage),
        milliseconds: Math.round(performance.now() - started),
      }),
    );
    return result;
  }

  /** Millionths of a US dollar. */
  #costOf({ inputTokens, outputTokens }: Usage): number {
    return Math.ceil(inputTokens * this.#settings.inputPrice + outputTokens * this.#settings.outputPrice);
  }
}

/** Asked again at once it may go better; a call that timed out would hold the run for as long once more. */
const isPassing = ({ reason, usage }: { reason: string; usage: Usage }) =>
  (reason === "limit" || reason === "outage") && usage.inputTokens === 0;

function nextMidnight(): Date {
  const now = new Date();
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate() + 1));
}

const isLeft = ({ signal }: { signal?: AbortSignal }) =>
  signal?.aborted === true && signal.reason?.name !== "TimeoutError";

/** The same question to the same model; the random marks around the data are no part of it. */
function hashOf<Answer>(provider: string, name: string, question: Question<Answer>): string {
  const { purpose, promptVersion, instructions, data, maxOutputTokens } = question;
  const input = JSON.stringify([provider, name, purpose, promptVersion, instructions, data, maxOutputTokens]);
  return createHash("sha256").update(input).digest("base64url");
}

function outputOf(result: Generated<unknown>): unknown {
  if (result.kind === "failed") return null;
  const text = result.kind === "unusable" ? result.text.slice(0, KEPT_CHARACTERS_OF_UNUSABLE) : "";
  const output = result.kind === "answer" ? result.answer : { text, problem: result.problem };
  return JSON.parse(JSON.stringify(output), (_key, value) => (typeof value === "string" ? storableText(value) : value));
}

/** A stored answer is read as strictly as a new one. */
function readAnswer<Answer>(question: Question<Answer>, output: unknown): Reply<Answer> | null {
  const parsed = question.schema.safeParse(output);
  if (!parsed.success || question.problemOf?.(parsed.data)) return null;
  return { kind: "answer", answer: parsed.data };
}
