import { Secret, TOTP } from "otpauth";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { rekeySecrets } from "../../secrets/rekey.ts";
import { createTestApp, type SignedIn, type TestApp } from "../../testing/test-app.ts";
import { createAccount } from "../accounts/create-account.ts";
import { deliverMailsTo } from "../accounts/testing/deliver-mails.ts";
import { buildSignUpForm, createSignedOutClients } from "../accounts/testing/visitors.ts";
import { turnOffSecondFactor } from "./turn-off.ts";

let test: TestApp;
let visitors: ReturnType<typeof createSignedOutClients>;
beforeAll(async () => {
  test = await createTestApp();
  visitors = createSignedOutClients(test);
});
afterAll(() => test.close());

const post = (person: SignedIn, path: string, payload: object) =>
  person.inject({ method: "POST", url: `/api/second-factor${path}`, payload });

/**
 * Returns the authenticator app's code this many 30-second steps from now. Each step works once, so each test uses later steps.
 */
const codeOf = (secret: string, steps = 0) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + steps * 30_000 });
/** Deletes the used steps, as if the codes had been used long ago. */
const forgetSteps = ({ viewer }: SignedIn) =>
  test.db.$client.query("update second_factors set last_step = 0 where user_id = $1", [viewer.userId]);

async function newMember() {
  const form = buildSignUpForm();
  const { userId, workspaceId } = await createAccount(test.deps, { ...form, plan: "starter", verified: true });
  return { ...form, person: await test.signIn({ id: userId, workspaceId }) };
}

async function withSecondFactor() {
  const member = await newMember();
  const { secret } = (await post(member.person, "", { password: member.password })).json<{ secret: string }>();
  const confirmed = await post(member.person, "/confirm", { code: codeOf(secret) });
  const { recoveryCodes } = confirmed.json<{ recoveryCodes: string[] }>();
  await forgetSteps(member.person);
  return { ...member, secret, recoveryCodes };
}

/** Returns a browser in which the person has entered the right password, but no code yet. */
async function halfSignedIn({ email, password }: { email: string; password: string }) {
  const browser = visitors.newBrowser();
  const answer = await browser.signIn(email, password);
  expect([answer.statusCode, answer.headers.location]).toEqual([303, "/api/login/code"]);
  const isIn = async () => (await browser.send({ url: "/api/auth/user" })).statusCode === 200;
  expect(await isIn()).toBe(false);
  return { isIn, browser, enter: (code: string) => browser.send({ url: "/api/login/code", form: { code } }) };
}

describe("setting up an authenticator app", () => {
  it("ASVS 6.3.3 asks for the password and for a code first, then for a code at each sign-in", async () => {
    const { person, email, password } = await newMember();
    expect((await post(person, "", { password: "a guess" })).statusCode).toBe(400);
    const begun = (await post(person, "", { password })).json<{ secret: string; uri: string }>();
    expect(begun.uri).toMatch(new RegExp(`^otpauth://totp/Lorekeep:.+secret=${begun.secret}`));
    expect((await visitors.newBrowser().signIn(email, password)).headers.location).toBe("/");
    expect((await post(person, "/confirm", { code: "000000" })).statusCode).toBe(400);
    const confirmed = await post(person, "/confirm", { code: codeOf(begun.secret) });
    const { recoveryCodes } = confirmed.json<{ recoveryCodes: string[] }>();
    expect(new Set(recoveryCodes).size).toBe(10);
    expect((await person.inject({ url: "/api/second-factor" })).json()).toEqual({
      since: expect.any(String),
      recoveryCodesLeft: 10,
      managedBy: null,
    });
    expect((await deliverMailsTo(test, email)).map(({ subject }) => subject)).toEqual([
      "Two-step sign-in is on: your Lorekeep account",
    ]);
    const { isIn, browser, enter } = await halfSignedIn({ email, password });
    expect((await browser.send({ url: "/api/login/code" })).body).toContain('autocomplete="one-time-code"');
    expect((await enter("123456")).statusCode).toBe(401);
    expect(await isIn()).toBe(false);
    await forgetSteps(person);
    expect((await enter(codeOf(begun.secret))).statusCode).toBe(303);
    expect(await isIn()).toBe(true);
    expect((await post(person, "", { password })).statusCode).toBe(409);
  });

  it("keeps the secret sealed and the recovery codes hashed, and reseals with a new key", async () => {
    const { secret, recoveryCodes } = await withSecondFactor();
    const { rows } = await test.db.$client.query<{ all: string }>(
      "select (select json_agg(f) from second_factors f)::text || (select json_agg(c) from recovery_codes c)::text as all",
    );
    for (const text of [secret, ...recoveryCodes, ...recoveryCodes.map((code) => code.replaceAll("-", ""))])
      expect(rows[0]?.all).not.toContain(text);
    expect((await rekeySecrets(test.db, test.deps.secrets)).total).toBeGreaterThan(0);
  });
});

describe("the second step of signing in", () => {
  it("takes a code once, also from two browsers at the same moment, and none of a step before it", async () => {
    const member = await withSecondFactor();
    const [one, two] = [await halfSignedIn(member), await halfSignedIn(member)];
    const code = codeOf(member.secret);
    const answers = await Promise.all([one.enter(code), two.enter(code)]);
    expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([303, 401]);
    const third = await halfSignedIn(member);
    expect((await third.enter(code)).statusCode).toBe(401);
    expect((await third.enter(codeOf(member.secret, -1))).statusCode).toBe(401);
    expect((await third.enter(codeOf(member.secret, 1))).statusCode).toBe(303);
  });

  it("takes a recovery code once, however it is typed, and tells its owner", async () => {
    const member = await withSecondFactor();
    const [code = ""] = member.recoveryCodes;
    expect((await (await halfSignedIn(member)).enter(` ${code.toUpperCase().replaceAll("-", " ")} `)).statusCode).toBe(
      303,
    );
    expect((await (await halfSignedIn(member)).enter(code)).statusCode).toBe(401);
    expect((await member.person.inject({ url: "/api/second-factor" })).json()).toMatchObject({ recoveryCodesLeft: 9 });
    expect((await deliverMailsTo(test, member.email)).at(-1)?.subject).toBe(
      "A recovery code was used: your Lorekeep account",
    );
  });

  it("makes guesses wait, from whichever browser and network", async () => {
    const member = await withSecondFactor();
    const tries = [];
    for (let i = 0; i < 8; i += 1) tries.push((await (await halfSignedIn(member)).enter("123456")).statusCode);
    expect(tries.slice(0, 5)).toEqual([401, 401, 401, 401, 401]);
    const { enter } = await halfSignedIn(member);
    const answers = await Promise.all([enter("123456"), enter("123456"), enter(codeOf(member.secret))]);
    expect(answers.filter(({ statusCode }) => statusCode === 429).length).toBeGreaterThan(1);
  });

  it("is not begun without a right password, with a made-up cookie, or after ten minutes", async () => {
    const member = await withSecondFactor();
    const stranger = visitors.newBrowser();
    for (const cookie of [
      "",
      "made up",
      test.deps.secrets.seal("{}", { workspaceId: "x", table: "x", rowId: "x", field: "x" }),
    ]) {
      stranger.cookies["second-step"] = cookie;
      const answer = await stranger.send({ url: "/api/login/code", form: { code: codeOf(member.secret) } });
      expect([answer.statusCode, answer.headers.location]).toEqual([303, "/api/login"]);
    }
    const { browser, isIn } = await halfSignedIn(member);
    const { userId, workspaceId } = member.person.viewer;
    const late = { userId, workspaceId, next: "/", startedAt: Date.now() - 10 * 60_000 };
    const place = { workspaceId: "none", table: "cookies", rowId: "second step", field: "attempt" };
    browser.cookies["second-step"] = test.deps.secrets.seal(JSON.stringify(late), place);
    expect(
      (await browser.send({ url: "/api/login/code", form: { code: codeOf(member.secret) } })).headers.location,
    ).toBe("/api/login");
    expect(await isIn()).toBe(false);
  });

  it("lets nobody in whose account was deactivated between the two steps", async () => {
    const member = await withSecondFactor();
    const { enter } = await halfSignedIn(member);
    await test.db.$client.query("update users set deactivated_at = now() where id = $1", [member.person.viewer.userId]);
    expect((await enter(codeOf(member.secret))).statusCode).toBe(401);
  });
});

describe("turning it off, and new recovery codes", () => {
  it("ASVS 6.3.7 need the password and a code, and are told by mail", async () => {
    const member = await withSecondFactor();
    const { person, password, secret, email } = member;
    for (const path of ["/off", "/recovery-codes"]) {
      expect((await post(person, path, { password: "a guess", code: codeOf(secret) })).statusCode).toBe(400);
      expect((await post(person, path, { password, code: "123456" })).statusCode).toBe(400);
    }
    const renewed = await post(person, "/recovery-codes", { password, code: codeOf(secret) });
    expect(renewed.json().recoveryCodes).toHaveLength(10);
    const [former = ""] = member.recoveryCodes;
    expect((await post(person, "/off", { password, code: former })).statusCode).toBe(400);
    const [recovery = ""] = renewed.json<{ recoveryCodes: string[] }>().recoveryCodes;
    expect((await post(person, "/off", { password, code: recovery })).statusCode).toBe(200);
    expect((await visitors.newBrowser().signIn(email, password)).headers.location).toBe("/");
    expect((await deliverMailsTo(test, email)).map(({ subject }) => subject.split(":")[0])).toEqual([
      "Two-step sign-in is on",
      "You have new recovery codes",
      "Two-step sign-in is off",
    ]);
  });
});

it("the operator turns off the second factor of a person who lost app and codes, and that person is told", async () => {
  const { email, password } = await withSecondFactor();
  await turnOffSecondFactor(test.deps, email);
  expect((await visitors.newBrowser().signIn(email, password)).headers.location).toBe("/");
  expect((await deliverMailsTo(test, email)).at(-1)?.subject).toBe("Two-step sign-in is off: your Lorekeep account");
  await expect(turnOffSecondFactor(test.deps, email)).rejects.toThrow(
    "No account with this address has a second step.",
  );
});
