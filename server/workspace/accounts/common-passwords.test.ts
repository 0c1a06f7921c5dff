import { dictionary } from "@zxcvbn-ts/language-common";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createTestApp, type TestApp } from "../../testing/test-app.ts";
import { findCommonPasswordProblem } from "./common-passwords.ts";
import { createAccount } from "./create-account.ts";
import { deliverMailsTo } from "./testing/deliver-mails.ts";
import { buildSignUpForm, createSignedOutClients, findMailedToken } from "./testing/visitors.ts";

let test: TestApp;
let visitors: ReturnType<typeof createSignedOutClients>;
beforeAll(async () => {
  test = await createTestApp();
  visitors = createSignedOutClients(test);
});
afterAll(() => test.close());

const REFUSED = "This password is among the first that are guessed. Choose another one.";
/** Passwords that are common by the list or by a rule: digits and signs around a word, or instead of its letters. */
const COMMON = ["trustno1", "Liverpool", "P@ssw0rd1!", "Summer2026", "12345678"];

it("ASVS 6.2.4 knows the first 3,000 that are long enough, and thousands more", async () => {
  const long = dictionary["passwords-common"].filter((password) => password.length >= 8);
  expect(long.length).toBeGreaterThan(15_000);
  for (const password of long.slice(0, 3000))
    expect([password, await findCommonPasswordProblem(password)]).toEqual([password, REFUSED]);
  for (const password of ["analytical engine", "compilers!", "kwmbtzfg", "12 monkeys ate 7 pears"])
    expect([password, await findCommonPasswordProblem(password)]).toEqual([password, null]);
});

it("ASVS 6.2.4 refuses a common password where the operator makes an account", async () => {
  for (const password of COMMON) {
    const account = { ...buildSignUpForm({ password }), plan: "starter", verified: true } as const;
    await expect(createAccount(test.deps, account)).rejects.toThrow(REFUSED);
  }
});

it("ASVS 6.2.4 refuses a common password at sign-up, on the page of a link, in the settings and after a forgotten one", async () => {
  for (const password of COMMON) {
    const browser = visitors.newBrowser();
    const answer = await browser.register(buildSignUpForm({ password, confirmPassword: password }));
    expect([password, answer.statusCode, answer.json().fields]).toEqual([
      password,
      400,
      [{ path: "password", message: REFUSED }],
    ]);
  }
  const [password = ""] = COMMON;
  const form = buildSignUpForm();
  await visitors.newBrowser().register(form);
  const [mail] = await deliverMailsTo(test, form.email);
  const elsewhere = visitors.newBrowser();
  const chosen = await elsewhere.choose(findMailedToken(mail), password);
  expect([chosen.statusCode, chosen.body.includes(REFUSED)]).toEqual([400, true]);

  const known = buildSignUpForm();
  const { userId, workspaceId } = await createAccount(test.deps, { ...known, plan: "starter", verified: true });
  const { inject } = await test.signIn({ id: userId, workspaceId });
  const payload = { currentPassword: known.password, newPassword: password };
  const changed = await inject({ method: "POST", url: "/api/auth/change-password", payload });
  expect([changed.statusCode, changed.json().fields]).toEqual([400, [{ path: "newPassword", message: REFUSED }]]);

  await elsewhere.send({ url: "/forgot-password", form: { email: known.email } });
  const token =
    /reset-password\?token=([\w-]+)/.exec((await deliverMailsTo(test, known.email)).at(-1)?.text ?? "")?.[1] ?? "";
  const reset = await elsewhere.send({ url: "/reset-password", form: { token, password, confirm: password } });
  expect([reset.statusCode, reset.body.includes(REFUSED)]).toEqual([400, true]);
  expect((await elsewhere.signIn(known.email, known.password)).statusCode).toBe(303);
});
