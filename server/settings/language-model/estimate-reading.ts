import type { ReaderScope } from "../../db/audience.ts";
import type { ModelNames } from "../../db/schema.ts";
import type { WorkspaceScope } from "../../db/workspace-scope.ts";
import type { Deps } from "../../deps.ts";
import {
  estimateDollars,
  estimateMinutes,
  estimateTrial,
  estimateWritingDollars,
  type PriceOfJobs,
  type Reading,
} from "../../llm/estimate.ts";
import { findModelSettings } from "../../llm/model-settings-queries.ts";
import { priceOf } from "../../llm/models.ts";
import { countMessages } from "../../llm/spending-queries.ts";
import { operatorConnection, pricing } from "../../llm/workspace-models.ts";

/** The model that the price belongs to where none is set up. */
const SUGGESTED = { main: "claude-sonnet-5-5", fast: "claude-haiku-5-5", check: "claude-haiku-5-5" };
/** About what a question of ours has; prices differ by it. */
const USUAL_INPUT = 5_000;

export async function estimateReading(
  deps: Pick<Deps, "env">,
  scope: ReaderScope,
  asked: { channelId?: string | undefined; messages?: string | undefined },
) {
  const messages = asked.messages ? Number(asked.messages) : await countMessages(scope, asked.channelId ?? null);
  return { messages, ...(await costOfReading(deps, scope, { messages })) };
}

export async function costOfReading(deps: Pick<Deps, "env">, scope: WorkspaceScope, reading: Reading) {
  const priced = await priceWith(deps, scope, (prices) => estimateDollars(reading, prices));
  return { minutes: estimateMinutes(reading), ...priced };
}

/** Estimates the price of writing up this many conversations. */
export async function estimateWriting(
  deps: Pick<Deps, "env">,
  scope: WorkspaceScope,
  amount: { articles: number; messages: number },
) {
  const priced = await priceWith(deps, scope, (prices) => estimateWritingDollars(amount, prices));
  return { minutes: estimateMinutes({ messages: 0, matters: amount.articles }), ...priced };
}

/** With the model that works; where none is set up, with one that would suit. */
async function priceWith<Cost>(deps: Pick<Deps, "env">, scope: WorkspaceScope, costOf: (prices: PriceOfJobs) => Cost) {
  const { names, prices } = await usedModels(deps, scope);
  const dollarsOf = (models: ModelNames, priceOfModel: typeof prices): Cost | null => {
    const priced = pricesOf(models, priceOfModel);
    return priced && costOf(priced);
  };
  const suggested = names ? null : dollarsOf(SUGGESTED, priceOf);
  return {
    dollars: names && dollarsOf(names, prices),
    model: names?.main ?? null,
    suggested: suggested === null ? null : { model: SUGGESTED.main, dollars: suggested },
  };
}

/** Estimates time and price of a trial on `most` conversations of a channel. */
export async function estimateTrialOn(
  deps: Pick<Deps, "env">,
  scope: ReaderScope,
  { channelId, most }: { channelId: string; most: number },
) {
  const { names, prices } = await usedModels(deps, scope);
  return estimateTrial(await countMessages(scope, channelId), most, names && pricesOf(names, prices));
}

async function usedModels({ env }: Pick<Deps, "env">, scope: WorkspaceScope) {
  const row = await findModelSettings(scope);
  const own = env.LLM_OWN_KEYS && row?.provider ? row.models : null;
  return { names: own ?? operatorConnection(env)?.models ?? null, prices: pricing(env, !own) };
}

function pricesOf(
  { main, fast = main, check = main }: ModelNames,
  priceOfModel: ReturnType<typeof pricing>,
): PriceOfJobs | null {
  const [forMain, forFast, forCheck] = [main, fast, check].map((name) => priceOfModel(name, USUAL_INPUT));
  return forMain && forFast && forCheck ? { main: forMain, fast: forFast, check: forCheck } : null;
}
