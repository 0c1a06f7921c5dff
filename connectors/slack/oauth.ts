import * as z from "zod";
import { Unreachable } from "../errors.ts";
import { type Fetch, type HttpCall, readJson, sendRequest } from "../http.ts";
import {
  askForTokens,
  describeRefusedClient,
  describeRefusedGrant,
  type IntegrationOAuthProvider,
  type OAuthClient,
  readTokens,
  tokenAnswerSchema,
} from "../oauth.ts";
import { BOT_SCOPES } from "./scopes.ts";

const NAME = "Slack";
const named = z.object({ id: z.string().min(1).max(100), name: z.string().nullish() });
/** https://docs.slack.dev/reference/methods/oauth.v2.access */
const granted = tokenAnswerSchema.extend({
  team: named.nullish(),
  enterprise: named.nullish(),
  is_enterprise_install: z.boolean().nullish(),
});
const said = z.object({ ok: z.boolean(), error: z.string().nullish() });

const OF_THE_GRANT = new Set([
  "invalid_code",
  "code_already_used",
  "code_expired",
  "invalid_grant",
  "invalid_refresh_token",
  "token_revoked",
  "token_expired",
  "account_inactive",
]);
const OF_THE_CLIENT = new Set([
  "invalid_client_id",
  "bad_client_secret",
  "bad_redirect_uri",
  "oauth_authorization_url_mismatch",
  "invalid_app_id",
]);

interface SlackOAuthOptions {
  fetch: Fetch;
  apiBaseUrl: string;
}

/** 'Add to Slack': https://docs.slack.dev/authentication/installing-with-oauth. `apiBaseUrl` ends in `/api`. */
export function createSlackOAuth({ fetch, apiBaseUrl }: SlackOAuthOptions): IntegrationOAuthProvider {
  const { origin } = new URL(apiBaseUrl);
  const scopes = BOT_SCOPES.map(({ scope }) => scope);

  async function ask(client: OAuthClient, form: Record<string, string>, signal?: AbortSignal) {
    const whole = { client_id: client.id, client_secret: client.secret, ...form };
    const answer = await askForTokens(
      { fetch, name: NAME },
      { url: `${apiBaseUrl}/oauth.v2.access`, form: whole, signal },
    );
    const { ok, error } = readJson(answer, said, NAME);
    if (ok) return readJson(answer, granted, NAME);
    if (OF_THE_GRANT.has(error ?? "")) throw describeRefusedGrant(NAME);
    if (OF_THE_CLIENT.has(error ?? "")) throw describeRefusedClient(NAME);
    throw new Unreachable("Slack gave no usable answer to the connection.", { mayHaveHappened: true });
  }

  return {
    name: NAME,
    scopes,
    authorizationUrl: (client, state) =>
      new URL(
        `${origin}/oauth/v2/authorize?${new URLSearchParams({
          client_id: client.id,
          scope: scopes.join(","),
          redirect_uri: client.redirectUri,
          state,
        })}`,
      ),
    async redeem(client, code, signal) {
      const answer = await ask(client, { code, redirect_uri: client.redirectUri }, signal);
      const isOrg = answer.is_enterprise_install === true;
      const account = isOrg ? answer.enterprise : answer.team;
      if (!account) throw new Unreachable("Slack did not say which team it is for.", { mayHaveHappened: true });
      return {
        ...readTokens(answer),
        account: { id: account.id, name: account.name ?? account.id },
        facts: isOrg ? { isOrg: true } : {},
      };
    },
    // https://docs.slack.dev/authentication/using-token-rotation
    renew: async (client, refresh, signal) =>
      readTokens(await ask(client, { grant_type: "refresh_token", refresh_token: refresh }, signal)),
    async revoke(_client, { access }, signal) {
      const call: HttpCall = {
        method: "POST",
        url: `${apiBaseUrl}/auth.revoke`,
        headers: bearer(access),
        form: {},
        signal,
      };
      await sendRequest({ fetch, platform: NAME }, call);
    },
    mayReceive: (url) => url.href.startsWith(`${apiBaseUrl}/`),
  };
}

const bearer = (token: string) => ({ authorization: `Bearer ${token}` });
