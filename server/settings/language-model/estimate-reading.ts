import { TEST_ANALYSIS_MESSAGES } from "../../../shared/domain/detection.ts";
import type { ReaderScope } from "../../db/audience.ts";
import type { ModelNames } from "../../db/schema.ts";
import type { WorkspaceScope } from "../../db/workspace-scope.ts";
import type { Deps } from "../../deps.ts";
import {
  estimateCalls,
  estimateDollars,
  estimateMinutes,
  estimateRewritingDollars,
  estimateTrial,
  estimateWritingDollars,
  type PricesByRole,
  type ReadingAmount,
  toPriceRange,
  type WritingAmount,
} from "../../llm/estimate.ts";
import { findModelSettings } from "../../llm/model-settings-queries.ts";
import { findPrice } from "../../llm/models.ts";
import { countMessages, countMessagesForChannelTest, countWritableArticles } from "../../llm/spending-queries.ts";
import { createPriceLookup, getOperatorConnection } from "../../llm/workspace-models.ts";

/** Models for estimates if the workspace has no model. */
const SUGGESTED = { main: "claude-sonnet-5-5", fast: "claude-haiku-5-5", check: "claude-haiku-5-5" };
/** Typical input tokens of the product's questions, on which some prices depend. */
const USUAL_INPUT = 5_000;

/** The work to estimate: reading messages, or analyzing articles again. */
interface WorkToEstimate {
  channelId?: string | undefined;
  messages?: string | undefined;
  work?: "test" | undefined;
  articleId?: string | undefined;
  articles?: string | undefined;
}

export async function estimateReading(deps: Pick<Deps, "env">, scope: ReaderScope, work: WorkToEstimate) {
  if (work.articleId || work.articles) {
    const amount = await countRewriting(scope, work);
    const priced = await priceWith(deps, scope, (prices) => estimateRewritingDollars(amount, prices));
    return { messages: amount.messages, ...timeOf({ messages: 0, matters: amount.articles }), ...priced };
  }
  const messages = await countReading(scope, work);
  return { messages, ...(await estimateReadingCost(deps, scope, { messages })) };
}

function countReading(scope: ReaderScope, { work, messages, channelId }: WorkToEstimate): number | Promise<number> {
  if (work === "test") return countMessagesForChannelTest(scope, TEST_ANALYSIS_MESSAGES);
  return messages ? Number(messages) : countMessages(scope, channelId ?? null);
}

/** Counts the work of rewriting. Several articles are assumed to have the workspace's average number of messages. */
async function countRewriting(
  scope: ReaderScope,
  { articleId, articles: given }: WorkToEstimate,
): Promise<WritingAmount> {
  const counted = await countWritableArticles(scope, articleId ?? null);
  if (articleId || counted.articles === 0) return counted;
  const articles = Number(given);
  return { articles, messages: Math.round((counted.messages / counted.articles) * articles) };
}

const timeOf = (reading: ReadingAmount) => ({ calls: estimateCalls(reading), minutes: estimateMinutes(reading) });

export async function estimateReadingCost(deps: Pick<Deps, "env">, scope: WorkspaceScope, reading: ReadingAmount) {
  const priced = await priceWith(deps, scope, (prices) => estimateDollars(reading, prices));
  return { ...timeOf(reading), ...priced };
}

/** Estimates the price of writing up this many conversations. */
export async function estimateWriting(deps: Pick<Deps, "env">, scope: WorkspaceScope, amount: WritingAmount) {
  const priced = await priceWith(deps, scope, (prices) => estimateWritingDollars(amount, prices));
  return { minutes: estimateMinutes({ messages: 0, matters: amount.articles }), ...priced };
}

/** Estimates with the workspace's models, or with suggested models if the workspace has none. */
async function priceWith<Cost>(deps: Pick<Deps, "env">, scope: WorkspaceScope, costOf: (prices: PricesByRole) => Cost) {
  const { names, prices } = await usedModels(deps, scope);
  const dollarsOf = (models: ModelNames, priceOfModel: typeof prices): Cost | null => {
    const priced = pricesOf(models, priceOfModel);
    return priced && costOf(priced);
  };
  const suggested = names ? null : dollarsOf(SUGGESTED, findPrice);
  return {
    dollars: names && dollarsOf(names, prices),
    model: names?.main ?? null,
    suggested: suggested === null ? null : { model: SUGGESTED.main, dollars: suggested },
  };
}

/** Estimates time and price of a trial on `most` conversations of a channel. */
export async function estimateTrialOfChannel(
  deps: Pick<Deps, "env">,
  scope: ReaderScope,
  { channelId, most }: { channelId: string; most: number },
) {
  const { names, prices } = await usedModels(deps, scope);
  return estimateTrial(await countMessages(scope, channelId), most, names && pricesOf(names, prices));
}

/** Estimates the price of writing about a trial's topics with another model. The models for finding and checking stay. */
export async function estimateTrialRepeat(
  deps: Pick<Deps, "env">,
  scope: WorkspaceScope,
  { articles, messages, model }: WritingAmount & { model: string | undefined },
) {
  const { names, prices } = await usedModels(deps, scope);
  const jobs = names && pricesOf({ fast: names.main, check: names.main, ...names, main: model ?? names.main }, prices);
  const dollars = jobs && estimateWritingDollars({ articles, messages }, jobs);
  return {
    messages,
    ...timeOf({ messages: 0, matters: articles }),
    dollars: dollars === null ? null : toPriceRange(dollars),
  };
}

async function usedModels({ env }: Pick<Deps, "env">, scope: WorkspaceScope) {
  const row = await findModelSettings(scope);
  const own = env.LLM_OWN_KEYS && row?.provider ? row.models : null;
  return { names: own ?? getOperatorConnection(env)?.models ?? null, prices: createPriceLookup(env, !own) };
}

function pricesOf(
  { main, fast = main, check = main }: ModelNames,
  priceOfModel: ReturnType<typeof createPriceLookup>,
): PricesByRole | null {
  const [forMain, forFast, forCheck] = [main, fast, check].map((name) => priceOfModel(name, USUAL_INPUT));
  return forMain && forFast && forCheck ? { main: forMain, fast: forFast, check: forCheck } : null;
}
