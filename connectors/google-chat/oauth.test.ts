import { afterAll, beforeAll, expect, it } from "vitest";
import {
  type GoogleChatStandIn,
  startGoogleChatStandIn,
} from "../../tools/stand-ins/google-chat/google-chat-stand-in.ts";
import { submitConsent } from "../../tools/stand-ins/oauth.ts";
import { GrantRefused, type IntegrationOAuthProvider } from "../oauth.ts";
import { createGoogleChatOAuth } from "./oauth.ts";

const CLIENT = { id: "app.apps.googleusercontent.com", secret: "secret", redirectUri: "http://localhost:3000/back" };

let google: GoogleChatStandIn;
let provider: IntegrationOAuthProvider;
beforeAll(async () => {
  const app = { clientId: CLIENT.id, clientSecret: CLIENT.secret, redirectUri: CLIENT.redirectUri };
  const people = [{ id: "1234", email: "ada@acme.example" }];
  google = await startGoogleChatStandIn({ spaces: [], tokens: {}, oauth: { apps: [app], people } });
  const { authUrl, tokenUrl, url: apiBaseUrl } = google;
  provider = createGoogleChatOAuth({ fetch, authUrl, tokenUrl, apiBaseUrl });
});
afterAll(() => google.close());

it("A person's access to Google Chat is requested for offline use, renewed with the same refresh token, and revoked", async () => {
  const asked = provider.authorizationUrl(CLIENT, "state");
  expect(Object.fromEntries(asked.searchParams)).toMatchObject({ access_type: "offline", prompt: "consent" });
  const back = await submitConsent(asked.href, { subject: "1234" });
  const grant = await provider.redeem(CLIENT, back.searchParams.get("code") ?? "");
  expect(grant.account).toEqual({ id: "1234", name: "ada@acme.example" });
  expect(grant.scopes).toContain("https://www.googleapis.com/auth/chat.messages.readonly");
  const renewed = await provider.renew(CLIENT, grant.refresh ?? "");
  expect(renewed).toMatchObject({ refresh: grant.refresh, lifetime: 3_599 });
  expect(renewed.access).not.toBe(grant.access);
  await provider.revoke?.(CLIENT, renewed);
  await expect(provider.renew(CLIENT, grant.refresh ?? "")).rejects.toThrow(GrantRefused);
});
