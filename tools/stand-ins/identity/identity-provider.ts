import { generateKeyPairSync } from "node:crypto";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { Provider } from "oidc-provider";

/** A person's account at the identity provider. */
export interface IdentityAccount {
  /** The account's OpenID Connect subject, which is never reused. */
  id: string;
  email: string;
  isEmailVerified?: boolean;
  firstName?: string;
  lastName?: string;
  groups?: string[];
}

export interface IdentityStandIn {
  readonly name: "identity";
  /** The provider's address, which is the value of OIDC_ISSUER. */
  readonly url: string;
  /** Accounts by login name. Tests may change them at any time. */
  readonly accounts: Map<string, IdentityAccount>;
  close(): Promise<void>;
}

/** An hour in seconds. */
const HOUR = 3600;

export const IDENTITY_CLIENT = { id: "lorekeep", secret: "a-client-secret-of-forty-characters-or-so" };

/** The signing key of all stand-ins in this process, because creating a key takes a quarter of a second. */
let ofProcess: JsonWebKey | undefined;
function signingKey(): JsonWebKey {
  ofProcess ??= generateKeyPairSync("rsa", { modulusLength: 2048 }).privateKey.export({ format: "jwk" });
  return ofProcess;
}

/**
 * Starts an identity provider on 127.0.0.1: a certified implementation of OpenID Connect (oidc-provider). Its login
 * page asks for a name but no password. It redirects people only to `redirectUri`.
 */
export async function startIdentityStandIn({
  redirectUri,
  signedOutUri,
  accounts = [],
  port = 0,
}: {
  redirectUri: string | string[];
  signedOutUri: string;
  accounts?: (IdentityAccount & { login: string })[];
  port?: number;
}): Promise<IdentityStandIn> {
  const known = new Map(accounts.map(({ login, ...account }) => [login, account]));
  const server = createServer();
  await new Promise<void>((listening) => server.listen(port, "127.0.0.1", listening));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  const provider = new Provider(url, {
    clients: [
      {
        client_id: IDENTITY_CLIENT.id,
        client_secret: IDENTITY_CLIENT.secret,
        redirect_uris: [redirectUri].flat(),
        post_logout_redirect_uris: [signedOutUri],
      },
    ],
    claims: {
      openid: ["sub", "groups"],
      email: ["email", "email_verified"],
      profile: ["given_name", "family_name", "name"],
    },
    jwks: { keys: [signingKey()] },
    ttl: { AccessToken: HOUR, AuthorizationCode: 60, Grant: HOUR, IdToken: HOUR, Interaction: HOUR, Session: HOUR },
    cookies: { keys: ["only on this machine"] },
    pkce: { required: () => true },
    features: { devInteractions: { enabled: false }, rpInitiatedLogout: { enabled: true, logoutSource: leaveAtOnce } },
    interactions: { url: (_context, { uid }) => `/login/${uid}` },
    // Skips the consent page, because the product belongs to the provider's company.
    loadExistingGrant: async ({ oidc: { client, session } }) => {
      if (!client || !session?.accountId) return undefined;
      const grant = new provider.Grant({ clientId: client.clientId, accountId: session.accountId });
      grant.addOIDCScope("openid email profile");
      await grant.save();
      return grant;
    },
    findAccount: (_context, id) => {
      const account = [...known.values()].find((each) => each.id === id);
      return account && { accountId: id, claims: async () => ({ sub: id, ...claimsOf(account) }) };
    },
  });

  const answer = provider.callback();
  server.on("request", (request, response) => {
    const fail = (error: unknown) => response.writeHead(400).end(String(error));
    if (!request.url?.startsWith("/login/")) return void answer(request, response);
    if (request.method !== "POST") {
      response.writeHead(200, { "content-type": "text/html; charset=utf-8" }).end(loginPage());
      return;
    }
    void logIn().catch(fail);
    async function logIn() {
      const form = new URLSearchParams(await text(request));
      const account = known.get(form.get("login") ?? "");
      const result = account
        ? { login: { accountId: account.id } }
        : { error: "access_denied", error_description: "The person turned back" };
      await provider.interactionFinished(request, response, result, { mergeWithLastSubmission: false });
    }
  });

  return {
    name: "identity",
    url,
    accounts: known,
    close: () =>
      new Promise((closed) => {
        server.close(() => closed());
        server.closeAllConnections();
      }),
  };
}

function claimsOf({ email, isEmailVerified = true, firstName, lastName, groups }: IdentityAccount) {
  return {
    email,
    email_verified: isEmailVerified,
    ...(groups && { groups }),
    ...(firstName && { given_name: firstName }),
    ...(lastName && { family_name: lastName }),
  };
}

const page = (title: string, body: string) => `<!doctype html>
<html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title><body style="font:16px/1.6 system-ui;max-width:24rem;margin:15vh auto;padding:0 1rem">
<p style="color:#666">A stand-in for a company’s identity provider</p><h1 style="font-weight:500">${title}</h1>${body}</body></html>`;

const loginPage = () =>
  page(
    "Who are you?",
    `<form method="post"><label>Login name<br><input name="login" autofocus></label> <button>Continue</button></form>
<form method="post"><button>Turn back</button></form>`,
  );

/** Skips the provider's confirmation page, because the person has already confirmed the sign-out in the product. */
async function leaveAtOnce(context: { body?: unknown }, form: string): Promise<void> {
  context.body = page(
    "Signing out",
    `${form.replace("</form>", '<input type="hidden" name="logout" value="yes"></form>')}<script>document.forms[0].submit()</script>`,
  );
}
