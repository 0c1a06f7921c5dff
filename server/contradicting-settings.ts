import { needsAddress, needsKey } from "./llm/providers.ts";
import { PLATFORM_APPS } from "./platform-settings.ts";

/** Finds settings that are valid separately but contradict each other. Returns a sentence with the remedy for each, never a value. */
export function findContradictions(given: Record<string, string | undefined>): string[] {
  const problems: string[] = [];
  const { LLM_PROVIDER: provider } = given;
  if (provider && !given.LLM_MODEL) problems.push("LLM_MODEL: Name the model, because LLM_PROVIDER is set.");
  if (provider && needsKey(provider) && !given.LLM_API_KEY)
    problems.push(`LLM_API_KEY: Give the key, because LLM_PROVIDER is ${provider}.`);
  if (provider && needsAddress(provider) && !given.LLM_BASE_URL)
    problems.push(`LLM_BASE_URL: Give the address, because LLM_PROVIDER is ${provider}.`);
  if (!provider && (given.LLM_API_KEY || given.LLM_MODEL))
    problems.push("LLM_PROVIDER: Name the provider, because LLM_API_KEY or LLM_MODEL is set.");
  if (given.APP_KEYS && given.APP_KEYS_FILE)
    problems.push("APP_KEYS_FILE: Give either APP_KEYS or APP_KEYS_FILE, not both.");
  if (given.DATABASE_POOLER_URL && !given.DATABASE_URL)
    problems.push("DATABASE_URL: Give the address of the database itself, because DATABASE_POOLER_URL is set.");
  return [
    ...problems,
    ...bucketContradictions(given),
    ...signOnContradictions(given),
    ...appContradictions(given),
    ...paymentContradictions(given),
  ];
}

function appContradictions(given: Record<string, string | undefined>): string[] {
  return PLATFORM_APPS.flatMap((names: readonly string[]) => {
    const first = names.find((name) => given[name]);
    return first
      ? names.filter((name) => !given[name]).map((name) => `${name}: Give it, because ${first} is set.`)
      : [];
  });
}

function bucketContradictions(given: Record<string, string | undefined>): string[] {
  const keys = ["BACKUP_S3_ACCESS_KEY_ID", "BACKUP_S3_SECRET_ACCESS_KEY"];
  if (given.BACKUP_S3_URL)
    return keys.filter((name) => !given[name]).map((name) => `${name}: Give it, because BACKUP_S3_URL is set.`);
  const first = keys.find((name) => given[name]);
  return first ? [`BACKUP_S3_URL: Name the bucket, because ${first} is set.`] : [];
}

function signOnContradictions(given: Record<string, string | undefined>): string[] {
  const { OIDC_ISSUER: issuer, OIDC_CLIENT_ID: clientId } = given;
  if (issuer && !clientId) return ["OIDC_CLIENT_ID: Give the client's id, because OIDC_ISSUER is set."];
  const others = [
    "OIDC_CLIENT_ID",
    "OIDC_CLIENT_SECRET",
    "OIDC_PASSWORD_SIGN_IN",
    "OIDC_TRUST_EMAIL",
    "OIDC_WORKSPACE",
  ];
  const first = issuer ? undefined : others.find((name) => given[name]);
  return first ? [`OIDC_ISSUER: Name the identity provider, because ${first} is set.`] : [];
}

function paymentContradictions(given: Record<string, string | undefined>): string[] {
  const problems: string[] = [];
  const { STRIPE_SECRET_KEY: secretKey, STRIPE_PUBLISHABLE_KEY: publishableKey } = given;
  if (secretKey && !publishableKey)
    problems.push("STRIPE_PUBLISHABLE_KEY: Give the publishable key, because STRIPE_SECRET_KEY is set.");
  if (!secretKey && (publishableKey || given.STRIPE_WEBHOOK_SECRET))
    problems.push(
      "STRIPE_SECRET_KEY: Give the secret key, because STRIPE_PUBLISHABLE_KEY or STRIPE_WEBHOOK_SECRET is set.",
    );
  const isLive = (key: string) => key.includes("_live_");
  if (secretKey && publishableKey && isLive(secretKey) !== isLive(publishableKey))
    problems.push("STRIPE_PUBLISHABLE_KEY: One key is live and the other one a test key. Give two of a kind.");
  if (secretKey && isLive(secretKey) && (given.STRIPE_API_URL || given.STRIPE_SCRIPT_URL))
    problems.push("STRIPE_API_URL: Live keys go to Stripe itself. Take STRIPE_API_URL and STRIPE_SCRIPT_URL away.");
  if (given.STRIPE_SCRIPT_URL && !given.STRIPE_API_URL)
    problems.push("STRIPE_API_URL: Give the address of the stand-in, because STRIPE_SCRIPT_URL is set.");
  return problems;
}
