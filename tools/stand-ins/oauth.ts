import { createHash, randomBytes } from "node:crypto";
import type { FastifyInstance } from "fastify";
import { escapeHtml } from "./browser-page.ts";

/** An app that is registered with the vendor. */
export interface OAuthApp {
  clientId: string;
  clientSecret: string;
  redirectUri: string;
}

export interface OAuthAuthorityOptions {
  apps: OAuthApp[];
  /** Returns the accounts or workspaces that can be authorized. `id` becomes the token's subject. */
  subjects: () => { id: string; name: string }[];
  /** The lifetime of access tokens in seconds. Null if they do not expire; there are no refresh tokens then. */
  lifetime: number | null;
  /**
   * Each refresh replaces the refresh token, and the previous one stays valid for this long. Null if refresh tokens are
   * never replaced.
   */
  graceMs: number | null;
  /** True if a refresh ends the previous access token, and the previous refresh token without any grace. */
  endsFormerTokens?: boolean;
  /** The scopes that the app is registered with; no request may ask for another one. Any if absent. */
  scopes?: string[];
  /** True if requests must have a challenge (RFC 7636), whose verifier redeems the code. */
  needsChallenge?: boolean;
  tokenPrefix?: { access: string; refresh: string };
  now?: () => number;
}

/** The authorization behind a token. */
export interface OAuthGrant {
  subject: string;
  scopes: string[];
  clientId: string;
}

interface Code extends OAuthGrant {
  redirectUri: string;
  challenge: string;
  until: number;
  /** The tokens that were issued for the code. A second use of the code revokes them. */
  family: string | null;
}

interface StoredToken extends OAuthGrant {
  family: string;
  until: number;
}

export interface IssuedTokens extends OAuthGrant {
  access: string;
  refresh: string | null;
  lifetime: number | null;
}

export class OAuthRefusal extends Error {
  readonly code: "invalid_client" | "invalid_grant" | "bad_redirect_uri" | "code_used";
  constructor(code: OAuthRefusal["code"]) {
    super(code);
    this.code = code;
  }
}

const CODE_MS = 10 * 60_000;

/**
 * An OAuth server. Codes work once, for one app and one redirect address, and refresh tokens are replaced (RFC 6749,
 * RFC 9700).
 */
export class OAuthAuthority {
  readonly #options: OAuthAuthorityOptions;
  readonly #codes = new Map<string, Code>();
  readonly #access = new Map<string, StoredToken>();
  readonly #refresh = new Map<string, StoredToken>();
  readonly #now: () => number;
  /** The number of times that a refresh token was exchanged. */
  renewals = 0;

  constructor(options: OAuthAuthorityOptions) {
    this.#options = options;
    this.#now = options.now ?? Date.now;
  }

  get subjects() {
    return this.#options.subjects();
  }

  /** Returns the error in an authorization request's parameters; null if there is none. */
  whyNotAsked(asked: Record<string, string | undefined>): string | null {
    const {
      client_id,
      redirect_uri,
      scope = "",
      code_challenge: challenge = "",
      code_challenge_method: method,
    } = asked;
    const { apps, scopes, needsChallenge } = this.#options;
    const app = apps.find(({ clientId }) => clientId === client_id);
    if (!app) return "There is no such app.";
    const unknown = scopes && listScopes(scope).find((one) => !scopes.includes(one));
    if (unknown) return `The app is not registered with the scope ${unknown}.`;
    if (needsChallenge && (!/^[\w-]{43}$/.test(challenge) || method !== "S256")) return "There is no challenge.";
    return app.redirectUri === redirect_uri ? null : "The redirect address is not registered for this app.";
  }

  allow(
    subject: string,
    asked: { clientId: string; redirectUri: string; scopes: string[]; challenge: string },
  ): string {
    const code = `code-${randomBytes(12).toString("hex")}`;
    this.#codes.set(code, { subject, ...asked, until: this.#now() + CODE_MS, family: null });
    return code;
  }

  redeem(clientId: string, clientSecret: string, code: string, redirectUri: string, verifier = ""): IssuedTokens {
    this.#checkApp(clientId, clientSecret);
    const known = this.#codes.get(code);
    if (!known || known.clientId !== clientId || known.until < this.#now()) throw new OAuthRefusal("invalid_grant");
    if (known.family !== null) {
      this.#revokeFamily(known.family);
      throw new OAuthRefusal("code_used");
    }
    if (known.redirectUri !== redirectUri) throw new OAuthRefusal("bad_redirect_uri");
    const challenge = createHash("sha256").update(verifier).digest("base64url");
    if (known.challenge && known.challenge !== challenge) throw new OAuthRefusal("invalid_grant");
    known.family = randomBytes(8).toString("hex");
    return this.#issue(known, known.family, null);
  }

  renew(clientId: string, clientSecret: string, refresh: string): IssuedTokens {
    this.#checkApp(clientId, clientSecret);
    const known = this.#refresh.get(refresh);
    if (!known || known.clientId !== clientId || known.until < this.#now()) throw new OAuthRefusal("invalid_grant");
    this.renewals += 1;
    const { graceMs, endsFormerTokens } = this.#options;
    if (endsFormerTokens) this.#revokeFamily(known.family);
    if (graceMs === null) return this.#issue(known, known.family, refresh);
    known.until = Math.min(known.until, this.#now() + graceMs);
    return this.#issue(known, known.family, null);
  }

  /** Returns the authorization behind an access token; null for a wrong, expired or revoked token. */
  find(access: string): OAuthGrant | null {
    const known = this.#access.get(access);
    return known && known.until >= this.#now() ? known : null;
  }

  /** Revokes a token as the app. A person uses `revokeAll`. */
  revoke(token: string): boolean {
    const known = this.#access.get(token) ?? this.#refresh.get(token);
    if (known) this.#revokeFamily(known.family);
    return known !== undefined;
  }

  /** Revokes the whole authorization as a person. */
  revokeAll(subject: string): void {
    for (const tokens of [this.#access, this.#refresh])
      for (const [token, known] of tokens) if (known.subject === subject) tokens.delete(token);
  }

  /** Whether the subject has a valid token. */
  isAllowed(subject: string): boolean {
    return [...this.#access.values()].some((known) => known.subject === subject);
  }

  expireAccess(): void {
    for (const known of this.#access.values()) known.until = this.#now() - 1;
  }

  isApp(clientId: string, clientSecret: string): boolean {
    return this.#options.apps.some((app) => app.clientId === clientId && app.clientSecret === clientSecret);
  }

  #checkApp(clientId: string, clientSecret: string): void {
    if (!this.isApp(clientId, clientSecret)) throw new OAuthRefusal("invalid_client");
  }

  #issue({ subject, scopes, clientId }: OAuthGrant, family: string, sameRefresh: string | null): IssuedTokens {
    const { lifetime, tokenPrefix = { access: "", refresh: "" } } = this.#options;
    const what = { subject, scopes, clientId };
    const access = `${tokenPrefix.access}${randomBytes(16).toString("hex")}`;
    const until = lifetime === null ? Number.POSITIVE_INFINITY : this.#now() + lifetime * 1000;
    this.#access.set(access, { ...what, family, until });
    const refresh =
      lifetime === null ? null : (sameRefresh ?? `${tokenPrefix.refresh}${randomBytes(16).toString("hex")}`);
    if (refresh !== null && refresh !== sameRefresh)
      this.#refresh.set(refresh, { ...what, family, until: Number.POSITIVE_INFINITY });
    return { ...what, access, refresh, lifetime };
  }

  #revokeFamily(family: string): void {
    for (const tokens of [this.#access, this.#refresh])
      for (const [token, known] of tokens) if (known.family === family) tokens.delete(token);
  }
}

const listScopes = (scope: string) => scope.split(/[\s,]+/).filter(Boolean);

type Query = Record<string, string | undefined>;

/** The consent page at `path`, and the addresses that its buttons call. Scopes may be separated by commas or spaces. */
export function consentRoutes(app: FastifyInstance, path: string, name: string, authority: OAuthAuthority): void {
  app.get<{ Querystring: Query }>(path, async ({ query }, reply) => {
    const wrong = authority.whyNotAsked(query);
    if (wrong)
      return reply
        .code(400)
        .type("text/html; charset=utf-8")
        .send(page(name, `<p>${wrong}</p>`));
    const hidden = Object.entries(query)
      .map(([key, value]) => `<input type="hidden" name="${escapeHtml(key)}" value="${escapeHtml(value ?? "")}">`)
      .join("");
    const choices = authority.subjects
      .map(({ id, name: label }) => `<option value="${escapeHtml(id)}">${escapeHtml(label)}</option>`)
      .join("");
    const form = `<form method="post" action="${path}">${hidden}<label>For <select name="subject">${choices}</select></label>
<button name="decision" value="allow">Allow</button> <button name="decision" value="cancel">Cancel</button></form>`;
    return reply.type("text/html; charset=utf-8").send(page(name, form));
  });
  app.post<{ Body: Query }>(path, async ({ body }, reply) => {
    const {
      client_id: clientId = "",
      redirect_uri: redirectUri = "",
      scope = "",
      state,
      subject = "",
      code_challenge: challenge = "",
      decision,
    } = body;
    const wrong = authority.whyNotAsked(body);
    if (wrong)
      return reply
        .code(400)
        .type("text/html; charset=utf-8")
        .send(page(name, `<p>${wrong}</p>`));
    const scopes = listScopes(scope);
    const back = new URL(redirectUri);
    if (decision === "allow")
      back.searchParams.set("code", authority.allow(subject, { clientId, redirectUri, scopes, challenge }));
    else back.searchParams.set("error", "access_denied");
    if (state) back.searchParams.set("state", state);
    return reply.redirect(back.href, 302);
  });
}

const page = (name: string, body: string) => `<!doctype html>
<html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${name}</title><body style="font:16px/1.6 system-ui;max-width:26rem;margin:15vh auto;padding:0 1rem">
<p style="color:#666">A stand-in for ${name}</p><h1 style="font-weight:500">Lorekeep asks for access</h1>${body}</body></html>`;

/** Acts like a browser on the consent page. Returns the address that the page redirects to. */
export async function submitConsent(
  address: string,
  { subject, decision = "allow" }: { subject: string; decision?: "allow" | "cancel" },
): Promise<URL> {
  const { origin, pathname, searchParams } = new URL(address);
  const asked = await fetch(address);
  if (!asked.ok) throw new Error(`The consent page answers ${asked.status}: ${await asked.text()}`);
  const answer = await fetch(origin + pathname, {
    method: "POST",
    body: new URLSearchParams({ ...Object.fromEntries(searchParams), subject, decision }),
    redirect: "manual",
  });
  return new URL(answer.headers.get("location") ?? "");
}
