import { eq } from "drizzle-orm";
import type { LightMyRequestResponse } from "fastify";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { payers } from "../../db/schema.ts";
import { buildUser, buildWorkspace } from "../../testing/factories.ts";
import { createTestApp, type SignedIn, type TestApp } from "../../testing/test-app.ts";
import { createAccount } from "../accounts/create-account.ts";
import { hashPassword } from "../accounts/passwords.ts";
import { requestPasswordReset, resetPassword } from "../accounts/reset-password.ts";
import { deliverMailsTo } from "../accounts/testing/deliver-mails.ts";
import { NOT_IN_PLAN } from "./tokens.ts";
import { USER_SCHEMA } from "./user-resource.ts";

const PATCH = "urn:ietf:params:scim:api:messages:2.0:PatchOp";
/** DNS records by name. */
const records = new Map<string, string[]>();
let test: TestApp;
let number = 0;

beforeAll(async () => {
  test = await createTestApp({ readTxtRecords: async (name) => records.get(name) ?? [] });
});
afterAll(() => test.close());

interface Company {
  domain: string;
  ada: SignedIn;
  token: string;
  call(
    method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE",
    path: string,
    body?: object,
  ): Promise<LightMyRequestResponse>;
}

const post = ({ inject }: SignedIn, url: string, payload?: object) =>
  inject({ method: "POST", url, ...(payload && { payload }) });

/** Adds the domain, publishes its record and has the product check it. */
async function prove(person: SignedIn, domain: string) {
  const { id, recordName, recordValue } = (await post(person, "/api/mail-domains", { domain })).json();
  records.set(recordName, ["v=spf1 -all", recordValue]);
  return post(person, `/api/mail-domains/${id}/check`);
}

/** Creates a workspace that Ada owns, with a proven mail domain and a token. */
async function newCompany(): Promise<Company> {
  number += 1;
  const domain = `company${number}.test`;
  const ada = await test.signIn(await buildUser(test.db, { email: `ada@${domain}` }));
  await prove(ada, domain);
  const { token } = (await post(ada, "/api/provisioning/tokens")).json<{ token: string }>();
  return {
    domain,
    ada,
    token,
    call: (method, path, body) =>
      test.app.inject({
        method,
        url: `/scim/v2${path}`,
        headers: { authorization: `Bearer ${token}`, ...(body && { "content-type": "application/scim+json" }) },
        ...(body && { payload: JSON.stringify(body) }),
      }),
  };
}

let acme: Company;
beforeEach(async () => {
  acme = await newCompany();
});

const grace = (domain: string, more: object = {}) => ({
  schemas: [USER_SCHEMA],
  userName: `Grace@${domain}`,
  externalId: "00u1",
  name: { givenName: "Grace", familyName: "Hopper" },
  emails: [{ primary: true, value: `grace@${domain}`, type: "work" }],
  active: true,
  ...more,
});
const patch = (...Operations: object[]) => ({ schemas: [PATCH], Operations });
const addGrace = async (company: Company, more: object = {}) =>
  (await company.call("POST", "/Users", grace(company.domain, more))).json<{ id: string }>();
const logsOf = async ({ ada }: Company) =>
  (await ada.inject({ url: "/api/logs" })).json<{ message: string }[]>().map(({ message }) => message);
/** The activity log's description of a token and its creator Ada. */
const byToken = ({ token }: Company) =>
  `by provisioning, with the token ending in ${token.slice(-4)} that Ada Lovelace made.`;
const find = async (company: Company, filter: string) =>
  (await company.call("GET", `/Users?filter=${encodeURIComponent(filter)}`)).json();

describe("a provider adds people", () => {
  it("who are found again, sign in without a password of ours, and are named in the log", async () => {
    expect(await find(acme, `userName eq "grace@${acme.domain}"`)).toMatchObject({ totalResults: 0, Resources: [] });
    const made = await acme.call("POST", "/Users", grace(acme.domain, { title: "Admiral", password: "secret-1" }));
    expect(made.statusCode).toBe(201);
    expect(made.headers["content-type"]).toBe("application/scim+json; charset=utf-8");
    const { id, meta } = made.json();
    expect(made.headers.location).toBe(`http://localhost:3000/scim/v2/Users/${id}`);
    expect(made.json()).toEqual({
      schemas: [USER_SCHEMA],
      id,
      externalId: "00u1",
      userName: `Grace@${acme.domain}`,
      name: { givenName: "Grace", familyName: "Hopper", formatted: "Grace Hopper" },
      displayName: "Grace Hopper",
      title: "Admiral",
      emails: [{ value: `grace@${acme.domain}`, type: "work", primary: true }],
      active: true,
      meta: { ...meta, resourceType: "User" },
    });
    for (const filter of [
      `userName eq "GRACE@${acme.domain}"`,
      `externalId eq "00u1" and active eq true`,
      `emails[type eq "work"].value eq "grace@${acme.domain}"`,
      `urn:ietf:params:scim:schemas:core:2.0:User:userName EQ "grace@${acme.domain}"`,
    ])
      expect(await find(acme, filter)).toMatchObject({ totalResults: 1, Resources: [{ id }] });
    expect((await acme.call("GET", `/Users/${id}`)).json()).toEqual(made.json());
    const { rows } = await test.db.$client.query("select * from users where id = $1", [id]);
    expect(rows[0]).toMatchObject({ workspace_id: acme.ada.viewer.workspaceId, password_hash: null });
    expect(rows[0].email_verified_at).not.toBeNull();
    expect(await logsOf(acme)).toContain(`Grace Hopper was added ${byToken(acme)}`);
  });

  it("who are deactivated, with an unsplit name, or with the address as user name only", async () => {
    const body = { schemas: [USER_SCHEMA], userName: `jo@${acme.domain}`, displayName: "Jo van Dyk", active: "False" };
    const made = await acme.call("POST", "/Users", body);
    expect(made.json()).toMatchObject({
      active: false,
      name: { givenName: "Jo", familyName: "van Dyk" },
      emails: [{ value: `jo@${acme.domain}` }],
    });
  });

  it("page by page, the one who was there before among them", async () => {
    for (const name of ["a", "b", "c"])
      await acme.call("POST", "/Users", { schemas: [USER_SCHEMA], userName: `${name}@${acme.domain}` });
    const page = (query: string) => acme.call("GET", `/Users?${query}`).then((answer) => answer.json());
    const all = await page("");
    expect(all).toMatchObject({ totalResults: 4, startIndex: 1, itemsPerPage: 4 });
    expect(all.Resources[0].userName).toBe(`ada@${acme.domain}`);
    const second = await page("startIndex=2&count=2");
    expect(second).toMatchObject({ totalResults: 4, startIndex: 2, itemsPerPage: 2 });
    expect(second.Resources).toEqual(all.Resources.slice(1, 3));
    expect(await page("count=0")).toMatchObject({ totalResults: 4, itemsPerPage: 0, Resources: [] });
    expect((await acme.call("GET", "/Users?count=many")).json()).toMatchObject({ scimType: "invalidValue" });
  });

  it("only at mail domains that the workspace has proven: a confirmed mailbox at a shared one is not enough", async () => {
    const shared = `mail${number}.test`;
    const mallory = await test.signIn(await buildUser(test.db, { email: `mallory@${shared}` }));
    const { token } = (await post(mallory, "/api/provisioning/tokens")).json();
    const headers = { authorization: `Bearer ${token}`, "content-type": "application/scim+json" };
    const squat = { method: "POST", url: "/scim/v2/Users", headers, payload: JSON.stringify(grace(shared)) } as const;
    const other = await test.app.inject(squat);
    expect(other.statusCode).toBe(403);
    expect(other.json().detail).toContain(`This workspace has not verified the domain ${shared}.`);
    // Claiming the domain does not prove it, and another workspace's record proves nothing for this workspace.
    const { id: claim } = (await post(mallory, "/api/mail-domains", { domain: shared.toUpperCase() })).json();
    const record = `_lorekeep-challenge.${shared}`;
    records.set(record, ["lorekeep-domain-verification=of-somebody-else"]);
    expect((await post(mallory, `/api/mail-domains/${claim}/check`)).json()).toMatchObject({ provenAt: null });
    expect((await test.app.inject(squat)).statusCode).toBe(403);

    const { id } = await addGrace(acme);
    const moved = await acme.call(
      "PATCH",
      `/Users/${id}`,
      patch({ op: "replace", path: "emails", value: [{ value: "g@elsewhere.test" }] }),
    );
    expect(moved.statusCode).toBe(403);
  });

  it("whose address somebody typed at the sign-up and never confirmed", async () => {
    const email = `grace@${acme.domain}`;
    const account = { firstName: "G", lastName: "H", company: "Stranger", password: "compilers!" };
    await createAccount(test.deps, { ...account, email });
    expect((await acme.call("POST", "/Users", grace(acme.domain))).statusCode).toBe(201);
    const { rows } = await test.db.$client.query("select workspace_id from users where email = $1", [email]);
    expect(rows).toEqual([{ workspace_id: acme.ada.viewer.workspaceId }]);
  });
});

describe("a mail domain", () => {
  it("is proven while its DNS record is there, by the workspace's own record alone", async () => {
    const domain = `other-${acme.domain}`;
    const proven = (await prove(acme.ada, domain)).json();
    expect(proven).toMatchObject({ domain, recordName: `_lorekeep-challenge.${domain}`, provenAt: expect.any(String) });
    expect((await acme.call("POST", "/Users", grace(domain))).statusCode).toBe(201);
    expect(await logsOf(acme)).toContain(`The mail domain ${domain} was verified by its DNS record.`);

    records.delete(proven.recordName);
    const gone = await post(acme.ada, `/api/mail-domains/${proven.id}/check`);
    expect(gone.json()).toMatchObject({ provenAt: null });
    const later = grace(domain, { userName: `jo@${domain}`, emails: [] });
    expect((await acme.call("POST", "/Users", later)).statusCode).toBe(403);
    expect((await acme.ada.inject({ method: "DELETE", url: `/api/mail-domains/${proven.id}` })).statusCode).toBe(200);
    const left = (await acme.ada.inject({ url: "/api/mail-domains" })).json();
    expect(left.map((one: { domain: string }) => one.domain)).toEqual([acme.domain]);
  });

  it.each([
    ["gmail.com", 400, "gmail.com is a mail provider for everybody and nobody's own."],
    ["localhost", 400, "This is not a domain."],
    ["acme.com/evil", 400, "This is not a domain."],
    ["a b.com", 400, "This is not a domain."],
  ])("%j is refused", async (domain, status, message) => {
    const answer = await post(acme.ada, "/api/mail-domains", { domain });
    expect([answer.statusCode, answer.json().message]).toEqual([status, message]);
  });

  it("that DNS cannot answer for stays as it was", async () => {
    const { id } = (await post(acme.ada, "/api/mail-domains", { domain: "silent.test" })).json();
    const { readTxtRecords } = test.deps;
    test.deps.readTxtRecords = () =>
      Promise.reject(Object.assign(new Error("queryTxt ETIMEOUT"), { code: "ETIMEOUT" }));
    const answer = await post(acme.ada, `/api/mail-domains/${id}/check`);
    test.deps.readTxtRecords = readTxtRecords;
    expect([answer.statusCode, answer.json().code]).toEqual([503, "unavailable"]);
  });
});

describe("a provider changes people", () => {
  it.each([
    ["Okta deactivates", patch({ op: "replace", value: { active: false } }), { active: false }],
    ["Entra ID deactivates", patch({ op: "Replace", path: "active", value: "False" }), { active: false }],
    [
      "Entra ID renames",
      patch(
        { op: "Replace", path: "name.familyName", value: "Murray" },
        { op: "Add", path: "title", value: "Rear Admiral" },
        { op: "Add", path: "urn:ietf:params:scim:schemas:extension:enterprise:2.0:User:department", value: "Navy" },
      ),
      { name: { givenName: "Grace", familyName: "Murray", formatted: "Grace Murray" }, title: "Rear Admiral" },
    ],
    [
      "Entra ID sends paths as names",
      patch({ op: "replace", value: { "name.givenName": "Amazing", active: "True", EXTERNALID: "00u2" } }),
      { name: { givenName: "Amazing" }, active: true, externalId: "00u2" },
    ],
    [
      "a part is taken away",
      patch({ op: "remove", path: "externalId" }, { op: "remove", path: "title" }),
      { displayName: "Grace Hopper" },
    ],
  ])("%s", async (_who, body, expected) => {
    const { id } = await addGrace(acme, { title: "Admiral" });
    const answer = await acme.call("PATCH", `/Users/${id}`, body);
    expect(answer.statusCode).toBe(200);
    expect(answer.json()).toMatchObject(expected);
    if (body.Operations.some(({ op }: { op?: string }) => op === "remove"))
      expect(answer.json()).not.toHaveProperty("externalId");
    expect((await acme.call("GET", `/Users/${id}`)).json()).toMatchObject(expected);
  });

  it("with a new address, by a patch and as a whole; mails about the payment follow whoever pays", async () => {
    const { id } = await addGrace(acme);
    const { workspaceId } = acme.ada.viewer;
    await test.db.insert(payers).values({ customerId: "cus_grace", workspaceId, email: `grace@${acme.domain}` });
    const path = 'emails[type eq "work"].value';
    const patched = await acme.call("PATCH", `/Users/${id}`, patch({ op: "Add", path, value: `GH@${acme.domain}` }));
    expect(patched.json().emails[0].value).toBe(`gh@${acme.domain}`);
    const put = await acme.call("PUT", `/Users/${id}`, { schemas: [USER_SCHEMA], userName: `hopper@${acme.domain}` });
    expect(put.json()).toMatchObject({
      userName: `hopper@${acme.domain}`,
      emails: [{ value: `hopper@${acme.domain}` }],
      name: { givenName: "Grace", familyName: "Hopper" },
    });
    expect(put.json()).not.toHaveProperty("externalId");
    const [payer] = await test.db.select().from(payers).where(eq(payers.customerId, "cus_grace"));
    expect(payer?.email).toBe(`hopper@${acme.domain}`);
    expect((await test.deps.queue.lookUp("billing", ["cus_grace"])).get("cus_grace")).toBe("live");
    for (const [from, to] of [
      ["grace", "gh"],
      ["gh", "hopper"],
    ]) {
      const [told] = await deliverMailsTo(test, `${from}@${acme.domain}`);
      expect(told?.subject).toBe("The email address of your Lorekeep account was changed");
      expect(told?.text).toContain(`${to}@${acme.domain}`);
    }
  });

  it("mails about the payment go to an owner when whoever pays is deactivated", async () => {
    const { id } = await addGrace(acme);
    const { workspaceId } = acme.ada.viewer;
    const customerId = `cus_${acme.domain}`;
    await test.db.insert(payers).values({ customerId, workspaceId, email: `grace@${acme.domain}` });
    await acme.call("PATCH", `/Users/${id}`, patch({ op: "replace", value: { active: false } }));
    const [payer] = await test.db.select().from(payers).where(eq(payers.customerId, customerId));
    expect(payer?.email).toBe(`ada@${acme.domain}`);
    expect((await test.deps.queue.lookUp("billing", [customerId])).get(customerId)).toBe("live");
  });

  it("as the workspace wants newcomers to be, and an owner only with a token that an owner has made", async () => {
    const { workspaceId, userId } = acme.ada.viewer;
    const newcomers = () =>
      test.db.$client.query("update workspaces set newcomers = 'viewer' where id = $1", [workspaceId]);
    const [first] = [(await addGrace(acme)).id, await newcomers()];
    const { id: second } = (
      await acme.call("POST", "/Users", { schemas: [USER_SCHEMA], userName: `jo@${acme.domain}` })
    ).json();
    const { rows } = await test.db.$client.query(
      "select membership from users where id = any($1) order by created_at",
      [[first, second]],
    );
    expect(rows).toEqual([{ membership: "editor" }, { membership: "viewer" }]);

    const admin = await test.signIn(await buildUser(test.db, { workspaceId, membership: "admin" }));
    const { token } = (await post(admin, "/api/provisioning/tokens")).json();
    const headers = { authorization: `Bearer ${token}`, "content-type": "application/scim+json" };
    const asAdmin = (method: "PATCH" | "DELETE", id: string, body?: object) =>
      test.app.inject({ method, url: `/scim/v2/Users/${id}`, headers, ...(body && { payload: JSON.stringify(body) }) });
    const away = patch({ op: "replace", path: "emails.value", value: `taken@${acme.domain}` });
    const off = patch({ op: "replace", value: { active: false } });
    for (const answer of [
      await asAdmin("PATCH", userId, away),
      await asAdmin("PATCH", userId, off),
      await asAdmin("DELETE", userId),
    ])
      expect([answer.statusCode, answer.json().detail]).toEqual([
        403,
        "An owner is changed only with a token that an owner of the workspace has made.",
      ]);
    expect((await asAdmin("PATCH", first, off)).statusCode).toBe(200);
  });

  it("who are signed out at once and cannot come in, until they are activated again", async () => {
    const { id } = await addGrace(acme);
    const { workspaceId } = acme.ada.viewer;
    const session = await test.signIn({ id, workspaceId });
    expect((await session.inject({ url: "/api/auth/user" })).statusCode).toBe(200);
    await acme.call("PATCH", `/Users/${id}`, patch({ op: "replace", value: { active: false } }));
    expect((await session.inject({ url: "/api/auth/user" })).statusCode).toBe(401);
    const later = await test.signIn({ id, workspaceId });
    expect((await later.inject({ url: "/api/auth/user" })).statusCode).toBe(401);
    await acme.call("PATCH", `/Users/${id}`, patch({ op: "replace", value: { active: true } }));
    expect((await later.inject({ url: "/api/auth/user" })).statusCode).toBe(200);
    const logs = await logsOf(acme);
    for (const what of ["was deactivated", "was activated again"])
      expect(logs).toContain(`Grace Hopper ${what} ${byToken(acme)}`);
  });

  it("and who has a password reads why it does not help", async () => {
    const email = `pass@${acme.domain}`;
    const account = { firstName: "G", lastName: "H", company: "Own", password: "compilers!", verified: true };
    const { userId, workspaceId } = await createAccount(test.deps, { ...account, email });
    await test.db.$client.query("update users set deactivated_at = now() where id = $1", [userId]);
    const answer = await test.app.inject({
      method: "POST",
      url: "/api/login",
      headers: { "content-type": "application/x-www-form-urlencoded" },
      payload: new URLSearchParams({ email, password: "compilers!" }).toString(),
    });
    expect([answer.statusCode, answer.cookies, workspaceId]).toEqual([403, [], expect.any(String)]);
    expect(answer.body).toContain(
      "This account has no access any more: your company, or an owner or admin of the workspace, removed it.",
    );
    expect(answer.body).not.toContain("Open the link in the mail");
  });

  it("and removes them: they are found no more, and the same person can be added again", async () => {
    const { id } = await addGrace(acme);
    expect((await acme.call("DELETE", `/Users/${id}`)).statusCode).toBe(204);
    expect((await acme.call("GET", `/Users/${id}`)).statusCode).toBe(404);
    expect((await acme.call("DELETE", `/Users/${id}`)).statusCode).toBe(404);
    expect(await find(acme, `userName eq "grace@${acme.domain}"`)).toMatchObject({ totalResults: 0 });
    const again = await acme.call(
      "POST",
      "/Users",
      grace(acme.domain, { name: { givenName: "Grace B.", familyName: "Hopper" } }),
    );
    expect(again.statusCode).toBe(201);
    expect(again.json()).toMatchObject({ id, active: true, name: { givenName: "Grace B." } });
  });

  it("but not the last one; when the last owner goes, the person with the most rights owns the workspace and is told", async () => {
    const { userId, workspaceId } = acme.ada.viewer;
    const off = patch({ op: "replace", value: { active: false } });
    const last = await acme.call("PATCH", `/Users/${userId}`, off);
    expect([last.statusCode, last.json().detail]).toEqual([
      403,
      "This is the last active user of the workspace. Add or activate another one first.",
    ]);
    await addGrace(acme);
    const admin = await buildUser(test.db, { workspaceId, membership: "admin", email: `lin@${acme.domain}` });
    expect((await acme.call("PATCH", `/Users/${userId}`, off)).json()).toMatchObject({ active: false });
    const { rows } = await test.db.$client.query(
      "select id from users where workspace_id = $1 and membership = 'owner' and deactivated_at is null",
      [workspaceId],
    );
    expect(rows).toEqual([{ id: admin.id }]);
    expect((await deliverMailsTo(test, admin.email))[0]?.subject).toMatch(
      /^You are now the owner of the Lorekeep workspace /,
    );
  });
});

describe("a provider that is wrong is told so in its own words", () => {
  it.each([
    ["a filter that is not understood", "GET", '/Users?filter=userName sw "a"', undefined, 400, "invalidFilter"],
    ["a filter with the wrong kind of value", "GET", '/Users?filter=active eq "yes"', undefined, 400, "invalidFilter"],
    ["no user name", "POST", "/Users", { schemas: [USER_SCHEMA] }, 400, "invalidValue"],
    ["no address", "POST", "/Users", { schemas: [USER_SCHEMA], userName: "grace" }, 400, "invalidValue"],
    ["no schema", "POST", "/Users", { userName: "a@b.test" }, 400, "invalidSyntax"],
    ["a list for a user", "POST", "/Users", [], 400, "invalidSyntax"],
    ["a schema that is no text", "POST", "/Users", { schemas: [{ toString: 1 }] }, 400, "invalidSyntax"],
    [
      "a main address that says so in no word",
      "POST",
      "/Users",
      grace("a.test", { emails: [{ primary: { toString: 1 }, value: {} }] }),
      400,
      "invalidValue",
    ],
    [
      "active as a number",
      "PATCH",
      "/Users/:id",
      patch({ op: "replace", path: "active", value: 0 }),
      400,
      "invalidValue",
    ],
    ["a name as an object", "PATCH", "/Users/:id", patch({ op: "add", path: "title", value: {} }), 400, "invalidValue"],
    ["an unknown operation", "PATCH", "/Users/:id", patch({ op: "move", path: "title" }), 400, "invalidSyntax"],
    ["no operation", "PATCH", "/Users/:id", patch(), 400, "invalidSyntax"],
    ["a path that is none", "PATCH", "/Users/:id", patch({ op: "add", path: "a b'", value: 1 }), 400, "invalidPath"],
    ["a removal of nothing", "PATCH", "/Users/:id", patch({ op: "remove" }), 400, "noTarget"],
    ["a removed user name", "PATCH", "/Users/:id", patch({ op: "remove", path: "userName" }), 400, "invalidValue"],
    ["nobody", "GET", "/Users/someone", undefined, 404, undefined],
    ["no such address", "GET", "/Groups", undefined, 404, undefined],
  ] as const)("%s", async (_what, method, path, body, status, scimType) => {
    const { userId } = acme.ada.viewer;
    const answer = await acme.call(method, encodeURI(path.replace(":id", userId)), body);
    expect(answer.headers["content-type"]).toBe("application/scim+json; charset=utf-8");
    expect(answer.json()).toEqual({
      schemas: ["urn:ietf:params:scim:api:messages:2.0:Error"],
      status: String(status),
      ...(scimType && { scimType }),
      detail: expect.stringMatching(/\.$/),
    });
    expect(answer.statusCode).toBe(status);
  });

  it("somebody who is there already, in this workspace or in another one, is 409 in the same words", async () => {
    await addGrace(acme);
    const here = await acme.call("POST", "/Users", grace(acme.domain, { emails: [] }));
    await buildUser(test.db, { email: `elsewhere@${acme.domain}` });
    const there = await acme.call(
      "POST",
      "/Users",
      grace(acme.domain, { userName: `elsewhere@${acme.domain}`, emails: [] }),
    );
    expect([here.statusCode, there.statusCode]).toEqual([409, 409]);
    expect(here.json()).toMatchObject({ scimType: "uniqueness" });
    expect(there.json()).toEqual(here.json());
    const { workspaceId } = acme.ada.viewer;
    const member = await buildUser(test.db, { workspaceId, email: `lin@${acme.domain}` });
    const change = patch({ op: "replace", path: "emails.value", value: `elsewhere@${acme.domain}` });
    expect((await acme.call("PATCH", `/Users/${member.id}`, change)).json()).toEqual(here.json());
  });

  it("two calls that add the same person at once make one", async () => {
    const answers = await Promise.all([1, 2, 3].map(() => acme.call("POST", "/Users", grace(acme.domain))));
    expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([201, 409, 409]);
  });
});

it("API-021 any invalid value that a SCIM provider sends is answered with a 4xx status, never 500", async () => {
  const { userId } = acme.ada.viewer;
  const odd: unknown[] = [
    null,
    0,
    -1.5,
    true,
    "",
    "\u0000",
    "\ud800",
    [],
    [[]],
    {},
    { toString: 1 },
    [{ toString: 1 }],
    "x".repeat(5000),
    { a: { b: [null] } },
  ];
  const whole: Record<string, unknown> = grace(acme.domain);
  const shapes = [...Object.keys(whole), "displayName", "title", "Operations", "__proto__", "constructor"].flatMap(
    (name) => odd.map((value) => ({ ...whole, [name]: value })),
  );
  const operation: Record<string, unknown> = { op: "replace", path: "title", value: "Admiral" };
  const patches = Object.keys(operation).flatMap((name) => odd.map((value) => patch({ ...operation, [name]: value })));
  const parts = ["emails", "name", "active", "userName"].flatMap((path) =>
    odd.flatMap((value) => [
      patch({ op: "add", path, value }),
      patch({ op: "replace", value: { [path]: value } }),
      patch({ op: "add", path, value: [{ value }, { primary: value, value: "x" }] }),
    ]),
  );
  for (const body of [...odd, ...shapes]) {
    const answer = await acme.call("PUT", `/Users/${userId}`, body as object);
    expect([JSON.stringify(body), answer.statusCode < 500]).toEqual([JSON.stringify(body), true]);
  }
  for (const body of [...odd, ...patches, ...parts]) {
    const answer = await acme.call("PATCH", `/Users/${userId}`, body as object);
    expect([JSON.stringify(body), answer.statusCode < 500]).toEqual([JSON.stringify(body), true]);
  }
});

describe("an address that provisioning writes", () => {
  const proofOf = async (id: string) =>
    (await test.db.$client.query("select email_proof from users where id = $1", [id])).rows[0]?.email_proof;

  it("was proven by nobody, also where the person had proven another one", async () => {
    const { id } = await addGrace(acme);
    expect(await proofOf(id)).toBe("nobody");
    const member = await buildUser(test.db, { workspaceId: acme.ada.viewer.workspaceId, email: `jo@${acme.domain}` });
    await acme.call("PATCH", `/Users/${member.id}`, patch({ op: "replace", path: "title", value: "Engineer" }));
    expect(await proofOf(member.id)).toBe("mail");
    const answer = await acme.call(
      "PATCH",
      `/Users/${member.id}`,
      patch({ op: "replace", path: "userName", value: `ruler@${acme.domain}` }),
    );
    expect([answer.statusCode, await proofOf(member.id)]).toEqual([200, "nobody"]);
  });

  it("is never that of the person who made the token: their row stays as it is, and they can be removed", async () => {
    const { workspaceId } = acme.ada.viewer;
    const admin = await test.signIn(
      await buildUser(test.db, { workspaceId, email: `eve@${acme.domain}`, membership: "admin" }),
    );
    const { token } = (await post(admin, "/api/provisioning/tokens")).json<{ token: string }>();
    const call: Company["call"] = (method, path, body) =>
      test.app.inject({
        method,
        url: `/scim/v2${path}`,
        headers: { authorization: `Bearer ${token}`, "content-type": "application/scim+json" },
        ...(body && { payload: JSON.stringify(body) }),
      });
    const own = `/Users/${admin.viewer.userId}`;
    const before = (await call("GET", own)).json();
    const replaced = { schemas: [USER_SCHEMA], userName: `grace@${acme.domain}`, name: before.name };
    for (const [method, body] of [
      ["PUT", replaced],
      ["PUT", { ...replaced, userName: before.userName, emails: [{ value: `grace@${acme.domain}`, primary: true }] }],
      ["PATCH", patch({ op: "replace", path: "userName", value: `grace@${acme.domain}` })],
      ["PATCH", patch({ op: "add", path: "emails", value: [{ value: `grace@${acme.domain}`, primary: true }] })],
      ["PATCH", patch({ op: "replace", value: { name: { givenName: "Grace" } } })],
    ] as const)
      expect((await call(method, own, body)).statusCode).toBe(403);
    // A directory that only repeats the present values is accepted, and does not become the person's manager.
    const told = patch(
      { op: "replace", path: "externalId", value: "00u7" },
      { op: "replace", path: "active", value: true },
    );
    expect((await call("PATCH", own, told)).json()).toEqual(before);
    expect((await call("POST", "/Users", { ...replaced, userName: before.userName })).statusCode).toBe(409);
    const removed = await acme.ada.inject({ method: "DELETE", url: `/api/people/${admin.viewer.userId}` });
    expect(removed.statusCode).toBe(200);
  });

  it("of a person who leaves may be that of the token's maker: they are signed out, and the token ends", async () => {
    const { workspaceId, userId } = acme.ada.viewer;
    await buildUser(test.db, { workspaceId, email: `owner@${acme.domain}` });
    const answer = await acme.call("PATCH", `/Users/${userId}`, patch({ op: "replace", path: "active", value: false }));
    expect([answer.statusCode, answer.json().active]).toEqual([200, false]);
    expect((await acme.call("GET", `/Users/${userId}`)).statusCode).toBe(401);
  });

  it("keeps a person in the workspace as long as the directory has a token, and no longer", async () => {
    const { id } = await addGrace(acme);
    const remove = () => acme.ada.inject({ method: "DELETE", url: `/api/people/${id}` });
    expect((await remove()).statusCode).toBe(409);
    const { tokens } = (await acme.ada.inject({ url: "/api/provisioning" })).json<{ tokens: { id: string }[] }>();
    for (const one of tokens) await acme.ada.inject({ method: "DELETE", url: `/api/provisioning/tokens/${one.id}` });
    expect((await remove()).statusCode).toBe(200);
  });
});

describe("a token", () => {
  it("ends when whoever made it is deactivated, deleted, may make none any more, or has a new password", async () => {
    const { workspaceId } = acme.ada.viewer;
    const makeOne = async () => {
      const admin = await buildUser(test.db, { workspaceId, membership: "admin", passwordHash: "x" });
      const { token } = (await post(await test.signIn(admin), "/api/provisioning/tokens")).json();
      const headers = { authorization: `Bearer ${token}` };
      const works = async () => (await test.app.inject({ url: "/scim/v2/Users", headers })).statusCode;
      expect(await works()).toBe(200);
      return { ...admin, works };
    };
    const [shutOut, deleted, demoted, reset] = [await makeOne(), await makeOne(), await makeOne(), await makeOne()];
    await acme.call("PATCH", `/Users/${shutOut.id}`, patch({ op: "replace", value: { active: false } }));
    await test.db.$client.query("update users set deleted_at = now() where id = $1", [deleted.id]);
    await test.db.$client.query("update users set membership = 'editor' where id = $1", [demoted.id]);
    await requestPasswordReset(test.deps, { email: reset.email, ip: "10.0.0.1" });
    const [mail] = await deliverMailsTo(test, reset.email);
    const token = /token=([\w-]+)/.exec(mail?.text ?? "")?.[1] ?? "";
    await resetPassword(test.deps, { token, password: "difference engine", ip: "10.0.0.1" });
    const changed = await makeOne();
    const current = await hashPassword("analytical engine");
    await test.db.$client.query("update users set password_hash = $2 where id = $1", [changed.id, current]);
    const payload = { currentPassword: "analytical engine", newPassword: "difference engine" };
    expect((await post(await test.signIn(changed), "/api/auth/change-password", payload)).statusCode).toBe(200);
    for (const one of [shutOut, deleted, demoted, reset, changed]) expect(await one.works()).toBe(401);
    const ended = (await logsOf(acme)).filter((line) => line.includes(" ended with "));
    expect(ended).toHaveLength(3);
    for (const line of ended)
      expect(line).toMatch(
        /^The provisioning token ending in [\w-]{4} ended with the access, or the old password, of .+, who made it\. Make a new one\.$/,
      );
    // After the reactivation the person creates a new token; the old token stays invalid.
    await acme.call("PATCH", `/Users/${shutOut.id}`, patch({ op: "replace", value: { active: true } }));
    expect(await shutOut.works()).toBe(401);
  });

  it("opens its own workspace and nothing of another", async () => {
    const other = await newCompany();
    const { id } = await addGrace(other);
    const mine = await acme.call("GET", "/Users?count=200");
    expect(mine.body).not.toContain(id);
    expect(mine.body).not.toContain(other.domain);
    expect(await find(acme, `userName eq "grace@${other.domain}"`)).toMatchObject({ totalResults: 0 });
    expect(await find(acme, `id eq "${id}"`)).toMatchObject({ totalResults: 0 });
    const unknown = await acme.call("GET", "/Users/00000000-0000-7000-8000-000000000000");
    for (const answer of [
      await acme.call("GET", `/Users/${id}`),
      await acme.call("PUT", `/Users/${id}`, grace(acme.domain)),
      await acme.call("PATCH", `/Users/${id}`, patch({ op: "replace", value: { active: false } })),
      await acme.call("DELETE", `/Users/${id}`),
    ])
      expect([answer.statusCode, answer.json()]).toEqual([404, unknown.json()]);
    expect((await other.call("GET", `/Users/${id}`)).json()).toMatchObject({ active: true });
  });

  it("is shown once, kept as a hash, and says when it was used", async () => {
    const read = async () => (await acme.ada.inject({ url: "/api/provisioning" })).json();
    expect((await read()).tokens).toMatchObject([{ last4: acme.token.slice(-4), lastUsedAt: null }]);
    await acme.call("GET", "/Users");
    const { tokens, people, baseUrl, refusal } = await read();
    expect(tokens[0].lastUsedAt).not.toBeNull();
    expect([people, baseUrl, refusal]).toEqual([
      { active: 1, deactivated: 0, provisioned: 0 },
      "http://localhost:3000/scim/v2",
      null,
    ]);
    const { rows } = await test.db.$client.query<{ row: string }>("select t::text as row from scim_tokens t");
    expect(rows.some(({ row }) => row.includes(acme.token))).toBe(false);
  });

  it("ends when it is revoked, and a second one takes over before that", async () => {
    const made = await acme.ada.inject({ method: "POST", url: "/api/provisioning/tokens" });
    const [{ id: first }] = (await acme.ada.inject({ url: "/api/provisioning" })).json().tokens;
    const revoked = await acme.ada.inject({ method: "DELETE", url: `/api/provisioning/tokens/${first}` });
    expect(revoked.statusCode).toBe(200);
    const refused = await acme.call("GET", "/Users");
    expect([refused.statusCode, refused.headers["www-authenticate"]]).toEqual([401, 'Bearer realm="SCIM"']);
    const headers = { authorization: `bearer ${made.json().token}` };
    expect((await test.app.inject({ url: "/scim/v2/Users", headers })).statusCode).toBe(200);
    const logs = await logsOf(acme);
    const ending = acme.token.slice(-4);
    expect(logs).toContain(`A provisioning token ending in ${ending} was created. By Ada Lovelace.`);
    expect(logs).toContain(
      `The provisioning token ending in ${ending} that Ada Lovelace made was revoked. By Ada Lovelace.`,
    );
  });

  it("is needed: without one, with a guessed one and with a session nothing is told", async () => {
    for (const headers of [{}, { authorization: "Bearer lks_guessed" }, { cookie: acme.ada.cookie }] as Record<
      string,
      string
    >[])
      expect((await test.app.inject({ url: "/scim/v2/Users", headers })).statusCode).toBe(401);
  });

  it("there are five at most", async () => {
    const make = () => acme.ada.inject({ method: "POST", url: "/api/provisioning/tokens" });
    for (let made = 1; made < 5; made += 1) expect((await make()).statusCode).toBe(200);
    const sixth = await make();
    expect([sixth.statusCode, sixth.json().message]).toEqual([
      409,
      "There are 5 tokens already. Revoke one that is no longer used.",
    ]);
  });
});

describe("what a provider may know before it begins", () => {
  it("is open to everybody", async () => {
    const read = async (path: string) => (await test.app.inject(`/scim/v2${path}`)).json();
    expect(await read("/ServiceProviderConfig")).toMatchObject({
      patch: { supported: true },
      bulk: { supported: false },
    });
    expect(await read("/ResourceTypes")).toMatchObject({ totalResults: 1, Resources: [{ endpoint: "/Users" }] });
    expect(await read("/ResourceTypes/User")).toMatchObject({ schema: USER_SCHEMA });
    expect(await read("/Schemas")).toMatchObject({ Resources: [{ id: USER_SCHEMA }] });
    expect(await read(`/Schemas/${USER_SCHEMA}`)).toMatchObject({ id: USER_SCHEMA });
  });
});

describe("where the operator takes payment", () => {
  it("provisioning belongs to the Enterprise plan", async () => {
    const paying = await createTestApp({ payment: {} as never });
    try {
      const of = async (plan: "professional" | "enterprise") => {
        const { id: workspaceId } = await buildWorkspace(paying.db, { plan });
        return paying.signIn(await buildUser(paying.db, { workspaceId }));
      };
      const [professional, enterprise] = [await of("professional"), await of("enterprise")];
      const make = ({ inject }: SignedIn) => inject({ method: "POST", url: "/api/provisioning/tokens" });
      expect((await professional.inject({ url: "/api/provisioning" })).json().refusal).toBe(NOT_IN_PLAN);
      expect((await make(professional)).json()).toMatchObject({ message: NOT_IN_PLAN, code: "forbidden" });

      const { token } = (await make(enterprise)).json();
      const list = () => paying.app.inject({ url: "/scim/v2/Users", headers: { authorization: `Bearer ${token}` } });
      expect((await list()).statusCode).toBe(200);
      await paying.db.$client.query("update workspaces set plan = 'starter'");
      expect((await list()).json()).toMatchObject({ status: "403", detail: NOT_IN_PLAN });
    } finally {
      await paying.close();
    }
  });
});
