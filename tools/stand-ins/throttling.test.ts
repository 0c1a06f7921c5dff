import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { DEFAULT_ACCOUNT, startConfluenceStandIn } from "./confluence/server.ts";
import { DEFAULT_TOKEN, startNotionStandIn } from "./notion/server.ts";
import { DEFAULT_APP, DEFAULT_TENANT, startSharepointStandIn } from "./sharepoint/server.ts";

const closing: (() => Promise<void>)[] = [];
// Only dates are faked, so that all calls happen at the same time, even on a slow machine.
beforeEach(() => void vi.useFakeTimers({ toFake: ["Date"] }));
afterEach(async () => {
  vi.useRealTimers();
  for (const close of closing.splice(0)) await close();
});

/** Makes parallel calls. Returns how many were refused, and the wait in seconds in the last refusal. */
async function burstOf(calls: number, url: string, headers: Record<string, string>) {
  const answers = await Promise.all(Array.from({ length: calls }, () => fetch(url, { headers })));
  const refused = answers.filter(({ status }) => status === 429);
  return { refused: refused.length, wait: Number(refused.at(-1)?.headers.get("retry-after")) };
}

describe("A stand-in refuses too frequent calls by default", () => {
  it("like Confluence, for a token's calls within ten seconds", async () => {
    const { url, close } = await startConfluenceStandIn();
    closing.push(close);
    const basic = (pair: string) => ({ authorization: `Basic ${btoa(pair)}` });
    const path = `${url}/wiki/api/v2/spaces`;
    const { refused, wait } = await burstOf(510, path, basic(`${DEFAULT_ACCOUNT.email}:${DEFAULT_ACCOUNT.token}`));
    expect(refused).toBe(10);
    expect(wait).toBeGreaterThan(0);
    expect((await burstOf(1, path, basic("another@acme.example:token"))).refused).toBe(0);
  });

  it("like Notion, above three calls a second; it also refuses unknown API versions", async () => {
    const { url, close } = await startNotionStandIn();
    closing.push(close);
    const headers = (version: string) => ({
      authorization: `Bearer ${DEFAULT_TOKEN.token}`,
      "notion-version": version,
    });
    const me = `${url}/v1/users/me`;
    expect((await fetch(me, { headers: headers("2099-01-01") })).status).toBe(400);
    expect((await burstOf(12, me, headers("2026-03-11"))).refused).toBeGreaterThan(0);
  });

  it("like Microsoft Graph, for each app's units in a minute", async () => {
    const apps = [DEFAULT_APP, { ...DEFAULT_APP, appId: "app-2", secret: "another-secret" }];
    const { url, apiBaseUrl, siteId, close } = await startSharepointStandIn({ apps });
    closing.push(close);
    const tokenOf = async ({ appId, secret }: typeof DEFAULT_APP) => {
      const form = { grant_type: "client_credentials", client_id: appId, client_secret: secret };
      const body = new URLSearchParams({ ...form, scope: "https://graph.microsoft.com/.default" });
      const answer = await fetch(`${url}/${DEFAULT_TENANT}/oauth2/v2.0/token`, { method: "POST", body });
      const { access_token: token } = (await answer.json()) as { access_token: string };
      return { authorization: `Bearer ${token}` };
    };
    const [one, other] = await Promise.all(apps.map(tokenOf));
    const lists = `${apiBaseUrl}/sites/${siteId}/lists`;
    // Each call costs two of the 1,250 units a minute.
    const { refused, wait } = await burstOf(630, lists, one ?? {});
    expect(refused).toBe(5);
    expect(wait).toBeGreaterThan(0);
    expect((await burstOf(1, lists, other ?? {})).refused).toBe(0);
  });
});
