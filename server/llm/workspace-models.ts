import type { ModelNames } from "../db/schema.ts";
import type { Database } from "../db/workspace-scope.ts";
import { readInWorkspace } from "../db/workspace-scope.ts";
import { toEgressEntry } from "../egress-entry.ts";
import { type Env, isLoopbackName } from "../env.ts";
import { type KeyRing, locateModelKey } from "../secrets/key-ring.ts";
import { applyCapRaises, type SpendingCaps, takeStricterCaps } from "./budget.ts";
import { CallLimiter } from "./limiter.ts";
import type { ModelSet, PricedModel } from "./model-accounts.ts";
import { findModelSettings, type ModelSettingsRow } from "./model-settings-queries.ts";
import { findKnownModel, findPrice, parsePrices, type TokenPrice } from "./models.ts";
import { readOllamaWindow } from "./ollama-window.ts";
import { type OutageTracker, trackOutages } from "./outage.ts";
import type { ProviderConnection } from "./provider.ts";
import { PROVIDER_ADDRESSES, type Provider } from "./providers.ts";

export type ModelEnv = Pick<Env, Extract<keyof Env, `LLM_${string}`> | "PUBLIC_URL">;

/** The assumed context window of an unknown model. */
const UNKNOWN_WINDOW = 16_000;
/** The largest context window that the product uses, because some providers charge more for longer questions. */
const LONGEST_WINDOW = 200_000;
/** The total time limit of a call as a multiple of the limit for silence, so that an endless answer is cut off. */
const TOTAL_OF_IDLE = 5;
/** Initial rate limits for providers whose new keys allow few requests. The first answer's headers replace these limits. */
const FIRST_REQUESTS_A_MINUTE: Partial<Record<Provider, number>> = { anthropic: 40, ollama: 600 };

/** A connection to a provider with its models: the operator's, a workspace's own, or one that is being tested. */
export interface ModelConnection extends ProviderConnection {
  models: ModelNames;
}

/** Lists the operator's own address, as entries of EGRESS_ALLOW. */
export const listOperatorAddresses = (env: ModelEnv): string[] =>
  toEgressEntry(env.LLM_BASE_URL ?? (env.LLM_PROVIDER && PROVIDER_ADDRESSES[env.LLM_PROVIDER]));

/** True if people use the product on their own machine, so that they are its operators and the machine's Ollama is theirs. */
export const isLocalInstallation = ({ PUBLIC_URL }: Pick<Env, "PUBLIC_URL">): boolean =>
  isLoopbackName(new URL(PUBLIC_URL).hostname);

/** Lists internal addresses that workspaces may enter, as entries of EGRESS_ALLOW. */
export const listAllowedAddresses = (env: ModelEnv): string[] =>
  [...env.LLM_ALLOWED_ORIGINS, ...(isLocalInstallation(env) ? [PROVIDER_ADDRESSES.ollama] : [])].flatMap(toEgressEntry);

/** The state that all calls with the same API key share. */
interface SharedCallState {
  limiter: CallLimiter;
  outages: OutageTracker;
}

export interface OpenerOptions {
  env: ModelEnv;
  /** The guarded fetch that may reach the operator's address. */
  fetch: typeof globalThis.fetch;
  /** The guarded fetch for workspaces' addresses and keys. */
  ownFetch: typeof globalThis.fetch;
}

/** Returns the operator's connection; null if none is configured. */
export function getOperatorConnection(env: ModelEnv): ModelConnection | null {
  const { LLM_PROVIDER: provider, LLM_MODEL: main } = env;
  if (!provider || !main) return null;
  return {
    provider,
    apiKey: env.LLM_API_KEY?.reveal() ?? "",
    address: env.LLM_BASE_URL ?? null,
    region: env.LLM_REGION ?? null,
    models: {
      main,
      ...(env.LLM_FAST_MODEL && { fast: env.LLM_FAST_MODEL }),
      ...(env.LLM_CHECK_MODEL && { check: env.LLM_CHECK_MODEL }),
      ...(env.LLM_FALLBACK_MODEL && { fallback: env.LLM_FALLBACK_MODEL }),
    },
  };
}

/** Returns a function that finds prices by model name. The operator's prices override the product's table. */
export function createPriceLookup(
  env: ModelEnv,
  isOperators: boolean,
): (name: string, inputTokens: number) => TokenPrice | null {
  const own = parsePrices(env.LLM_PRICES);
  const { LLM_MODEL, LLM_INPUT_PRICE_PER_MTOK: input, LLM_OUTPUT_PRICE_PER_MTOK: output } = env;
  if (isOperators && LLM_MODEL && (input !== undefined || output !== undefined)) {
    const both = { input: input ?? 0, output: output ?? 0 };
    own.set(LLM_MODEL, { ...both, cachedInput: both.input, cacheWrite: both.input });
  }
  return (name, inputTokens) => own.get(name) ?? findPrice(name, inputTokens);
}

export function getContextWindow(env: ModelEnv, name: string): number {
  const known = findKnownModel(name);
  const cheap = known?.prices[0]?.upTo ?? LONGEST_WINDOW;
  return env.LLM_CONTEXT_TOKENS ?? (known ? Math.min(known.contextTokens, cheap, LONGEST_WINDOW) : UNKNOWN_WINDOW);
}

/** Opens connections to providers. The first connection imports the packages that call models, which take 15 MB and more. */
export function createConnectionOpener({ env, fetch, ownFetch }: OpenerOptions) {
  const lines = new Map<string, SharedCallState>();
  const idleMs = env.LLM_TIMEOUT_SECONDS * 1000;
  const patience = { idleMs, totalMs: idleMs * TOTAL_OF_IDLE };

  const lineOf = (key: string, provider: Provider): SharedCallState => {
    const { LLM_REQUESTS_PER_MINUTE: requests, LLM_TOKENS_PER_MINUTE: tokens } = env;
    const line = lines.get(key) ?? {
      limiter: new CallLimiter(
        { requests: requests ?? null, tokens: tokens ?? null },
        { requests: FIRST_REQUESTS_A_MINUTE[provider] ?? null, tokens: null },
      ),
      outages: trackOutages(idleMs / 5),
    };
    lines.set(key, line);
    return line;
  };

  return async function open(
    connection: ModelConnection,
    { key, isOperators, caps }: { key: string; isOperators: boolean; caps: SpendingCaps },
  ): Promise<ModelSet> {
    const { openLanguageModel } = await import("./provider.ts");
    const through = isOperators ? fetch : ownFetch;
    const prices = createPriceLookup(env, isOperators);
    const openOne = async (name: string): Promise<PricedModel> => {
      const address = connection.address ?? PROVIDER_ADDRESSES[connection.provider] ?? "";
      const contextTokens =
        connection.provider === "ollama"
          ? await readOllamaWindow({ address, apiKey: connection.apiKey, name, most: env.LLM_CONTEXT_TOKENS }, through)
          : getContextWindow(env, name);
      return {
        provider: connection.provider,
        name,
        contextTokens,
        languageModel: openLanguageModel(connection, { name, contextTokens }, through),
        priceOf: (inputTokens) => prices(name, inputTokens),
      };
    };
    const { main, fast, check, fallback } = connection.models;
    const opened = await openOne(main);
    const other = async (name: string | undefined) => (name && name !== main ? openOne(name) : opened);
    return {
      models: { main: opened, fast: await other(fast), check: await other(check) },
      fallback: fallback ? await openOne(fallback) : null,
      caps,
      patience,
      ...lineOf(key, connection.provider),
    };
  };
}

const dollars = (cents: number | null | undefined) => (cents === null || cents === undefined ? null : cents / 100);

/**
 * Combines the caps of workspace and operator. A workspace with its own API key has only its own caps. Raises apply to caps
 * that the workspace may change.
 */
export function getSpendingCaps(env: ModelEnv, row: ModelSettingsRow | null): SpendingCaps {
  const [day, month] = [dollars(row?.dailyCapCents), dollars(row?.monthlyCapCents)];
  const raise = (caps: SpendingCaps) => (row ? applyCapRaises(caps, row.raised) : caps);
  if (row?.provider)
    return raise({ dailyDollars: day ?? env.LLM_DAILY_CAP_USD, monthlyDollars: month, dailyTokens: null });
  const operators: SpendingCaps = {
    dailyDollars: env.LLM_DAILY_CAP_USD,
    monthlyDollars: env.LLM_MONTHLY_CAP_USD ?? null,
    dailyTokens: env.LLM_DAILY_CAP_TOKENS ?? null,
  };
  const own = raise({ dailyDollars: day, monthlyDollars: month, dailyTokens: null });
  return takeStricterCaps(own, isLocalInstallation(env) ? raise(operators) : operators);
}

export function readModelConnection(row: ModelSettingsRow, secrets: KeyRing): ModelConnection | null {
  if (!row.provider || !row.models) return null;
  return {
    provider: row.provider as Provider,
    apiKey: row.keySealed ? secrets.open(row.keySealed, locateModelKey(row.workspaceId)) : "",
    address: row.address,
    region: row.region,
    models: row.models,
  };
}

/** Replaces the writing model for a trial, without a fallback model, so that people judge this model. */
const writtenBy = (main: string, connection: ModelConnection): ModelConnection => {
  const { main: usual, fast = usual, check = usual } = connection.models;
  return { ...connection, models: { main, fast, check } };
};

/** Returns a workspace's models by the workspace's current settings. `writer` is the writing model of a trial. */
export function createWorkspaceModels(
  options: OpenerOptions & { db: Database; secrets: KeyRing | undefined },
): (workspaceId: string, writer?: string | null) => Promise<ModelSet | null> {
  const { db, env, secrets } = options;
  const open = createConnectionOpener(options);
  const opened = new Map<string, { version: string; set: Promise<ModelSet> }>();

  return async (workspaceId, writer = null) => {
    const row = await readInWorkspace(db, workspaceId, findModelSettings);
    const own = row && env.LLM_OWN_KEYS && secrets ? readModelConnection(row, secrets) : null;
    const usual = own ?? getOperatorConnection(env);
    if (!usual) return null;
    const connection = writer === null ? usual : writtenBy(writer, usual);
    const caps = getSpendingCaps(env, own ? row : row && { ...row, provider: null });
    // A trial has its own limits and outages, so that its failures do not delay other work.
    const key = `${own ? workspaceId : "operator"}${writer === null ? "" : ` trial ${workspaceId}`}`;
    const version = `${own ? (row?.updatedAt.toISOString() ?? "") : ""}${writer ?? ""}`;
    const known = opened.get(key);
    if (known?.version === version) return { ...(await known.set), caps };
    const set = open(connection, { key: `${key} ${version}`, isOperators: !own, caps });
    opened.set(key, { version, set });
    // A connection that could not be opened (Ollama does not run yet) is retried at the next call.
    set.catch(() => opened.delete(key));
    return { ...(await set), caps };
  };
}
