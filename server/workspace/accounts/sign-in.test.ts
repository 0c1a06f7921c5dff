import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createTestApp, type TestApp } from "../../testing/test-app.ts";
import { createAccount } from "./create-account.ts";

let test: TestApp;
beforeAll(async () => {
  test = await createTestApp();
});
afterAll(() => test.close());

const PASSWORD = "compilers!";
let number = 0;

/** Creates a person with a password, in a browser with its own network address. */
async function newPerson({ verified = true } = {}) {
  number += 1;
  const email = `grace${number}@acme.test`;
  const account = { firstName: "Grace", lastName: "Hopper", email, company: "Acme", password: PASSWORD, verified };
  return { ...(await createAccount(test.deps, account)), email, remoteAddress: `10.1.0.${number}` };
}

const FORM = { "content-type": "application/x-www-form-urlencoded" };

function signIn(
  person: { email: string; remoteAddress: string },
  password: string,
  { fields = {}, headers = {} }: { fields?: Record<string, string>; headers?: Record<string, string> } = {},
) {
  return test.app.inject({
    method: "POST",
    url: "/api/login",
    remoteAddress: person.remoteAddress,
    headers: { ...FORM, ...headers },
    payload: new URLSearchParams({ email: person.email, password, ...fields }).toString(),
  });
}

const whoAmI = (sid: string) => test.app.inject({ url: "/api/auth/user", cookies: { sid } });
const sidOf = (answer: { cookies: { name: string; value: string }[] }) =>
  answer.cookies.find(({ name }) => name === "sid")?.value ?? "";

describe("signing in", () => {
  it("AUTH-001 API-006 lets the right password in and answers who is there", async () => {
    const person = await newPerson();
    const answer = await signIn(person, PASSWORD);
    expect(answer.statusCode).toBe(303);
    expect(answer.headers.location).toBe("/");
    expect(answer.cookies[0]).toMatchObject({ name: "sid", httpOnly: true, sameSite: "Lax", path: "/" });
    const user = await whoAmI(sidOf(answer));
    expect(user.json()).toEqual({
      id: person.userId,
      firstName: "Grace",
      lastName: "Hopper",
      email: person.email,
      profileImageUrl: null,
      pendingEmail: null,
      timeZone: null,
      dateLocale: null,
      welcomeDismissed: false,
      passwordManagedBy: null,
      role: "member",
      membership: "owner",
      createdAt: expect.any(String),
      updatedAt: expect.any(String),
    });
  });

  it("keeps with the person, in every browser, that the welcome is not to be shown again", async () => {
    const person = await newPerson();
    const sid = sidOf(await signIn(person, PASSWORD));
    const save = (dismissed: boolean) =>
      test.app.inject({ method: "PUT", url: "/api/auth/welcome", cookies: { sid }, payload: { dismissed } });
    expect((await save(true)).json()).toMatchObject({ welcomeDismissed: true });
    const other = await whoAmI(sidOf(await signIn(person, PASSWORD)));
    expect(other.json()).toMatchObject({ welcomeDismissed: true });
    expect((await save(false)).json()).toMatchObject({ welcomeDismissed: false });
    expect((await whoAmI(sidOf(await signIn(await newPerson(), PASSWORD)))).json()).toMatchObject({
      welcomeDismissed: false,
    });
  });

  it("takes the address in any case", async () => {
    const person = await newPerson();
    expect((await signIn({ ...person, email: person.email.toUpperCase() }, PASSWORD)).statusCode).toBe(303);
  });

  it("answers a wrong password and an unknown address alike, on the page, with the address kept", async () => {
    const person = await newPerson();
    const nobody = { email: "nobody@acme.test", remoteAddress: "10.2.0.1" };
    const [wrong, unknown] = [await signIn(person, "wrong"), await signIn(nobody, "wrong")];
    for (const answer of [wrong, unknown]) {
      expect(answer.statusCode).toBe(401);
      expect(answer.body).toContain("The email address or the password is wrong.");
      expect(answer.cookies).toEqual([]);
    }
    expect(wrong.body.replaceAll(person.email, "")).toBe(unknown.body.replaceAll(nobody.email, ""));
    expect(wrong.body).toContain(`value="${person.email}"`);
  });

  it("AUTH-007 says that an address is not confirmed only after the right password", async () => {
    const person = await newPerson({ verified: false });
    const right = await signIn(person, PASSWORD);
    expect(right.statusCode).toBe(403);
    expect(right.body).toContain("Email not verified");
    expect(right.cookies).toEqual([]);
    expect((await signIn(person, "wrong")).body).not.toContain("not verified");
  });

  it("AUTH-003 blocks a session whose address is not confirmed", async () => {
    const person = await newPerson();
    const sid = sidOf(await signIn(person, PASSWORD));
    await test.db.$client.query("update users set email_verified_at = null where id = $1", [person.userId]);
    const answer = await whoAmI(sid);
    expect(answer.statusCode).toBe(403);
    expect(answer.json()).toMatchObject({ message: "Email not verified" });
  });

  it("asks for patience after ten tries in a minute, from that place and for that account only", async () => {
    const person = await newPerson();
    const tries = await Promise.all(Array.from({ length: 11 }, () => signIn(person, "wrong")));
    expect(tries.filter(({ statusCode }) => statusCode === 401)).toHaveLength(10);
    const [refused] = tries.filter(({ statusCode }) => statusCode === 429);
    expect(Number(refused?.headers["retry-after"])).toBeGreaterThan(0);
    expect((await signIn(person, PASSWORD)).statusCode).toBe(429);
    expect((await signIn({ ...person, remoteAddress: "10.3.0.1" }, PASSWORD)).statusCode).toBe(303);
  });

  it("gives the browser a new session each time and ends the one it had", async () => {
    const person = await newPerson();
    const first = sidOf(await signIn(person, PASSWORD));
    const second = sidOf(await signIn(person, PASSWORD, { headers: { cookie: `sid=${first}` } }));
    expect(second).not.toBe(first);
    expect((await whoAmI(first)).statusCode).toBe(401);
    expect((await whoAmI(second)).statusCode).toBe(200);
  });

  it.each([
    ["/articles?tags=vpn", "/articles?tags=vpn"],
    ["//evil.test", "/"],
    ["/\\evil.test", "/"],
    ["https://evil.test", "/"],
    ["/api/logout", "/"],
    ["/a\r\nset-cookie: x=1", "/"],
    ["", "/"],
  ])("then leads to a page of this site only: %j", async (next, target) => {
    const answer = await signIn(await newPerson(), PASSWORD, { fields: { next } });
    expect(answer.headers.location).toBe(target);
  });

  it("is refused from another site's form", async () => {
    const person = await newPerson();
    for (const headers of [{ origin: "https://evil.test" }, { "sec-fetch-site": "cross-site" }] as Record<
      string,
      string
    >[])
      expect((await signIn(person, PASSWORD, { headers })).statusCode).toBe(403);
  });

  it("says why one is here, and what was kept, where a session ended in the middle of work", async () => {
    const said = "Changes to an article that you had not saved are kept in this browser.";
    expect((await test.app.inject("/api/login?next=%2Farticles&ended=1")).body).toContain(said);
    expect((await test.app.inject("/api/login?next=%2Farticles")).body).not.toContain(said);
  });

  it("works with a page that needs no script and shows what people typed as text", async () => {
    const page = await test.app.inject(`/api/login?next=${encodeURIComponent('/articles"><script>')}`);
    expect(page.statusCode).toBe(200);
    expect(page.body).toContain('method="post" action="/api/login"');
    expect(page.body).not.toContain("<script>");
    const person = { email: '"><script>alert(1)</script>', remoteAddress: "10.4.0.1" };
    expect((await signIn(person, "x")).body).not.toContain("<script>alert");
  });

  it("does nothing with a body that is no form", async () => {
    const json = await test.app.inject({ method: "POST", url: "/api/login", payload: { email: ["a"], password: {} } });
    expect(json.statusCode).toBe(401);
    expect((await test.app.inject({ method: "POST", url: "/api/login" })).statusCode).toBe(401);
  });
});

describe("a session", () => {
  it("AUTH-006 ends with the log-out", async () => {
    const sid = sidOf(await signIn(await newPerson(), PASSWORD));
    const out = await test.app.inject({ url: "/api/logout", cookies: { sid } });
    expect(out.statusCode).toBe(303);
    expect(out.cookies[0]).toMatchObject({ name: "sid", value: "" });
    expect((await whoAmI(sid)).statusCode).toBe(401);
  });

  it("is not ended by a link on another site", async () => {
    const { cookie } = await test.signIn();
    const headers = { cookie, "sec-fetch-site": "cross-site" };
    expect((await test.app.inject({ url: "/api/logout", headers })).statusCode).toBe(403);
    expect((await test.app.inject({ url: "/api/auth/user", headers: { cookie } })).statusCode).toBe(200);
  });

  it("is stored as a hash: the database's content signs nobody in", async () => {
    const sid = sidOf(await signIn(await newPerson(), PASSWORD));
    const { rows } = await test.db.$client.query<{ row: string }>("select sessions::text as row from sessions");
    expect(rows.length).toBeGreaterThan(0);
    expect(rows.some(({ row }) => row.includes(sid))).toBe(false);
  });

  it.each([
    ["after 30 days", "expires_at = now() - interval '1 second'"],
    ["after 7 days without use", "last_seen_at = now() - interval '7 days 1 second'"],
  ])("ends %s", async (_when, change) => {
    const { inject, viewer } = await test.signIn();
    expect((await inject({ url: "/api/auth/user" })).statusCode).toBe(200);
    await test.db.$client.query(`update sessions set ${change} where user_id = $1`, [viewer.userId]);
    expect((await inject({ url: "/api/auth/user" })).statusCode).toBe(401);
  });

  it("goes on while it is used", async () => {
    const { inject, viewer } = await test.signIn();
    await test.db.$client.query("update sessions set last_seen_at = now() - interval '6 days' where user_id = $1", [
      viewer.userId,
    ]);
    await inject({ url: "/api/auth/user" });
    const { rows } = await test.db.$client.query(
      "select 1 from sessions where user_id = $1 and last_seen_at > now() - interval '1 minute'",
      [viewer.userId],
    );
    expect(rows).toHaveLength(1);
  });

  it("rides in a cookie that only this host over https can set, when the product is served over https", async () => {
    const secure = await createTestApp({ variables: { PUBLIC_URL: "https://lorekeep.acme.test" } });
    const { userId } = await createAccount(secure.deps, {
      firstName: "Ada",
      lastName: "Lovelace",
      email: "ada@acme.test",
      company: "Acme",
      password: PASSWORD,
      verified: true,
    });
    const answer = await secure.app.inject({
      method: "POST",
      url: "/api/login",
      headers: { ...FORM, origin: "https://lorekeep.acme.test" },
      payload: `email=ada%40acme.test&password=${encodeURIComponent(PASSWORD)}`,
    });
    expect(answer.cookies[0]).toMatchObject({ name: "__Host-sid", secure: true, httpOnly: true, path: "/" });
    expect(answer.cookies[0]).not.toHaveProperty("domain");
    const user = await secure.app.inject({
      url: "/api/auth/user",
      cookies: { "__Host-sid": answer.cookies[0]?.value ?? "" },
    });
    expect(user.json()).toMatchObject({ id: userId });
    expect(user.headers["strict-transport-security"]).toContain("max-age=31536000");
    await secure.close();
  });
});

describe("an account the operator makes", () => {
  it("is refused for an address that is taken, whatever its case", async () => {
    const { email } = await newPerson();
    const again = { firstName: "G", lastName: "H", email: email.toUpperCase(), company: "Acme", password: PASSWORD };
    await expect(createAccount(test.deps, again)).rejects.toThrow("exists already");
  });
});
