import * as z from "zod";
import { type Fetch, readJson, sendRequest } from "../../http.ts";
import {
  askForTokens,
  buildBasicAuthorization,
  buildChallenge,
  type OAuthClient,
  type OAuthProvider,
  readTokens,
  tokenAnswerSchema,
} from "../../oauth.ts";
import { buildApiAddress, GITHUB_HEADERS } from "../requests/github.ts";
import { buildAccount, findUser, isRepositoryOn, siteOf } from "./host-account.ts";

const NAME = "GitHub";
/**
 * The first is documented for the exchange of a code:
 * https://docs.github.com/apps/oauth-apps/maintaining-oauth-apps/troubleshooting-oauth-app-access-token-request-errors.
 * The second is not documented and is what GitHub answers to a refresh token that was used or has expired.
 */
const REFUSED_AS = ["bad_verification_code", "bad_refresh_token", "invalid_grant"];
/** https://docs.github.com/rest/users/users#get-the-authenticated-user */
const user = z.object({ id: z.int().positive(), login: z.string().min(1).max(100), name: z.string().nullish() });

/**
 * User access tokens of a GitHub App, which may do what both the person and the app may:
 * https://docs.github.com/apps/creating-github-apps/authenticating-with-a-github-app/generating-a-user-access-token-for-a-github-app.
 * `baseUrl` is the address of the host, `https://github.com` or that of an enterprise.
 */
export function createGithubOAuth({ fetch, baseUrl }: { fetch: Fetch; baseUrl: string }): OAuthProvider {
  const { host } = new URL(baseUrl);
  const api = buildApiAddress({ host, url: baseUrl });

  async function ask(client: OAuthClient, more: Record<string, string>, signal?: AbortSignal) {
    const form = { client_id: client.id, client_secret: client.secret, ...more };
    const place = { fetch, name: NAME, refusedAs: REFUSED_AS, refusesWith200: true as const };
    const answer = await askForTokens(place, { url: `${baseUrl}/login/oauth/access_token`, form, signal });
    return readTokens(readJson(answer, tokenAnswerSchema, NAME));
  }

  return {
    name: NAME,
    scopes: [],
    async redeem(client, code, signal, verifier = "") {
      const given = { code, redirect_uri: client.redirectUri, code_verifier: verifier };
      const tokens = await ask(client, given, signal);
      return { ...tokens, account: { id: host, name: NAME }, facts: { sites: [siteOf(baseUrl, NAME)] } };
    },
    // https://docs.github.com/apps/creating-github-apps/authenticating-with-a-github-app/refreshing-user-access-tokens
    renew: (client, refresh, signal) => ask(client, { grant_type: "refresh_token", refresh_token: refresh }, signal),
    // https://docs.github.com/rest/apps/oauth-applications#delete-an-app-token: other workspaces keep tokens of this person.
    async revoke(client, { access }, signal) {
      const url = `${api}/applications/${encodeURIComponent(client.id)}/token`;
      const headers = { ...GITHUB_HEADERS, authorization: buildBasicAuthorization(client) };
      const body = { access_token: access };
      await sendRequest({ fetch, platform: NAME }, { method: "DELETE", url, headers, body, signal });
    },
    ofPerson: {
      // The permissions are the app's, and tokens have no scopes.
      scopes: [],
      maySeePagesOf: (integration) => isRepositoryOn(baseUrl, integration),
      authorizationUrl: (client, state, verifier) =>
        new URL(
          `${baseUrl}/login/oauth/authorize?${new URLSearchParams({
            client_id: client.id,
            redirect_uri: client.redirectUri,
            state,
            ...buildChallenge(verifier),
          })}`,
        ),
      async findAccount(access, _site, signal) {
        const headers = { ...GITHUB_HEADERS, authorization: `Bearer ${access}` };
        const { id, login, name } = await findUser(
          { fetch, name: NAME, url: `${api}/user`, headers, schema: user },
          signal,
        );
        // https://docs.github.com/account-and-profile/reference/email-addresses-reference#your-noreply-email-address
        const email = `${id}+${login}@users.noreply.${host}`;
        return buildAccount({ kind: "github", id, login, name, email });
      },
    },
    mayReceive: (url) => [api, baseUrl].some((address) => url.href.startsWith(`${address}/`)),
  };
}
