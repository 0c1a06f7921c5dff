import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import {
  IDENTITY_CLIENT,
  type IdentityAccount,
  type IdentityStandIn,
  startIdentityStandIn,
} from "../../../tools/stand-ins/identity/identity-provider.ts";
import { newId } from "../../db/new-id.ts";
import { mailDomains, provisionedPeople } from "../../db/schema.ts";
import { buildUser } from "../../testing/factories.ts";
import { createTestApp, type TestApp } from "../../testing/test-app.ts";
import { createAccount } from "../accounts/create-account.ts";
import { USER_SCHEMA } from "../scim/user-resource.ts";
import { signOnAttempt } from "./attempt.ts";
import { SignOnBrowser } from "./testing/visitor.ts";

const HERE = "http://localhost:3000";
const PASSWORD = "compilers!";
let provider: IdentityStandIn;
let test: TestApp;
const more: TestApp[] = [];
let number = 0;

const settings = (variables: Record<string, string> = {}) => ({
  OIDC_ISSUER: provider.url,
  OIDC_CLIENT_ID: IDENTITY_CLIENT.id,
  OIDC_CLIENT_SECRET: IDENTITY_CLIENT.secret,
  OIDC_NAME: "Acme",
  EGRESS_ALLOW: new URL(provider.url).host,
  ...variables,
});

beforeAll(async () => {
  provider = await startIdentityStandIn({ redirectUri: `${HERE}/api/login/callback`, signedOutUri: `${HERE}/` });
  test = await createTestApp({ variables: settings() });
});
afterEach(async () => {
  for (const app of more.splice(0)) await app.close();
});
afterAll(async () => {
  await test.close();
  await provider.close();
});

async function installation(variables: Record<string, string>): Promise<TestApp> {
  const app = await createTestApp({ variables: settings(variables) });
  more.push(app);
  return app;
}

/** Returns a person known to the provider, with a random user name and subject. */
function known(values: Partial<IdentityAccount> = {}) {
  number += 1;
  const login = `grace${number}`;
  const account = {
    id: `sub-${number}`,
    email: `${login}@acme.test`,
    firstName: "Grace",
    lastName: "Hopper",
    ...values,
  };
  provider.accounts.set(login, account);
  return { login, ...account };
}

const withPassword = (email: string, values: { verified?: boolean; company?: string } = {}, { deps } = test) =>
  createAccount(deps, {
    firstName: "G",
    lastName: "H",
    company: "Acme",
    password: PASSWORD,
    verified: true,
    ...values,
    email,
  });

const whoAmI = (visitor: SignOnBrowser) => visitor.open("/api/auth/user");
const rowsOf = async (email: string, { db } = test) =>
  (await db.$client.query("select * from users where email = $1", [email])).rows;
const alertOf = ({ body }: { body: string }) =>
  /role="alert">([^<]*)</.exec(body)?.[1]?.replaceAll("&#39;", "'") ?? "no alert";

describe("signing in at the provider", () => {
  let visitor: SignOnBrowser;
  beforeEach(() => {
    visitor = new SignOnBrowser(test.app);
  });

  it("leads there with a code, PKCE, a state and a nonce that differ each time, and says nothing to anybody else", async () => {
    const [one, other] = [await visitor.open("/api/login"), await visitor.open("/api/login")];
    expect([one.statusCode, other.statusCode]).toEqual([303, 303]);
    const [first, second] = [one, other].map(({ headers }) => new URL(headers.location ?? "").searchParams);
    expect(Object.fromEntries(first ?? [])).toMatchObject({
      client_id: IDENTITY_CLIENT.id,
      response_type: "code",
      scope: "openid email profile",
      redirect_uri: `${HERE}/api/login/callback`,
      code_challenge_method: "S256",
    });
    for (const name of ["state", "nonce", "code_challenge"]) {
      expect(first?.get(name)).toMatch(/^[\w-]{43}$/);
      expect(first?.get(name)).not.toBe(second?.get(name));
    }
    expect(one.cookies[0]).toMatchObject({ name: "sign-on", httpOnly: true, sameSite: "Lax", maxAge: 600 });
    expect(one.cookies[0]?.value).not.toContain(first?.get("state"));
    expect(one.headers["cache-control"]).toBe("no-store");
  });

  it("brings an invited person into the workspace that invites, and opens no other one", async () => {
    const owner = await test.signIn();
    const grace = known();
    const payload = { emails: [grace.email], membership: "reviewer" };
    const answer = await owner.inject({ method: "POST", url: "/api/invitations", payload });
    const link = new URL(answer.json().results[0].link);
    const page = await visitor.open(link.href);
    // Only the provider proved the mailbox, because this installation sends no mail.
    expect(page.body).not.toContain('name="password"');
    const next = /href="(\/api\/login\?next=[^"]+)"/.exec(page.body)?.[1] ?? "";
    const back = await visitor.signIn(grace.login, next);
    expect((await visitor.open(back.headers.location ?? "")).headers.location).toBe("/");
    expect((await whoAmI(visitor)).json()).toMatchObject({ email: grace.email, membership: "reviewer" });
    const rows = await rowsOf(grace.email);
    expect(rows.map((row) => row.workspace_id)).toEqual([owner.viewer.workspaceId]);
    // A link for one person does not let another person in.
    const alan = known();
    const stranger = new SignOnBrowser(test.app);
    await stranger.signIn(alan.login, next);
    expect((await rowsOf(alan.email)).map((row) => row.workspace_id)).not.toContain(owner.viewer.workspaceId);
  });

  it("leads past a workspace that has removed the person to one that has not", async () => {
    const [owner, other] = [await test.signIn(), await test.signIn()];
    const grace = known();
    await visitor.signIn(grace.login);
    const { id } = (await whoAmI(visitor)).json();
    for (const { viewer } of [owner, other])
      await test.db.$client.query(
        `insert into users (workspace_id, id, person_id, email, first_name, last_name, company, membership, email_verified_at, entered_at)
         select $1, gen_random_uuid(), person_id, email, '', '', '', 'viewer', now(), now() from users where id = $2`,
        [viewer.workspaceId, id],
      );
    await test.db.$client.query("update users set deactivated_at = now() where email = $1 and workspace_id <> $2", [
      grace.email,
      owner.viewer.workspaceId,
    ]);
    const again = new SignOnBrowser(test.app);
    await again.signIn(grace.login);
    const { own } = (await again.open("/api/workspaces")).json();
    expect(own).toMatchObject([{ id: owner.viewer.workspaceId, isActive: true }]);
    await test.db.$client.query("update users set deactivated_at = now() where email = $1", [grace.email]);
    expect((await new SignOnBrowser(test.app).signIn(grace.login)).statusCode).toBe(403);
  });

  it("opens a workspace of their own for somebody new, and knows them the next time although their address has changed", async () => {
    const grace = known();
    const answer = await visitor.signIn(grace.login, "/api/login?next=/articles%3Ftags=vpn");
    expect([answer.statusCode, answer.headers.location]).toEqual([303, "/articles?tags=vpn"]);
    const me = (await whoAmI(visitor)).json();
    expect(me).toMatchObject({ firstName: "Grace", lastName: "Hopper", email: grace.email, passwordManagedBy: "Acme" });

    provider.accounts.set(grace.login, { ...grace, email: `new-${grace.email}` });
    const again = new SignOnBrowser(test.app);
    await again.signIn(grace.login);
    expect((await whoAmI(again)).json()).toMatchObject({ id: me.id, email: grace.email });
    expect(await rowsOf(`new-${grace.email}`)).toEqual([]);
  });

  it("finds the account with the verified address, whose password goes on working", async () => {
    const grace = known({ email: "Grace.Hopper@Acme.test" });
    const { userId } = await withPassword("grace.hopper@acme.test");
    await visitor.signIn(grace.login);
    expect((await whoAmI(visitor)).json()).toMatchObject({ id: userId, passwordManagedBy: null });
    const changed = await visitor.open("/api/login?with=password");
    expect(changed.headers.location).toBe("/");
  });

  it("takes no account over by an address that the provider has not verified", async () => {
    const grace = known({ isEmailVerified: false });
    await withPassword(grace.email);
    const answer = await visitor.signIn(grace.login);
    expect(answer.statusCode).toBe(403);
    expect(alertOf(answer)).toContain("Acme has not confirmed your email address.");
    expect((await whoAmI(visitor)).statusCode).toBe(401);
    const { rows } = await test.db.$client.query("select from identities where subject = $1", [grace.id]);
    expect(rows).toEqual([]);
  });

  it("lets nobody into the account of another person who had the address before", async () => {
    const email = "shared@acme.test";
    const [before, after] = [known({ email }), known({ email })];
    await visitor.signIn(before.login);
    const answer = await new SignOnBrowser(test.app).signIn(after.login);
    expect(answer.statusCode).toBe(403);
    expect(alertOf(answer)).toContain("Another person of your identity provider uses this account.");
  });

  it("takes the password away from an account nobody ever confirmed: whoever set it may be a stranger", async () => {
    const grace = known();
    const { userId } = await withPassword(grace.email, { verified: false, company: "Stranger" });
    await visitor.signIn(grace.login);
    expect((await whoAmI(visitor)).json()).toMatchObject({ id: userId, firstName: "Grace", passwordManagedBy: "Acme" });
    expect((await rowsOf(grace.email))[0]).toMatchObject({ password_hash: null });
  });

  it("takes the password and the sessions from an account whose address nobody proved, and proves the address", async () => {
    const grace = known();
    const { userId, workspaceId } = await withPassword(grace.email, { company: "Stranger" });
    await test.db.$client.query("update users set email_proof = 'nobody' where id = $1", [userId]);
    const stranger = await test.signIn({ id: userId, workspaceId });
    await visitor.signIn(grace.login);
    expect((await whoAmI(visitor)).json()).toMatchObject({ id: userId });
    expect((await rowsOf(grace.email))[0]).toMatchObject({ password_hash: null, email_proof: "provider" });
    expect((await stranger.inject({ url: "/api/auth/user" })).statusCode).toBe(401);
    const log = await test.db.$client.query("select message from activity_logs where workspace_id = $1", [workspaceId]);
    expect(log.rows.map(({ message }) => message)).toContainEqual(
      expect.stringContaining(`proved the address ${grace.email}`),
    );
  });

  it("makes one account of two windows that come back at the same moment", async () => {
    const grace = known();
    const windows = [new SignOnBrowser(test.app), new SignOnBrowser(test.app)];
    const backs = await Promise.all(
      windows.map(async (window) => {
        const there = (await window.open("/api/login")).headers.location ?? "";
        return { window, address: await window.signInAt(there, grace.login) };
      }),
    );
    const answers = await Promise.all(backs.map(({ window, address }) => window.open(address)));
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([303, 303]);
    expect(await rowsOf(grace.email)).toHaveLength(1);
  });

  it("gives the browser a new session and ends the one it had", async () => {
    const { cookie } = await test.signIn();
    const before = cookie.slice("sid=".length);
    const there = (await visitor.open("/api/login")).headers.location ?? "";
    visitor.cookies["sid"] = before;
    await visitor.open(await visitor.signInAt(there, known().login));
    expect(visitor.cookies["sid"]).not.toBe(before);
    const old = await test.app.inject({ url: "/api/auth/user", headers: { cookie } });
    expect([old.statusCode, (await whoAmI(visitor)).statusCode]).toEqual([401, 200]);
  });

  it("leaves a deactivated person outside", async () => {
    const grace = known();
    await visitor.signIn(grace.login);
    await test.db.$client.query("update users set deactivated_at = now() where email = $1", [grace.email]);
    expect((await whoAmI(visitor)).statusCode).toBe(401);
    const answer = await new SignOnBrowser(test.app).signIn(grace.login);
    expect(answer.statusCode).toBe(403);
    expect(alertOf(answer)).toContain(
      "This account has no access any more: your company, or an owner or admin of the workspace, removed it.",
    );
    expect(answer.body).toContain('href="/api/login?with=another">Sign in as somebody else</a>');
    const another = (await visitor.open("/api/login?with=another")).headers.location ?? "";
    expect(new URL(another).searchParams.get("prompt")).toBe("login");
  });

  it("says so when the person turned back, with a way out", async () => {
    const answer = await visitor.signIn("nobody");
    expect(answer.statusCode).toBe(400);
    expect(alertOf(answer)).toBe("You did not sign in with Acme.");
    expect(answer.body).toContain('href="/api/login"');
    expect(answer.body).toContain('href="/api/login?with=password"');
  });
});

describe("a sign-in that is not the browser's own", () => {
  const begun = async (login: string) => {
    const visitor = new SignOnBrowser(test.app);
    const there = (await visitor.open("/api/login")).headers.location ?? "";
    return { visitor, address: await visitor.signInAt(there, login) };
  };
  const isRefused = async (visitor: SignOnBrowser, address: string, sentence: string) => {
    const answer = await visitor.open(address);
    expect(answer.statusCode).toBeGreaterThanOrEqual(400);
    expect(alertOf(answer)).toContain(sentence);
    expect(visitor.cookies).not.toHaveProperty("sid");
  };

  it("is refused in another browser: nobody is signed in to an attacker's account by a link", async () => {
    const { address } = await begun(known().login);
    await isRefused(new SignOnBrowser(test.app), address, "This sign-in was not started in this browser");
    const other = await begun(known().login);
    await isRefused(other.visitor, address, "This sign-in was not started in this browser");
  });

  it("is refused when it is sent a second time, also with the cookie of the first", async () => {
    const { visitor, address } = await begun(known().login);
    const cookie = visitor.cookies["sign-on"] ?? "";
    expect((await visitor.open(address)).statusCode).toBe(303);
    const thief = new SignOnBrowser(test.app);
    thief.cookies["sign-on"] = cookie;
    await isRefused(thief, address, "was already used");
  });

  it("is refused after ten minutes, and with a cookie that was changed", async () => {
    const { visitor, address } = await begun(known().login);
    const state = new URL(address).searchParams.get("state") ?? "";
    const attempt = { state, nonce: "n", verifier: "v", next: "/", startedAt: Date.now() - 10 * 60_000 - 1 };
    visitor.cookies["sign-on"] = signOnAttempt.seal(test.deps.secrets, attempt);
    await isRefused(visitor, address, "took longer than ten minutes");
    visitor.cookies["sign-on"] = "v1.k1.x.y.z";
    await isRefused(visitor, address, "took longer than ten minutes");
  });

  it("is refused with the answer of another provider, with a foreign code, and with the nonce or the verifier of another sign-in", async () => {
    const mixed = await begun(known().login);
    await isRefused(
      mixed.visitor,
      mixed.address.replace(/iss=[^&]*/, "iss=https%3A%2F%2Fevil.test"),
      "did not confirm who you are",
    );
    const foreign = await begun(known().login);
    await isRefused(
      foreign.visitor,
      foreign.address.replace(/code=[^&]*/, "code=guessed"),
      "did not confirm who you are",
    );

    for (const part of [{ nonce: "another" }, { verifier: "x".repeat(43) }]) {
      const { visitor, address } = await begun(known().login);
      const kept = signOnAttempt.open(test.deps.secrets, visitor.cookies["sign-on"]);
      if (!kept) throw new Error("The cookie of a sign-in that was begun opens.");
      visitor.cookies["sign-on"] = signOnAttempt.seal(test.deps.secrets, { ...kept, ...part });
      await isRefused(visitor, address, "did not confirm who you are");
    }
  });
});

describe("the password page beside it", () => {
  it("is at /api/login?with=password, leads to the provider as well, and still lets people in", async () => {
    const page = await test.app.inject("/api/login?with=password&next=/logs");
    expect(page.statusCode).toBe(200);
    expect(page.body).toContain('href="/api/login?next=%2Flogs">Sign in with Acme</a>');
    await withPassword("pass@acme.test");
    expect((await post(test, "pass@acme.test")).statusCode).toBe(303);
  });

  it("AUTH-011 says that another provider keeps the password, and changes nothing", async () => {
    const grace = known();
    const visitor = new SignOnBrowser(test.app);
    await visitor.signIn(grace.login);
    const answer = await test.app.inject({
      method: "POST",
      url: "/api/auth/change-password",
      cookies: visitor.cookies,
      payload: { currentPassword: "whatever", newPassword: "something-else" },
    });
    expect(answer.statusCode).toBe(409);
    expect(answer.json().message).toBe(
      "The password of this account is managed by Acme. Change it there; nothing was changed here.",
    );
    expect((await rowsOf(grace.email))[0]).toMatchObject({ password_hash: null });
  });

  it("is gone where the operator turned passwords off", async () => {
    const strict = await installation({ OIDC_PASSWORD_SIGN_IN: "no" });
    await withPassword("pass@acme.test", {}, strict);
    expect((await strict.app.inject("/api/login?with=password")).headers.location).toContain(provider.url);
    const answer = await post(strict, "pass@acme.test");
    expect([answer.statusCode, answer.cookies]).toEqual([403, []]);
    expect(answer.body).toContain("Passwords are turned off here.");
    for (const url of ["/signup", "/forgot-password"])
      expect((await strict.app.inject(url)).headers.location).toBe("/api/login");
    const registering = await strict.app.inject({ method: "POST", url: "/api/register", payload: {} });
    expect([registering.statusCode, registering.json().message]).toEqual([
      403,
      "Accounts come from the identity provider here. Sign in there.",
    ]);
  });

  const post = ({ app }: TestApp, email: string) =>
    app.inject({
      method: "POST",
      url: "/api/login",
      headers: { "content-type": "application/x-www-form-urlencoded" },
      payload: new URLSearchParams({ email, password: PASSWORD }).toString(),
    });
});

describe("signing out", () => {
  it("ends the provider's session too, for those who came from there", async () => {
    const visitor = new SignOnBrowser(test.app);
    await visitor.signIn(known().login);
    const out = await visitor.open("/api/logout");
    const target = new URL(out.headers.location ?? "");
    expect(target.origin).toBe(provider.url);
    expect(target.searchParams.get("post_logout_redirect_uri")).toBe(`${HERE}/`);
    expect(target.searchParams.get("id_token_hint")).toMatch(/^ey/);
    expect((await whoAmI(visitor)).statusCode).toBe(401);

    const { inject } = await test.signIn();
    expect((await inject({ url: "/api/logout" })).headers.location).toBe("/");
  });

  it("keeps nothing readable of the provider's tokens", async () => {
    await new SignOnBrowser(test.app).signIn(known().login);
    const { rows } = await test.db.$client.query<{ row: string }>("select p::text as row from provider_sessions p");
    expect(rows.length).toBeGreaterThan(0);
    // Matches header and body of a signed token, because encrypted text may contain these three letters by chance.
    expect(rows.filter(({ row }) => /eyJ[\w-]{8,}\.eyJ/.test(row))).toEqual([]);
  });
});

describe("the operator's settings", () => {
  it("put everybody into the workspace of the company, and say so in its log", async () => {
    const company = await installation({ OIDC_WORKSPACE: "ada@acme.test", OIDC_DOMAINS: "acme.test" });
    const grace = known();
    const visitor = new SignOnBrowser(company.app);
    const early = await visitor.signIn(grace.login);
    expect(early.statusCode).toBe(503);
    expect(alertOf(early)).toContain("The workspace that new people join does not exist.");

    const { workspaceId } = await withPassword("ada@acme.test", {}, company);
    expect((await visitor.signIn(grace.login)).statusCode).toBe(303);
    expect((await rowsOf(grace.email, company))[0]).toMatchObject({ workspace_id: workspaceId, company: "Acme" });
    const logs = await visitor.open("/api/logs");
    expect(logs.json()[0]).toMatchObject({ message: "Grace Hopper joined by Acme." });

    const stranger = await new SignOnBrowser(company.app).signIn(known({ email: "eve@evil.test" }).login);
    expect(stranger.statusCode).toBe(403);
    expect(alertOf(stranger)).toBe("People at evil.test cannot sign in here.");
  });

  const asStranger = async ({ db, signIn }: TestApp) =>
    signIn(await buildUser(db, { email: `eve${number}@evil.test` }));

  it.each([{ OIDC_DOMAINS: "acme.test" }, { OIDC_DOMAINS: "acme.test", OIDC_WORKSPACE: "ada@acme.test" }])(
    "let no other workspace claim people at the company's domain by provisioning: %j",
    async (variables) => {
      const company = await installation(variables);
      const ada = await withPassword("ada@acme.test", {}, company);
      const stranger = await asStranger(company);
      const { token } = (await stranger.inject({ method: "POST", url: "/api/provisioning/tokens" })).json();
      const ceo = known();
      const add = (bearer: string, email: string) =>
        company.app.inject({
          method: "POST",
          url: "/scim/v2/Users",
          headers: { authorization: `Bearer ${bearer}`, "content-type": "application/scim+json" },
          payload: JSON.stringify({ schemas: [USER_SCHEMA], userName: email }),
        });
      expect((await add(token, ceo.email)).statusCode).toBe(403);
      const visitor = new SignOnBrowser(company.app);
      expect((await visitor.signIn(ceo.login)).statusCode).toBe(303);
      const [row] = await rowsOf(ceo.email, company);
      expect(row.workspace_id).not.toBe(stranger.viewer.workspaceId);

      const isOperators = "OIDC_WORKSPACE" in variables;
      if (isOperators) expect(row.workspace_id).toBe(ada.workspaceId);
      const owner = await company.signIn({ id: ada.userId, workspaceId: ada.workspaceId });
      const { token: own } = (await owner.inject({ method: "POST", url: "/api/provisioning/tokens" })).json();
      expect((await add(own, `new.${ceo.email}`)).statusCode).toBe(isOperators ? 201 : 403);
    },
  );

  it("take a person back whom a workspace without a claim to the domain had given itself", async () => {
    const company = await installation({ OIDC_DOMAINS: "acme.test", OIDC_WORKSPACE: "ada@acme.test" });
    const { workspaceId } = await withPassword("ada@acme.test", {}, company);
    const stranger = await asStranger(company);
    const ceo = known();
    // Recreates a state that an earlier release allowed.
    const squatted = await buildUser(company.db, {
      workspaceId: stranger.viewer.workspaceId,
      email: ceo.email,
      membership: "editor",
    });
    const made = { workspaceId: stranger.viewer.workspaceId, userId: squatted.id, userName: ceo.email, isMade: true };
    await company.db.insert(provisionedPeople).values(made);
    const visitor = new SignOnBrowser(company.app);
    expect((await visitor.signIn(ceo.login)).statusCode).toBe(303);
    expect((await rowsOf(ceo.email, company))[0]).toMatchObject({ workspace_id: workspaceId, membership: "editor" });
    const { rows } = await company.db.$client.query("select * from users where id = $1", [squatted.id]);
    expect(rows[0]).toMatchObject({ email: `${squatted.id}@withdrawn.invalid`, deactivated_at: expect.any(Date) });

    // A workspace that has proven the domain keeps its people: the provider moves nobody away and adds nobody.
    const second = known();
    const claimed = await buildUser(company.db, { workspaceId: stranger.viewer.workspaceId, email: second.email });
    await company.db.insert(provisionedPeople).values({ ...made, userId: claimed.id, userName: second.email });
    const proof = { id: newId(), domain: "acme.test", challenge: "c", provenAt: new Date() };
    await company.db.insert(mailDomains).values({ workspaceId: stranger.viewer.workspaceId, ...proof });
    const answer = await new SignOnBrowser(company.app).signIn(second.login);
    expect(answer.statusCode).toBe(403);
    expect(alertOf(answer)).toBe("Another workspace here provisions people with your address. Ask your administrator.");
  });

  it("mean the person who has confirmed the address: whoever only typed it gets nobody into a workspace of theirs", async () => {
    const company = await installation({ OIDC_WORKSPACE: "ada@acme.test" });
    await withPassword("ada@acme.test", { verified: false, company: "Stranger" }, company);
    const answer = await new SignOnBrowser(company.app).signIn(known().login);
    expect(answer.statusCode).toBe(503);
    expect(alertOf(answer)).toContain("The workspace that new people join does not exist.");
  });

  it("a provider that does not answer is said, with the password as the way out", async () => {
    const lost = await installation({ OIDC_ISSUER: "http://127.0.0.1:9", EGRESS_ALLOW: "127.0.0.1:9" });
    const answer = await lost.app.inject("/api/login");
    expect(answer.statusCode).toBe(502);
    expect(alertOf(answer)).toContain("Acme could not be reached.");
    expect(answer.body).toContain('href="/api/login?with=password"');
  });
});
