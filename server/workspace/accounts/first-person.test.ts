import { beforeEach, describe, expect, it, onTestFinished } from "vitest";
import { createTestApp, type TestApp } from "../../testing/test-app.ts";
import { createFirstPersonLink } from "./first-person.ts";

const open = async (variables: Record<string, string> = {}): Promise<TestApp> => {
  const test = await createTestApp({ variables });
  onTestFinished(() => test.close());
  return test;
};

const ADA = {
  firstName: "Ada",
  lastName: "Lovelace",
  email: "ada@gmail.com",
  company: "Acme",
  password: "analytical engine",
  confirmPassword: "analytical engine",
};

const linkOf = async ({ deps }: TestApp) => new URL((await createFirstPersonLink(deps)) ?? "http://none.test/");
const send = (test: TestApp, values: Record<string, string>) =>
  test.app.inject({
    method: "POST",
    url: "/first-person",
    headers: { "content-type": "application/x-www-form-urlencoded", origin: "http://localhost:3000" },
    payload: new URLSearchParams(values).toString(),
  });

describe("the first person of an installation", () => {
  let test: TestApp;
  let token: string;
  let path: string;
  beforeEach(async () => {
    test = await open();
    const link = await linkOf(test);
    token = link.searchParams.get("token") ?? "";
    path = `${link.pathname}${link.search}`;
  });

  it("is made by the link, signed in at once as the owner, and the link works for nobody else", async () => {
    expect((await test.app.inject(path)).body).toContain("Create the first account");
    const made = await send(test, { token, ...ADA });
    expect([made.statusCode, made.headers.location]).toEqual([303, "/"]);
    const cookie = String(made.headers["set-cookie"]).split(";")[0] ?? "";
    const user = await test.app.inject({ url: "/api/auth/user", headers: { cookie } });
    expect(user.json()).toMatchObject({ email: ADA.email, membership: "owner" });
    expect(await createFirstPersonLink(test.deps)).toBeNull();
    expect((await test.app.inject(path)).statusCode).toBe(404);
    const second = await send(test, { token, ...ADA, email: "eve@acme.test" });
    expect([second.statusCode, second.headers["set-cookie"]]).toEqual([404, undefined]);
  });

  it("is one person, when several open the link at the same moment", async () => {
    const answers = await Promise.all(
      ["a", "b", "c", "d"].map((name) => send(test, { token, ...ADA, email: `${name}@acme.test` })),
    );
    expect(answers.filter(({ statusCode }) => statusCode === 303)).toHaveLength(1);
    const { rows } = await test.db.$client.query("select 1 from users");
    expect(rows).toHaveLength(1);
  });

  it.each([
    [{ confirmPassword: "something else" }, "Passwords do not match"],
    [{ password: "short", confirmPassword: "short" }, "At least 8 characters."],
    [{ company: " " }, "Required."],
    [{ email: "ada" }, "This is not an email address."],
    [{ firstName: "x".repeat(101) }, "At most 100 characters."],
  ])("is told what is wrong with %j, keeps what was typed, and the link still works", async (wrong, text) => {
    const answer = await send(test, { token, ...ADA, ...wrong });
    expect(answer.statusCode).toBe(400);
    expect(answer.body).toContain(text);
    expect(answer.body).toContain('value="Lovelace"');
    expect(answer.body).not.toContain("analytical engine");
    expect(await createFirstPersonLink(test.deps)).not.toBeNull();
  });

  it.each(["", "wrong", "x".repeat(43)])("is made by no other token (%s)", async (other) => {
    expect((await test.app.inject(`/first-person?token=${other}`)).statusCode).toBe(404);
    expect((await send(test, { token: other, ...ADA })).statusCode).toBe(404);
    expect((await test.app.inject("/first-person")).statusCode).toBe(404);
  });

  it("is not the one who signed up and never confirmed the address", async () => {
    await test.app.inject({
      method: "POST",
      url: "/api/register",
      payload: { ...ADA, email: "ada@acme.test", plan: "starter" },
    });
    expect(await createFirstPersonLink(test.deps)).not.toBeNull();
  });
});

it("no first-person link is created where nobody signs in with a password", async () => {
  const provider = { OIDC_ISSUER: "https://id.acme.test", OIDC_CLIENT_ID: "x", OIDC_CLIENT_SECRET: "y" };
  const test = await open({ ...provider, OIDC_PASSWORD_SIGN_IN: "false" });
  expect(await createFirstPersonLink(test.deps)).toBeNull();
});
