import { verify } from "node:crypto";
import type { OAuthAuthority } from "../oauth.ts";

export interface GoogleChatToken {
  /** 'user': a person's token with a person's scopes. 'app': a Chat app's token. */
  kind: "user" | "app";
  /** The token's scopes, without the prefix `https://www.googleapis.com/auth/`. */
  scopes: string[];
  /** The spaces that the caller is a member of; all spaces if absent. */
  spaceIds?: string[];
  /** The service account that owns the token. */
  owner?: string;
}

export interface GoogleServiceAccount {
  clientEmail: string;
  /** The account's public key in PEM format. */
  publicKey: string;
  /** The scopes that the account may get. */
  scopes: string[];
  spaceIds?: string[];
  /** Domain-wide delegation: the scopes that the account may use in the name of the people in `people`. */
  delegated?: { scopes: string[]; people: { email: string; spaceIds?: string[] }[] };
}

export const USER_SCOPES = ["chat.spaces.readonly", "chat.messages.readonly", "chat.memberships.readonly"];
const SCOPE_BASE = "https://www.googleapis.com/auth/";
const LIFETIME_SECONDS = 3600;

/** The valid tokens: the given ones, and the tokens that were issued to service accounts. */
export class TokenIssuer {
  readonly #tokens: Map<string, GoogleChatToken & { until?: number }>;
  readonly #accounts: GoogleServiceAccount[];
  readonly #now: () => number;
  /** The authorizations that people gave by OAuth. */
  readonly #people: OAuthAuthority | null;
  #issued = 0;

  constructor(
    tokens: Record<string, GoogleChatToken>,
    accounts: GoogleServiceAccount[],
    { now, people }: { now: () => number; people: OAuthAuthority | null },
  ) {
    this.#people = people;
    this.#tokens = new Map(Object.entries(tokens));
    this.#accounts = accounts;
    this.#now = now;
  }

  find(token: string): GoogleChatToken | null {
    const allowed = this.#people?.find(token);
    if (allowed) return { kind: "user", scopes: allowed.scopes.map((name) => name.replace(SCOPE_BASE, "")) };
    const found = this.#tokens.get(token);
    return found && (found.until === undefined || this.#now() < found.until) ? found : null;
  }

  /** Revokes a token, as Google may do at any time. */
  revoke(token: string): void {
    this.#tokens.delete(token);
  }

  /** https://developers.google.com/identity/protocols/oauth2/service-account#httprest */
  exchange({ grant_type, assertion }: Record<string, unknown>, audience: string) {
    if (grant_type !== "urn:ietf:params:oauth:grant-type:jwt-bearer")
      return refusal("unsupported_grant_type", "Invalid grant_type");
    const [header = "", claims = "", signature = ""] = String(assertion ?? "").split(".");
    const { alg } = decoded(header);
    const { iss, sub, scope, aud, iat, exp } = decoded(claims);
    const account = this.#accounts.find(({ clientEmail }) => clientEmail === iss);
    if (!account) return refusal("invalid_grant", "Invalid grant: account not found");
    const isSigned =
      alg === "RS256" &&
      verify("RSA-SHA256", Buffer.from(`${header}.${claims}`), account.publicKey, Buffer.from(signature, "base64url"));
    if (!isSigned) return refusal("invalid_grant", "Invalid JWT Signature.");
    const now = Math.floor(this.#now() / 1000);
    const isTimely = Number(iat) <= now + 300 && Number(exp) > now && Number(exp) - Number(iat) <= LIFETIME_SECONDS;
    if (aud !== audience || !isTimely) return refusal("invalid_grant", "Invalid JWT");
    const asked = String(scope ?? "").split(" ");
    if (asked.some((wanted) => !wanted.startsWith(SCOPE_BASE))) return refusal("invalid_scope", "Some scopes are bad");
    const wanted = asked.map((name) => name.slice(SCOPE_BASE.length));
    const found = sub === undefined ? ofApp(account, wanted) : ofPerson(account, String(sub), wanted);
    if ("status" in found) return found;
    this.#issued += 1;
    const token = `ya29.stand-in-${this.#issued}`;
    this.#tokens.set(token, { ...found, until: this.#now() + LIFETIME_SECONDS * 1000 });
    return { status: 200, body: { access_token: token, expires_in: LIFETIME_SECONDS - 1, token_type: "Bearer" } };
  }
}

const ofApp = (account: GoogleServiceAccount, asked: string[]): GoogleChatToken => ({
  kind: "app",
  owner: account.clientEmail,
  scopes: account.scopes.filter((granted) => asked.includes(granted)),
  ...(account.spaceIds && { spaceIds: account.spaceIds }),
});

/**
 * Grants all requested scopes or none:
 * https://developers.google.com/identity/protocols/oauth2/service-account#error-codes
 */
function ofPerson({ delegated }: GoogleServiceAccount, email: string, asked: string[]) {
  if (!asked.every((name) => delegated?.scopes.includes(name)))
    return refusal("unauthorized_client", "Client is unauthorized to retrieve access tokens using this method.");
  const person = delegated?.people.find((known) => known.email === email);
  if (!person) return refusal("invalid_grant", "Invalid email or User ID");
  const { spaceIds } = person;
  return { kind: "user", scopes: asked, ...(spaceIds && { spaceIds }) } satisfies GoogleChatToken;
}

const refusal = (error: string, error_description: string) => ({ status: 400, body: { error, error_description } });

function decoded(part: string): Record<string, unknown> {
  try {
    return JSON.parse(Buffer.from(part, "base64url").toString("utf8")) as Record<string, unknown>;
  } catch {
    return {};
  }
}
