import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { buildUser } from "../../testing/factories.ts";
import { createTestApp, type TestApp } from "../../testing/test-app.ts";
import { createAccount } from "./create-account.ts";

let test: TestApp;
beforeAll(async () => {
  test = await createTestApp();
});
afterAll(() => test.close());

let number = 0;
/** Somebody who may sign in, at a network address of their own. */
async function newPerson(verified = true) {
  number += 1;
  const email = `grace${number}@acme.test`;
  const account = { firstName: "Grace", lastName: "Hopper", email, company: "Acme", password: "compilers!", verified };
  return { ...(await createAccount(test.deps, account)), email, remoteAddress: `10.1.0.${number}` };
}

function signIn(
  person: { email: string; remoteAddress: string },
  password: string,
  fields: Record<string, string> = {},
) {
  return test.app.inject({
    method: "POST",
    url: "/api/login",
    remoteAddress: person.remoteAddress,
    headers: { "content-type": "application/x-www-form-urlencoded" },
    payload: new URLSearchParams({ email: person.email, password, ...fields }).toString(),
  });
}

const whoAmI = (cookies: Record<string, string>) => test.app.inject({ url: "/api/auth/user", cookies });

describe("signing in", () => {
  it("AUTH-001 API-006 lets the right password in and answers who is there", async () => {
    const person = await newPerson();
    const answer = await signIn(person, "compilers!");
    expect(answer.statusCode).toBe(303);
    expect(answer.headers.location).toBe("/");
    const [cookie] = answer.cookies;
    expect(cookie).toMatchObject({ name: "sid", httpOnly: true, sameSite: "Lax", path: "/" });
    const user = await whoAmI({ sid: cookie?.value ?? "" });
    expect(user.json()).toEqual({
      id: person.userId,
      firstName: "Grace",
      lastName: "Hopper",
      email: person.email,
      profileImageUrl: null,
      role: "member",
      createdAt: expect.any(String),
      updatedAt: expect.any(String),
    });
  });
});

void buildUser;
