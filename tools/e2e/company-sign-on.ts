import { createSafeFetch } from "../../connectors/safe-fetch.ts";
import { freePort } from "../../scripts/free-ports.mjs";
import { buildApp } from "../../server/app.ts";
import { mailDomains } from "../../server/db/schema.ts";
import type { Deps } from "../../server/deps.ts";
import { loadEnv } from "../../server/env.ts";
import { createIdentityProvider } from "../../server/identity/identity-provider.ts";
import type { ProcessLifecycle } from "../../server/lifetime.ts";
import { IDENTITY_CLIENT, startIdentityStandIn } from "../stand-ins/identity/identity-provider.ts";

/** Starts a second product for a company whose people sign in with an identity provider. Returns its address. */
export async function startCompany(life: ProcessLifecycle, deps: Deps): Promise<string> {
  const port = await freePort();
  const address = `http://localhost:${port}`;
  const people = ["ada", "grace"].map((login) => ({
    login,
    id: `subject-of-${login}`,
    email: `${login}@company.example`,
    firstName: login === "ada" ? "Ada" : "Grace",
    lastName: login === "ada" ? "Lovelace" : "Hopper",
  }));
  const provider = await startIdentityStandIn({
    redirectUri: `${address}/api/login/callback`,
    signedOutUri: `${address}/`,
    accounts: people,
  });
  life.started(() => provider.close());
  const settings = loadEnv({
    PUBLIC_URL: address,
    OIDC_ISSUER: provider.url,
    OIDC_CLIENT_ID: IDENTITY_CLIENT.id,
    OIDC_CLIENT_SECRET: IDENTITY_CLIENT.secret,
    OIDC_NAME: "Acme",
    EGRESS_ALLOW: new URL(provider.url).host,
  });
  const env = { ...settings, DATA_DIR: deps.env.DATA_DIR };
  const identityProvider = createIdentityProvider(env, createSafeFetch({ allow: env.EGRESS_ALLOW }));
  // The company's DNS contains whatever the product told people to enter.
  const readTxtRecords = async () => {
    const claimed = await deps.db.select({ challenge: mailDomains.challenge }).from(mailDomains);
    return claimed.map(({ challenge }) => `lorekeep-domain-verification=${challenge}`);
  };
  const app = await buildApp({ ...deps, env, identityProvider, readTxtRecords, payment: null });
  life.started(() => app.close());
  await app.listen({ host: "127.0.0.1", port });
  return address;
}
