import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import type { Session } from "../../../shared/contract/personal-data.ts";
import { buildUser } from "../../testing/factories.ts";
import { createTestApp, type SignedIn, type TestApp } from "../../testing/test-app.ts";
import { createAccount } from "./create-account.ts";
import { describeDevice, shortenNetwork } from "./device-name.ts";
import { findSession } from "./session-queries.ts";
import { hashToken } from "./tokens.ts";

let test: TestApp;
beforeAll(async () => {
  test = await createTestApp();
});
afterAll(() => test.close());

const list = async ({ inject }: SignedIn): Promise<Session[]> => (await inject({ url: "/api/sessions" })).json();
const isIn = async ({ inject }: SignedIn) => (await inject({ url: "/api/auth/user" })).statusCode === 200;

/** Creates one person with this many sessions. */
async function signedIn(count: number) {
  const user = await buildUser(test.db);
  const all: SignedIn[] = [];
  for (let number = 0; number < count; number += 1) all.push(await test.signIn(user));
  return all as [SignedIn, SignedIn, SignedIn];
}

describe("the sessions of an account", () => {
  it("are listed with device and shortened network, this one first, without a key to any", async () => {
    const account = {
      firstName: "Ada",
      lastName: "L",
      email: "sessions@acme.test",
      company: "A",
      password: "analytical",
    };
    const { userId, workspaceId } = await createAccount(test.deps, { ...account, verified: true });
    await test.app.inject({
      method: "POST",
      url: "/api/login",
      remoteAddress: "203.0.113.77",
      headers: {
        "content-type": "application/x-www-form-urlencoded",
        "user-agent":
          "Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 Version/19.0 Mobile/15E148 Safari/604.1",
      },
      payload: `email=${encodeURIComponent(account.email)}&password=${account.password}`,
    });
    const me = await test.signIn({ id: userId, workspaceId });
    const shown = await list(me);
    expect(shown).toMatchObject([
      { isThisOne: true, device: "Unknown device", network: null },
      { isThisOne: false, device: "Safari on iPhone", network: "203.0.113.…" },
    ]);
    const { rows } = await test.db.$client.query("select token_hash from sessions where user_id = $1", [userId]);
    for (const { token_hash } of rows) expect(JSON.stringify(shown)).not.toContain(token_hash);
  });

  it("end one at a time, and only one's own", async () => {
    const [me, elsewhere] = await signedIn(2);
    const [stranger] = await signedIn(1);
    const other = (await list(me)).find(({ isThisOne }) => !isThisOne)?.id;
    const end = ({ inject }: SignedIn) => inject({ method: "DELETE", url: `/api/sessions/${other}` });
    expect((await end(stranger)).statusCode).toBe(404);
    expect(await isIn(elsewhere)).toBe(true);
    expect((await end(me)).json()).toEqual({ success: true });
    expect([await isIn(me), await isIn(elsewhere)]).toEqual([true, false]);
    expect((await end(me)).statusCode).toBe(404);
  });

  it("all end with Sign out everywhere, this one too, and nobody else's", async () => {
    const [me, elsewhere] = await signedIn(2);
    const [stranger] = await signedIn(1);
    const answer = await me.inject({ method: "DELETE", url: "/api/sessions" });
    expect(answer.cookies[0]).toMatchObject({ name: "sid", value: "" });
    expect([await isIn(me), await isIn(elsewhere), await isIn(stranger)]).toEqual([false, false, true]);
  });

  it("are found by one statement when requests arrive together, each for itself", async () => {
    const [me, ended, also] = await signedIn(3);
    const [stranger] = await signedIn(1);
    const other = (await list(ended)).find(({ isThisOne }) => isThisOne)?.id;
    await me.inject({ method: "DELETE", url: `/api/sessions/${other}` });
    const asked = [me, ended, also, stranger, me].map(({ cookie }) => hashToken(cookie.replace("sid=", "")));
    const query = vi.spyOn(test.db.$client, "query");
    const found = await Promise.all([...asked, "of nobody"].map((hash) => findSession(test.db, hash)));
    const sent = query.mock.calls.length;
    query.mockRestore();
    const [mine, theirs] = [me.viewer.userId, stranger.viewer.userId];
    expect(found.map((one) => one?.userId)).toEqual([mine, undefined, mine, theirs, mine, undefined]);
    expect(sent).toBe(1);
  });

  it("that have ended by time are not listed", async () => {
    const [me, , ,] = await signedIn(3);
    await test.db.$client.query(
      `update sessions set last_seen_at = now() - interval '8 days' where user_id = $1 and id <> $2`,
      [me.viewer.userId, (await list(me))[0]?.id],
    );
    expect(await list(me)).toHaveLength(1);
  });
});

describe("a device in words", () => {
  it.each([
    ["Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0", "Firefox on Windows"],
    ["Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 Chrome/140.0 Safari/537.36", "Chrome on Mac"],
    ["Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 Chrome/140.0 Safari/537.36 Edg/140.0", "Edge on Windows"],
    [
      "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 Version/19.0 Safari/605.1.15",
      "Safari on Mac",
    ],
    [
      "Mozilla/5.0 (Linux; Android 16) AppleWebKit/537.36 SamsungBrowser/29 Chrome/136 Mobile Safari/537.36",
      "Samsung Internet on Android",
    ],
    ["curl/8.9.1", "A program"],
    ["Mozilla/5.0 (X11; Linux x86_64)", "Linux"],
    ["", "Unknown device"],
    [null, "Unknown device"],
  ])("%s is %s", (userAgent, name) => expect(describeDevice(userAgent)).toBe(name));

  it.each([
    ["203.0.113.77", "203.0.113.…"],
    ["::ffff:203.0.113.77", "203.0.113.…"],
    ["2001:db8:85a3:8d3:1319:8a2e:370:7348", "2001:db8:85a3:…"],
    ["2001:db8::1", "2001:db8:…"],
    ["::1", "this computer"],
    ["127.0.0.1", "127.0.0.…"],
    [null, null],
  ])("the network %s is shown as %s", (ip, shown) => expect(shortenNetwork(ip)).toBe(shown));
});
