import { createHash } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import type { PaidCall } from "../../engine/contract.ts";
import type { Model, ModelWait, Question, Reply } from "../../engine/model/index.ts";
import { storableText } from "../db/storable-text.ts";
import { type Database, inWorkspace } from "../db/workspace-scope.ts";
import { almostReached, type CallsUnderWay, type Caps, capReached, reserve, USUAL_OUTPUT_TOKENS } from "./budget.ts";
import { findAnswer, spentSoFar, storeCall } from "./call-queries.ts";
import { estimateInput, type Generated, generate, type OpenModel, type Patience, type Usage } from "./generate.ts";
import type { Limiter } from "./limiter.ts";
import type { Price } from "./models.ts";
import type { Outages } from "./outage.ts";
import { type Job, PURPOSES } from "./purposes.ts";

export interface PricedModel extends OpenModel {
  /** For a question of so many tokens; null where nobody knows. */
  priceOf(inputTokens: number): Price | null;
}

/** What a workspace asks: its models, and what all calls with the same key share. */
export interface ModelSet {
  models: Record<Job, PricedModel>;
  /** Asked when the one that was meant does not answer. */
  fallback: PricedModel | null;
  caps: Caps;
  patience: Patience;
  limiter: Limiter;
  outages: Outages;
}

export interface Accounts {
  db: Database;
  underWay: CallsUnderWay;
  /** Whose messages the calls are about. */
  channelId?: string;
  /** Null when the workspace has no model any more. */
  modelsOf(workspaceId: string): Promise<ModelSet | null>;
  /** Told of each question that was answered, now or before. */
  onCall?(call: PaidCall): void;
  /** Four fifths of a cap are spent. */
  onAlmostSpent(workspaceId: string, cap: "day" | "month", caps: Caps): Promise<void>;
}

const KEPT_CHARACTERS_OF_UNUSABLE = 2_000;
const PAUSE_MS = 1_000;
/** A provider that wants to be left alone for longer is left alone, and the question waits. */
const LONGEST_WAIT_MS = 10_000;
/** A place among the calls of a minute is waited for. */
const LONGEST_QUEUE_MS = 60_000;
/** When it is worth asking again where the provider does not say. */
const WAIT_MS = 60_000;

/** The model as one workspace sees it: paid once, within its budget, every call in `llm_calls` before its answer is used. */
export function createAccountedModel(accounts: Accounts, workspaceId: string, { models }: ModelSet): Model {
  const model = new AccountedModel(accounts, workspaceId);
  return {
    contextTokens: Math.min(...Object.values(models).map(({ contextTokens }) => contextTokens)),
    ask: (question) => model.ask(question),
  };
}

const NO_MODEL: ModelWait = {
  kind: "waits",
  reason: "off",
  until: null,
  sentence: "This workspace has no language model any more.",
};

class AccountedModel {
  readonly #accounts: Accounts;
  readonly #workspaceId: string;

  constructor(accounts: Accounts, workspaceId: string) {
    this.#accounts = accounts;
    this.#workspaceId = workspaceId;
  }

  async ask<Answer>(question: Question<Answer>): Promise<Reply<Answer>> {
    const set = await this.#accounts.modelsOf(this.#workspaceId);
    if (!set) return NO_MODEL;
    const model = set.models[PURPOSES[question.purpose].job];
    const first = await this.#askModel(set, model, question);
    const { fallback } = set;
    if (first.kind !== "waits" || first.reason === "cap" || !fallback || question.signal?.aborted) return first;
    const second = await this.#askModel(set, fallback, question, { isFallback: true });
    return second.kind === "waits" ? first : second;
  }

  async #askModel<Answer>(
    set: ModelSet,
    model: PricedModel,
    question: Question<Answer>,
    { isFallback = false } = {},
  ): Promise<Reply<Answer>> {
    const { db, underWay } = this.#accounts;
    const inputHash = hashOf(model, question);
    const known = await inWorkspace(db, this.#workspaceId, async (scope) => ({
      call: await findAnswer(scope, inputHash),
      spent: await spentSoFar(scope),
    }));
    const answer = readAnswer(question, known.call?.output ?? null);
    if (answer && known.call) {
      const { costMicros, milliseconds } = known.call;
      this.#accounts.onCall?.({ costMicros, milliseconds, isPaidNow: false });
      return answer;
    }
    const expected: Usage = {
      inputTokens: estimateInput(question),
      outputTokens: USUAL_OUTPUT_TOKENS,
      cachedTokens: 0,
      cacheWriteTokens: 0,
    };
    const [micros, tokens] = [costOf(model, expected), expected.inputTokens + expected.outputTokens];
    const now = underWay.get(this.#workspaceId) ?? { micros: 0, tokens: 0 };
    const cap = capReached(set.caps, known.spent, now, {
      isPaid: micros > 0,
      isQuestion: PURPOSES[question.purpose].label === "Answer",
    });
    if (cap) return { kind: "waits", reason: "cap", ...cap };
    // A fallback is another model: what holds the first one up need not hold it up.
    const down = isFallback ? null : set.outages.wait(this.#workspaceId);
    if (down) return down;
    const queued = isFallback ? null : await takePlace(set.limiter, tokens, question.signal);
    if (queued) return queued;
    reserve(underWay, this.#workspaceId, micros, tokens);
    try {
      return await this.#askNow(set, model, question, { inputHash, isFallback });
    } finally {
      reserve(underWay, this.#workspaceId, -micros, -tokens);
    }
  }

  async #askNow<Answer>(
    set: ModelSet,
    model: PricedModel,
    question: Question<Answer>,
    { inputHash, isFallback }: { inputHash: string; isFallback: boolean },
  ): Promise<Reply<Answer>> {
    const started = performance.now();
    const result = await this.#callTwice(set, model, question, inputHash);
    if (result.kind !== "failed") {
      if (!isFallback) set.outages.answered(this.#workspaceId);
      return result;
    }
    const { problem, waitMs } = result;
    const reason = result.reason === "limit" || result.reason === "off" ? result.reason : "outage";
    if (!isFallback && reason === "limit") set.limiter.close(waitMs ?? PAUSE_MS);
    // The caller gave up: that says nothing about the model, unless it was too slow.
    if (!isFallback && !isLeft(question))
      set.outages.failed(this.#workspaceId, { reason, problem, waitMs }, performance.now() - started);
    const until = reason === "off" ? null : new Date(Date.now() + (waitMs ?? WAIT_MS));
    return { kind: "waits", reason, until, sentence: problem };
  }

  async #callTwice<Answer>(
    { patience, limiter }: ModelSet,
    model: PricedModel,
    question: Question<Answer>,
    inputHash: string,
  ): Promise<Generated<Answer>> {
    const first = await this.#call(model, question, inputHash, { patience, limiter });
    if (first.kind !== "failed" || !isPassing(first)) return first;
    const waitMs = first.waitMs ?? PAUSE_MS;
    if (waitMs > LONGEST_WAIT_MS || waitMs > patience.idleMs) return first;
    await sleep(waitMs);
    return question.signal?.aborted ? first : this.#call(model, question, inputHash, { patience, limiter });
  }

  async #call<Answer>(
    model: PricedModel,
    question: Question<Answer>,
    inputHash: string,
    { patience, limiter }: Pick<ModelSet, "patience" | "limiter">,
  ): Promise<Generated<Answer>> {
    const started = performance.now();
    const result = await generate(model, question, patience);
    limiter.learn(result.headers);
    const { db, modelsOf, onAlmostSpent, onCall } = this.#accounts;
    const { purpose } = question;
    const costMicros = costOf(model, result.usage);
    const milliseconds = Math.round(performance.now() - started);
    onCall?.({ costMicros, milliseconds, isPaidNow: true });
    const spent = await inWorkspace(db, this.#workspaceId, async (scope) => {
      await storeCall(scope, {
        purpose,
        channelId: this.#accounts.channelId ?? null,
        provider: model.provider,
        model: model.name,
        inputHash,
        sources: question.sources ?? [],
        output: outputOf(result),
        outcome: result.kind === "answer" ? "ok" : result.kind === "refused" ? "unusable" : result.kind,
        ...result.usage,
        costMicros,
        milliseconds,
      });
      return spentSoFar(scope);
    });
    const caps = (await modelsOf(this.#workspaceId))?.caps;
    for (const cap of caps ? almostReached(caps, spent) : [])
      if (caps) await onAlmostSpent(this.#workspaceId, cap, caps);
    return result;
  }
}

/** Millionths of a US dollar. What came from the provider's cache is booked at its own price. */
export function costOf(
  { priceOf }: Pick<PricedModel, "priceOf">,
  { inputTokens, outputTokens, cachedTokens, cacheWriteTokens }: Usage,
): number {
  const price = priceOf(inputTokens);
  if (!price) return 0;
  const plain = Math.max(0, inputTokens - cachedTokens - cacheWriteTokens);
  return Math.ceil(
    plain * price.input +
      cachedTokens * price.cachedInput +
      cacheWriteTokens * price.cacheWrite +
      outputTokens * price.output,
  );
}

/** Waits for a place among the calls of a minute; what would take longer waits elsewhere. */
async function takePlace(limiter: Limiter, tokens: number, signal: AbortSignal | undefined): Promise<ModelWait | null> {
  const endsAt = Date.now() + LONGEST_QUEUE_MS;
  for (let waitMs = limiter.take(tokens); waitMs > 0; waitMs = limiter.take(tokens)) {
    if (Date.now() + waitMs > endsAt || signal?.aborted) {
      const sentence = "The provider takes only so many calls a minute.";
      return { kind: "waits", reason: "limit", until: new Date(Date.now() + waitMs), sentence };
    }
    await sleep(waitMs, undefined, signal ? { signal } : {}).catch(() => undefined);
  }
  return null;
}

/** Asked again at once it may go better; a call that timed out would hold the run for as long once more. */
const isPassing = ({ reason, mayBeBilled }: { reason: string; mayBeBilled: boolean }) =>
  (reason === "limit" || reason === "outage") && !mayBeBilled;

const isLeft = ({ signal }: { signal?: AbortSignal }) =>
  signal?.aborted === true && signal.reason?.name !== "TimeoutError";

/** The same question to the same model; the random marks around the data and what only helps are no part of it. */
function hashOf<Answer>({ provider, name }: PricedModel, question: Question<Answer>): string {
  const { purpose, promptVersion, instructions, data, hints = [], maxOutputTokens } = question;
  const asked = Object.fromEntries(Object.entries(data).filter(([key]) => !hints.includes(key)));
  const input = JSON.stringify([provider, name, purpose, promptVersion, instructions, asked, maxOutputTokens]);
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
