import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { buildUser } from "../../testing/factories.ts";
import { createTestApp, type TestApp } from "../../testing/test-app.ts";
import { createAccount } from "./create-account.ts";
import { createResetLink } from "./reset-password.ts";
import { deliverMailsTo } from "./testing/deliver-mails.ts";

let test: TestApp;
beforeAll(async () => {
  test = await createTestApp();
});
afterAll(() => test.close());

const PASSWORD = "compilers!";
const NEW = "difference engine";
let number = 0;

async function newPerson({ verified = true } = {}) {
  number += 1;
  const email = `forgetful${number}@acme.test`;
  const account = { firstName: "Ada", lastName: "Lovelace", email, company: "Acme", password: PASSWORD, verified };
  return { ...(await createAccount(test.deps, account)), email };
}

/** Sends each call from another network address, unless a network address is given. */
function send(url: string, values: Record<string, string>, remoteAddress = `10.8.${(number += 1)}.1`) {
  return test.app.inject({
    method: "POST",
    url,
    remoteAddress,
    headers: { "content-type": "application/x-www-form-urlencoded" },
    payload: new URLSearchParams(values).toString(),
  });
}
const ask = (email: string, from?: string) => send("/forgot-password", { email }, from);
const choose = (token: string, password = NEW, confirm = password) =>
  send("/reset-password", { token, password, confirm });
const signIn = (email: string, password: string) => send("/api/login", { email, password });

const sentTo = (email: string) => deliverMailsTo(test, email);

async function tokenFor(email: string): Promise<string> {
  expect((await ask(email)).statusCode).toBe(200);
  const mail = (await sentTo(email)).filter(({ text }) => text.includes("/reset-password?token=")).at(-1);
  return /token=([\w-]{43})/.exec(mail?.text ?? "")?.[1] ?? "";
}

describe("a forgotten password", () => {
  it("is replaced by the link in the mail, without scripts, and every session of the account ends", async () => {
    const { email, userId, workspaceId } = await newPerson();
    const elsewhere = await test.signIn({ id: userId, workspaceId });
    expect((await test.app.inject("/api/login")).body).toContain('href="/forgot-password"');
    const token = await tokenFor(email);
    const page = await test.app.inject(`/reset-password?token=${token}`);
    expect([page.statusCode, page.headers["referrer-policy"]]).toEqual([200, "no-referrer"]);
    expect(page.body).toContain(`name="token" value="${token}"`);
    expect(page.body).not.toMatch(/<script>/);

    expect((await choose(token)).body).toContain("Your password is changed");
    expect((await elsewhere.inject({ url: "/api/auth/user" })).statusCode).toBe(401);
    expect((await signIn(email, PASSWORD)).statusCode).toBe(401);
    expect((await signIn(email, NEW)).statusCode).toBe(303);
    expect((await sentTo(email)).at(-1)?.subject).toBe("The password of your Lorekeep account was changed");
  });

  it("is replaced by the operator's link where no mail arrives", async () => {
    const { email } = await newPerson();
    const link = new URL(await createResetLink(test.deps, ` ${email.toUpperCase()} `));
    expect(await sentTo(email)).toEqual([]);
    expect((await choose(link.searchParams.get("token") ?? "")).body).toContain("Your password is changed");
    expect((await signIn(email, NEW)).statusCode).toBe(303);
    await expect(createResetLink(test.deps, "nobody@acme.test")).rejects.toThrow(
      "No account that may sign in has this address.",
    );
  });

  it("answers the same for an address without an account, and writes to nobody", async () => {
    const { email } = await newPerson();
    const nobody = "nobody.at.all@acme.test";
    const [known, unknown] = [await ask(email), await ask(nobody)];
    expect(known.statusCode).toBe(200);
    expect(known.body.replaceAll(email, "")).toBe(unknown.body.replaceAll(nobody, ""));
    expect(await sentTo(nobody)).toEqual([]);
    expect(await sentTo(email)).toHaveLength(1);
  });

  it("keeps its link through the visits of a mail scanner, and uses it up once", async () => {
    const { email } = await newPerson();
    const token = await tokenFor(email);
    for (let visit = 0; visit < 3; visit += 1)
      expect((await test.app.inject(`/reset-password?token=${token}`)).statusCode).toBe(200);
    const both = await Promise.all([choose(token), choose(token, "analytical engine")]);
    expect(both.map(({ statusCode }) => statusCode).sort()).toEqual([200, 400]);
    expect((await choose(token)).body).toContain("This link no longer works");
  });

  it.each([
    ["after an hour", "expires_at = now() - interval '1 second'"],
    ["of another purpose", "purpose = 'verify-email'"],
  ])("does not take a link %s", async (_which, change) => {
    const { email, userId } = await newPerson();
    const token = await tokenFor(email);
    await test.db.$client.query(`update single_use_tokens set ${change} where user_id = $1`, [userId]);
    expect((await test.app.inject(`/reset-password?token=${token}`)).statusCode).toBe(400);
    expect((await choose(token)).statusCode).toBe(400);
    expect((await signIn(email, PASSWORD)).statusCode).toBe(303);
  });

  it("gives the link an hour and voids the one before", async () => {
    const { email, userId } = await newPerson();
    const [first, second] = [await tokenFor(email), await tokenFor(email)];
    expect((await choose(first)).statusCode).toBe(400);
    const { rows } = await test.db.$client.query(
      "select expires_at - created_at as life from single_use_tokens where user_id = $1",
      [userId],
    );
    expect(rows.every(({ life }) => life.hours === 1)).toBe(true);
    expect((await choose(second)).statusCode).toBe(200);
  });

  it.each([
    ["short", "short", 'id="password-wrong">At least 8 characters.'],
    ["x".repeat(129), "x".repeat(129), 'id="password-wrong">At most 128 characters.'],
    [NEW, "something else", 'id="confirm-wrong">Passwords do not match'],
  ])("says beside the field what is wrong with a new one, and keeps the link: %#", async (password, confirm, text) => {
    const token = await tokenFor((await newPerson()).email);
    const refused = await choose(token, password, confirm);
    expect([refused.statusCode, refused.body.includes(text)]).toEqual([400, true]);
    expect(refused.body).not.toContain(password);
    expect((await choose(token)).statusCode).toBe(200);
  });

  it("says how long the new one is to be before anybody types", async () => {
    const { body } = await test.app.inject(`/reset-password?token=${await tokenFor((await newPerson()).email)}`);
    expect(body).toContain('id="password-rule">At least 8 characters.');
    expect(body).toMatch(/<input id="password" [^>]*aria-describedby="password-rule"/);
  });

  it("confirms an address that was not: whoever opens the link has the mailbox", async () => {
    const { email } = await newPerson({ verified: false });
    await choose(await tokenFor(email));
    expect((await signIn(email, NEW)).statusCode).toBe(303);
  });

  it("stops a change of the address that somebody with the old password had asked for", async () => {
    const { email, userId, workspaceId } = await newPerson();
    const thief = await test.signIn({ id: userId, workspaceId });
    const profile = { firstName: "Ada", lastName: "Lovelace", email: `thief.${email}`, role: "member" };
    await thief.inject({ method: "PATCH", url: "/api/auth/user", payload: profile });
    await choose(await tokenFor(email));
    const mail = (await sentTo(`thief.${email}`)).at(-1);
    const token = /token=([\w-]{43})/.exec(mail?.text ?? "")?.[1];
    expect((await test.app.inject(`/api/verify-email?token=${token}`)).statusCode).toBe(400);
  });

  it("tells whoever signs in through their company that the password is changed there", async () => {
    const { email } = await buildUser(test.db);
    await ask(email);
    const [mail] = await sentTo(email);
    expect(mail?.subject).toBe("Your Lorekeep account has no password of its own");
    expect(mail?.text).not.toContain("token=");
  });

  it("asks for patience after five mails to one address from one place, and ten from it altogether, in an hour", async () => {
    const { email } = await newPerson();
    const home = "10.9.0.2";
    for (let i = 0; i < 5; i += 1) expect((await ask(email, home)).statusCode).toBe(200);
    const sixth = await ask(email, home);
    expect(sixth.statusCode).toBe(429);
    expect(Number(sixth.headers["retry-after"])).toBeGreaterThan(0);
    expect(sixth.body).toMatch(/role="alert">Too many tries\. Try again in \d+ minutes\./);
    const place = "10.9.0.1";
    const asked = await Promise.all(Array.from({ length: 11 }, (_, at) => ask(`nobody${at}@acme.test`, place)));
    expect(asked.filter(({ statusCode }) => statusCode === 429)).toHaveLength(1);
  });

  it("refuses a malformed body, and a form of another site", async () => {
    expect((await ask("ada@")).body).toContain("Please enter a valid email address");
    expect((await test.app.inject("/reset-password")).statusCode).toBe(400);
    const foreign = await test.app.inject({
      method: "POST",
      url: "/reset-password",
      headers: { "content-type": "application/x-www-form-urlencoded", "sec-fetch-site": "cross-site" },
      payload: "token=x",
    });
    expect(foreign.statusCode).toBe(403);
  });
});
