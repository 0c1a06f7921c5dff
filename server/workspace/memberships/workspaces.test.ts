import { Secret, TOTP } from "otpauth";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { inWorkspace } from "../../db/workspace-scope.ts";
import { buildArticle, buildMailDomain, buildUser } from "../../testing/factories.ts";
import { createTestApp, type SignedIn, type TestApp } from "../../testing/test-app.ts";
import { createAccount } from "../accounts/create-account.ts";
import { restoreAccount } from "../accounts/delete-account.ts";
import { purgeDeletedAccounts } from "../accounts/purge.ts";
import { deliverMailsTo } from "../accounts/testing/deliver-mails.ts";
import { createAddress, findInvitationToken, invite, postJoin, signInMember } from "../invitations/testing/newcomer.ts";

let test: TestApp;
beforeAll(async () => {
  test = await createTestApp({ variables: { SMTP_URL: "smtp://mail.invalid" } });
});
afterAll(() => test.close());

const PASSWORD = "difference engine";
const query = async (text: string, values: unknown[] = []) => (await test.db.$client.query(text, values)).rows;
let number = 0;

/** Creates a person with a workspace of their own who is also an editor in another workspace. */
async function inTwo() {
  const email = createAddress();
  const account = { firstName: "Lin", lastName: "Wu", email, company: "Own", password: PASSWORD, verified: true };
  const ids = await createAccount(test.deps, account);
  const lin = await test.signIn({ id: ids.userId, workspaceId: ids.workspaceId });
  const owner = await signInMember(test);
  await invite(owner, [email]);
  await postJoin(test, { token: await findInvitationToken(test, email) }, lin.cookie);
  const [there] = await query("select id from users where email = $1 and workspace_id = $2", [
    email,
    owner.workspaceId,
  ]);
  return { ...lin, email, owner, own: ids, there: { workspaceId: owner.workspaceId, userId: there.id as string } };
}
const enter = ({ inject }: SignedIn, id: string) => inject({ method: "POST", url: `/api/workspaces/${id}/enter` });
const form = (url: string, values: Record<string, string>, cookie = "") =>
  test.app.inject({
    method: "POST",
    url,
    remoteAddress: `10.14.${(number += 1) % 200}.1`,
    headers: { "content-type": "application/x-www-form-urlencoded", cookie },
    payload: new URLSearchParams(values).toString(),
  });
const signIn = (email: string, password = PASSWORD) => form("/api/login", { email, password });
const cookieIn = (answer: { cookies: { name: string; value: string }[] }, name = "sid") =>
  `${name}=${answer.cookies.find((one) => one.name === name)?.value}`;
const workspaceOf = async (cookie: string) => {
  const answer = await test.app.inject({ url: "/api/workspaces", headers: { cookie } });
  return answer.json().own?.find(({ isActive }: { isActive: boolean }) => isActive)?.id;
};

describe("one person in several workspaces", () => {
  it("the session says which one is worked in: rows and rights are its own, and no others", async () => {
    const lin = await inTwo();
    const mine = await buildArticle(test.db, { workspaceId: lin.own.workspaceId });
    const theirs = await buildArticle(test.db, { workspaceId: lin.there.workspaceId });
    const seen = async () =>
      Promise.all([mine, theirs].map(async ({ id }) => (await lin.inject({ url: `/api/articles/${id}` })).statusCode));
    expect((await lin.inject({ url: "/api/workspaces" })).json().own).toHaveLength(2);
    expect(await seen()).toEqual([404, 200]);
    expect((await lin.inject({ url: "/api/auth/user" })).json()).toMatchObject({ membership: "editor" });
    expect((await invite(lin, [createAddress()])).statusCode).toBe(403);
    expect((await enter(lin, lin.own.workspaceId)).statusCode).toBe(200);
    expect(await seen()).toEqual([200, 404]);
    expect((await invite(lin, [createAddress()])).statusCode).toBe(200);
    const stranger = await signInMember(test);
    expect((await enter(lin, stranger.workspaceId)).statusCode).toBe(404);
    expect(await seen()).toEqual([200, 404]);
  });

  it("the next sign-in leads to the workspace that was entered last, and past one that shut the person out", async () => {
    const lin = await inTwo();
    expect(await workspaceOf(cookieIn(await signIn(lin.email)))).toBe(lin.there.workspaceId);
    await enter(lin, lin.own.workspaceId);
    expect(await workspaceOf(cookieIn(await signIn(lin.email)))).toBe(lin.own.workspaceId);
    await enter(lin, lin.there.workspaceId);
    await lin.owner.inject({ method: "DELETE", url: `/api/people/${lin.there.userId}` });
    expect((await lin.inject({ url: "/api/auth/user" })).statusCode).toBe(401);
    const again = await signIn(lin.email);
    expect(await workspaceOf(cookieIn(again))).toBe(lin.own.workspaceId);
    expect((await form("/api/login", {}, cookieIn(again))).statusCode).toBeLessThan(500);
  });

  it("a password is one for all: changed in one workspace it counts in all, and the sessions in all end", async () => {
    const lin = await inTwo();
    const elsewhere = await test.signIn({ id: lin.own.userId, workspaceId: lin.own.workspaceId });
    await form("/forgot-password", { email: lin.email });
    const mail = (await deliverMailsTo(test, lin.email)).find(({ text }) => text.includes("/reset-password?token="));
    const token = /token=([\w-]{43})/.exec(mail?.text ?? "")?.[1] ?? "";
    expect((await lin.inject({ url: "/api/sessions" })).json()).toHaveLength(2);
    const change = { currentPassword: PASSWORD, newPassword: "analytical engine" };
    await enter(lin, lin.own.workspaceId);
    const changed = await lin.inject({ method: "POST", url: "/api/auth/change-password", payload: change });
    expect(changed.statusCode).toBe(200);
    expect((await elsewhere.inject({ url: "/api/auth/user" })).statusCode).toBe(401);
    expect((await signIn(lin.email)).statusCode).toBe(401);
    expect((await signIn(lin.email, "analytical engine")).statusCode).toBe(303);
    // Earlier links of all workspaces are void.
    expect((await test.app.inject(`/reset-password?token=${token}`)).statusCode).toBe(400);
    const hashes = await query("select distinct password_hash from users where email = $1", [lin.email]);
    expect(hashes).toHaveLength(1);
  });

  it("a new password by mail ends the sessions and provisioning tokens of every workspace", async () => {
    const lin = await inTwo();
    await query("update users set membership = 'admin' where id = $1", [lin.there.userId]);
    await query("update workspaces set plan = 'enterprise' where id = $1", [lin.there.workspaceId]);
    expect((await lin.inject({ method: "POST", url: "/api/provisioning/tokens" })).statusCode).toBe(200);
    await enter(lin, lin.own.workspaceId);
    await form("/forgot-password", { email: lin.email });
    const mail = (await deliverMailsTo(test, lin.email)).find(({ text }) => text.includes("/reset-password?token="));
    const token = /token=([\w-]{43})/.exec(mail?.text ?? "")?.[1] ?? "";
    await form("/reset-password", { token, password: "a brand new one", confirm: "a brand new one" });
    expect((await lin.inject({ url: "/api/auth/user" })).statusCode).toBe(401);
    expect(await query("select from scim_tokens where workspace_id = $1", [lin.there.workspaceId])).toEqual([]);
  });

  it("the second step is asked for whichever workspace the sign-in leads to", async () => {
    const lin = await inTwo();
    const setUp = await lin.inject({ method: "POST", url: "/api/second-factor", payload: { password: PASSWORD } });
    const code = new TOTP({ secret: Secret.fromBase32(setUp.json().secret) }).generate();
    const on = await lin.inject({ method: "POST", url: "/api/second-factor/confirm", payload: { code } });
    expect(on.statusCode).toBe(200);
    await enter(lin, lin.own.workspaceId);
    expect((await lin.inject({ url: "/api/second-factor" })).json()).toMatchObject({ since: expect.any(String) });
    const asked = await signIn(lin.email);
    expect(asked.headers.location).toBe("/api/login/code");
    const [recovery = ""] = on.json().recoveryCodes;
    const opened = await form("/api/login/code", { code: recovery }, cookieIn(asked, "second-step"));
    expect(await workspaceOf(cookieIn(opened))).toBe(lin.own.workspaceId);
    // Deletes the workspace with the second factor. The second step of the sign-in stays.
    await query("update users set deleted_at = now() - interval '40 days' where id = $1", [lin.owner.id]);
    await query("update users set deactivated_at = now() where id = $1", [lin.there.userId]);
    await purgeDeletedAccounts(test.deps);
    expect(await query("select from workspaces where id = $1", [lin.there.workspaceId])).toEqual([]);
    expect((await signIn(lin.email)).headers.location).toBe("/api/login/code");
    const off = { password: PASSWORD, code: on.json().recoveryCodes[1] };
    expect((await lin.inject({ method: "POST", url: "/api/second-factor/off", payload: off })).statusCode).toBe(200);
  });

  it("another address counts in all workspaces, once its mailbox confirms it", async () => {
    const lin = await inTwo();
    const wanted = createAddress();
    const profile = { firstName: "Lin", lastName: "Wu", email: wanted, role: "member", currentPassword: PASSWORD };
    await lin.inject({ method: "PATCH", url: "/api/auth/user", payload: profile });
    const mail = (await deliverMailsTo(test, wanted)).at(-1);
    const token = /token=([\w-]{43})/.exec(mail?.text ?? "")?.[1] ?? "";
    await test.app.inject(`/api/verify-email?token=${token}`);
    expect(await query("select from users where email = $1", [wanted])).toHaveLength(2);
    expect(await query("select from users where email = $1", [lin.email])).toEqual([]);
    expect((await signIn(wanted)).statusCode).toBe(303);
  });

  it("a workspace's directory cannot take the person's other workspaces by another address", async () => {
    const lin = await inTwo();
    const { workspaceId, userId } = lin.there;
    await query("update workspaces set plan = 'enterprise' where id = $1", [workspaceId]);
    await buildMailDomain(test.db, { workspaceId, domain: "evil.test", provenAt: new Date() });
    const { token } = (await lin.owner.inject({ method: "POST", url: "/api/provisioning/tokens" })).json();
    const answer = await test.app.inject({
      method: "PATCH",
      url: `/scim/v2/Users/${userId}`,
      headers: { authorization: `Bearer ${token}`, "content-type": "application/scim+json" },
      payload: JSON.stringify({
        schemas: ["urn:ietf:params:scim:api:messages:2.0:PatchOp"],
        Operations: [{ op: "replace", path: "emails", value: [{ value: "mine@evil.test", primary: true }] }],
      }),
    });
    expect(answer.statusCode).toBe(403);
    expect(await query("select from users where email = $1", [lin.email])).toHaveLength(2);
    // Queries within the workspace cannot change the address either, because the database refuses them.
    const change = inWorkspace(test.db, workspaceId, ({ tx }) =>
      tx.execute(`update users set email = 'mine@evil.test' where id = '${userId}'`),
    );
    await expect(change).rejects.toMatchObject({ cause: expect.objectContaining({ code: "42501" }) });
  });

  it("an address is one person's, whoever writes it", async () => {
    const { email } = await inTwo();
    await expect(buildUser(test.db, { email })).rejects.toMatchObject({
      cause: expect.objectContaining({ code: "23P01" }),
    });
  });
});

describe("leaving", () => {
  const leave = ({ inject }: SignedIn, id: string) =>
    inject({ method: "DELETE", url: `/api/workspaces/${id}/membership` });

  it("the session goes on in another workspace, and the one that was left refuses the person", async () => {
    const lin = await inTwo();
    expect((await leave(lin, lin.there.workspaceId)).statusCode).toBe(200);
    expect(await workspaceOf(lin.cookie)).toBe(lin.own.workspaceId);
    expect((await enter(lin, lin.there.workspaceId)).statusCode).toBe(404);
    const people = (await lin.owner.inject({ url: "/api/people" })).json();
    expect(people.map(({ email }: { email: string }) => email)).not.toContain(lin.email);
    const only = await leave(lin, lin.own.workspaceId);
    expect([only.statusCode, only.json().message]).toEqual([
      409,
      expect.stringMatching(/^You are in no other workspace/),
    ]);
  });

  it("the last owner stays until somebody else is one", async () => {
    const lin = await inTwo();
    await enter(lin, lin.own.workspaceId);
    const answer = await leave(lin, lin.own.workspaceId);
    expect([answer.statusCode, answer.json().message]).toEqual([409, expect.stringContaining("last owner")]);
    expect((await leave(lin, (await signInMember(test)).workspaceId)).statusCode).toBe(404);
  });
});

describe("deleting the account", () => {
  it("ends it in every workspace, closes those where nobody else is, and the operator brings back all of it", async () => {
    const lin = await inTwo();
    const what = (await lin.inject({ url: "/api/account-deletion" })).json();
    expect(what).toMatchObject({ isLastPerson: true, proof: "password" });
    expect(what.workspaces).toEqual([
      { name: expect.stringMatching(/^Larkmoor/), goes: false },
      { name: "Own", goes: true },
    ]);
    const deleted = await lin.inject({ method: "POST", url: "/api/account-deletion", payload: { proof: PASSWORD } });
    expect(deleted.statusCode).toBe(200);
    expect((await signIn(lin.email)).statusCode).toBe(401);
    expect(await query("select from users where email = $1", [lin.email])).toEqual([]);
    const mail = (await deliverMailsTo(test, lin.email)).at(-1);
    expect(mail?.text).toContain("the workspace Own");
    expect((await lin.owner.inject({ url: "/api/auth/user" })).statusCode).toBe(200);
    await restoreAccount(test.deps, lin.email);
    const cookie = cookieIn(await signIn(lin.email));
    const own = (await test.app.inject({ url: "/api/workspaces", headers: { cookie } })).json().own;
    expect(own).toHaveLength(2);
  });
});
