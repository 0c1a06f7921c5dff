import { setTimeout as sleep } from "node:timers/promises";
import {
  type BatchAnswer,
  type BatchQuestion,
  buildBatchQuestion,
  type LanguageModel,
  type ModelQuestion,
  type ModelReply,
  splitBatchReply,
  type UnavailableReply,
} from "../../engine/model/index.ts";
import { inWorkspace } from "../db/workspace-scope.ts";
import {
  findReachedCap,
  listAlmostReachedCaps,
  reserveSpending,
  type SpentAmounts,
  USUAL_OUTPUT_TOKENS,
} from "./budget.ts";
import {
  type CallPart,
  type CallPartSplitter,
  computeCost,
  divideSpending,
  splitCallParts,
  toCallResult,
} from "./call-parts.ts";
import { findPaidAnswers, type PaidAnswer, readSpending, storeCall } from "./call-queries.ts";
import { isCanceledByCaller, isTransient } from "./failures.ts";
import { type CallOutcome, estimateInputTokens, generateAnswer, type TokenUsage } from "./generate.ts";
import { waitForRateLimit } from "./limiter.ts";
import type { ModelDependencies, ModelSet, PricedModel } from "./model-accounts.ts";
import { hashQuestion, readAnswer } from "./paid-answers.ts";
import { PURPOSE_FACTS } from "./purposes.ts";

const PAUSE_MS = 1_000;
/**
 * The longest pause before a retry for which a call waits. If the pause is longer, the call ends and its question is asked
 * later.
 */
const LONGEST_WAIT_MS = 10_000;
/** The pause before a retry if the provider names none. */
const WAIT_MS = 60_000;

/**
 * Creates a workspace's model. Each question is paid for once, within the budget, and every call is stored in `llm_calls`
 * before its answer is used.
 */
export function createBudgetedModel(
  accounts: ModelDependencies,
  workspaceId: string,
  { models }: ModelSet,
): LanguageModel {
  const model = new AccountedModel(accounts, workspaceId);
  return {
    contextTokens: Math.min(...Object.values(models).map(({ contextTokens }) => contextTokens)),
    ask: (question) => model.ask(question),
    askTogether: (question) => model.askTogether(question),
  };
}

const NO_MODEL: UnavailableReply = {
  kind: "waits",
  reason: "off",
  until: null,
  sentence: "This workspace has no language model any more.",
};

interface CallContext<Answer> {
  isFallback: boolean;
  partsOf: CallPartSplitter<Answer>;
  spent: SpentAmounts;
  /** The number of answers expected from the call. */
  answers: number;
}

class AccountedModel {
  readonly #accounts: ModelDependencies;
  readonly #workspaceId: string;

  constructor(accounts: ModelDependencies, workspaceId: string) {
    this.#accounts = accounts;
    this.#workspaceId = workspaceId;
  }

  async ask<Answer>(question: ModelQuestion<Answer>): Promise<ModelReply<Answer>> {
    const set = await this.#accounts.modelsOf(this.#workspaceId);
    if (!set) return NO_MODEL;
    const model = set.models[PURPOSE_FACTS[question.purpose].job];
    const first = await this.#askModel(set, model, question);
    const { fallback } = set;
    if (!fallback || !mayFallBack(first, question.signal)) return first;
    const second = await this.#askModel(set, fallback, question, { isFallback: true });
    return second.kind === "waits" ? first : second;
  }

  async askTogether<Answer>(question: BatchQuestion<Answer>): Promise<ModelReply<Answer>[]> {
    const set = await this.#accounts.modelsOf(this.#workspaceId);
    if (!set) return question.items.map(() => NO_MODEL);
    const model = set.models[PURPOSE_FACTS[question.purpose].job];
    const first = await this.#askModelTogether(set, model, question);
    const { fallback } = set;
    const left = fallback ? question.items.filter((_, place) => mayFallBack(first[place])) : [];
    if (!fallback || left.length === 0) return first;
    const second = await this.#askModelTogether(set, fallback, { ...question, items: left }, { isFallback: true });
    return first.map((reply, place) => {
      const item = question.items[place];
      const other = item && second[left.indexOf(item)];
      return other && other.kind !== "waits" ? other : reply;
    });
  }

  async #askModel<Answer>(
    set: ModelSet,
    model: PricedModel,
    question: ModelQuestion<Answer>,
    { isFallback = false } = {},
  ): Promise<ModelReply<Answer>> {
    const inputHash = hashQuestion(model, question);
    const known = await this.#look([inputHash]);
    const paid = known.answers.get(inputHash);
    const answer = readAnswer(question, paid?.output);
    if (answer) {
      this.#tellPaid(paid);
      return answer;
    }
    const { sources = [] } = question;
    const partsOf = (result: CallOutcome<Answer>) => [{ inputHash, sources, ...toCallResult(result), share: 1 }];
    return this.#askUnknown(set, model, question, { isFallback, partsOf, spent: known.spent, answers: 1 });
  }

  /** Sends only questions without a stored answer, in one call. */
  async #askModelTogether<Answer>(
    set: ModelSet,
    model: PricedModel,
    question: BatchQuestion<Answer>,
    { isFallback = false } = {},
  ): Promise<ModelReply<Answer>[]> {
    const { items, schema } = question;
    const hashes = items.map((item) =>
      hashQuestion(model, buildBatchQuestion({ ...question, maxOutputTokens: 0 }, [item])),
    );
    const known = await this.#look(hashes);
    const answers = hashes.map((hash, place) => {
      const paid = known.answers.get(hash);
      const answer = readAnswer({ schema, ...items[place] }, paid?.output);
      if (answer) this.#tellPaid(paid);
      return answer;
    });
    const left = items.flatMap((item, place) => (answers[place] ? [] : [{ item, inputHash: hashes[place] ?? "" }]));
    if (left.length === 0) return answers.flatMap((answer) => answer ?? []);
    const asked = left.map(({ item }) => item);
    const together = buildBatchQuestion(question, asked);
    const { sources = [] } = together;
    const partsOf = (result: CallOutcome<BatchAnswer>): CallPart[] =>
      result.kind === "answer"
        ? splitCallParts(question, left, result.answer)
        : [{ inputHash: hashQuestion(model, together), sources, ...toCallResult(result), share: 1 }];
    const about = { isFallback, partsOf, spent: known.spent, answers: asked.length };
    const reply = await this.#askUnknown(set, model, together, about);
    const replies =
      reply.kind === "answer"
        ? splitBatchReply(question, asked, reply.answer)
        : asked.map((): ModelReply<Answer> => reply);
    return answers.map((answer, place) => {
      const item = items[place];
      return answer ?? (item && replies[asked.indexOf(item)]) ?? NO_MODEL;
    });
  }

  /** Reports an answer that was paid for before. */
  #tellPaid(paid: PaidAnswer | undefined) {
    if (paid)
      this.#accounts.onCall?.({ costMicros: paid.costMicros, milliseconds: paid.milliseconds, isPaidNow: false });
  }

  #look(hashes: string[]) {
    return inWorkspace(this.#accounts.db, this.#workspaceId, async (scope) => ({
      answers: await findPaidAnswers(scope, hashes),
      spent: await readSpending(scope),
    }));
  }

  async #askUnknown<Answer>(
    set: ModelSet,
    model: PricedModel,
    question: ModelQuestion<Answer>,
    { isFallback, partsOf, spent, answers }: CallContext<Answer>,
  ): Promise<ModelReply<Answer>> {
    const { underWay } = this.#accounts;
    const expected: TokenUsage = {
      inputTokens: estimateInputTokens(question),
      outputTokens: USUAL_OUTPUT_TOKENS * answers,
      cachedTokens: 0,
      cacheWriteTokens: 0,
    };
    const [micros, tokens] = [computeCost(model, expected), expected.inputTokens + expected.outputTokens];
    const now = underWay.get(this.#workspaceId) ?? { micros: 0, tokens: 0 };
    const cap = findReachedCap(set.caps, spent, now, {
      isPaid: micros > 0,
      isQuestion: PURPOSE_FACTS[question.purpose].label === "Answer",
    });
    if (cap) return { kind: "waits", reason: "cap", ...cap };
    // A fallback is another model, so the outage of the first model does not affect it.
    const down = isFallback ? null : set.outages.wait(this.#workspaceId);
    if (down) return down;
    const queued = isFallback ? null : await waitForRateLimit(set.limiter, tokens, question.signal);
    if (queued) return queued;
    reserveSpending(underWay, this.#workspaceId, micros, tokens);
    try {
      return await this.#askNow(set, model, question, { partsOf, isFallback });
    } finally {
      reserveSpending(underWay, this.#workspaceId, -micros, -tokens);
    }
  }

  async #askNow<Answer>(
    set: ModelSet,
    model: PricedModel,
    question: ModelQuestion<Answer>,
    { partsOf, isFallback }: { partsOf: CallPartSplitter<Answer>; isFallback: boolean },
  ): Promise<ModelReply<Answer>> {
    const started = performance.now();
    const result = await this.#callTwice(set, model, question, partsOf);
    if (result.kind !== "failed") {
      if (!isFallback) set.outages.answered(this.#workspaceId);
      return result;
    }
    const { problem, waitMs } = result;
    const reason = result.reason === "limit" || result.reason === "off" ? result.reason : "outage";
    if (!isFallback && reason === "limit") set.limiter.close(waitMs ?? PAUSE_MS);
    // A call that the caller canceled is no failure of the model, unless the caller's time limit canceled it.
    if (!isFallback && !isCanceledByCaller(question))
      set.outages.failed(this.#workspaceId, { reason, problem, waitMs }, performance.now() - started);
    const until = reason === "off" ? null : new Date(Date.now() + (waitMs ?? WAIT_MS));
    return { kind: "waits", reason, until, sentence: problem };
  }

  async #callTwice<Answer>(
    { patience, limiter }: ModelSet,
    model: PricedModel,
    question: ModelQuestion<Answer>,
    partsOf: CallPartSplitter<Answer>,
  ): Promise<CallOutcome<Answer>> {
    const first = await this.#call(model, question, partsOf, { patience, limiter });
    if (first.kind !== "failed" || !isTransient(first)) return first;
    const waitMs = first.waitMs ?? PAUSE_MS;
    if (waitMs > LONGEST_WAIT_MS || waitMs > patience.idleMs) return first;
    await sleep(waitMs);
    return question.signal?.aborted ? first : this.#call(model, question, partsOf, { patience, limiter });
  }

  async #call<Answer>(
    model: PricedModel,
    question: ModelQuestion<Answer>,
    partsOf: CallPartSplitter<Answer>,
    { patience, limiter }: Pick<ModelSet, "patience" | "limiter">,
  ): Promise<CallOutcome<Answer>> {
    const started = performance.now();
    const result = await generateAnswer(model, question, patience);
    limiter.learn(result.headers);
    const { db, modelsOf, onAlmostSpent, onCall } = this.#accounts;
    const costMicros = computeCost(model, result.usage);
    const milliseconds = Math.round(performance.now() - started);
    onCall?.({ costMicros, milliseconds, isPaidNow: true });
    const { channelId = null } = this.#accounts;
    const { provider, name } = model;
    const call = { purpose: question.purpose, channelId, provider, model: name, milliseconds };
    const parts = divideSpending(partsOf(result), { ...result.usage, costMicros });
    const spent = await inWorkspace(db, this.#workspaceId, async (scope) => {
      await storeCall(
        scope,
        parts.map((part) => ({ ...call, ...part })),
      );
      return readSpending(scope);
    });
    const caps = (await modelsOf(this.#workspaceId))?.caps;
    for (const cap of caps ? listAlmostReachedCaps(caps, spent) : [])
      if (caps) await onAlmostSpent(this.#workspaceId, cap, caps);
    return result;
  }
}

const mayFallBack = (reply: ModelReply<unknown> | undefined, signal?: AbortSignal) =>
  reply?.kind === "waits" && reply.reason !== "cap" && !signal?.aborted;
