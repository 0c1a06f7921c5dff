import * as z from "zod";
import { MissingPermission, Unreachable } from "../errors.ts";
import { type Fetch, readJson, sendRequest } from "../http.ts";
import {
  askForTokens,
  type IntegrationOAuthProvider,
  type OAuthClient,
  readTokens,
  tokenAnswerSchema,
} from "../oauth.ts";
import { confluenceManifest } from "./manifest.ts";
import { SCOPES_BY_USE, type ScopeUse } from "./scopes.ts";
import { userSchema } from "./shapes.ts";

const NAME = "Atlassian";
/** The calls that correct a page and comment on it. An own account adds, moves and removes no page. */
const USES_OF_PERSON: ScopeUse[] = [
  "account",
  "readSpace",
  "readPage",
  "writePage",
  "readComment",
  "writeComment",
  "deleteComment",
];
/** https://developer.atlassian.com/cloud/confluence/oauth-2-3lo-apps/#use-a-refresh-token-to-get-another-access-token-and-refresh-token-pair */
const REFUSED_AS = ["invalid_grant", "unauthorized_client"];
/** https://developer.atlassian.com/cloud/confluence/oauth-2-3lo-apps/#3-1-get-the-cloudid-for-your-site */
const resources = z.array(
  z.object({
    id: z.string().regex(/^[\w-]{1,64}$/),
    name: z.string(),
    url: z.url({ protocol: /^https?$/ }),
    scopes: z.array(z.string()),
  }),
);

interface OAuthEndpoints {
  fetch: Fetch;
  /** The address of Atlassian's sign-in, `https://auth.atlassian.com`. */
  authUrl: string;
  /** Atlassian's gateway to Confluence, `https://api.atlassian.com/ex/confluence`. */
  gatewayUrl: string;
}

/** OAuth 2.0 (3LO): https://developer.atlassian.com/cloud/confluence/oauth-2-3lo-apps/ */
export function createConfluenceOAuth({ fetch, authUrl, gatewayUrl }: OAuthEndpoints): IntegrationOAuthProvider {
  const scopesFor = (uses: ScopeUse[]) => [
    ...uses.flatMap((use) => SCOPES_BY_USE[use].split(" and ")),
    "offline_access",
  ];
  const scopes = scopesFor(Object.keys(SCOPES_BY_USE) as ScopeUse[]);
  const scopesOfPerson = scopesFor(USES_OF_PERSON);
  const consentPage = (client: OAuthClient, state: string, asked: string[]) =>
    new URL(
      `${authUrl}/authorize?${new URLSearchParams({
        audience: "api.atlassian.com",
        client_id: client.id,
        scope: asked.join(" "),
        redirect_uri: client.redirectUri,
        state,
        response_type: "code",
        prompt: "consent",
      })}`,
    );

  /** Requests tokens. Atlassian expects a JSON body. */
  async function ask(client: OAuthClient, more: Record<string, string>, signal?: AbortSignal) {
    const body = { client_id: client.id, client_secret: client.secret, ...more };
    const place = { fetch, name: NAME, refusedAs: REFUSED_AS };
    const answer = await askForTokens(place, { url: `${authUrl}/oauth/token`, body, signal });
    return readTokens(readJson(answer, tokenAnswerSchema, NAME));
  }

  return {
    name: NAME,
    scopes,
    authorizationUrl: (client, state) => consentPage(client, state, scopes),
    async redeem(client, code, signal) {
      const given = { grant_type: "authorization_code", code, redirect_uri: client.redirectUri };
      const tokens = await ask(client, given, signal);
      const sites = await sitesOf({ fetch, gatewayUrl }, tokens.access, signal);
      const name = sites.map((site) => site.name).join(", ") || NAME;
      return { ...tokens, account: { id: sites[0]?.id ?? "", name }, facts: { sites } };
    },
    renew: (client, refresh, signal) => ask(client, { grant_type: "refresh_token", refresh_token: refresh }, signal),
    ofPerson: {
      scopes: scopesOfPerson,
      maySeePagesOf: ({ type }) => type === confluenceManifest.id,
      authorizationUrl: (client, state) => consentPage(client, state, scopesOfPerson),
      findAccount: (access, { origin }, signal) => findAccount(fetch, { access, origin }, signal),
    },
    mayReceive: (url) => url.href.startsWith(`${gatewayUrl}/`),
  };
}

async function findAccount(fetch: Fetch, { access, origin }: { access: string; origin: string }, signal?: AbortSignal) {
  // https://developer.atlassian.com/cloud/confluence/rest/v1/api-group-users/#api-wiki-rest-api-user-current-get
  const url = `${origin}/wiki/rest/api/user/current`;
  const headers = { authorization: `Bearer ${access}` };
  const answer = await sendRequest({ fetch, platform: NAME }, { method: "GET", url, headers, signal });
  if ([401, 403, 404].includes(answer.status))
    throw new MissingPermission("This account may not use Confluence.", SCOPES_BY_USE.account);
  if (answer.status !== 200)
    throw new Unreachable("Confluence did not say whose account it is.", { mayHaveHappened: false });
  const { accountId, displayName, publicName } = readJson(answer, userSchema, NAME);
  if (!accountId) throw new MissingPermission("This account may not use Confluence.", SCOPES_BY_USE.account);
  return { id: accountId, name: displayName || publicName || "a Confluence account" };
}

async function sitesOf({ fetch, gatewayUrl }: Omit<OAuthEndpoints, "authUrl">, access: string, signal?: AbortSignal) {
  const { origin } = new URL(gatewayUrl);
  const answer = await sendRequest(
    { fetch, platform: NAME },
    {
      method: "GET",
      url: `${origin}/oauth/token/accessible-resources`,
      headers: { authorization: `Bearer ${access}` },
      signal,
    },
  );
  if (answer.status !== 200)
    throw new Unreachable("Atlassian did not say which sites it is for.", { mayHaveHappened: false });
  const found = readJson(answer, resources, NAME);
  // Atlassian may list the same site once per product.
  const ofConfluence = found.filter((site) => site.scopes.some((scope) => scope.endsWith(":confluence")));
  return [
    ...new Map(
      ofConfluence.map(({ id, name, url }) => [
        id,
        { id, name: name.slice(0, 200), url, origin: `${gatewayUrl}/${id}` },
      ]),
    ).values(),
  ];
}
