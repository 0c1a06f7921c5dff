import { Writable } from "node:stream";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { inWorkspace } from "../db/workspace-scope.ts";
import { createLogger } from "../log.ts";
import { buildIntegration } from "../testing/factories.ts";
import { createTestApp, type TestApp } from "../testing/test-app.ts";
import { createAccount } from "../workspace/accounts/create-account.ts";
import { deleteExpiredRows } from "../workspace/accounts/expired-queries.ts";
import { buildSignUpForm, createSignedOutClients } from "../workspace/accounts/testing/visitors.ts";

let test: TestApp;
let visitors: ReturnType<typeof createSignedOutClients>;
const lines: string[] = [];
beforeAll(async () => {
  const sink = new Writable({
    write(chunk: Buffer, _encoding, done) {
      lines.push(chunk.toString());
      done();
    },
  });
  test = await createTestApp({ log: createLogger({ LOG_LEVEL: "info" }, sink) });
  visitors = createSignedOutClients(test);
});
afterAll(() => test.close());

/** The product writes the rows after it sent the answer. */
const seeEvents = (ip: string) =>
  expect.poll(async () => {
    const { rows } = await test.db.$client.query(
      "select kind, account, status, route from security_events where ip = $1 order by id",
      [ip],
    );
    return rows;
  });

async function newMember() {
  const form = buildSignUpForm();
  const ids = await createAccount(test.deps, { ...form, plan: "starter", verified: true });
  return { ...form, ...ids };
}

describe("a security event", () => {
  it("ASVS 16.2.1 16.3.1 each sign-in, right or wrong, is recorded with account and address, in the log and the database", async () => {
    const { email, password, userId } = await newMember();
    const ip = visitors.newPlace();
    const browser = visitors.newBrowser(ip);
    await browser.signIn(email, "a wrong password");
    await browser.signIn("nobody@acme.test", password);
    await browser.signIn(email, password);
    await browser.send({ url: "/api/logout" });
    const hash = (address: string) => test.deps.secrets.hmac(address, "security event");
    await seeEvents(ip).toEqual([
      { kind: "sign-in-failed", account: hash(email), status: 401, route: "/api/login" },
      { kind: "sign-in-failed", account: hash("nobody@acme.test"), status: 401, route: "/api/login" },
      { kind: "sign-in", account: userId, status: 303, route: "/api/login" },
      { kind: "sign-out", account: userId, status: 303, route: "/api/logout" },
    ]);
    const logged = lines.filter((line) => line.includes('"security"') && line.includes(`"ip":"${ip}"`));
    expect(logged.map((line) => JSON.parse(line).security.kind)).toEqual([
      "sign-in-failed",
      "sign-in-failed",
      "sign-in",
      "sign-out",
    ]);
    expect(JSON.parse(logged[0] ?? "{}")).toMatchObject({ time: expect.any(Number), reqId: expect.any(String) });
    expect(lines.join("")).not.toContain("a wrong password");
    expect(lines.join("")).not.toContain(email);
  });

  it("ASVS 16.3.2 16.3.3 a cross-site call, a write without a session, a write to another workspace's row, and a 429 are recorded", async () => {
    const [ip, me] = [visitors.newPlace(), await test.signIn()];
    const foreign = await buildIntegration(test.db);
    const write = { method: "DELETE" as const, url: `/api/integrations/${foreign.id}`, remoteAddress: ip };
    await me.inject({ ...write, headers: { "sec-fetch-site": "cross-site" } });
    await test.app.inject(write);
    await me.inject(write);
    for (let i = 0; i < 11; i += 1) await visitors.newBrowser(ip).signIn("guessed@acme.test", "x");
    await seeEvents(ip).toEqual([
      { kind: "cross-site-call-refused", account: null, status: 403, route: "/api/integrations/:id" },
      { kind: "write-without-session", account: null, status: 401, route: "/api/integrations/:id" },
      { kind: "write-to-unknown-row", account: me.viewer.userId, status: 404, route: "/api/integrations/:id" },
      ...Array.from({ length: 10 }, () => expect.objectContaining({ kind: "sign-in-failed" })),
      expect.objectContaining({ kind: "too-many-requests", status: 429, route: "/api/login" }),
    ]);
  });

  it("a flood from one network does not fill the disk: only its first sixty requests are recorded", async () => {
    const ip = visitors.newPlace();
    const calls = Array.from({ length: 90 }, () =>
      test.app.inject({ method: "DELETE", url: "/api/sessions", remoteAddress: ip }),
    );
    await Promise.all(calls);
    await seeEvents(ip).toHaveLength(60);
  });

  it("ASVS 16.4.2 the application's roles cannot change or delete security events, which are deleted after 29 days", async () => {
    const { db } = test;
    const count = async () => (await db.$client.query("select from security_events")).rowCount ?? 0;
    expect(await count()).toBeGreaterThan(0);
    const before = await count();
    const tries = ["update security_events set kind = 'x'", "delete from security_events", "truncate security_events"];
    for (const statement of tries) await expect(db.$client.query(statement)).rejects.toThrow("cannot be changed");
    const { viewer } = await test.signIn();
    for (const statement of [
      ...tries,
      "select from security_events",
      "insert into security_events (id, kind) values (gen_random_uuid(), 'x')",
    ])
      await expect(inWorkspace(db, viewer.workspaceId, ({ tx }) => tx.execute(statement))).rejects.toMatchObject({
        cause: { code: "42501" },
      });
    await db.$client.query(
      "insert into security_events (id, kind, at) values (gen_random_uuid(), 'old', now() - interval '30 days')",
    );
    await deleteExpiredRows(db);
    expect(await count()).toBe(before);
  });
});

it("ASVS 14.3.1 logging out tells the browser to delete what it stored", async () => {
  const me = await test.signIn();
  const out = await me.inject({ url: "/api/logout" });
  expect(out.headers["clear-site-data"]).toBe('"cache", "storage"');
  const other = await test.signIn();
  const everywhere = await other.inject({ method: "DELETE", url: "/api/sessions" });
  expect(everywhere.headers["clear-site-data"]).toBe('"cache", "storage"');
});

it("security.txt says where to report a weakness (RFC 9116)", async () => {
  const { statusCode, headers, body } = await test.app.inject("/.well-known/security.txt");
  expect([statusCode, headers["content-type"]]).toEqual([200, "text/plain; charset=utf-8"]);
  expect(body).toMatch(/^Contact: mailto:support@localhost$/m);
  const expires = Date.parse(/^Expires: (.+)$/m.exec(body)?.[1] ?? "");
  expect(expires - Date.now()).toBeGreaterThan(0);
  expect(expires - Date.now()).toBeLessThan(366 * 86_400_000);
});
