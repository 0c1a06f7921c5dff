import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createTestApp, type TestApp } from "../../testing/test-app.ts";

let test: TestApp;
beforeAll(async () => {
  test = await createTestApp();
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
    expect((await test.app.inject("/signup")).body).toContain("Create Free Account");
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

  it("asks for patience on the page after five accounts from one place", async () => {
    for (let i = 0; i < 5; i += 1) expect((await send(form(), "10.6.1.1")).statusCode).toBe(200);
    const sixth = await send(form(), "10.6.1.1");
    expect(sixth.statusCode).toBe(429);
    expect(sixth.headers["retry-after"]).toBeDefined();
    expect(sixth.body).toMatch(/role="alert">Too many tries\. Try again in \d+ minutes\./);
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
