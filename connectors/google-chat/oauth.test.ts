import { afterAll, beforeAll, expect, it } from "vitest";
import { consentPage, decideAt, type IssuedTokens, OAuthAuthority, OAuthRefusal } from "../../stand-ins/oauth.ts";
import { type StandIn, startStandIn } from "../../stand-ins/stand-in.ts";
import { GrantRefused, type OAuthProvider } from "../oauth.ts";
import { googleChatOAuth } from "./oauth.ts";

const CLIENT = { id: "app.apps.googleusercontent.com", secret: "secret", redirectUri: "http://localhost:3000/back" };
const authority = new OAuthAuthority({
  apps: [{ clientId: CLIENT.id, clientSecret: CLIENT.secret, redirectUri: CLIENT.redirectUri }],
  subjects: () => [{ id: "1234", name: "ada@acme.example" }],
  lifetime: 3_599,
  // Google's refresh tokens stay the same.
  graceMs: null,
});
const part = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");

let google: StandIn;
let provider: OAuthProvider;
beforeAll(async () => {
  const answerOf = ({ access, refresh, lifetime, scopes, subject }: IssuedTokens, isFirst: boolean) => ({
    access_token: access,
    expires_in: lifetime,
    token_type: "Bearer",
    scope: scopes.join(" "),
    id_token: `${part({ alg: "RS256" })}.${part({ sub: subject, email: "ada@acme.example" })}.signature`,
    ...(isFirst && { refresh_token: refresh }),
  });
  google = await startStandIn("Google", (app) => {
    consentPage(app, "/o/oauth2/v2/auth", "Google", authority);
    app.post<{ Body: Record<string, string | undefined> }>("/token", async ({ body }, reply) => {
      const { client_id: id = "", client_secret: secret = "", code = "", redirect_uri: back = "" } = body;
      try {
        if (body["grant_type"] === "refresh_token")
          return answerOf(authority.renew(id, secret, body["refresh_token"] ?? ""), false);
        return answerOf(authority.redeem(id, secret, code, back), true);
      } catch (error) {
        if (!(error instanceof OAuthRefusal)) throw error;
        return reply.code(400).send({ error: error.code === "invalid_client" ? "invalid_client" : "invalid_grant" });
      }
    });
    app.post<{ Body: Record<string, string | undefined> }>("/revoke", async ({ body }) => {
      authority.revoke(body["token"] ?? "");
      return {};
    });
  });
  const { url } = google;
  provider = googleChatOAuth({
    fetch,
    authUrl: `${url}/o/oauth2/v2/auth`,
    tokenUrl: `${url}/token`,
    apiBaseUrl: "https://chat.googleapis.com",
  });
});
afterAll(() => google.close());

it("A person's access to Google Chat is asked for offline, renewed with the same refresh token, and given back", async () => {
  const asked = provider.authorizationUrl(CLIENT, "state");
  expect(Object.fromEntries(asked.searchParams)).toMatchObject({ access_type: "offline", prompt: "consent" });
  const back = await decideAt(asked.href, { subject: "1234" });
  const grant = await provider.redeem(CLIENT, back.searchParams.get("code") ?? "");
  expect(grant.account).toEqual({ id: "1234", name: "ada@acme.example" });
  expect(grant.scopes).toContain("https://www.googleapis.com/auth/chat.messages.readonly");
  const renewed = await provider.renew(CLIENT, grant.refresh ?? "");
  expect(renewed).toMatchObject({ refresh: grant.refresh, lifetime: 3_599 });
  expect(renewed.access).not.toBe(grant.access);
  await provider.revoke?.(CLIENT, renewed);
  await expect(provider.renew(CLIENT, grant.refresh ?? "")).rejects.toThrow(GrantRefused);
});
