import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { Membership } from "../../../shared/domain/access.ts";
import {
  IDENTITY_CLIENT,
  type IdentityAccount,
  type IdentityStandIn,
  startIdentityStandIn,
} from "../../../tools/stand-ins/identity/identity-provider.ts";
import { SignOnFailure } from "../../identity/identity-provider.ts";
import { readPerson } from "../../identity/provider-person.ts";
import { buildMailDomain, buildUser } from "../../testing/factories.ts";
import { createTestApp, type SignedIn, type TestApp } from "../../testing/test-app.ts";
import { createAccount } from "../accounts/create-account.ts";
import { explainSignOnFailure } from "./test-result.ts";
import { SignOnBrowser } from "./testing/visitor.ts";

const HERE = "http://localhost:3000";
const PASSWORD = "compilers!";
let test: TestApp;
let number = 0;
const standIns: IdentityStandIn[] = [];

beforeAll(async () => {
  test = await createTestApp({ variables: { EGRESS_ALLOW: "127.0.0.1", SMTP_URL: "smtp://mail.test" } });
});
// All requests come from one network address, so the limits are reset.
beforeEach(async () => void (await test.db.$client.query("delete from rate_limits")));
afterEach(async () => {
  for (const standIn of standIns.splice(0)) await standIn.close();
});
afterAll(() => test.close());

interface Company {
  domain: string;
  ada: SignedIn;
  provider: IdentityStandIn;
  workspaceId: string;
}

/** Creates a workspace that Ada owns, with a proven domain and an identity provider. */
async function newCompany({ isProven = true, alsoFor = "" } = {}): Promise<Company> {
  number += 1;
  const domain = `company${number}.test`;
  const ada = await test.signIn(await buildUser(test.db, { email: `ada@${domain}`, membership: "owner" }));
  const { workspaceId } = ada.viewer;
  await buildMailDomain(test.db, { workspaceId, domain, provenAt: isProven ? new Date() : null });
  const redirectUri = [workspaceId, alsoFor].filter(Boolean).map((id) => `${HERE}/api/login/workspace/${id}/callback`);
  const provider = await startIdentityStandIn({ redirectUri, signedOutUri: `${HERE}/` });
  standIns.push(provider);
  return { domain, ada, provider, workspaceId };
}

const call = async (
  { inject }: SignedIn,
  method: "GET" | "PUT" | "POST" | "PATCH" | "DELETE",
  path = "",
  payload?: object,
) => inject({ method, url: `/api/single-sign-on${path}`, ...(payload && { payload }) });

const configuration = ({ provider }: Pick<Company, "provider">) => ({
  issuer: provider.url,
  clientId: IDENTITY_CLIENT.id,
  clientSecret: IDENTITY_CLIENT.secret,
  scopes: "openid email profile",
});

/** Returns a person known to the company's provider, with a random user name and subject. */
function known({ provider, domain }: Company, values: Partial<IdentityAccount> = {}) {
  number += 1;
  const login = `grace${number}`;
  const account = {
    id: `sub-${number}`,
    email: `${login}@${domain}`,
    firstName: "Grace",
    lastName: "Hopper",
    ...values,
  };
  provider.accounts.set(login, account);
  return { login, ...account };
}

/** Runs the provider test in a tab of that person's browser. */
async function runTest(person: SignedIn, login: string) {
  const tab = new SignOnBrowser(test.app);
  tab.cookies["sid"] = person.cookie.slice("sid=".length);
  const answer = await tab.open("/api/single-sign-on/test");
  const there = answer.headers.location;
  return there ? tab.open(await tab.signInAt(there, login)) : answer;
}

/** Creates a company whose provider Ada configured, tested and activated. */
async function activeCompany(options: Parameters<typeof newCompany>[0] = {}): Promise<Company> {
  const company = await newCompany(options);
  await activate(company, company.ada);
  return company;
}

async function activate(company: Company, by: SignedIn) {
  const { draft } = (await call(by, "PUT", "", configuration(company))).json();
  expect((await runTest(by, known(company).login)).statusCode).toBe(200);
  expect((await call(by, "POST", "/activate", { id: draft.id })).statusCode).toBe(200);
}

const start = ({ workspaceId }: Pick<Company, "workspaceId">) => `/api/login/workspace/${workspaceId}`;
const whoAmI = (visitor: SignOnBrowser) => visitor.open("/api/auth/user");
const rowsOf = async (email: string) =>
  (await test.db.$client.query("select * from users where email = $1 order by created_at", [email])).rows;
const alertOf = ({ body }: { body: string }) =>
  /role="alert">([^<]*)</.exec(body)?.[1]?.replaceAll("&#39;", "'") ?? "no alert";
const personWithPassword = (email: string) =>
  createAccount(test.deps, {
    firstName: "Grace",
    lastName: "Hopper",
    company: "Elsewhere",
    password: PASSWORD,
    verified: true,
    email,
  });
const post = (url: string, fields: Record<string, string>) =>
  test.app.inject({
    method: "POST",
    url,
    headers: { "content-type": "application/x-www-form-urlencoded" },
    payload: new URLSearchParams(fields).toString(),
  });
const isRefused = async (visitor: SignOnBrowser, address: string, sentence: string) => {
  const answer = await visitor.open(address);
  expect(answer.statusCode).toBeGreaterThanOrEqual(400);
  expect(alertOf(answer)).toContain(sentence);
  expect(visitor.cookies).not.toHaveProperty("sid");
};

describe("setting it up", () => {
  it("shows the address to register, keeps the secret to itself, and is for owners and admins alone", async () => {
    const company = await newCompany();
    const saved = await call(company.ada, "PUT", "", configuration(company));
    expect(saved.json()).toMatchObject({
      redirectUri: `${HERE}/api/login/workspace/${company.workspaceId}/callback`,
      draft: { issuer: company.provider.url, testedAt: null },
      active: null,
      domains: [{ domain: company.domain, isProven: true, signsOn: false }],
    });
    expect(saved.body).not.toContain(IDENTITY_CLIENT.secret);
    const { rows } = await test.db.$client.query<{ row: string }>("select p::text as row from sign_on_providers p");
    expect(rows.filter(({ row }) => row.includes(IDENTITY_CLIENT.secret))).toEqual([]);
  });

  it("activates nothing but what was tested: neither an untested configuration nor one that was changed since", async () => {
    const company = await newCompany();
    const { draft } = (await call(company.ada, "PUT", "", configuration(company))).json();
    expect((await call(company.ada, "POST", "/activate", { id: draft.id })).statusCode).toBe(409);
    await runTest(company.ada, known(company).login);
    // The stored secret stays, because the issuer is the same.
    const { clientSecret: _kept, ...changed } = { ...configuration(company), scopes: "openid email" };
    const { draft: next } = (await call(company.ada, "PUT", "", changed)).json();
    for (const id of [draft.id, next.id])
      expect((await call(company.ada, "POST", "/activate", { id })).statusCode).toBe(409);
    expect((await new SignOnBrowser(test.app).open(start(company))).statusCode).toBe(404);
    await runTest(company.ada, known(company).login);
    expect((await call(company.ada, "POST", "/activate", { id: next.id })).json()).toMatchObject({
      draft: null,
      active: { scopes: "openid email", speaksForOwners: true },
      domains: [{ domain: company.domain, signsOn: true }],
    });
  });

  it("sends a secret to no other issuer than the one it was entered for", async () => {
    const company = await newCompany();
    await call(company.ada, "PUT", "", configuration(company));
    const { clientSecret: _left, ...rest } = configuration(company);
    const answer = await call(company.ada, "PUT", "", { ...rest, issuer: "https://evil.test" });
    expect([answer.statusCode, answer.json().fields]).toEqual([400, [{ path: "clientSecret", message: "Required." }]]);
  });

  it("a test says what came back and signs nobody in", async () => {
    const company = await newCompany();
    await call(company.ada, "PUT", "", configuration(company));
    const grace = known(company, { groups: ["engineering", "<b>"] });
    const page = await runTest(company.ada, grace.login);
    expect(page.statusCode).toBe(200);
    for (const said of [company.provider.url, grace.id, grace.email, "yes", "engineering, &lt;b&gt;"])
      expect(page.body).toContain(said);
    expect(page.cookies.filter(({ name }) => name === "sid")).toEqual([]);
    expect(await rowsOf(grace.email)).toEqual([]);
  });

  it.each([
    ["the wrong secret", { clientSecret: "another" }, {}, "The client ID or the client secret is wrong."],
    ["a person who turned back", {}, { login: "nobody" }, "You turned back"],
    ["no address", {}, { email: "" }, "sent no email address"],
    ["an unverified address", {}, { isEmailVerified: false }, "does not say that the email address is verified"],
  ])("a test names the fault: %s", async (_name, changed, person, sentence) => {
    const company = await newCompany();
    await call(company.ada, "PUT", "", { ...configuration(company), ...changed });
    const { login } = { ...known(company, "login" in person ? {} : person), ...("login" in person && person) };
    const page = await runTest(company.ada, login);
    expect([page.statusCode, alertOf(page)]).toEqual([400, expect.stringContaining(sentence)]);
    const { draft } = (await call(company.ada, "GET")).json();
    expect(draft.testFault).toContain(sentence);
    expect((await call(company.ada, "POST", "/activate", { id: draft.id })).statusCode).toBe(409);
  });

  it.each([
    ["http://169.254.169.254", "Only https addresses can be called."],
    ["http://10.0.0.1", "Only https addresses can be called."],
    ["http://[::1]:5432", "Only https addresses can be called."],
    ["http://localhost.company.test", "Only https addresses can be called."],
    ["https://10.0.0.1", "10.0.0.1 is not on the public internet"],
  ])("an issuer that may never be called is refused at its field and not saved: %s", async (issuer, why) => {
    const company = await newCompany();
    const answer = await call(company.ada, "PUT", "", { ...configuration(company), issuer });
    const refused = [{ path: "issuer", message: expect.stringContaining(why) }];
    expect([answer.statusCode, answer.json().fields]).toEqual([400, refused]);
    expect((await call(company.ada, "GET")).json().draft).toBeNull();
  });

  it.each(["https://localhost:8443", "https://127.0.0.1:1"])(
    "an issuer inside this machine is never called: %s",
    async (issuer) => {
      const company = await newCompany();
      await call(company.ada, "PUT", "", { ...configuration(company), issuer });
      const page = await runTest(company.ada, "");
      expect([page.statusCode, alertOf(page)]).toEqual([400, expect.stringContaining("The issuer")]);
    },
  );

  it("an address that is no issuer is refused at once, and one without OpenID Connect at the test", async () => {
    const company = await newCompany();
    for (const issuer of ["acme", "ftp://acme.test", "https://a:b@acme.test", "https://acme.test/?x=1", "javascript:x"])
      expect((await call(company.ada, "PUT", "", { ...configuration(company), issuer })).statusCode, issuer).toBe(400);
    await call(company.ada, "PUT", "", { ...configuration(company), issuer: `${company.provider.url}/nothing` });
    expect(alertOf(await runTest(company.ada, ""))).toContain("has no /.well-known/openid-configuration");
  });

  it("clocks that differ, and a refused redirect address, are named", () => {
    expect(explainSignOnFailure(new SignOnFailure("refused", "OAUTH_JWT_TIMESTAMP_CHECK_FAILED"))).toContain(
      "The clocks differ",
    );
    expect(explainSignOnFailure(new SignOnFailure("refused", "redirect_uri_mismatch"))).toContain("redirect address");
  });
});

describe("an address is verified", () => {
  const cases: [Record<string, unknown>, boolean][] = [
    [{ email_verified: true }, true],
    [{ email_verified: false, xms_edov: true }, false],
    [{ email_verified: "true" }, true],
    ...[1, "1", "TRUE", "yes", {}, [true], null, 0, "false"].map((said): [Record<string, unknown>, boolean] => [
      { email_verified: said },
      false,
    ]),
    [{ email_verified: null, xms_edov: true }, false],
    [{ xms_edov: "1" }, true],
    ...[2, "yes", {}, [1], null].map((said): [Record<string, unknown>, boolean] => [{ xms_edov: said }, false]),
    [{ xms_edov: false }, false],
    [{}, false],
  ];
  it.each(cases)("by what the provider says of it alone: %j is %s", (claims, isVerified) => {
    const said = { iss: "https://id.acme.test", sub: "1", email: "ada@acme.test", ...claims };
    expect(readPerson(said, { trustsEmail: false }).isEmailVerified).toBe(isVerified);
    // Any value of the provider's claim other than yes means no.
    if (Object.keys(claims).length > 0)
      expect(readPerson(said, { trustsEmail: true }).isEmailVerified).toBe(isVerified);
  });
});

describe("people of the workspace's provider", () => {
  it("become members with the role of newcomers, choose no plan, and are known the next time by issuer and subject", async () => {
    const company = await activeCompany();
    const visitor = new SignOnBrowser(test.app);
    const grace = known(company);
    const answer = await visitor.signIn(grace.login, `${start(company)}?next=/logs`);
    expect([answer.statusCode, answer.headers.location]).toEqual([303, "/logs"]);
    const me = (await whoAmI(visitor)).json();
    expect(me).toMatchObject({ email: grace.email, membership: "editor", firstName: "Grace" });
    const { own } = (await visitor.open("/api/workspaces")).json();
    expect(own).toMatchObject([{ id: company.workspaceId, isActive: true }]);
    company.provider.accounts.set(grace.login, { ...grace, email: "moved@elsewhere.test", isEmailVerified: false });
    const again = new SignOnBrowser(test.app);
    await again.signIn(grace.login, start(company));
    expect((await whoAmI(again)).json()).toMatchObject({ id: me.id });
  });

  it("whom the directory or an invitation brought are the same people", async () => {
    const company = await activeCompany();
    const grace = known(company);
    const { id } = await buildUser(test.db, {
      workspaceId: company.workspaceId,
      email: grace.email,
      membership: "reviewer",
    });
    const visitor = new SignOnBrowser(test.app);
    await visitor.signIn(grace.login, start(company));
    expect((await whoAmI(visitor)).json()).toMatchObject({ id, membership: "reviewer" });
    // Another person gets the same address later.
    const other = known(company, { email: grace.email });
    const answer = await new SignOnBrowser(test.app).signIn(other.login, start(company));
    expect([answer.statusCode, alertOf(answer)]).toEqual([403, expect.stringContaining("Another person")]);
  });

  it("whose address here nobody confirmed is told so, and is let in once it is", async () => {
    const company = await activeCompany();
    const grace = known(company);
    const { workspaceId } = company;
    await buildUser(test.db, { workspaceId, email: grace.email, emailVerifiedAt: null });
    const refused = await new SignOnBrowser(test.app).signIn(grace.login, start(company));
    expect([refused.statusCode, alertOf(refused)]).toEqual([403, expect.stringContaining("is not confirmed")]);
    await test.db.$client.query("update users set email_verified_at = now() where email = $1", [grace.email]);
    expect((await new SignOnBrowser(test.app).signIn(grace.login, start(company))).statusCode).toBe(303);
  });

  it("prove the address of a member in this workspace: a password that a stranger may have chosen ends", async () => {
    const company = await activeCompany();
    const grace = known(company);
    const { workspaceId } = company;
    const member = await buildUser(test.db, {
      workspaceId,
      email: grace.email,
      emailProof: "nobody",
      passwordHash: "x",
    });
    const stranger = await test.signIn(member);
    await new SignOnBrowser(test.app).signIn(grace.login, start(company));
    const { rows } = await test.db.$client.query("select email_proof, password_hash from users where id = $1", [
      member.id,
    ]);
    expect(rows).toEqual([{ email_proof: "workspace-provider", password_hash: null }]);
    expect((await stranger.inject({ url: "/api/auth/user" })).statusCode).toBe(401);
  });

  it("prove the address that provisioning wrote, at the first sign-in and at a later one", async () => {
    const company = await activeCompany();
    const grace = known(company);
    const { workspaceId } = company;
    const { id } = await buildUser(test.db, { workspaceId, email: grace.email, emailProof: "nobody" });
    const proof = async () =>
      (await test.db.$client.query("select email_proof from users where id = $1", [id])).rows[0]?.email_proof;
    await new SignOnBrowser(test.app).signIn(grace.login, start(company));
    expect(await proof()).toBe("workspace-provider");
    await test.db.$client.query("update users set email_proof = 'nobody' where id = $1", [id]);
    await new SignOnBrowser(test.app).signIn(grace.login, start(company));
    expect(await proof()).toBe("workspace-provider");
    // An address other than the provider's stays unproven.
    await test.db.$client.query("update users set email_proof = 'nobody', email = 'x' || email where id = $1", [id]);
    await new SignOnBrowser(test.app).signIn(grace.login, start(company));
    expect(await proof()).toBe("nobody");
  });

  it("who was shut out stays outside", async () => {
    const company = await activeCompany();
    const grace = known(company);
    await new SignOnBrowser(test.app).signIn(grace.login, start(company));
    await test.db.$client.query("update users set deactivated_at = now() where email = $1", [grace.email]);
    expect((await new SignOnBrowser(test.app).signIn(grace.login, start(company))).statusCode).toBe(403);
  });
});

describe("a hostile provider", () => {
  it("signs nobody in whose address it has not verified, or whose domain its workspace has not proven", async () => {
    const [victim, attacker] = [await activeCompany(), await activeCompany()];
    const email = `ceo@${victim.domain}`;
    const { userId } = await personWithPassword(email);
    const unverified = known(attacker, { isEmailVerified: false });
    expect(alertOf(await new SignOnBrowser(test.app).signIn(unverified.login, start(attacker)))).toContain(
      "has not confirmed",
    );
    const asVictim = known(attacker, { email });
    const tryIt = async () => {
      const visitor = new SignOnBrowser(test.app);
      const answer = await visitor.signIn(asVictim.login, start(attacker));
      expect([answer.statusCode, alertOf(answer)]).toEqual([
        403,
        expect.stringContaining("has not verified the domain"),
      ]);
      expect(visitor.cookies).not.toHaveProperty("sid");
    };
    await tryIt();
    // Claiming the domain does not prove it, and no second workspace can claim a claimed domain.
    await attacker.ada.inject({ method: "POST", url: "/api/mail-domains", payload: { domain: victim.domain } });
    await tryIt();
    await test.db.$client.query("update mail_domains set proven_at = now() where workspace_id = $1", [
      attacker.workspaceId,
    ]);
    await activate(attacker, attacker.ada);
    await tryIt();
    expect((await rowsOf(email)).map(({ id }) => id)).toEqual([userId]);
  });

  it("with the issuer and the subject of another workspace's person signs nobody in", async () => {
    const attacker = await newCompany();
    const victim = await activeCompany({ alsoFor: attacker.workspaceId });
    const grace = known(victim);
    await new SignOnBrowser(test.app).signIn(grace.login, start(victim));
    const shared = { ...attacker, provider: victim.provider };
    await activate(shared, attacker.ada);
    const visitor = new SignOnBrowser(test.app);
    const answer = await visitor.signIn(grace.login, start(attacker));
    expect(answer.statusCode).toBe(403);
    expect(visitor.cookies).not.toHaveProperty("sid");
    expect((await rowsOf(grace.email)).map((row) => row.workspace_id)).toEqual([victim.workspaceId]);
  });

  it("of a workspace that has proven the domain gets into that workspace alone: nothing of the person's others", async () => {
    const company = await activeCompany();
    const grace = known(company);
    const elsewhere = await personWithPassword(grace.email);
    const visitor = new SignOnBrowser(test.app);
    expect((await visitor.signIn(grace.login, start(company))).statusCode).toBe(303);
    const me = (await whoAmI(visitor)).json();
    expect(me.id).not.toBe(elsewhere.userId);
    const { own, joinable } = (await visitor.open("/api/workspaces")).json();
    expect([own.map(({ id }: { id: string }) => id), joinable]).toEqual([[company.workspaceId], []]);
    const ask = (method: "GET" | "POST" | "PATCH" | "DELETE", url: string, payload?: object) =>
      test.app.inject({ method, url, cookies: visitor.cookies, ...(payload && { payload }) });
    for (const answer of [
      await ask("POST", `/api/workspaces/${elsewhere.workspaceId}/enter`),
      await ask("DELETE", `/api/workspaces/${company.workspaceId}/membership`),
      await ask("PATCH", "/api/auth/user", { email: "evil@evil.test" }),
      await ask("POST", "/api/account-deletion", { proof: "delete" }),
      await ask("POST", "/api/second-factor", { password: PASSWORD }),
      await ask("DELETE", "/api/sessions"),
      await ask("GET", "/api/sessions"),
      await ask("GET", "/api/personal-data"),
    ])
      expect(answer.statusCode).toBe(403);
    const joining = await test.app.inject({
      method: "POST",
      url: "/join",
      cookies: visitor.cookies,
      headers: { "content-type": "application/x-www-form-urlencoded" },
      payload: "link=anything",
    });
    expect([joining.statusCode, alertOf(joining)]).toEqual([403, expect.stringContaining("works here alone")]);
    // A session that was moved to another workspace in a different way does not work either.
    await test.db.$client.query("update sessions set workspace_id = $1, user_id = $2 where signed_on_by = $3", [
      elsewhere.workspaceId,
      elsewhere.userId,
      company.workspaceId,
    ]);
    expect((await whoAmI(visitor)).statusCode).toBe(401);
  });

  it("of an admin does not say who the owner is", async () => {
    const company = await newCompany();
    const user = await buildUser(test.db, { workspaceId: company.workspaceId, membership: "admin" });
    const admin = await test.signIn({ ...user, membership: user.membership as Membership });
    await activate(company, admin);
    const asOwner = known(company, { email: `ada@${company.domain}` });
    const answer = await new SignOnBrowser(test.app).signIn(asOwner.login, start(company));
    expect([answer.statusCode, alertOf(answer)]).toEqual([403, expect.stringContaining("An owner has to activate")]);
    await activate(company, company.ada);
    expect((await new SignOnBrowser(test.app).signIn(asOwner.login, start(company))).statusCode).toBe(303);
  });
});

describe("a sign-in that is not the browser's own", () => {
  const STALE = "This sign-in was not started in this browser";
  const begun = async (company: Company) => {
    const visitor = new SignOnBrowser(test.app);
    const there = (await visitor.open(start(company))).headers.location ?? "";
    return { visitor, address: await visitor.signInAt(there, known(company).login) };
  };

  it("is refused in another browser, a second time, and at another workspace's address", async () => {
    const [company, other] = [await activeCompany(), await activeCompany()];
    const { visitor, address } = await begun(company);
    await isRefused(new SignOnBrowser(test.app), address, STALE);
    await isRefused(visitor, address.replace(company.workspaceId, other.workspaceId), STALE);
    const kept = { ...visitor.cookies };
    expect((await visitor.open(address)).statusCode).toBe(303);
    const thief = new SignOnBrowser(test.app);
    Object.assign(thief.cookies, kept);
    await isRefused(thief, address, STALE);
  });

  it("is refused with a state, an issuer or a code that was mixed up", async () => {
    const company = await activeCompany();
    const state = await begun(company);
    await isRefused(state.visitor, state.address.replace(/state=[^&]*/, "state=other"), STALE);
    for (const [part, value] of [
      [/iss=[^&]*/, "iss=https%3A%2F%2Fevil.test"],
      [/code=[^&]*/, "code=guessed"],
    ] as const) {
      const { visitor, address } = await begun(company);
      await isRefused(visitor, address.replace(part, value), "did not confirm who you are");
    }
  });

  it("is refused when the provider was turned off meanwhile, and a test signs nobody else's browser in", async () => {
    const company = await activeCompany();
    const { visitor, address } = await begun(company);
    await call(company.ada, "PUT", "", configuration(company));
    const tab = new SignOnBrowser(test.app);
    tab.cookies["sid"] = company.ada.cookie.slice("sid=".length);
    const there = (await tab.open("/api/single-sign-on/test")).headers.location ?? "";
    const back = await tab.signInAt(there, known(company).login);
    delete tab.cookies["sid"];
    await isRefused(tab, back, STALE);
    await call(company.ada, "DELETE");
    await isRefused(visitor, address, STALE);
  });
});

describe("the sign-in page", () => {
  it("leads an address of a proven domain to its workspace's single sign-on, whoever has an account", async () => {
    const company = await activeCompany();
    await personWithPassword(`real@${company.domain}`);
    const bodies = [];
    for (const name of ["real", "nobody"]) {
      const email = `${name}@${company.domain}`;
      const found = await post("/api/login/company", { email, next: "/logs" });
      expect(found.statusCode).toBe(200);
      expect(found.body).toContain(`href="/api/login/workspace/${company.workspaceId}?next=%2Flogs"`);
      expect(found.body).toContain("single sign-on</a>");
      const wrong = await post("/api/login", { email, password: "wrong password" });
      expect([wrong.statusCode, wrong.body.includes(start(company))]).toEqual([401, true]);
      bodies.push(found.body.replaceAll(email, ""), wrong.body.replaceAll(email, ""));
    }
    expect(bodies.slice(0, 2)).toEqual(bodies.slice(2));
    const none = await post("/api/login/company", { email: "grace@unknown.test" });
    expect([none.statusCode, alertOf(none)]).toEqual([404, expect.stringContaining("No single sign-on is set up")]);
  });
});

describe("required single sign-on", () => {
  it("ends and refuses passwords of people at the proven domains, and never an owner's", async () => {
    const company = await activeCompany();
    const grace = known(company);
    const user = await buildUser(test.db, {
      workspaceId: company.workspaceId,
      email: grace.email,
      membership: "editor",
    });
    const guest = await buildUser(test.db, { workspaceId: company.workspaceId, membership: "viewer" });
    const [graces, guests] = [await test.signIn(user as never), await test.signIn(guest as never)];
    await test.db.$client.query(
      "update users set password_hash = (select password_hash from users where id = $1) where email = $2",
      [(await personWithPassword(`model@model${number}.test`)).userId, grace.email],
    );
    const stateOf = async (person: SignedIn) => (await person.inject({ url: "/api/auth/user" })).statusCode;
    expect(await stateOf(graces)).toBe(200);
    expect((await call(company.ada, "PATCH", "", { isRequired: true })).json().active.isRequired).toBe(true);
    expect([await stateOf(graces), await stateOf(guests), await stateOf(company.ada)]).toEqual([401, 200, 200]);
    const answer = await post("/api/login", { email: grace.email, password: PASSWORD });
    expect([answer.statusCode, alertOf(answer)]).toEqual([403, "Your workspace requires its single sign-on."]);
    expect(answer.body).toContain(start(company));
    const visitor = new SignOnBrowser(test.app);
    await visitor.signIn(grace.login, start(company));
    expect((await whoAmI(visitor)).statusCode).toBe(200);
    // Without a proven domain nobody is locked out.
    await test.db.$client.query("update mail_domains set proven_at = null where workspace_id = $1", [
      company.workspaceId,
    ]);
    expect((await post("/api/login", { email: grace.email, password: PASSWORD })).statusCode).toBe(303);
  });
});
