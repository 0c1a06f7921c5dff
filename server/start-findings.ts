import { hasAppRole } from "./db/workspace-scope.ts";
import type { Deps } from "./deps.ts";
import type { Env } from "./env.ts";

export async function collectStartFindings({ env, db, engines }: Deps, database: string): Promise<string[]> {
  return [
    `Database: ${database}`,
    `Data folder: ${env.DATA_DIR}`,
    `Engine: ${engines.description}`,
    env.SMTP_URL
      ? "Mail: by SMTP"
      : `Mail: none configured, emails go to ${env.DATA_DIR}/outbox and their links into this log`,
    `Payment: ${describePayment(env)}`,
    `Sign-in: ${describeSignIn(env)}`,
    ...((await hasAppRole(db)) ? [] : [NO_APP_ROLE]),
    ...env.hints,
  ];
}

function describePayment({ STRIPE_SECRET_KEY: key, STRIPE_API_URL: standIn }: Env): string {
  if (!key) return "none configured, everybody is on the Starter plan without limits";
  if (standIn) return `by the stand-in at ${standIn}, nobody is charged`;
  return key.reveal().includes("_live_") ? "by Stripe" : "by Stripe with test keys, nobody is charged";
}

function describeSignIn({ OIDC_ISSUER: issuer, OIDC_PASSWORD_SIGN_IN: passwordsWork }: Env): string {
  if (!issuer) return "by password";
  return `by ${issuer}, ${passwordsWork ? "and by password at /api/login?with=password" : "passwords are off"}`;
}

const NO_APP_ROLE =
  "Missing: the database role lorekeep_app. Queries are scoped to their workspace all the same; for the second line let an administrator run: CREATE ROLE lorekeep_app NOLOGIN; GRANT lorekeep_app TO the user of DATABASE_URL; then start once with a fresh database";
