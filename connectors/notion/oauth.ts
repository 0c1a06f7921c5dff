import * as z from "zod";
import { type Fetch, readJson, sendRequest } from "../http.ts";
import {
  askForTokens,
  buildBasicAuthorization,
  type IntegrationOAuthProvider,
  type OAuthClient,
  readTokens,
  tokenAnswerSchema,
} from "../oauth.ts";

const NAME = "Notion";
/** https://developers.notion.com/reference/create-a-token */
const granted = tokenAnswerSchema.extend({
  workspace_id: z.string().min(1).max(100),
  workspace_name: z.string().nullish(),
  duplicated_template_id: z.string().nullish(),
});

/** OAuth for a public integration: https://developers.notion.com/docs/authorization */
export function createNotionOAuth({
  fetch,
  apiBaseUrl,
}: {
  fetch: Fetch;
  apiBaseUrl: string;
}): IntegrationOAuthProvider {
  const headersOf = (client: OAuthClient) => ({
    authorization: buildBasicAuthorization(client),
    "notion-version": "2022-06-28",
  });

  /** Requests tokens. Notion expects JSON, and the app's secret in a header. */
  async function ask(client: OAuthClient, body: Record<string, string>, signal?: AbortSignal) {
    const url = `${apiBaseUrl}/v1/oauth/token`;
    return askForTokens({ fetch, name: NAME }, { url, headers: headersOf(client), body, signal });
  }

  return {
    name: NAME,
    // Notion has no scopes. The app's settings define its capabilities, and people choose the pages.
    scopes: [],
    authorizationUrl: (client, state) =>
      new URL(
        `${apiBaseUrl}/v1/oauth/authorize?${new URLSearchParams({
          owner: "user",
          client_id: client.id,
          redirect_uri: client.redirectUri,
          response_type: "code",
          state,
        })}`,
      ),
    async redeem(client, code, signal) {
      const body = { grant_type: "authorization_code", code, redirect_uri: client.redirectUri };
      const answer = readJson(await ask(client, body, signal), granted, NAME);
      const { workspace_id: id, workspace_name: name, duplicated_template_id: parentPageId } = answer;
      return {
        ...readTokens(answer),
        account: { id, name: name ?? NAME },
        facts: parentPageId ? { parentPageId } : {},
      };
    },
    async renew(client, refresh, signal) {
      const answer = await ask(client, { grant_type: "refresh_token", refresh_token: refresh }, signal);
      return readTokens(readJson(answer, tokenAnswerSchema, NAME));
    },
    async revoke(client, { access }, signal) {
      const url = `${apiBaseUrl}/v1/oauth/revoke`;
      const call = { method: "POST" as const, url, headers: headersOf(client), body: { token: access }, signal };
      await sendRequest({ fetch, platform: NAME }, call);
    },
    mayReceive: (url) => url.href.startsWith(`${apiBaseUrl}/v1/`),
  };
}
