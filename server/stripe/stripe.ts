import Stripe from "stripe";
import { BRAND } from "../../shared/domain/brand.ts";
import type { Env } from "../env.ts";
import { invalid } from "../errors.ts";
import { createCheckedFetch } from "./checked-fetch.ts";
import { NOT_INITIALIZED } from "./errors.ts";

/** The library gives each attempt of one POST the same idempotency key. People wait `LONGEST_WAIT_MS` for all of them. */
const TIMEOUT_MS = 9_000;
const RETRIES = 1;

export const API_VERSION = "2026-10-28.endive";

export interface Payment {
  readonly stripe: Stripe;
  /** The key that the browser gets; it is no secret. */
  readonly publishableKey: string;
  /** Null with Stripe itself. */
  readonly standInScript: string | null;
  /** Any of them may have signed an event, during a rotation. */
  readonly webhookSecrets: readonly string[];
}

/** The payment provider, reached through the guarded `fetch`; null when the operator configured no keys. */
export function createPayment(
  env: Pick<
    Env,
    "STRIPE_SECRET_KEY" | "STRIPE_PUBLISHABLE_KEY" | "STRIPE_WEBHOOK_SECRET" | "STRIPE_API_URL" | "STRIPE_SCRIPT_URL"
  >,
  fetch: typeof globalThis.fetch,
  { retries = RETRIES }: { retries?: number } = {},
): Payment | null {
  if (!env.STRIPE_SECRET_KEY || !env.STRIPE_PUBLISHABLE_KEY) return null;
  const stripe = new Stripe(env.STRIPE_SECRET_KEY.reveal(), {
    // The version that the library's types describe, whatever the account's own default is.
    apiVersion: API_VERSION,
    httpClient: Stripe.createFetchHttpClient(createCheckedFetch(fetch)),
    maxNetworkRetries: retries,
    timeout: TIMEOUT_MS,
    telemetry: false,
    appInfo: { name: BRAND },
    ...placeOf(env.STRIPE_API_URL),
  });
  return {
    stripe,
    publishableKey: env.STRIPE_PUBLISHABLE_KEY,
    standInScript: env.STRIPE_SCRIPT_URL ?? null,
    webhookSecrets: env.STRIPE_WEBHOOK_SECRET?.reveal().split(/\s*,\s*/) ?? [],
  };
}

function placeOf(address: string | undefined): { protocol: "http" | "https"; host: string; port: string } | undefined {
  if (!address) return undefined;
  const { protocol, hostname, port } = new URL(address);
  const isHttps = protocol === "https:";
  return { protocol: isHttps ? "https" : "http", host: hostname, port: port || (isHttps ? "443" : "80") };
}

/** Throws where the operator configured no keys. */
export function requirePayment(payment: Payment | null): Payment {
  if (!payment) throw invalid(NOT_INITIALIZED);
  return payment;
}
