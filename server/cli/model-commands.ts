import { createSafeFetch } from "../../connectors/safe-fetch.ts";
import { checkModel } from "../llm/check-model.ts";
import { PRICES_AS_OF } from "../llm/models.ts";
import { createConnectionOpener, getOperatorConnection, listOperatorAddresses } from "../llm/workspace-models.ts";
import { readEnv } from "./open.ts";

const NO_CAPS = { dailyDollars: null, monthlyDollars: null, dailyTokens: null };
/** A multiple of the time limit for silence, after which a call ends. This limit only ends calls that hang. */
const LONGEST_CALL = 6;

/**
 * Calls the configured model once per purpose, about an invented conversation, and reports result, duration and cost. Exits
 * with 1 if a call fails. Needs no database.
 */
export async function checkConfiguredModel({ json }: { json?: boolean }): Promise<void> {
  const env = readEnv(undefined);
  const connection = getOperatorConnection(env);
  if (!connection)
    throw new Error("No language model is configured: set LLM_PROVIDER and LLM_MODEL (docs/language-models.md).");
  const fetch = createSafeFetch({
    allow: [...env.EGRESS_ALLOW, ...listOperatorAddresses(env)],
    ...(env.EGRESS_PROXY && { proxy: env.EGRESS_PROXY.reveal() }),
    timeoutMs: env.LLM_TIMEOUT_SECONDS * 1000 * LONGEST_CALL,
  });
  const open = createConnectionOpener({ env, fetch, ownFetch: fetch });
  const set = await open(connection, { key: "check", isOperators: true, caps: NO_CAPS });
  const { works, purposes, dollars } = await checkModel(set, async () => undefined);
  if (!works) process.exitCode = 1;
  const windows = Object.fromEntries(
    Object.values(set.models).map(({ name, contextTokens }) => [name, contextTokens] as const),
  );
  if (json) {
    process.stdout.write(`${JSON.stringify({ provider: connection.provider, works, windows, purposes, dollars })}\n`);
    return;
  }
  for (const { purpose, model, works: does, seconds, tokens, dollars: price, message } of purposes)
    process.stdout.write(
      `${does ? "ok  " : "FAIL"} ${purpose.padEnd(10)} ${model.padEnd(24)} ${seconds.toFixed(1).padStart(6)} s ${String(tokens).padStart(7)} tokens ${priceText(price).padStart(10)}  ${message}\n`,
    );
  for (const [name, tokens] of Object.entries(windows))
    process.stdout.write(`${name} reads ${tokens} tokens at once.\n`);
  process.stdout.write(
    dollars === null
      ? "No price is known of a model: name it with LLM_PRICES, so that the daily cap can hold.\n"
      : `${priceText(dollars)} in all, by prices of ${PRICES_AS_OF}.\n`,
  );
}

const priceText = (dollars: number | null) => (dollars === null ? "no price" : `$${dollars.toFixed(5)}`);
