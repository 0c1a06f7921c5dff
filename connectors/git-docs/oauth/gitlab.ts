import * as z from "zod";
import { type Fetch, readJson, sendRequest } from "../../http.ts";
import {
  askForTokens,
  buildChallenge,
  type OAuthClient,
  type OAuthProvider,
  readTokens,
  tokenAnswerSchema,
} from "../../oauth.ts";
import { buildAccount, findUser, isRepositoryOn, siteOf } from "./host-account.ts";

const NAME = "GitLab";
/**
 * Merge requests need it, and it covers Git over HTTP:
 * https://docs.gitlab.com/user/profile/personal_access_tokens/#personal-access-token-scopes
 */
const SCOPES = ["api"];
/** https://docs.gitlab.com/api/users/#retrieve-the-current-user: `commit_email` is what GitLab itself writes commits with. */
const user = z.object({
  id: z.int().positive(),
  username: z.string().min(1).max(255),
  name: z.string(),
  commit_email: z.string().nullish(),
});

/**
 * OAuth 2.0 with PKCE: https://docs.gitlab.com/api/oauth2/#authorization-code-with-proof-key-for-code-exchange-pkce.
 * `baseUrl` is the address of the host, `https://gitlab.com` or one of a company.
 */
export function createGitlabOAuth({ fetch, baseUrl }: { fetch: Fetch; baseUrl: string }): OAuthProvider {
  const { host } = new URL(baseUrl);
  const withClient = ({ id, secret }: OAuthClient) => ({ client_id: id, client_secret: secret });

  async function ask(client: OAuthClient, more: Record<string, string>, signal?: AbortSignal) {
    const form = { ...withClient(client), redirect_uri: client.redirectUri, ...more };
    const answer = await askForTokens({ fetch, name: NAME }, { url: `${baseUrl}/oauth/token`, form, signal });
    return readTokens(readJson(answer, tokenAnswerSchema, NAME));
  }

  return {
    name: NAME,
    scopes: SCOPES,
    async redeem(client, code, signal, verifier = "") {
      const tokens = await ask(client, { grant_type: "authorization_code", code, code_verifier: verifier }, signal);
      return { ...tokens, account: { id: host, name: NAME }, facts: { sites: [siteOf(baseUrl, NAME)] } };
    },
    renew: (client, refresh, signal) => ask(client, { grant_type: "refresh_token", refresh_token: refresh }, signal),
    // https://docs.gitlab.com/api/oauth2/#revoke-a-token
    async revoke(client, { access }, signal) {
      const form = { ...withClient(client), token: access };
      const call = { method: "POST" as const, url: `${baseUrl}/oauth/revoke`, headers: {}, form, signal };
      await sendRequest({ fetch, platform: NAME }, call);
    },
    ofPerson: {
      scopes: SCOPES,
      maySeePagesOf: (integration) => isRepositoryOn(baseUrl, integration),
      authorizationUrl: (client, state, verifier) =>
        new URL(
          `${baseUrl}/oauth/authorize?${new URLSearchParams({
            client_id: client.id,
            redirect_uri: client.redirectUri,
            response_type: "code",
            state,
            scope: SCOPES.join(" "),
            ...buildChallenge(verifier),
          })}`,
        ),
      async findAccount(access, _site, signal) {
        const headers = { authorization: `Bearer ${access}` };
        const place = { fetch, name: NAME, url: `${baseUrl}/api/v4/user`, headers, schema: user };
        const { id, username: login, name, commit_email } = await findUser(place, signal);
        // https://docs.gitlab.com/user/profile/#use-an-automatically-generated-private-commit-email
        const email = commit_email || `${id}-${login}@users.noreply.${host}`;
        return buildAccount({ kind: "gitlab", id, login, name, email });
      },
    },
    mayReceive: (url) => url.href.startsWith(`${baseUrl}/`),
  };
}
