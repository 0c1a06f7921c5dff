import { resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { z } from "zod";
import { BRAND } from "../shared/domain/brand.ts";
import { isRecipient } from "./db/backup/encryption.ts";
import {
  addressValue,
  amountValue,
  flagValue,
  listValue,
  networkList,
  originValue,
  secretValue,
  wholeNumber,
} from "./env-values.ts";
import { PROVIDERS } from "./llm/providers.ts";
import { PLATFORM_SECRETS, platformVariables } from "./platform-settings.ts";
import { readDefaults } from "./setting-defaults.ts";

const PROJECT = fileURLToPath(new URL("..", import.meta.url));

/**
 * Every environment variable that the product reads, as text. `.env.example` explains each variable, which a test
 * verifies.
 */
export const environmentVariables = z.object({
  DATABASE_URL: addressValue(["postgres:", "postgresql:"], "postgres://user:password@host:5432/lorekeep")
    .pipe(secretValue)
    .optional(),
  DATABASE_POOLER_URL: addressValue(["postgres:", "postgresql:"], "postgres://user:password@pooler:6432/lorekeep")
    .pipe(secretValue)
    .optional(),
  DATA_DIR: z
    .string()
    .default(".data")
    .transform((value) => resolve(PROJECT, value)),
  HOST: z.string().default("127.0.0.1"),
  PORT: wholeNumber(0, 65_535).default(3000),
  PUBLIC_URL: originValue("https://lorekeep.acme.com")
    .refine((value) => new URL(value).origin === value, "Give the address without a path.")
    .optional(),
  APP_KEYS: secretValue.optional(),
  APP_KEYS_FILE: z.string().optional(),
  ACCEPT_LOST_SECRETS: flagValue.default(false),
  SMTP_URL: addressValue(["smtp:", "smtps:"], "smtps://user:password@mail.acme.com:465").pipe(secretValue).optional(),
  MAIL_FROM: z
    .string()
    .refine(
      (value) => /^[^\r\n]*[^\s@<>]+@[^\s@<>]+>?$/.test(value),
      `Give a sender such as ${BRAND} <lorekeep@acme.com>.`,
    )
    .optional(),
  SUPPORT_EMAIL: z.email("Give a mail address.").optional(),
  LEGAL_EMAIL: z.email("Give a mail address.").optional(),
  LEGAL_COMPANY: z.string().optional(),
  LEGAL_ADDRESS: z.string().optional(),
  LEGAL_JURISDICTION: z.string().optional(),
  LEGAL_SUBPROCESSORS: z.string().optional(),
  ANALYTICS_SCRIPT_URL: addressValue(["https:"], "https://stats.acme.com/script.js").optional(),
  EGRESS_ALLOW: listValue.default([]),
  EGRESS_PROXY: addressValue(["http:", "https:"], "http://proxy.acme.com:4750").pipe(secretValue).optional(),
  TRUSTED_PROXIES: networkList.default([]),
  ...platformVariables,
  LLM_PROVIDER: z
    .enum(PROVIDERS, `Write one of ${PROVIDERS.join(", ")}, or leave it out: the local engine needs none.`)
    .optional(),
  LLM_API_KEY: secretValue.optional(),
  LLM_MODEL: z.string().optional(),
  LLM_FAST_MODEL: z.string().optional(),
  LLM_CHECK_MODEL: z.string().optional(),
  LLM_FALLBACK_MODEL: z.string().optional(),
  LLM_REGION: z
    .string()
    .regex(/^[a-z0-9-]{2,40}$/, "Give the region as its cloud names it, such as eu-central-1.")
    .optional(),
  LLM_BASE_URL: originValue("https://llm.acme.com/v1").optional(),
  LLM_DAILY_CAP_USD: amountValue.default(5),
  LLM_MONTHLY_CAP_USD: amountValue.optional(),
  LLM_DAILY_CAP_TOKENS: wholeNumber(1_000, 1_000_000_000).optional(),
  LLM_INPUT_PRICE_PER_MTOK: amountValue.optional(),
  LLM_OUTPUT_PRICE_PER_MTOK: amountValue.optional(),
  LLM_PRICES: listValue
    .refine(
      (entries) => entries.every((entry) => /^[^\s=]+=\d+(\.\d+)?\/\d+(\.\d+)?(\/\d+(\.\d+)?)?$/.test(entry)),
      "Give name=input/output or name=input/output/cached in US dollars a million tokens, comma apart.",
    )
    .default([]),
  LLM_REQUESTS_PER_MINUTE: wholeNumber(1, 1_000_000).optional(),
  LLM_TOKENS_PER_MINUTE: wholeNumber(1_000, 1_000_000_000).optional(),
  LLM_OWN_KEYS: flagValue.default(true),
  LLM_ALLOWED_ORIGINS: listValue
    .refine(
      (entries) => entries.every((entry) => URL.canParse(entry) && /^https?:$/.test(new URL(entry).protocol)),
      "Give addresses such as http://ollama.acme.local:11434, comma apart.",
    )
    .default([]),
  LLM_TIMEOUT_SECONDS: wholeNumber(1, 600).default(120),
  LLM_CONTEXT_TOKENS: wholeNumber(1000, 10_000_000).optional(),
  STRIPE_SECRET_KEY: z
    .string()
    .regex(/^[sr]k_(live|test)_\w+$/, "Give the secret key of your Stripe account, sk_live_... or sk_test_....")
    .pipe(secretValue)
    .optional(),
  STRIPE_PUBLISHABLE_KEY: z
    .string()
    .regex(/^pk_(live|test)_\w+$/, "Give the publishable key of your Stripe account, pk_live_... or pk_test_....")
    .optional(),
  STRIPE_WEBHOOK_SECRET: z
    .string()
    .regex(/^whsec_\w+(\s*,\s*whsec_\w+)*$/, "Give the signing secret of the webhook, whsec_..., several comma apart.")
    .pipe(secretValue)
    .optional(),
  STRIPE_API_URL: originValue("https://api.stripe.com").optional(),
  STRIPE_SCRIPT_URL: addressValue(["http:", "https:"], "http://127.0.0.1:4013/stripe.js").optional(),
  LOG_LEVEL: z
    .enum(
      ["fatal", "error", "warn", "info", "debug", "trace", "silent"],
      "Write fatal, error, warn, info, debug, trace or silent.",
    )
    .default("info"),
  OIDC_ISSUER: addressValue(["http:", "https:"], "https://id.acme.com").optional(),
  OIDC_CLIENT_ID: z.string().optional(),
  OIDC_CLIENT_SECRET: secretValue.optional(),
  OIDC_NAME: z.string().max(60, "At most 60 characters.").default("single sign-on"),
  OIDC_PASSWORD_SIGN_IN: flagValue.default(true),
  OIDC_TRUST_EMAIL: flagValue.default(false),
  PRESENCE_DEMO: flagValue.default(false),
  OIDC_DOMAINS: listValue
    .transform((domains) => domains.map((domain) => domain.toLowerCase()))
    .refine(
      (domains) => domains.every((domain) => /^[^\s@.]+(\.[^\s@.]+)+$/.test(domain)),
      "Give mail domains such as acme.com.",
    )
    .default([]),
  OIDC_WORKSPACE: z
    .email("Give the address of one of its people, such as ada@acme.com.")
    .transform((value) => value.toLowerCase())
    .optional(),
  HEALTH_PORT: wholeNumber(0, 65_535).optional(),
  OTEL_EXPORTER_OTLP_ENDPOINT: originValue("https://collector.acme.com:4318").optional(),
  OTEL_EXPORTER_OTLP_HEADERS: secretValue.optional(),
  OTEL_SERVICE_NAME: z.string().max(100, "At most 100 characters.").default("lorekeep"),
  OTEL_TRACES_SAMPLER_ARG: z
    .string()
    .regex(/^(0(\.\d+)?|1(\.0+)?)$/, "Give a share from 0 to 1, such as 0.1.")
    .transform(Number)
    .default(1),
  SENTRY_DSN: addressValue(["http:", "https:"], "https://key@sentry.acme.com/7")
    .refine(
      (value) => /^https?:\/\/[^/@:]+@[^/]+\/(.+\/)?\d+\/?$/.test(value),
      "Give the DSN as the server shows it, with its key and the project's number.",
    )
    .pipe(secretValue)
    .optional(),
  SENTRY_ENVIRONMENT: z.string().max(60, "At most 60 characters.").default("production"),
  BACKUP_DIR: z
    .string()
    .transform((value) => resolve(PROJECT, value))
    .optional(),
  BACKUP_S3_URL: originValue("https://s3.eu-central-1.amazonaws.com/acme-backups/lorekeep")
    .refine(
      (value) => new URL(value).pathname.length > 1,
      "Give the address with the bucket's name as first part of its path.",
    )
    .optional(),
  BACKUP_S3_REGION: z.string().default("us-east-1"),
  BACKUP_S3_ACCESS_KEY_ID: z.string().optional(),
  BACKUP_S3_SECRET_ACCESS_KEY: secretValue.optional(),
  BACKUP_EVERY_HOURS: wholeNumber(1, 168).default(24),
  BACKUP_KEEP_DAYS: wholeNumber(1, 365).default(14),
  BACKUP_RECIPIENTS: listValue
    .refine((keys) => keys.every(isRecipient), "Give public keys of age, age1..., as age-keygen prints them.")
    .default([]),
  BACKUP_BEFORE_UPGRADE: flagValue.default(true),
  KEEP_HISTORY_DAYS: wholeNumber(1, 36_500).default(365),
  UNRESOLVED_WAIT_SECONDS: wholeNumber(1, 3600).default(60),
  WORKER_CONCURRENCY: wholeNumber(1, 100).default(4),
});

export const VARIABLE_NAMES = Object.keys(environmentVariables.shape);
export const DEFAULT_VALUES = readDefaults(environmentVariables.shape);

/**
 * Secrets that may also be read from a file, as container platforms provide them. DATABASE_URL_FILE, for example,
 * contains the file's path.
 */
export const SECRET_NAMES = [
  "DATABASE_URL",
  "DATABASE_POOLER_URL",
  "SMTP_URL",
  "EGRESS_PROXY",
  "LLM_API_KEY",
  "STRIPE_SECRET_KEY",
  "STRIPE_WEBHOOK_SECRET",
  "OIDC_CLIENT_SECRET",
  ...PLATFORM_SECRETS,
  "OTEL_EXPORTER_OTLP_HEADERS",
  "SENTRY_DSN",
  "BACKUP_S3_SECRET_ACCESS_KEY",
] as const satisfies (keyof typeof environmentVariables.shape)[];
