import { createEmulator } from "emulate";
import { afterAll, beforeAll, expect, it } from "vitest";
import { freePort } from "../../scripts/free-ports.mjs";
import { GrantRefused } from "../oauth.ts";
import { createSlackOAuth } from "./oauth.ts";
import { createSlackSource } from "./source.ts";

/* A Slack emulator by other authors. */
let slack: { url: string; close(): Promise<void> };
beforeAll(async () => {
  slack = await createEmulator({ service: "slack", port: await freePort() });
});
afterAll(() => slack.close());

const CLIENT = { id: "111.222", secret: "secret", redirectUri: "http://localhost:3000/api/connections/slack/callback" };

it("connects to an independent Slack emulator by OAuth: a person allows it, the code works once, and the token can read", async () => {
  const provider = createSlackOAuth({ fetch, apiBaseUrl: `${slack.url}/api` });
  const asked = provider.authorizationUrl(CLIENT, "a-state");
  const page = await (await fetch(asked)).text();
  const fields = [...page.matchAll(/name="(\w+)" value="([^"]*)"/g)].map(([, name = "", value = ""]) => [name, value]);
  const form = new URLSearchParams(fields.slice(0, 6));
  const answer = await fetch(`${slack.url}/oauth/v2/authorize/callback`, {
    method: "POST",
    body: form,
    redirect: "manual",
  });
  const back = new URL(answer.headers.get("location") ?? "");
  expect(back.href).toContain(CLIENT.redirectUri);
  expect(back.searchParams.get("state")).toBe("a-state");
  const code = back.searchParams.get("code") ?? "";
  const grant = await provider.redeem(CLIENT, code);
  expect(grant).toMatchObject({ account: { id: expect.stringMatching(/^T/) }, refresh: null, lifetime: null });
  expect(grant.scopes).toEqual(expect.arrayContaining(["channels:history", "chat:write"]));
  const source = createSlackSource({ fetch, apiBaseUrl: `${slack.url}/api/` });
  const config = { botToken: grant.access, signingSecret: "0".repeat(32) };
  const channels = (await Array.fromAsync(source.listChannels(config))).flat();
  expect(channels.map(({ name }) => name)).toContain("general");
  await expect(provider.redeem(CLIENT, code)).rejects.toThrow(GrantRefused);
});
