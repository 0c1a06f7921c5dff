import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createTestApp, type TestApp } from "../../testing/test-app.ts";
import { createAccount } from "./create-account.ts";
import { deliverMailsTo as sentTo } from "./testing/deliver-mails.ts";
import { buildSignUpForm, createSignedOutClients, findMailedToken } from "./testing/visitors.ts";

let test: TestApp;
let visitors: ReturnType<typeof createSignedOutClients>;
let own: ReturnType<typeof visitors.newBrowser>;
beforeAll(async () => {
  test = await createTestApp();
  visitors = createSignedOutClients(test);
  own = visitors.newBrowser();
});
afterAll(() => test.close());

const form = buildSignUpForm;
const newPlace = () => visitors.newPlace();
/** Registers from one browser, each time from another network address. */
const register = (payload: object, remoteAddress = newPlace()) =>
  own.send({ method: "POST", url: "/api/register", payload, remoteAddress });
const verify = (token: string, headers = {}) => own.send({ url: `/api/verify-email?token=${token}`, headers });
const mailsTo = (email: string) => sentTo(test, email);

const usersOf = async (email: string) =>
  (
    await test.db.$client.query("select *, email_verified_at is not null as verified from users where email = $1", [
      email,
    ])
  ).rows;
const signIn = (email: string, password: string) =>
  test.app.inject({
    method: "POST",
    url: "/api/login",
    remoteAddress: newPlace(),
    headers: { "content-type": "application/x-www-form-urlencoded" },
    payload: new URLSearchParams({ email, password }).toString(),
  });

describe("opening an account", () => {
  it("API-046 AUTH-008 AUTH-009 API-048 makes it unconfirmed, sends a link, and lets the person in once it is opened", async () => {
    const body = form({ firstName: " Ada ", role: "Knowledge lead" });
    const answer = await register(body);
    expect(answer.statusCode).toBe(200);
    expect(answer.json()).toEqual({ success: true, message: expect.any(String) });
    expect(await usersOf(body.email)).toMatchObject([
      { first_name: "Ada", verified: false, job_title: "Knowledge lead" },
    ]);
    expect((await signIn(body.email, body.password)).statusCode).toBe(403);

    const [mail, ...others] = await mailsTo(body.email);
    expect(others).toEqual([]);
    expect(mail?.text).toContain("http://localhost:3000/verify-email?token=");
    const verified = await verify(findMailedToken(mail));
    expect(verified.json()).toEqual({
      success: true,
      message: expect.any(String),
      user: { firstName: "Ada", lastName: "Lovelace", email: body.email, plan: "starter" },
    });
    expect((await signIn(body.email, body.password)).statusCode).toBe(303);
  });

  it("is signed in once the link is opened in the browser that signed up, and in no other", async () => {
    const [here, there] = [form({}), form({})];
    const cookies = (answer: { cookies: { name: string; value: string }[] }) =>
      Object.fromEntries(answer.cookies.map(({ name, value }) => [name, value]));
    const signedUp = await register(here);
    const inThisBrowser = await test.app.inject({
      url: `/api/verify-email?token=${findMailedToken((await mailsTo(here.email))[0])}`,
      cookies: cookies(signedUp),
    });
    const me = await test.app.inject({ url: "/api/auth/user", cookies: cookies(inThisBrowser) });
    expect(me.json()).toMatchObject({ email: here.email });

    await register(there);
    const payload = {
      token: findMailedToken((await mailsTo(there.email))[0]),
      password: "a password of another browser",
      confirm: "a password of another browser",
    };
    const elsewhere = await test.app.inject({
      method: "POST",
      url: "/verify-email",
      headers: { "content-type": "application/x-www-form-urlencoded" },
      payload: new URLSearchParams(payload).toString(),
    });
    expect(elsewhere.body).toContain("Continue to Login");
    expect(Object.keys(cookies(elsewhere))).not.toContain("sid");
  });

  it("SIGN-034 keeps the role of the form as a job title: the user is a member", async () => {
    const body = form({ role: "Knowledge lead" });
    await register(body);
    expect(await usersOf(body.email)).toMatchObject([{ role: "member", job_title: "Knowledge lead" }]);
    expect((await register(form({ role: "x".repeat(101) }))).statusCode).toBe(400);
  });

  it.each([
    ["confirmPassword", { confirmPassword: "something else" }, "Passwords do not match"],
    ["password", { password: "short", confirmPassword: "short" }, "At least 8 characters."],
    ["firstName", { firstName: " " }, "Required."],
    ["lastName", { lastName: "" }, "Required."],
    ["company", { company: "" }, "Required."],
    ["email", { email: "ada@" }, "Please enter a valid email address"],
    ["email", { email: "ada@gmail.com" }, "Please use your company email address instead of personal email"],
    ["email", { email: "ada@yandex.ru" }, "Please use your company email address instead of personal email"],
    ["plan", { plan: "golden" }, expect.any(String)],
  ])("API-056 is refused with a wrong %s, and nothing is made: %j", async (path, wrong, message) => {
    const body = form(wrong);
    const answer = await register(body);
    expect(answer.statusCode).toBe(400);
    expect(answer.json().fields).toContainEqual({ path, message });
    expect(await usersOf(body.email)).toEqual([]);
  });

  it.each(["firstName", "lastName", "email", "company", "password", "confirmPassword", "plan"])(
    "API-056 is refused without %s",
    async (field) => {
      const { [field as "email"]: _left, ...body } = form();
      const answer = await register(body);
      expect(answer.statusCode).toBe(400);
      expect(answer.json().fields[0].path).toBe(field);
    },
  );

  it("takes the form's payment fields without using them and refuses what it does not know", async () => {
    expect((await register(form({ stripeCustomerId: "cus_1", stripeSubscriptionId: "sub_1" }))).statusCode).toBe(200);
    const answer = await register(form({ isAdmin: true }));
    expect(answer.statusCode).toBe(400);
    expect(answer.json().message).toContain("isAdmin");
  });

  it.each(["professional", "enterprise"])(
    "makes nothing on the plan %s while no payment is configured",
    async (plan) => {
      const body = form({ plan, setupIntentId: "seti_1", setupIntentStatus: "succeeded", customerId: "cus_1" });
      const answer = await register(body);
      expect(answer.statusCode).toBe(400);
      expect(answer.json().message).toBe("Payment system not properly initialized.");
      expect(await usersOf(body.email)).toEqual([]);
    },
  );

  it("answers a known address as a new one; the mail says that there is an account, and nothing changes", async () => {
    const known = form();
    await createAccount(test.deps, { ...known, plan: "starter", verified: true, password: "the real password" });
    const before = await usersOf(known.email);
    const [fresh, again] = [await register(form()), await register(known)];
    expect([again.statusCode, again.body]).toEqual([fresh.statusCode, fresh.body]);
    expect(await usersOf(known.email)).toEqual(before);
    const mails = await mailsTo(known.email);
    expect(mails.map(({ subject }) => subject)).toEqual(["You already have an account with Lorekeep"]);
    expect(findMailedToken(mails[0])).toBe("");
    expect((await signIn(known.email, "the real password")).statusCode).toBe(303);
  });

  it("again before it was confirmed sends a new link, voids the old one, and keeps what was typed last", async () => {
    const first = form();
    await register(first);
    await register({ ...first, firstName: "Augusta", password: "second thoughts", confirmPassword: "second thoughts" });
    const [old, newest] = await mailsTo(first.email);
    expect((await verify(findMailedToken(old))).statusCode).toBe(400);
    expect((await verify(findMailedToken(newest))).json().user.firstName).toBe("Augusta");
    expect(await usersOf(first.email)).toHaveLength(1);
    expect((await signIn(first.email, first.password)).statusCode).toBe(401);
    expect((await signIn(first.email, "second thoughts")).statusCode).toBe(303);
  });

  it("twice at the same moment makes one account", async () => {
    const body = form();
    const answers = await Promise.all([register(body), register(body), register(body)]);
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200]);
    expect(await usersOf(body.email)).toHaveLength(1);
  });

  it("gives every account a workspace of its own", async () => {
    const [one, two] = [form(), form()];
    await register(one);
    await register(two);
    const workspaces = [...(await usersOf(one.email)), ...(await usersOf(two.email))].map((row) => row.workspace_id);
    expect(new Set(workspaces).size).toBe(2);
  });

  it("is limited to five an hour from one place for one address", async () => {
    const [body, place] = [form(), newPlace()];
    for (let i = 0; i < 5; i += 1) expect((await register(body, place)).statusCode).toBe(200);
    const sixth = await register(body, place);
    expect(sixth.statusCode).toBe(429);
    expect(Number(sixth.headers["retry-after"])).toBeGreaterThan(3000);
    expect((await register(form(), place)).statusCode).toBe(200);
    expect((await register(body)).statusCode).toBe(200);
  });

  it("stores no password and no link as it is", async () => {
    const body = form({ password: "canary-password", confirmPassword: "canary-password" });
    await register(body);
    const { rows } = await test.db.$client.query<{ all: string }>(`
      select (select json_agg(u) from users u)::text || (select json_agg(t) from single_use_tokens t)::text
        || (select json_agg(j) from pgboss.job j)::text as all`);
    const [mail] = await mailsTo(body.email);
    expect(findMailedToken(mail).length).toBeGreaterThan(40);
    expect(rows[0]?.all).not.toContain("canary-password");
    expect(rows[0]?.all).not.toContain(findMailedToken(mail));
  });
});

describe("the link of the mail", () => {
  async function newLink() {
    const body = form();
    await register(body);
    return { ...body, token: findMailedToken((await mailsTo(body.email)).at(-1)) };
  }

  it("API-049 that is unknown is refused with an error, and confirms nobody", async () => {
    const { email } = await newLink();
    const answer = await verify("unknown");
    const sentence = "The verification link may be invalid or expired.";
    expect(answer.statusCode).toBe(400);
    expect(answer.json()).toMatchObject({ error: sentence, message: sentence });
    expect(answer.json()).not.toHaveProperty("success");
    expect(answer.json()).not.toHaveProperty("user");
    const withoutToken = await test.app.inject("/api/verify-email");
    expect([withoutToken.statusCode, typeof withoutToken.json().error]).toEqual([400, "string"]);
    expect(await usersOf(email)).toMatchObject([{ verified: false }]);
  });

  it("works once", async () => {
    const { token } = await newLink();
    const answers = await Promise.all([verify(token), verify(token)]);
    expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([200, 400]));
  });

  it("AUTH-009 is refused after 24 hours", async () => {
    const { token, email } = await newLink();
    await test.db.$client.query(
      "update single_use_tokens t set expires_at = expires_at - interval '24 hours' from users u where u.id = t.user_id and u.email = $1",
      [email],
    );
    expect((await verify(token)).statusCode).toBe(400);
    expect(await usersOf(email)).toMatchObject([{ verified: false }]);
  });

  it("cannot be used up by another site", async () => {
    const { token } = await newLink();
    expect((await verify(token, { "sec-fetch-site": "cross-site" })).statusCode).toBe(403);
    expect((await verify(token, { "sec-fetch-site": "same-origin" })).statusCode).toBe(200);
  });

  it("is not used up by opening its page, which a mail scanner does; its button works without scripts", async () => {
    const { token, email } = await newLink();
    const page = await own.open(token);
    expect(page.statusCode).toBe(200);
    expect(page.headers["referrer-policy"]).toBe("no-referrer");
    expect(page.body).not.toMatch(/<script>/);
    expect(await usersOf(email)).toMatchObject([{ verified: false }]);

    const button = await own.send({ url: "/verify-email", form: { token } });
    expect(button.statusCode).toBe(200);
    expect(button.body).toContain(email);
    expect(await usersOf(email)).toMatchObject([{ verified: true }]);
  });

  it("VER-004 without its token leads to the sign-up", async () => {
    const page = await test.app.inject("/verify-email");
    expect(page.body).toMatch(
      /<section data-state="invalid">.*No verification token provided in the URL\..*Go to Sign Up/s,
    );
  });
});
