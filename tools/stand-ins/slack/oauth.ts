import type { FastifyInstance } from "fastify";
import { consentRoutes, type IssuedTokens, type OAuthApp, OAuthAuthority, OAuthRefusal } from "../oauth.ts";
import type { SlackTeam } from "./team.ts";

export interface SlackOrg {
  id: string;
  name: string;
}

export interface SlackOAuthOptions {
  apps: OAuthApp[];
  /** True if refresh tokens are replaced with each use: https://docs.slack.dev/authentication/using-token-rotation */
  rotates?: boolean;
  /** An organization that contains all teams and can authorize the app for all of them. */
  org?: SlackOrg;
}

const CODES = {
  invalid_client: "bad_client_secret",
  invalid_grant: "invalid_code",
  bad_redirect_uri: "bad_redirect_uri",
  code_used: "code_already_used",
} as const;

/**
 * The OAuth server of 'Add to Slack' with `oauth.v2.access`: https://docs.slack.dev/reference/methods/oauth.v2.access
 */
export class SlackOAuth {
  readonly authority: OAuthAuthority;
  readonly org: SlackOrg | null;
  readonly #teams: SlackTeam[];

  constructor(teams: SlackTeam[], { apps, rotates = false, org }: SlackOAuthOptions) {
    this.#teams = teams;
    this.org = org ?? null;
    this.authority = new OAuthAuthority({
      apps,
      subjects: () => [...teams.map(({ data }) => data.team), ...(org ? [org] : [])],
      lifetime: rotates ? 43_200 : null,
      // A used refresh token is revoked immediately.
      graceMs: 0,
      tokenPrefix: { access: rotates ? "xoxe.xoxb-1-" : "xoxb-", refresh: "xoxe-1-" },
    });
  }

  addRoutes(app: FastifyInstance): void {
    consentRoutes(app, "/oauth/v2/authorize", "Slack", this.authority);
    app.post<{ Body: Record<string, string | undefined> }>("/api/oauth.v2.access", async ({ body }) => {
      try {
        const { client_id: id = "", client_secret: secret = "", code = "", redirect_uri: back = "" } = body;
        const isRenewal = body["grant_type"] === "refresh_token";
        const refresh = body["refresh_token"] ?? "";
        return this.#answer(
          isRenewal ? this.authority.renew(id, secret, refresh) : this.authority.redeem(id, secret, code, back),
        );
      } catch (error) {
        if (!(error instanceof OAuthRefusal)) throw error;
        const isRenewal = body["grant_type"] === "refresh_token" && error.code === "invalid_grant";
        return { ok: false, error: isRenewal ? "invalid_refresh_token" : CODES[error.code] };
      }
    });
  }

  /** Returns the team of a bot token. For an organization's token, returns the wanted team or the first one. */
  teamOf(token: string, wanted: unknown): { team: SlackTeam; isOrg: boolean } | null {
    const known = this.authority.find(token);
    if (!known) return null;
    const isOrg = known.subject === this.org?.id;
    const id = isOrg ? wanted : known.subject;
    const team = this.#teams.find(({ data }) => data.team.id === id) ?? (isOrg ? this.#teams[0] : undefined);
    return team ? { team, isOrg } : null;
  }

  /** Whether the organization installed the app for all of its teams. */
  isAllowedByOrg(_team: SlackTeam): boolean {
    return this.org !== null && this.authority.isAllowed(this.org.id);
  }

  #answer({ access, refresh, lifetime, scopes, subject }: IssuedTokens): Record<string, unknown> {
    const isOrg = subject === this.org?.id;
    const installed = this.#teams.filter(({ data }) => isOrg || data.team.id === subject);
    for (const team of installed) team.data.scopes = scopes;
    const team = installed[0]?.data.team;
    return {
      ok: true,
      app_id: "ASTANDIN",
      authed_user: { id: "UADMIN" },
      scope: scopes.join(","),
      token_type: "bot",
      access_token: access,
      bot_user_id: installed[0]?.bot.id,
      team: isOrg || !team ? null : { id: team.id, name: team.name },
      enterprise: this.org && { id: this.org.id, name: this.org.name },
      is_enterprise_install: isOrg,
      ...(refresh && { refresh_token: refresh, expires_in: lifetime }),
    };
  }
}
