import { join } from "node:path";
import Fastify from "fastify";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { SIGN_UP_FIELDS } from "../../../shared/domain/sign-up.ts";
import { buildApp } from "../../../web/testing/build-app.ts";
import { loadEnv } from "../../env.ts";
import { getSignUpPage, readSite } from "../../http/site-pages.ts";
import { createPayment } from "../../stripe/stripe.ts";
import { createTestApp, type TestApp } from "../../testing/test-app.ts";

let webRoot: string;
let test: TestApp;
beforeAll(async () => {
  webRoot = await buildApp();
  const paying = {
    STRIPE_SECRET_KEY: "sk_test_1",
    STRIPE_PUBLISHABLE_KEY: "pk_test_1",
    STRIPE_WEBHOOK_SECRET: "whsec_1",
  };
  const variables = { ...paying };
  const payment = createPayment(loadEnv({ PUBLIC_URL: "http://localhost:3000", ...paying }), fetch);
  test = await createTestApp({ webRoot, variables, payment });
});
afterAll(() => test.close());

let number = 0;
const form = (values: Record<string, string> = {}) => ({
  firstName: "Ada",
  lastName: "Lovelace",
  email: `ada-signs-up-${(number += 1)}@acme.test`,
  company: "Acme",
  role: "",
  password: "analytical engine",
  confirmPassword: "analytical engine",
  ...values,
});
const send = (values: Record<string, string>, remoteAddress = `10.6.0.${(number += 1)}`) =>
  test.app.inject({
    method: "POST",
    url: "/signup",
    remoteAddress,
    headers: { "content-type": "application/x-www-form-urlencoded" },
    payload: new URLSearchParams(values).toString(),
  });
const usersOf = async (email: string) =>
  (await test.db.$client.query("select email_verified_at, job_title from users where email = $1", [email])).rows;

describe("the sign-up page", () => {
  it("works without scripts: it makes a free account that waits for its confirmation, and says what comes next", async () => {
    const page = (await test.app.inject("/signup?plan=starter")).body;
    expect(page).toMatch(/<form [^>]*action="\/signup" method="post">/);
    for (const { name } of SIGN_UP_FIELDS) expect(page).toMatch(new RegExp(`<input id="${name}" [^>]*name="${name}"`));
    expect(page).toContain('<button class="button">Create Free Account</button>');
    const values = form({ role: "Knowledge lead" });
    const answer = await send(values);
    expect(answer.statusCode).toBe(200);
    for (const text of [
      "Email Verification Required",
      values.email,
      "The link expires in 24 hours.",
      "Go to Login Page",
      "Register Another Account",
    ])
      expect(answer.body).toContain(text);
    expect(await usersOf(values.email)).toEqual([{ email_verified_at: null, job_title: "Knowledge lead" }]);
  });

  it.each([
    [{ confirmPassword: "something else" }, "Passwords do not match"],
    [{ email: "ada@gmail.com" }, "Please use your company email address instead of personal email"],
    [{ email: "ada@" }, "Please enter a valid email address"],
    [{ company: " " }, "Required."],
    [{ password: "short", confirmPassword: "short" }, "At least 8 characters."],
  ])("says beside the field what is wrong with %j, keeps the rest and sends no password back", async (wrong, text) => {
    const values = form({ firstName: `<b>"Ada"`, ...wrong });
    const answer = await send(values);
    expect(answer.statusCode).toBe(400);
    const [name] = Object.keys(wrong);
    expect(answer.body).toContain(`<p class="wrong" id="${name}-wrong">${text}</p>`);
    expect(answer.body).toContain(`value="&lt;b&gt;&quot;Ada&quot;"`);
    expect(answer.body).not.toContain(values.password);
    expect(await usersOf(values.email)).toEqual([]);
  });

  it("opens no account for a paid plan that no script could take a card for, and offers the free one", async () => {
    const values = form();
    const answer = await send({ ...values, plan: "professional" });
    expect(answer.statusCode).toBe(400);
    expect(answer.body).toContain("Paying by card needs JavaScript, which did not run in your browser.");
    expect(answer.body).toContain("Create Free Account");
    expect(answer.body).toContain(`value="${values.email}"`);
    expect(await usersOf(values.email)).toEqual([]);
    expect((await send({ ...values, plan: "starter" })).body).toContain("Email Verification Required");
  });

  it.each([
    ["/signup", "professional", "Proceed to Payment"],
    ["/signup?plan=starter", "starter", "Create Free Account"],
    ["/signup?plan=enterprise", "enterprise", "Proceed to Payment"],
    ["/signup?plan=../index", "professional", "Proceed to Payment"],
  ])("PUB-015 PUB-016 %s is drawn with the plan %s chosen", async (url, plan, button) => {
    const { body } = await test.app.inject(url);
    expect(body).toContain(`data-plan="${plan}"`);
    expect(body).toContain(`<option value="${plan}" selected="">`);
    expect(body).toContain(`${button}</button>`);
    expect(body).toContain('<link rel="canonical" href="http://localhost:3000/signup">');
  });

  it("is free and names no plan and no price where no payment is configured", async () => {
    const free = await createTestApp({ webRoot });
    onTestFinished(() => free.close());
    for (const url of ["/signup", "/signup?plan=professional", "/signup?plan=enterprise"]) {
      const { body } = await free.app.inject(url);
      const text = body.replace(/<script[\s\S]*?<\/script>/g, "");
      expect(text).toContain("This installation takes no payment.");
      expect(text).toContain("Create Free Account</button>");
      for (const { name } of SIGN_UP_FIELDS) expect(text).toContain(`name="${name}"`);
      expect(text).not.toMatch(/Professional|Enterprise|\$\d|Payment<|name="plan"|Change Plan/);
    }
    const values = form();
    const answer = await free.app.inject({
      method: "POST",
      url: "/signup",
      headers: { "content-type": "application/x-www-form-urlencoded" },
      payload: new URLSearchParams({ ...values, plan: "professional" }).toString(),
    });
    expect(answer.body).toContain("Email Verification Required");
  });

  it("alone may load what takes a card, and only where payment is configured", async () => {
    const policyWith = async (variables: Record<string, string>) => {
      const app = Fastify();
      const site = readSite(join(webRoot, "site"), loadEnv({ PUBLIC_URL: "http://localhost:3000", ...variables }));
      app.get("/:file", (request, reply) => site.get((request.params as { file: string }).file)?.send(request, reply));
      const policies = await Promise.all(
        ["signup.html", "signup.enterprise.html", "pricing.html"].map(async (file) =>
          String((await app.inject(`/${file}`)).headers["content-security-policy"]),
        ),
      );
      expect(getSignUpPage(site, { plan: "enterprise" })).toBe(site.get("signup.enterprise.html"));
      return policies;
    };
    const keys = {
      STRIPE_SECRET_KEY: "sk_test_1",
      STRIPE_PUBLISHABLE_KEY: "pk_test_1",
      STRIPE_WEBHOOK_SECRET: "whsec_1",
    };
    const [page, variant, other] = await policyWith(keys);
    for (const policy of [page, variant]) {
      expect(policy).toMatch(/script-src 'self' [^;]*https:\/\/js\.stripe\.com https:\/\/\*\.js\.stripe\.com;/);
      expect(policy).toContain("frame-src https://js.stripe.com https://*.js.stripe.com https://hooks.stripe.com;");
      expect(policy).toContain("connect-src 'self' https://api.stripe.com;");
      expect(policy).not.toContain("unsafe-inline");
    }
    expect(other).not.toContain("stripe");
    const standIn = { STRIPE_API_URL: "http://127.0.0.1:4013", STRIPE_SCRIPT_URL: "http://127.0.0.1:4013/stripe.js" };
    const [withStandIn] = await policyWith({ ...keys, ...standIn });
    expect(withStandIn).toContain("connect-src 'self' http://127.0.0.1:4013;");
    expect(withStandIn).not.toContain("stripe.com");
    expect((await policyWith({})).join()).not.toMatch(/stripe|frame-src/);
  });

  it("asks for patience on the page after thirty accounts from one place that nobody confirmed", async () => {
    for (let i = 0; i < 30; i += 1) expect((await send(form(), "10.6.1.1")).statusCode).toBe(200);
    const refused = await send(form(), "10.6.1.1");
    expect(refused.statusCode).toBe(429);
    expect(refused.headers["retry-after"]).toBeDefined();
    expect(refused.body).toMatch(/role="alert">Too many tries\. Try again in \d+ minutes\./);
  });

  it("is not there for whoever is signed in", async () => {
    const { inject } = await test.signIn();
    expect((await inject({ url: "/signup", headers: { accept: "text/html" } })).statusCode).toBe(404);
    expect((await inject({ method: "POST", url: "/signup" })).headers.location).toBe("/");
  });

  it("cannot be sent by another site", async () => {
    const answer = await test.app.inject({
      method: "POST",
      url: "/signup",
      headers: { "content-type": "application/x-www-form-urlencoded", "sec-fetch-site": "cross-site" },
      payload: new URLSearchParams(form()).toString(),
    });
    expect(answer.statusCode).toBe(403);
  });
});
