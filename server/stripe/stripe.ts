import Stripe from "stripe";
import { BRAND } from "../../shared/domain/brand.ts";
import type { Env } from "../env.ts";
import { invalid } from "../errors.ts";
import { createCheckedFetch } from "./checked-fetch.ts";
import { NOT_INITIALIZED } from "./errors.ts";

/**
 * Stripe's library gives both attempts of a POST the same idempotency key. People wait at most `LONGEST_WAIT_MS` for
 * both together.
 */
const TIMEOUT_MS = 9_000;
const RETRIES = 1;

export const API_VERSION = "2026-10-28.endive";

export interface Payment {
  readonly stripe: Stripe;
  /** The public key that the browser gets. */
  readonly publishableKey: string;
  /** The stand-in's script URL; null with Stripe itself. */
  readonly standInScript: string | null;
  /** During a rotation, each of these secrets may have signed an event. */
  readonly webhookSecrets: readonly string[];
}

/** The payment provider, called through the guarded `fetch`; null if the operator configured no keys. */
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
    // The API version that the library's types describe. It overrides the account's default version.
    apiVersion: API_VERSION,
    httpClient: Stripe.createFetchHttpClient(createCheckedFetch(fetch)),
    maxNetworkRetries: retries,
    timeout: TIMEOUT_MS,
    telemetry: false,
    appInfo: { name: BRAND },
    ...parseAddress(env.STRIPE_API_URL),
  });
  return {
    stripe,
    publishableKey: env.STRIPE_PUBLISHABLE_KEY,
    standInScript: env.STRIPE_SCRIPT_URL ?? null,
    webhookSecrets: env.STRIPE_WEBHOOK_SECRET?.reveal().split(/\s*,\s*/) ?? [],
  };
}

function parseAddress(
  address: string | undefined,
): { protocol: "http" | "https"; host: string; port: string } | undefined {
  if (!address) return undefined;
  const { protocol, hostname, port } = new URL(address);
  const isHttps = protocol === "https:";
  return { protocol: isHttps ? "https" : "http", host: hostname, port: port || (isHttps ? "443" : "80") };
}

/** Throws if the operator configured no keys. */
export function requirePayment(payment: Payment | null): Payment {
  if (!payment) throw invalid(NOT_INITIALIZED);
  return payment;
}
