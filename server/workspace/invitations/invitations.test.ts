import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { MEMBERSHIPS } from "../../../shared/domain/access.ts";
import { buildMailDomain, buildWorkspace } from "../../testing/factories.ts";
import { createTestApp, type TestApp } from "../../testing/test-app.ts";
import { createAccount } from "../accounts/create-account.ts";
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
const list = async (by: { inject: (o: { url: string }) => Promise<{ json(): unknown }> }) =>
  (await by.inject({ url: "/api/invitations" })).json() as { id: string; email: string; state: string }[];
const open = (address: string, cookie?: string) => test.app.inject({ url: address, headers: cookie ? { cookie } : {} });
const me = async (cookie: string) => (await open("/api/auth/user", cookie)).json();

describe("an invitation by address", () => {
  it("brings a stranger into the workspace in one step: name, password, and in", async () => {
    const owner = await signInMember(test);
    const email = createAddress();
    const answer = await invite(owner, [email.toUpperCase(), email], "reviewer", "Glad to have you.");
    expect(answer.json()).toEqual({ results: [{ email, outcome: "invited", link: null }] });
    const [mail] = await deliverMailsTo(test, email);
    expect(mail?.text).toContain("Ada Lovelace");
    expect(mail?.text).toContain("as a reviewer");
    expect(mail?.text).toContain("Glad to have you");
    const token = await findInvitationToken(test, email);
    // The database holds no token.
    expect(await query("select from invitations i where i::text like $1", [`%${token}%`])).toEqual([]);

    const page = await open(`/join?token=${token}`);
    expect([page.statusCode, page.headers["referrer-policy"]]).toEqual([200, "no-referrer"]);
    expect(page.body).toContain('name="firstName"');
    expect(page.body).not.toMatch(/plan/i);
    const joined = await postJoin(test, { token, ...NEWCOMER_FORM });
    expect([joined.statusCode, joined.headers.location]).toEqual([303, "/"]);
    expect(await me(buildCookie(joined))).toMatchObject({ email, firstName: "Grace", membership: "reviewer" });
    const people = (await owner.inject({ url: "/api/people" })).json();
    expect(people).toContainEqual(expect.objectContaining({ email, membership: "reviewer" }));
    expect(await list(owner)).toMatchObject([{ email, state: "accepted" }]);
    // The invitation works only once.
    expect((await open(`/join?token=${token}`)).statusCode).toBe(400);
    expect((await postJoin(test, { token, ...NEWCOMER_FORM })).statusCode).toBe(400);
    const signIn = await test.app.inject({
      method: "POST",
      url: "/api/login",
      headers: { "content-type": "application/x-www-form-urlencoded" },
      payload: new URLSearchParams({ email, password: NEWCOMER_FORM.password }).toString(),
    });
    expect(signIn.statusCode).toBe(303);
  });

  it("two presses at the same moment make one person", async () => {
    const owner = await signInMember(test);
    const email = createAddress();
    await invite(owner, [email]);
    const token = await findInvitationToken(test, email);
    const answers = await Promise.all([1, 2, 3].map(() => postJoin(test, { token, ...NEWCOMER_FORM })));
    expect(answers.filter(({ statusCode }) => statusCode === 303)).toHaveLength(1);
    expect(await query("select from users where email = $1", [email])).toHaveLength(1);
  });

  it("there is one pending invitation for an address; sent again, the former link works no more", async () => {
    const owner = await signInMember(test);
    const email = createAddress();
    await invite(owner, [email]);
    const before = await findInvitationToken(test, email);
    expect((await invite(owner, [email], "viewer")).json().results).toMatchObject([{ outcome: "invited-already" }]);
    const [invitation] = await list(owner);
    const again = await owner.inject({ method: "POST", url: `/api/invitations/${invitation?.id}/resend` });
    expect([again.statusCode, again.json()]).toEqual([200, { link: null }]);
    const after = await findInvitationToken(test, email);
    expect(after).not.toBe(before);
    expect((await open(`/join?token=${before}`)).statusCode).toBe(400);
    expect((await open(`/join?token=${after}`)).statusCode).toBe(200);
    expect(await list(owner)).toHaveLength(1);
  });

  it("ends when it is revoked, after seven days, and with the access of whoever invited", async () => {
    const owner = await signInMember(test);
    const admin = await signInMember(test, "admin", owner.workspaceId);
    const [revoked, expired, orphan] = [createAddress(), createAddress(), createAddress()];
    await invite(owner, [revoked, expired]);
    await invite(admin, [orphan]);
    const tokens = await Promise.all([revoked, expired, orphan].map((email) => findInvitationToken(test, email)));
    const before = await Promise.all(tokens.map(async (token) => (await open(`/join?token=${token}`)).statusCode));
    expect(before).toEqual([200, 200, 200]);
    const [row] = await query("select id from invitations where email = $1", [revoked]);
    expect((await owner.inject({ method: "DELETE", url: `/api/invitations/${row.id}` })).statusCode).toBe(200);
    await query("update invitations set expires_at = now() - interval '1 minute' where email = $1", [expired]);
    await owner.inject({ method: "PATCH", url: `/api/people/${admin.id}`, payload: { membership: "editor" } });
    for (const token of tokens) {
      expect((await open(`/join?token=${token}`)).statusCode).toBe(400);
      expect((await postJoin(test, { token, ...NEWCOMER_FORM })).statusCode).toBe(400);
    }
    const states = Object.fromEntries((await list(owner)).map(({ email, state }) => [email, state]));
    expect(states).toEqual({ [revoked]: "revoked", [expired]: "expired", [orphan]: "pending" });
    // An expired invitation can be sent again, a revoked invitation cannot.
    const [late] = await query("select id from invitations where email = $1", [expired]);
    expect((await owner.inject({ method: "POST", url: `/api/invitations/${late.id}/resend` })).statusCode).toBe(200);
    expect((await open(`/join?token=${await findInvitationToken(test, expired)}`)).statusCode).toBe(200);
    expect((await owner.inject({ method: "POST", url: `/api/invitations/${row.id}/resend` })).statusCode).toBe(404);
  });

  it("nobody invites above themselves, and only owners and admins invite at all", async () => {
    const { id: workspaceId } = await buildWorkspace(test.db);
    const sent: Record<string, string[]> = {};
    for (const by of MEMBERSHIPS) {
      const person = await signInMember(test, by, workspaceId);
      const answers = await Promise.all(
        MEMBERSHIPS.map(async (role) => [role, (await invite(person, [createAddress()], role)).statusCode] as const),
      );
      sent[by] = answers.filter(([, status]) => status === 200).map(([role]) => role);
      for (const [, status] of answers) expect([200, 403]).toContain(status);
    }
    expect(sent).toEqual({
      owner: [...MEMBERSHIPS],
      admin: ["admin", "editor", "reviewer", "viewer"],
      editor: [],
      reviewer: [],
      viewer: [],
    });
  });

  it("cannot be used to fill a mailbox, or to send many mails", async () => {
    const email = createAddress();
    for (let inviters = 0; inviters < 12; inviters += 1) await invite(await signInMember(test), [email]);
    expect(await deliverMailsTo(test, email)).toHaveLength(10);
    const owner = await signInMember(test);
    await invite(owner, [createAddress()]);
    await query("update rate_limits set hits = 198 where key = $1", [`invite ${owner.workspaceId}`]);
    const some = Array.from({ length: 4 }, () => createAddress());
    const outcomes = (await invite(owner, some)).json().results.map(({ outcome }: { outcome: string }) => outcome);
    expect(outcomes).toEqual(["invited", "invited", "too-many", "too-many"]);
    const many = Array.from({ length: 51 }, () => createAddress());
    expect((await invite(owner, many)).statusCode).toBe(400);
    // 'somebody+anything' is the same mailbox as 'somebody'.
    const plus = createAddress();
    const tagged = ["", "+a", "+b", "+c", "+d"].map((tag) => plus.replace("@", `${tag}@`));
    const results = (await invite(await signInMember(test), tagged)).json().results as { outcome: string }[];
    expect(results.filter(({ outcome }) => outcome === "invited")).toHaveLength(3);
  });

  it("shows hostile names and words as text, in the mail and on the page", async () => {
    const name = `<img src=x onerror=alert(1)> evil.example\r\nBcc: all@acme.test`;
    const { id } = await buildWorkspace(test.db, { name });
    const owner = await signInMember(test, "owner", id);
    const email = createAddress();
    await invite(owner, [email], "viewer", "<script>alert(1)</script> https://evil.example/a \u202egnp");
    const mail = (await deliverMailsTo(test, email)).at(-1);
    expect(mail?.subject).not.toMatch(/[\r\n]/);
    expect(mail?.html).not.toMatch(/<img|<script/);
    // No mail program may turn the text into a link: the only URL is the product's.
    expect(mail?.text.match(/https?:\/\/[^\s⁠]+/g)).toHaveLength(1);
    expect(`${mail?.text}${mail?.subject}`).not.toMatch(/evil\.example|\u202e/);
    const page = await open(`/join?token=${await findInvitationToken(test, email)}`);
    expect(page.body).not.toMatch(/<img src|<script>alert/);
    expect(page.body).toContain("&lt;script&gt;");
  });

  it("an address with an account signs in to join, and nobody else takes its invitation", async () => {
    const owner = await signInMember(test);
    const guest = await signInMember(test);
    const stranger = await signInMember(test);
    await invite(owner, [guest.email], "viewer");
    const token = await findInvitationToken(test, guest.email);
    const page = await open(`/join?token=${token}`);
    expect(page.body).toContain(`/api/login?next=${encodeURIComponent(`/join?token=${token}`)}`);
    expect(page.body).not.toContain('name="password"');
    // A password that is sent without the page has no effect.
    expect((await postJoin(test, { token, ...NEWCOMER_FORM })).cookies).toEqual([]);
    expect((await open(`/join?token=${token}`, stranger.cookie)).body).toContain("Sign out");
    expect((await postJoin(test, { token }, stranger.cookie)).statusCode).toBe(409);
    expect((await postJoin(test, { token }, guest.cookie)).headers.location).toBe("/");
    expect(await me(guest.cookie)).toMatchObject({ email: guest.email, membership: "viewer" });
    expect((await invite(owner, [guest.email])).json().results).toMatchObject([{ outcome: "member" }]);
  });

  it("a sign-up that nobody confirmed gives the address to whoever has the mailbox", async () => {
    const owner = await signInMember(test);
    const email = createAddress();
    const account = { firstName: "Mal", lastName: "Ory", email, company: "Mine", password: "a stranger's" };
    await createAccount(test.deps, account);
    await invite(owner, [email]);
    const joined = await postJoin(test, { token: await findInvitationToken(test, email), ...NEWCOMER_FORM });
    expect(joined.headers.location).toBe("/");
    expect(await query("select first_name from users where email = $1", [email])).toEqual([{ first_name: "Grace" }]);
  });

  it("whoever was removed comes back by an invitation, to what they wrote, and a directory's people do not", async () => {
    const owner = await signInMember(test);
    const email = createAddress();
    await invite(owner, [email]);
    const first = await postJoin(test, { token: await findInvitationToken(test, email), ...NEWCOMER_FORM });
    const { id } = await me(buildCookie(first));
    await owner.inject({ method: "DELETE", url: `/api/people/${id}` });
    expect((await open("/api/auth/user", buildCookie(first))).statusCode).toBe(401);
    await invite(owner, [email], "viewer");
    const back = await postJoin(test, {
      token: await findInvitationToken(test, email),
      ...NEWCOMER_FORM,
      password: "another one!",
      confirm: "another one!",
    });
    expect(await me(buildCookie(back))).toMatchObject({ id, membership: "viewer" });
    await query(
      "insert into provisioned_people (workspace_id, user_id, user_name, is_made) values ($1, $2, 'x', true)",
      [owner.workspaceId, id],
    );
    await query("update users set deactivated_at = now() where id = $1", [id]);
    expect((await invite(owner, [email])).json().results).toMatchObject([{ outcome: "directory" }]);
  });
});

describe("an invitation by link", () => {
  const makeLink = async (by: Awaited<ReturnType<typeof signInMember>>, membership = "editor") => {
    const answer = await by.inject({ method: "POST", url: "/api/invitation-links", payload: { membership, days: 7 } });
    return answer.json() as { id: string; link: string };
  };
  const tokenIn = (link: string) => new URL(link).searchParams.get("link") ?? "";

  it("sends whoever has it an invitation to their own address, and lets in who is signed in", async () => {
    const owner = await signInMember(test);
    const { link } = await makeLink(owner, "reviewer");
    const email = createAddress();
    expect((await open(link.replace("http://localhost:3000", ""))).body).toContain('name="email"');
    const asked = await postJoin(test, { link: tokenIn(link), email });
    expect([asked.statusCode, asked.cookies]).toEqual([200, []]);
    expect(await query("select from users where email = $1", [email])).toEqual([]);
    const joined = await postJoin(test, { token: await findInvitationToken(test, email), ...NEWCOMER_FORM });
    expect(await me(buildCookie(joined))).toMatchObject({ email, membership: "reviewer" });

    const guest = await signInMember(test);
    expect((await postJoin(test, { link: tokenIn(link) }, guest.cookie)).headers.location).toBe("/");
    expect(await me(guest.cookie)).toMatchObject({ membership: "reviewer" });
    const [kept] = (await owner.inject({ url: "/api/invitation-links" })).json();
    expect(kept).toMatchObject({ joined: 2, last4: link.slice(-4) });
    expect(JSON.stringify(kept)).not.toContain(tokenIn(link));
  });

  it("works no more when it is revoked, with what was asked for by it, and does not bring removed people back", async () => {
    const owner = await signInMember(test);
    const { id, link } = await makeLink(owner);
    const guest = await signInMember(test);
    await postJoin(test, { link: tokenIn(link) }, guest.cookie);
    const [row] = await query("select id from users where email = $1 and workspace_id = $2", [
      guest.email,
      owner.workspaceId,
    ]);
    await owner.inject({ method: "DELETE", url: `/api/people/${row.id}` });
    const back = await test.signIn(guest);
    expect((await postJoin(test, { link: tokenIn(link) }, back.cookie)).statusCode).toBe(409);

    const email = createAddress();
    await postJoin(test, { link: tokenIn(link), email });
    const token = await findInvitationToken(test, email);
    await owner.inject({ method: "DELETE", url: `/api/invitation-links/${id}` });
    expect((await open(`/join?token=${token}`)).statusCode).toBe(400);
    expect((await postJoin(test, { link: tokenIn(link), email: createAddress() })).statusCode).toBe(400);
  });

  it("makes nobody an owner", async () => {
    const owner = await signInMember(test);
    const payload = { membership: "owner", days: 7 };
    expect((await owner.inject({ method: "POST", url: "/api/invitation-links", payload })).statusCode).toBe(400);
  });
});

describe("the mail domain", () => {
  it("lets people in once it is proven and an admin says so, with the role for newcomers", async () => {
    const owner = await signInMember(test);
    const domain = `company${Date.now()}.test`;
    const email = createAddress(domain);
    const ask = () => postJoin(test, { email });
    const mailsSent = async () => (await deliverMailsTo(test, email)).length;
    const row = await buildMailDomain(test.db, { workspaceId: owner.workspaceId, domain });
    await owner.inject({ method: "PUT", url: "/api/newcomers", payload: { membership: "viewer", joinByDomain: true } });
    const answers = [(await ask()).body.replaceAll(email, "")];
    expect(await mailsSent()).toBe(0);
    await query("update mail_domains set proven_at = now() where id = $1", [row.id]);
    answers.push((await ask()).body.replaceAll(email, ""));
    expect(await mailsSent()).toBe(1);
    // The page is the same for a known and an unknown address.
    expect(answers[0]).toBe(answers[1]);
    const token = await findInvitationToken(test, email);
    await query("update mail_domains set proven_at = null where id = $1", [row.id]);
    expect((await open(`/join?token=${token}`)).statusCode).toBe(400);
    await query("update mail_domains set proven_at = now() where id = $1", [row.id]);
    expect(await me(buildCookie(await postJoin(test, { token, ...NEWCOMER_FORM })))).toMatchObject({
      email,
      membership: "viewer",
    });
  });

  it("offers the workspace to whoever has such an address and works elsewhere", async () => {
    const owner = await signInMember(test);
    const domain = `elsewhere${Date.now()}.test`;
    await buildMailDomain(test.db, { workspaceId: owner.workspaceId, domain, provenAt: new Date() });
    const email = createAddress(domain);
    const account = {
      firstName: "Lin",
      lastName: "Wu",
      email,
      company: "Mine",
      password: "lin's password",
      verified: true,
    };
    const ids = await createAccount(test.deps, account);
    const lin = await test.signIn({ id: ids.userId, workspaceId: ids.workspaceId });
    const joinable = async () => (await lin.inject({ url: "/api/workspaces" })).json().joinable;
    const join = () => lin.inject({ method: "POST", url: `/api/workspaces/${owner.workspaceId}/join` });
    expect(await joinable()).toEqual([]);
    expect((await join()).statusCode).toBe(404);
    await owner.inject({ method: "PUT", url: "/api/newcomers", payload: { membership: "viewer", joinByDomain: true } });
    expect(await joinable()).toMatchObject([{ id: owner.workspaceId }]);
    expect((await join()).statusCode).toBe(200);
    expect(await me(lin.cookie)).toMatchObject({ email, membership: "viewer" });
  });
});
