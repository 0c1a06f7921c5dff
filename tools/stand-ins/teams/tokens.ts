export interface TeamsApp {
  appId: string;
  secret: string;
  /** Permissions for the whole tenant that an administrator granted. */
  permissions: string[];
  /** The permissions that a team's owner granted, by team id. */
  ofTeams?: Record<string, string[]>;
}

const LIFETIME_SECONDS = 3599;

/** https://learn.microsoft.com/entra/identity-platform/v2-oauth2-client-creds-grant-flow */
export class TokenIssuer {
  readonly #tenantId: string;
  readonly #apps: TeamsApp[];
  readonly #now: () => number;
  readonly #tokens = new Map<string, { app: TeamsApp; until: number }>();
  #issued = 0;

  constructor(tenantId: string, apps: TeamsApp[], now: () => number) {
    this.#tenantId = tenantId;
    this.#apps = apps;
    this.#now = now;
  }

  find(token: string): TeamsApp | null {
    const found = this.#tokens.get(token);
    return found && this.#now() < found.until ? found.app : null;
  }

  /** Revokes all tokens, as Microsoft may do at any time. */
  revokeAll(): void {
    this.#tokens.clear();
  }

  exchange(tenantId: string, form: Record<string, unknown>) {
    if (tenantId !== this.#tenantId) return refusal(400, "invalid_request", 90002, `Tenant '${tenantId}' not found.`);
    if (form["grant_type"] !== "client_credentials")
      return refusal(400, "unsupported_grant_type", 70003, "The app requested an unsupported grant type.");
    if (form["scope"] !== "https://graph.microsoft.com/.default")
      return refusal(400, "invalid_scope", 1002012, "The provided value for scope is not valid.");
    const app = this.#apps.find(({ appId }) => appId === form["client_id"]);
    if (!app) return refusal(400, "unauthorized_client", 700016, "Application was not found in the directory.");
    if (form["client_secret"] !== app.secret)
      return refusal(401, "invalid_client", 7000215, "Invalid client secret provided.");
    this.#issued += 1;
    const token = `eyJ.stand-in-${this.#issued}`;
    this.#tokens.set(token, { app, until: this.#now() + LIFETIME_SECONDS * 1000 });
    const lasts = { expires_in: LIFETIME_SECONDS, ext_expires_in: LIFETIME_SECONDS };
    return { status: 200, body: { token_type: "Bearer", ...lasts, access_token: token } };
  }
}

function refusal(status: number, error: string, code: number, description: string) {
  return { status, body: { error, error_description: `AADSTS${code}: ${description}`, error_codes: [code] } };
}
