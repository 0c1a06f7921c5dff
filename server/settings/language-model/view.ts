import type { LanguageModelSettings } from "../../../shared/contract/language-model.ts";
import type { WorkspaceScope } from "../../db/workspace-scope.ts";
import type { Deps } from "../../deps.ts";
import { listAlmostReachedCaps } from "../../llm/budget.ts";
import { readSpending } from "../../llm/call-queries.ts";
import { findModelSettings, listChannelsExcludedFromModel } from "../../llm/model-settings-queries.ts";
import { PRICES_AS_OF } from "../../llm/models.ts";
import type { Provider } from "../../llm/providers.ts";
import {
  createPriceLookup,
  getContextWindow,
  getOperatorConnection,
  getSpendingCaps,
} from "../../llm/workspace-models.ts";
import { explainNoOwnKeys } from "./own-model.ts";

const dollars = (cents: number | null | undefined) => (cents === null || cents === undefined ? null : cents / 100);

/** Returns the settings for people, without the API key. */
export async function viewLanguageModel(
  { env }: Pick<Deps, "env">,
  scope: WorkspaceScope,
): Promise<LanguageModelSettings> {
  const row = await findModelSettings(scope);
  const spent = await readSpending(scope);
  const whyNot = explainNoOwnKeys({ env });
  const own = row?.provider && row.models && !whyNot ? { ...row, models: row.models, provider: row.provider } : null;
  const operators = getOperatorConnection(env);
  const used = own ?? operators;
  const prices = createPriceLookup(env, !own);
  const factsOf = (name: string) => {
    const price = prices(name, 1);
    return {
      name,
      contextTokens: getContextWindow(env, name),
      price: price && { input: price.input, output: price.output },
    };
  };
  const names = used?.models;
  const caps = getSpendingCaps(env, own || !row ? row : { ...row, provider: null });
  return {
    source: own ? "workspace" : operators ? "operator" : "none",
    ownKeys: { allowed: whyNot === null, whyNot },
    provider: (used?.provider as Provider | undefined) ?? null,
    address: used?.address ? new URL(used.address).origin : null,
    region: used?.region ?? null,
    keyLast4: own?.keyLast4 ?? null,
    models: names
      ? {
          main: factsOf(names.main),
          fast: factsOf(names.fast ?? names.main),
          check: factsOf(names.check ?? names.main),
          fallback: names.fallback ? factsOf(names.fallback) : null,
        }
      : null,
    testedAt: own?.testedAt?.toISOString() ?? null,
    caps: {
      day: caps.dailyDollars,
      month: caps.monthlyDollars,
      own: { day: dollars(row?.dailyCapCents), month: dollars(row?.monthlyCapCents) },
    },
    spent: { day: spent.day.micros / 1e6, month: spent.month.micros / 1e6, tokensToday: spent.day.tokens },
    almostSpent: listAlmostReachedCaps(caps, spent),
    neverToModel: await listChannelsExcludedFromModel(scope),
    pricesAsOf: PRICES_AS_OF,
  };
}
