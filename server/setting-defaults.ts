import { z } from "zod";

/**
 * Settings whose default affects access, outgoing calls, storage or its readers. If a release changes such a default,
 * the new release starts only after the operator has decided.
 */
export const SECURITY_RELEVANT: readonly string[] = [
  "ACCEPT_LOST_SECRETS",
  "BACKUP_BEFORE_UPGRADE",
  "BACKUP_RECIPIENTS",
  "EGRESS_ALLOW",
  "HOST",
  "KEEP_HISTORY_DAYS",
  "LLM_ALLOWED_ORIGINS",
  "LLM_OWN_KEYS",
  "OIDC_DOMAINS",
  "OIDC_PASSWORD_SIGN_IN",
  "OIDC_TRUST_EMAIL",
  "TRUSTED_PROXIES",
];

/** Each setting's default as an operator would write it; null if there is no default. */
export type SettingDefaults = Readonly<Record<string, string | null>>;

export function readDefaults(shape: Readonly<Record<string, z.ZodType>>): SettingDefaults {
  return Object.fromEntries(Object.entries(shape).map(([name, type]) => [name, written(defaultOf(type))]));
}

function defaultOf(type: unknown): unknown {
  if (type instanceof z.ZodDefault) return type.def.defaultValue;
  return type instanceof z.ZodPipe ? defaultOf(type.def.in) : undefined;
}

function written(value: unknown): string | null {
  if (typeof value === "boolean") return value ? "yes" : "no";
  if (value === undefined || (Array.isArray(value) && value.length === 0)) return null;
  return String(value);
}
