import { readFileSync } from "node:fs";
import type { z } from "zod";
import { BRAND } from "../shared/domain/brand.ts";
import { computeEditDistance } from "../shared/domain/edit-distance.ts";
import { findContradictions } from "./contradicting-settings.ts";
import { environmentVariables, SECRET_NAMES, VARIABLE_NAMES } from "./env-variables.ts";

/** The settings of the installation, by the names of their environment variables. Secrets are printed as '[secret]'. */
export type Env = Omit<z.output<typeof environmentVariables>, "PUBLIC_URL" | "MAIL_FROM"> & {
  /** Scheme, host and port of the URL that people use, without a trailing slash. */
  PUBLIC_URL: string;
  MAIL_FROM: string;
  /** Names of the variables that the operator set. */
  given: string[];
  /** Likely mistakes that do not stop the start, as sentences for the operator. */
  hints: string[];
};

/** Thrown by `loadEnv`. The message names every wrong variable and its remedy, never a value. */
export class EnvError extends Error {}

export function loadEnv(source: Readonly<Record<string, string | undefined>> = process.env): Env {
  const problems: string[] = [];
  const given = Object.fromEntries(
    [
      ...VARIABLE_NAMES.map((name) => [name, source[name]?.trim() || undefined] as const),
      ...SECRET_NAMES.map((name) => [name, readSecretFile(name, source, problems)] as const),
    ].filter(([, value]) => value !== undefined),
  );
  const parsed = environmentVariables.safeParse(given);
  problems.push(...(parsed.error?.issues ?? []).map((issue) => `${String(issue.path[0])}: ${issue.message}`));
  problems.push(...findContradictions(given));
  if (!parsed.success || problems.length > 0) {
    throw new EnvError(`These settings need a change:\n${problems.map((problem) => `  ${problem}`).join("\n")}`);
  }
  const PUBLIC_URL = parsed.data.PUBLIC_URL ?? `http://localhost:${parsed.data.PORT}`;
  return {
    ...parsed.data,
    PUBLIC_URL,
    MAIL_FROM: parsed.data.MAIL_FROM ?? `${BRAND} <no-reply@${new URL(PUBLIC_URL).hostname}>`,
    given: Object.keys(given),
    hints: [
      ...findMisspeltSettings(source, VARIABLE_NAMES),
      ...(isReadableOnTheWay(PUBLIC_URL) ? [PLAIN_HTTP] : []),
      ...(given.STRIPE_SECRET_KEY && !given.STRIPE_WEBHOOK_SECRET ? [NO_WEBHOOK] : []),
    ],
  };
}

/** Returns the content of the file whose path is in NAME_FILE, or undefined. Adds faults to `problems`. */
function readSecretFile(
  name: string,
  source: Readonly<Record<string, string | undefined>>,
  problems: string[],
): string | undefined {
  const file = source[`${name}_FILE`]?.trim();
  if (!file) return undefined;
  if (source[name]?.trim()) {
    problems.push(`${name}_FILE: Give either ${name} or ${name}_FILE, not both.`);
    return undefined;
  }
  try {
    const value = readFileSync(file, "utf8").trim();
    if (!value) problems.push(`${name}_FILE: The file ${file} is empty.`);
    return value || undefined;
  } catch (error) {
    problems.push(`${name}_FILE: The file ${file} cannot be read (${(error as NodeJS.ErrnoException).code}).`);
    return undefined;
  }
}

const NO_WEBHOOK =
  "STRIPE_WEBHOOK_SECRET is not set: what happens at Stripe is seen within the hour. Run: npm run lorekeep -- billing setup";

const PLAIN_HTTP = "PUBLIC_URL is plain http: passwords travel readable. Put https in front of it.";

function isReadableOnTheWay(publicUrl: string): boolean {
  const { protocol, hostname } = new URL(publicUrl);
  return protocol === "http:" && !isLoopbackName(hostname);
}

/** True for a host name that always means the same machine. */
export function isLoopbackName(hostname: string): boolean {
  return hostname === "localhost" || hostname.endsWith(".localhost") || /^127\.|^\[?::1\]?$/.test(hostname);
}

/** A variable that only `lorekeep user create` reads (server/cli). */
const PASSWORD_OF_USER_CREATE = "LOREKEEP_PASSWORD";

/**
 * Finds names that are probably misspelt. This is only a hint: Kubernetes sets LOREKEEP_PORT and similar variables for
 * a service of that name.
 */
function findMisspeltSettings(source: Readonly<Record<string, string | undefined>>, known: string[]): string[] {
  return Object.keys(source)
    .filter((name) => name.startsWith("LOREKEEP_") && name !== PASSWORD_OF_USER_CREATE)
    .map((name) => `${name} is not a setting. Did you mean ${nearest(name.slice("LOREKEEP_".length), known)}?`);
}

function nearest(name: string, known: string[]): string {
  return known.toSorted((a, b) => computeEditDistance(name, a) - computeEditDistance(name, b))[0] ?? "";
}
