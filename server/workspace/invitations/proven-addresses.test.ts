import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { setUnknownAddressProofs } from "../../db/address-proof.ts";
import { buildMailDomain } from "../../testing/factories.ts";
import { createTestApp, type TestApp } from "../../testing/test-app.ts";
import { deliverMailsTo } from "../accounts/testing/deliver-mails.ts";
import {
  buildCookie,
  createAddress,
  findInvitationToken,
  invite,
  NEWCOMER_FORM,
  postJoin,
  signInMember,
} from "./testing/newcomer.ts";

let test: TestApp;
beforeAll(async () => {
  test = await createTestApp({ variables: { SMTP_URL: "smtp://mail.invalid" } });
});
afterAll(() => test.close());

const query = async (text: string, values: unknown[] = []) => (await test.db.$client.query(text, values)).rows;
const open = (address: string, cookie?: string) => test.app.inject({ url: address, headers: cookie ? { cookie } : {} });
const me = async (cookie: string) => (await open("/api/auth/user", cookie)).json();

describe("where no mail goes out", () => {
  let silent: TestApp;
  beforeAll(async () => {
    silent = await createTestApp();
  });
  afterAll(() => silent.close());

  const rows = async (text: string, values: unknown[] = []) => (await silent.db.$client.query(text, values)).rows;
  const proofOf = async (email: string) =>
    (await rows("select email_proof from users where email = $1", [email]))[0]?.email_proof;
  const tokenOf = (text: string) => /\/join\?token=([\w-]{43})/.exec(text)?.[1] ?? "";
  const show = (token: string) => silent.app.inject({ url: `/join?token=${token}` });
  const linkBy = async (by: Awaited<ReturnType<typeof signInMember>>, membership = "viewer") => {
    const answer = await by.inject({ method: "POST", url: "/api/invitation-links", payload: { membership, days: 7 } });
    const { id, link } = answer.json() as { id: string; link: string };
    return { id, link: new URL(link).searchParams.get("link") ?? "" };
  };

  it("whoever invites hands the link over, which proves nobody's mailbox", async () => {
    const owner = await signInMember(silent);
    const email = createAddress();
    const [result] = (await invite(owner, [email])).json().results;
    expect(result.link).toMatch(/^http:\/\/localhost:3000\/join\?token=[\w-]{43}$/);
    const joined = await postJoin(silent, { token: tokenOf(result.link), ...NEWCOMER_FORM });
    expect(joined.headers.location).toBe("/");
    expect(await proofOf(email)).toBe("nobody");
  });

  it("a link gives nobody the token of an invitation that somebody else made, nor its role", async () => {
    const owner = await signInMember(silent);
    const email = createAddress();
    const [result] = (await invite(owner, [email], "owner")).json().results;
    const { link } = await linkBy(owner);
    const asked = await postJoin(silent, { link, email });
    const token = tokenOf(asked.body);
    expect(token).not.toBe("");
    expect((await show(token)).statusCode).toBe(400);
    expect((await postJoin(silent, { token, ...NEWCOMER_FORM })).cookies).toEqual([]);
    expect(await rows("select from users where email = $1", [email])).toEqual([]);
    // The invitation is unchanged.
    expect(
      await rows("select membership, link_id, awaits_approval from invitations where email = $1", [email]),
    ).toEqual([{ membership: "owner", link_id: null, awaits_approval: false }]);
    const joined = await postJoin(silent, { token: tokenOf(result.link), ...NEWCOMER_FORM });
    expect(
      (await silent.app.inject({ url: "/api/auth/user", headers: { cookie: buildCookie(joined) } })).json(),
    ).toMatchObject({
      membership: "owner",
    });
  });

  it("who comes by a link waits for an admin's yes, and is told from others by a code", async () => {
    const owner = await signInMember(silent);
    const editor = await signInMember(silent, "editor", owner.workspaceId);
    const email = createAddress();
    const { link } = await linkBy(owner, "reviewer");
    const asked = await postJoin(silent, { link, email });
    const token = tokenOf(asked.body);
    expect([asked.statusCode, (await show(token)).statusCode]).toEqual([200, 400]);
    expect((await postJoin(silent, { token, ...NEWCOMER_FORM })).cookies).toEqual([]);
    const waiting = (await owner.inject({ url: "/api/invitations" })).json()[0];
    expect(waiting).toMatchObject({ email, state: "pending", membership: "reviewer" });
    expect(asked.body).toContain(`<strong>${waiting.approvalCode}</strong>`);
    const approve = (by: typeof owner) => by.inject({ method: "POST", url: `/api/invitations/${waiting.id}/approve` });
    expect((await approve(editor)).statusCode).toBe(403);
    expect((await approve(await signInMember(silent))).statusCode).toBe(404);
    expect((await approve(owner)).statusCode).toBe(200);
    expect((await approve(owner)).statusCode).toBe(404);
    // When a stranger asks once more, the approved request keeps its link.
    expect((await show(tokenOf((await postJoin(silent, { link, email })).body))).statusCode).toBe(400);
    const joined = await postJoin(silent, { token, ...NEWCOMER_FORM });
    expect(joined.headers.location).toBe("/");
    expect(
      (await silent.app.inject({ url: "/api/auth/user", headers: { cookie: buildCookie(joined) } })).json(),
    ).toMatchObject({
      email,
      membership: "reviewer",
    });
    expect(await proofOf(email)).toBe("nobody");
  });

  it("says the same to a member, to somebody who was removed and to a stranger", async () => {
    const owner = await signInMember(silent);
    const removed = await signInMember(silent, "editor", owner.workspaceId);
    await owner.inject({ method: "DELETE", url: `/api/people/${removed.id}` });
    const { link } = await linkBy(owner);
    const pages = [];
    for (const email of [owner.email, removed.email, createAddress()])
      pages.push(
        (await postJoin(silent, { link, email })).body
          .replace(/token=[\w-]{43}/g, "")
          .replace(/<strong>[0-9A-F]{6}</, ""),
      );
    expect(new Set(pages).size).toBe(1);
    expect(await rows("select from invitations where workspace_id = $1", [owner.workspaceId])).toHaveLength(1);
  });

  it("an address that nobody proved joins no workspace by its domain, and waits at a link like everybody", async () => {
    const owner = await signInMember(silent);
    const domain = `unproven${Date.now()}.test`;
    await buildMailDomain(silent.db, { workspaceId: owner.workspaceId, domain, provenAt: new Date() });
    await owner.inject({ method: "PUT", url: "/api/newcomers", payload: { membership: "viewer", joinByDomain: true } });
    const inviter = await signInMember(silent);
    const email = createAddress(domain);
    const [result] = (await invite(inviter, [email])).json().results;
    const cookie = buildCookie(await postJoin(silent, { token: tokenOf(result.link), ...NEWCOMER_FORM }));
    const own = await silent.app.inject({ url: "/api/workspaces", headers: { cookie } });
    expect(own.json().joinable).toEqual([]);
    const url = `/api/workspaces/${owner.workspaceId}/join`;
    expect((await silent.app.inject({ method: "POST", url, headers: { cookie } })).statusCode).toBe(404);
    const { link } = await linkBy(owner);
    expect((await postJoin(silent, { link }, cookie)).body).toContain("An admin has to approve you");
    expect(await rows("select from users where email = $1", [email])).toHaveLength(1);
    await rows("update users set email_proof = 'operator' where email = $1", [email]);
    expect((await postJoin(silent, { link }, cookie)).headers.location).toBe("/");
  });

  it("a link that was handed over takes no account that other workspaces may let in again", async () => {
    const [first, second] = [await signInMember(silent), await signInMember(silent)];
    const email = createAddress();
    const invitation = async (by: typeof first) => tokenOf((await invite(by, [email])).json().results[0].link);
    const token = await invitation(first);
    expect((await postJoin(silent, { token, ...NEWCOMER_FORM })).headers.location).toBe("/");
    const [{ id }] = await rows("select id from users where email = $1", [email]);
    await first.inject({ method: "DELETE", url: `/api/people/${id}` });
    const refused = await postJoin(silent, { token: await invitation(second), ...NEWCOMER_FORM });
    expect([refused.statusCode, refused.cookies]).toEqual([409, []]);
    // The only workspace of the account may invite it again.
    expect((await postJoin(silent, { token: await invitation(first), ...NEWCOMER_FORM })).headers.location).toBe("/");
  });
});

describe("how an address was proven", () => {
  const proofOf = async (email: string) =>
    (await query("select email_proof from users where email = $1", [email]))[0]?.email_proof;

  it("is a mail for whoever followed the link in it", async () => {
    const owner = await signInMember(test);
    const email = createAddress();
    await invite(owner, [email]);
    await postJoin(test, { token: await findInvitationToken(test, email), ...NEWCOMER_FORM });
    expect(await proofOf(email)).toBe("mail");
  });

  it("is stored anew for everybody once, by what the installation sends", async () => {
    const owner = await signInMember(test);
    const colleague = await signInMember(test, "editor", owner.workspaceId);
    await query("update users set email_proof = 'unknown' where workspace_id = $1", [owner.workspaceId]);
    await setUnknownAddressProofs(test.db, { sendsMail: false });
    expect([await proofOf(owner.email), await proofOf(colleague.email)]).toEqual(["operator", "nobody"]);
    await query("update users set email_proof = 'unknown' where workspace_id = $1", [owner.workspaceId]);
    await setUnknownAddressProofs(test.db, { sendsMail: true });
    expect([await proofOf(owner.email), await proofOf(colleague.email)]).toEqual(["mail", "mail"]);
  });
});

describe("an invitation that was mailed", () => {
  it("keeps its link and its role when somebody asks by a link or by the mail domain", async () => {
    const owner = await signInMember(test);
    const domain = `waits${Date.now()}.test`;
    const email = createAddress(domain);
    await buildMailDomain(test.db, { workspaceId: owner.workspaceId, domain, provenAt: new Date() });
    await owner.inject({ method: "PUT", url: "/api/newcomers", payload: { membership: "viewer", joinByDomain: true } });
    await invite(owner, [email], "admin");
    const token = await findInvitationToken(test, email);
    const made = await owner.inject({
      method: "POST",
      url: "/api/invitation-links",
      payload: { membership: "viewer", days: 7 },
    });
    await postJoin(test, { link: new URL(made.json().link).searchParams.get("link") ?? "", email });
    await postJoin(test, { email });
    expect(await findInvitationToken(test, email)).toBe(token);
    expect((await deliverMailsTo(test, email)).at(-1)?.subject).toContain("You have an invitation");
    expect(await me(buildCookie(await postJoin(test, { token, ...NEWCOMER_FORM })))).toMatchObject({
      email,
      membership: "admin",
    });
  });

  it("takes the place of what was asked for by a link, with the role that the person gives", async () => {
    const owner = await signInMember(test);
    const email = createAddress();
    const made = await owner.inject({
      method: "POST",
      url: "/api/invitation-links",
      payload: { membership: "viewer", days: 7 },
    });
    await postJoin(test, { link: new URL(made.json().link).searchParams.get("link") ?? "", email });
    const asked = await findInvitationToken(test, email);
    expect((await invite(owner, [email], "editor")).json().results).toMatchObject([{ outcome: "invited" }]);
    expect((await open(`/join?token=${asked}`)).statusCode).toBe(400);
    const joined = await postJoin(test, { token: await findInvitationToken(test, email), ...NEWCOMER_FORM });
    expect(await me(buildCookie(joined))).toMatchObject({ email, membership: "editor" });
  });
});
