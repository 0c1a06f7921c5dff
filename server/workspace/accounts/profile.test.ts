import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ROLES } from "../../../shared/domain/people.ts";
import { sendQueuedMail } from "../../mail/queued-mail.ts";
import { createTestApp, type SignedIn, type TestApp } from "../../testing/test-app.ts";
import { createAccount } from "./create-account.ts";

let test: TestApp;
beforeAll(async () => {
  test = await createTestApp();
});
afterAll(() => test.close());

const PASSWORD = "analytical engine";
let number = 0;

async function person(values: { verified?: boolean } = {}) {
  const email = `person${(number += 1)}@acme.test`;
  const account = { firstName: "Ada", lastName: "Lovelace", company: "Acme", email, password: PASSWORD };
  const ids = await createAccount(test.deps, { ...account, verified: true, ...values });
  const me = await test.signIn({ id: ids.userId, workspaceId: ids.workspaceId });
  return { ...me, email, ...ids };
}
const profileOf = (email: string, values: object = {}) => ({
  firstName: "Ada",
  lastName: "Lovelace",
  email,
  role: "member",
  ...values,
});
const patch = ({ inject }: SignedIn, payload: object) => inject({ method: "PATCH", url: "/api/auth/user", payload });
const read = async ({ inject }: SignedIn) => (await inject({ url: "/api/auth/user" })).json();
const signIn = (email: string, password = PASSWORD) =>
  test.app.inject({
    method: "POST",
    url: "/api/login",
    remoteAddress: `10.7.0.${(number += 1)}`,
    headers: { "content-type": "application/x-www-form-urlencoded" },
    payload: new URLSearchParams({ email, password }).toString(),
  });

async function mailsTo(email: string) {
  const { rows } = await test.db.$client.query<{ data: { workspaceId: string; mail: { to: string } } }>(
    "delete from pgboss.job where name = 'mail' and data -> 'mail' ->> 'to' = $1 returning data",
    [email],
  );
  const attempt = { number: 1, isLast: false, signal: new AbortController().signal };
  for (const { data } of rows) await sendQueuedMail(test.deps)({ queue: "mail", ...data } as never, attempt);
  return test.mails.splice(0);
}
const open = async (email: string) => {
  const token = /token=([\w-]+)/.exec((await mailsTo(email)).map(({ text }) => text).join())?.[1];
  return test.app.inject(`/api/verify-email?token=${token}`);
};

describe("PATCH /api/auth/user", () => {
  it("API-007 changes names and role at once", async () => {
    const me = await person();
    const answer = await patch(me, profileOf(me.email, { firstName: " Augusta ", lastName: "King", role: "manager" }));
    expect(answer.statusCode).toBe(200);
    expect(answer.json()).toMatchObject({
      firstName: "Augusta",
      lastName: "King",
      role: "manager",
      pendingEmail: null,
    });
    expect(await read(me)).toEqual(answer.json());
    expect(await mailsTo(me.email)).toEqual([]);
  });

  it("SET-007 lets anyone choose any role, which changes nothing of what they may do", async () => {
    const me = await person();
    for (const role of [...ROLES].reverse()) {
      expect((await patch(me, profileOf(me.email, { role }))).json().role).toBe(role);
      for (const url of ["/api/settings", "/api/integrations", "/api/logs"])
        expect((await me.inject({ url })).statusCode).toBe(200);
    }
    expect((await patch(me, profileOf(me.email, { role: "owner" }))).statusCode).toBe(400);
  });

  it("keeps the old email in force until the link sent to the new one is opened", async () => {
    const me = await person();
    const wanted = `New.${me.email}`;
    const answer = await patch(me, profileOf(wanted));
    expect(answer.json()).toMatchObject({ email: me.email, pendingEmail: wanted.toLowerCase() });
    expect((await signIn(me.email)).statusCode).toBe(303);
    expect((await signIn(wanted)).statusCode).toBe(401);
    const [told] = await mailsTo(me.email);
    expect(told?.text).toContain(wanted.toLowerCase());
    expect(told?.text).not.toContain("token=");

    // Saving the same form again requires no password and cancels nothing.
    await patch(me, profileOf(me.email, { firstName: "Augusta" }));
    expect((await open(wanted.toLowerCase())).json()).toMatchObject({
      success: true,
      user: { firstName: "Augusta", email: wanted.toLowerCase() },
    });
    expect(await read(me)).toMatchObject({ email: wanted.toLowerCase(), pendingEmail: null });
    expect((await signIn(me.email)).statusCode).toBe(401);
    expect((await signIn(wanted)).statusCode).toBe(303);
  });

  it("ASVS-7.5.1 a new email needs the current password or a sign-in a moment ago; the old address is told that it changed", async () => {
    const me = await person();
    await test.db.$client.query("update sessions set created_at = now() - interval '11 minutes' where user_id = $1", [
      me.userId,
    ]);
    const wanted = `new.${me.email}`;
    const without = await patch(me, profileOf(wanted));
    expect([without.statusCode, without.json().fields]).toEqual([
      400,
      [{ path: "currentPassword", message: "Enter your current password to change the email address." }],
    ]);
    const wrong = await patch(me, profileOf(wanted, { currentPassword: "difference engine" }));
    expect([wrong.statusCode, wrong.json().fields[0].path]).toEqual([400, "currentPassword"]);
    expect(await mailsTo(wanted)).toEqual([]);
    // All other fields change without a confirmation.
    expect((await patch(me, profileOf(me.email, { firstName: "Augusta" }))).statusCode).toBe(200);
    expect((await patch(me, profileOf(wanted, { currentPassword: PASSWORD }))).json().pendingEmail).toBe(wanted);
    await mailsTo(me.email);
    await open(wanted);
    const [told, ...rest] = await mailsTo(me.email);
    expect([told?.subject, rest]).toEqual(["The email address of your Lorekeep account was changed", []]);
    expect(told?.text).toContain(wanted);
  });

  it("asked for twice, only the newest link works", async () => {
    const me = await person();
    const [first, second] = [`first.${me.email}`, `second.${me.email}`];
    await patch(me, profileOf(first));
    await patch(me, profileOf(second));
    expect((await open(first)).statusCode).toBe(400);
    expect((await open(second)).statusCode).toBe(200);
    expect((await read(me)).email).toBe(second);
  });

  it("does not say that an address has an account; its owner gets a mail without a link, and nothing changes", async () => {
    const [me, other] = [await person(), await person()];
    const answer = await patch(me, profileOf(other.email));
    expect(answer.json()).toMatchObject({ email: me.email, pendingEmail: other.email });
    const [mail, ...rest] = await mailsTo(other.email);
    expect(rest).toEqual([]);
    expect(mail?.text).toMatch(/already\s+belongs\s+to\s+an\s+account/);
    expect(mail?.text).not.toContain("token=");
    expect((await read(other)).email).toBe(other.email);
  });

  it("an address somebody else confirmed meanwhile stays theirs", async () => {
    const me = await person();
    const wanted = `wanted.${me.email}`;
    await patch(me, profileOf(wanted));
    const account = {
      firstName: "Bea",
      lastName: "B",
      company: "B",
      email: wanted,
      password: PASSWORD,
      verified: true,
    };
    await createAccount(test.deps, account);
    const answer = await open(wanted);
    expect(answer.statusCode).toBe(409);
    expect((await read(me)).email).toBe(me.email);
  });

  it("an account nobody ever confirmed cannot keep an address from its owner", async () => {
    const [me, squatter] = [await person(), await person({ verified: false })];
    await patch(me, profileOf(squatter.email));
    expect((await open(squatter.email)).statusCode).toBe(200);
    expect((await read(me)).email).toBe(squatter.email);
  });

  it.each([
    ["firstName", { firstName: " " }, "Required."],
    ["lastName", { lastName: "" }, "Required."],
    ["email", { email: "ada@" }, "Please enter a valid email address"],
    ["email", { email: "ada@gmail.com" }, "Please use your company email address instead of personal email"],
  ])("is refused with a wrong %s, and nothing changes: %j", async (path, wrong, message) => {
    const me = await person();
    const before = await read(me);
    const answer = await patch(me, profileOf(me.email, { role: "guest", ...wrong }));
    expect(answer.statusCode).toBe(400);
    expect(answer.json().fields).toContainEqual({ path, message });
    expect(await read(me)).toEqual(before);
  });

  it("asks for patience after five new addresses in an hour", async () => {
    const me = await person();
    for (let i = 0; i < 5; i += 1) expect((await patch(me, profileOf(`n${i}.${me.email}`))).statusCode).toBe(200);
    expect((await patch(me, profileOf(`n6.${me.email}`))).statusCode).toBe(429);
    expect((await patch(me, profileOf(me.email, { firstName: "Augusta" }))).statusCode).toBe(200);
  });
});

describe("POST /api/auth/change-password", () => {
  const change = ({ inject }: SignedIn, currentPassword: string, newPassword: string) =>
    inject({ method: "POST", url: "/api/auth/change-password", payload: { currentPassword, newPassword } });

  it("API-008 AUTH-012 puts the new password in force and ends every other session of the account", async () => {
    const me = await person();
    const elsewhere = await test.signIn({ id: me.userId, workspaceId: me.workspaceId });
    const answer = await change(me, PASSWORD, "difference engine");
    expect([answer.statusCode, answer.json()]).toEqual([200, { success: true }]);
    expect((await me.inject({ url: "/api/auth/user" })).statusCode).toBe(200);
    expect((await elsewhere.inject({ url: "/api/auth/user" })).statusCode).toBe(401);
    expect((await signIn(me.email)).statusCode).toBe(401);
    expect((await signIn(me.email, "difference engine")).statusCode).toBe(303);
    const [told] = await mailsTo(me.email);
    expect(told?.subject).toBe("The password of your Lorekeep account was changed");
  });

  it("SET-016 asks for length, and for no common one", async () => {
    expect((await change(await person(), PASSWORD, "kwmbtzfg")).statusCode).toBe(200);
  });

  it.each([
    ["currentPassword", "", "difference engine", "Please enter your current password."],
    ["currentPassword", "wrong", "difference engine", "The current password is wrong."],
    ["newPassword", PASSWORD, "short", "New password must be at least 8 characters long."],
    ["newPassword", PASSWORD, PASSWORD, "New password must be different from your current password."],
  ])("is refused with a wrong %s, and the old one stays: %j to %j", async (path, current, wanted, message) => {
    const me = await person();
    const answer = await change(me, current, wanted);
    expect(answer.statusCode).toBe(400);
    expect(answer.json().fields).toContainEqual({ path, message });
    expect((await signIn(me.email)).statusCode).toBe(303);
  });

  it("asks for patience after ten wrong ones", async () => {
    const me = await person();
    const answers = await Promise.all(Array.from({ length: 11 }, () => change(me, "wrong", "difference engine")));
    expect(answers.filter(({ statusCode }) => statusCode === 429)).toHaveLength(1);
    expect((await change(me, PASSWORD, "difference engine")).statusCode).toBe(429);
  });
});
