import { getTableName } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { createConnectors } from "../../../connectors/registry.ts";
import { createSafeFetch } from "../../../connectors/safe-fetch.ts";
import { newId } from "../../db/new-id.ts";
import {
  buildArticle,
  buildArticleSource,
  buildChannel,
  buildChatIntegration,
  buildGivenAnswer,
  buildIntegration,
  buildLog,
  buildMessage,
  buildOpenQuestion,
  buildPublication,
  buildRun,
  buildSettings,
  buildUser,
  buildWorkspace,
} from "../../testing/factories.ts";
import { createTestApp, type SignedIn, type TestApp } from "../../testing/test-app.ts";
import { createAccount } from "./create-account.ts";
import { restoreAccount } from "./delete-account.ts";
import { deleteExpiredRows } from "./expired-queries.ts";
import { listExportedColumns } from "./export-queries.ts";
import { EXPORTED_TABLES, NOT_EXPORTED } from "./exported-table-queries.ts";
import { purgeDeletedAccounts } from "./purge.ts";
import { deliverMailsTo } from "./testing/deliver-mails.ts";
import { fillEveryTable, listWorkspaceTables } from "./testing/fill-every-table.ts";
import { unzip } from "./testing/unzip.ts";

let test: TestApp;
beforeAll(async () => {
  test = await createTestApp({
    connectors: createConnectors({ fetch: createSafeFetch({ allow: [] }), slackDistribution: "internal" }),
  });
});
afterAll(() => test.close());

const PASSWORD = "analytical engine";
const SECRET = "v1.k1.this-is-a-sealed-secret";
let number = 0;

/** Creates a person whose workspace has rows in every table, or a person in the given workspace. */
async function newPerson(workspaceId?: string) {
  number += 1;
  const email = `leaver${number}@acme.test`;
  const ids = workspaceId
    ? await buildUser(test.db, { workspaceId, email }).then(({ id }) => ({ userId: id, workspaceId }))
    : await createAccount(test.deps, {
        firstName: "Ada",
        lastName: `Lovelace${number}`,
        email,
        company: `Acme ${number}`,
        password: PASSWORD,
        verified: true,
      });
  const me = await test.signIn({ id: ids.userId, workspaceId: ids.workspaceId });
  if (!workspaceId) await fillWorkspace({ ...ids, email });
  return { ...me, ...ids, email };
}
type Person = Awaited<ReturnType<typeof newPerson>>;

async function fillWorkspace(person: { workspaceId: string; userId: string; email: string }) {
  const { workspaceId, userId } = person;
  const values = { workspaceId };
  await buildSettings(test.db, { ...values, monitoringMode: "automatic" });
  const integrationId = (await buildIntegration(test.db, { ...values, apiKeySealed: SECRET })).id;
  const secrets = { botToken: { sealed: SECRET, last4: "cret" } };
  const chat = await buildChatIntegration(test.db, { ...values, secrets });
  const channel = await buildChannel(test.db, { ...values, integrationId: chat.id });
  await buildMessage(test.db, { ...values, channelId: channel.id });
  const article = await buildArticle(test.db, { ...values, channelId: channel.id, title: "../../etc: CON?" });
  await buildArticleSource(test.db, { ...values, articleId: article.id });
  await buildPublication(test.db, { ...values, articleId: article.id, integrationId });
  await buildRun(test.db, { ...values, requestedBy: userId });
  await buildLog(test.db, values);
  await buildOpenQuestion(test.db, { ...values, userId });
  await buildGivenAnswer(test.db, { ...values, userId, articleId: article.id });
  await fillEveryTable(test.db.$client, person);
}

const query = async <Row extends object>(text: string, values: unknown[] = []) =>
  (await test.db.$client.query<Row>(text, values)).rows;
const remove = (person: SignedIn, proof: string) =>
  person.inject({ method: "POST", url: "/api/account-deletion", payload: { proof } });
const preview = async (person: SignedIn) => (await person.inject({ url: "/api/account-deletion" })).json();
const signIn = ({ email }: Person, password = PASSWORD) =>
  test.app.inject({
    method: "POST",
    url: "/api/login",
    remoteAddress: `10.12.0.${(number += 1)}`,
    headers: { "content-type": "application/x-www-form-urlencoded" },
    payload: new URLSearchParams({ email, password }).toString(),
  });
async function letDaysPass(days: number): Promise<void> {
  // The product stores a security event after it sent the response, so the test waits for the event.
  const isTold = "exists (select from security_events e where e.account = u.id::text and e.kind = 'account-deletion')";
  await expect.poll(() => query(`select from users u where deleted_at is not null and not ${isTold}`)).toEqual([]);
  await query(`update users set deleted_at = deleted_at - make_interval(days => $1) where deleted_at is not null`, [
    days,
  ]);
  await query("alter table security_events disable trigger user");
  await query("update security_events set at = at - make_interval(days => $1)", [days]);
  await query("alter table security_events enable trigger user");
}

/** Returns the tables, including those of the queue, in which any of these words occurs. */
async function placesOf(...words: string[]): Promise<string[]> {
  const tables = await query<{ name: string }>(`
    select format('%I.%I', table_schema, table_name) as name from information_schema.tables
    where table_schema in ('public', 'pgboss') and table_type = 'BASE TABLE'`);
  const found: string[] = [];
  for (const { name } of tables) {
    const like = words.map((word) => `%${word}%`);
    const rows = await query(`select from ${name} t where t::text like any ($1) limit 1`, [like]);
    if (rows.length > 0) found.push(name);
  }
  return found;
}

describe("the export of personal data", () => {
  it("holds everything of the person and the workspace, and nothing of another one", async () => {
    const [me, stranger] = [await newPerson(), await newPerson()];
    const answer = await me.inject({ url: "/api/personal-data" });
    expect(answer.statusCode).toBe(200);
    expect(answer.headers["content-type"]).toBe("application/zip");
    expect(answer.headers["content-disposition"]).toMatch(/filename="lorekeep-data-\d{4}-\d\d-\d\d\.zip"/);
    const files = await unzip(answer.rawPayload);
    for (const name of files.keys()) expect(name).toMatch(/^(?:[\w-]+\/)?[\w-]+\.(?:json|md|txt)$/);
    for (const name of Object.keys(EXPORTED_TABLES)) {
      const rows = JSON.parse(files.get(`workspace/${name}.json`) ?? "null");
      expect([name, rows?.length > 0]).toEqual([name, true]);
    }
    expect(JSON.parse(files.get("account.json") ?? "")).toMatchObject({
      email: me.email,
      sessions: [{ isThisOne: true }],
    });
    expect(JSON.parse(files.get("workspace.json") ?? "")).toMatchObject({ id: me.workspaceId, plan: "starter" });
    const article = [...files].find(([name]) => name.startsWith("articles/"));
    expect(article?.[0]).toMatch(/^articles\/etc-con-[0-9a-f]{8}\.md$/);
    expect(article?.[1]).toContain("Restart the worker.");
    const all = [...files.values()].join("\n");
    for (const word of [stranger.workspaceId, stranger.userId, stranger.email]) expect(all).not.toContain(word);
  });

  it("holds no secret", async () => {
    const me = await newPerson();
    const all = [...(await unzip((await me.inject({ url: "/api/personal-data" })).rawPayload)).values()].join("\n");
    const stored = await query<{ secret: string }>(
      `select password_hash as secret from users where id = $1 union select token_hash from sessions where user_id = $1
       union select token_hash from single_use_tokens where user_id = $1`,
      [me.userId],
    );
    expect(stored.length).toBeGreaterThan(2);
    for (const { secret } of stored) expect(all).not.toContain(secret);
    expect(all).not.toContain(SECRET);
    const columns = Object.values(EXPORTED_TABLES).flatMap((exported) => Object.keys(listExportedColumns(exported)));
    expect(columns.filter((name) => /sealed|secret|last4|token|password|hash$/i.test(name)).sort()).toEqual([
      "cacheWriteTokens",
      "cachedTokens",
      "inputHash",
      "inputTokens",
      "outputTokens",
    ]);
  });

  it("knows of every table whether it is in it", async () => {
    const named = Object.values(EXPORTED_TABLES).map(({ table }) => getTableName(table));
    const all = await query<{ name: string }>(`
      select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'`);
    expect([...named, ...Object.keys(NOT_EXPORTED)].sort()).toEqual(all.map(({ name }) => name).sort());
  });

  it("is written in parts, each row once", async () => {
    const me = await newPerson();
    const { id: channelId } = await buildChannel(test.db, { workspaceId: me.workspaceId });
    await query(
      `insert into messages (workspace_id, channel_id, external_id, author_id, author_name, sent_at, text)
       select $1, $2, 'many-' || n, 'U1', 'Grace', now(), 'Said "it" ' || n from generate_series(1, 2500) n`,
      [me.workspaceId, channelId],
    );
    const files = await unzip((await me.inject({ url: "/api/personal-data" })).rawPayload);
    const ids = JSON.parse(files.get("workspace/messages.json") ?? "")
      .map(({ externalId }: { externalId: string }) => externalId)
      .filter((id: string) => id.startsWith("many-"));
    expect([ids.length, new Set(ids).size]).toEqual([2500, 2500]);
  });

  it("harms nobody when the reader breaks it off", async () => {
    const me = await newPerson();
    const { id: channelId } = await buildChannel(test.db, { workspaceId: me.workspaceId });
    await query(
      `insert into messages (workspace_id, channel_id, external_id, author_id, author_name, sent_at, text)
       select $1, $2, 'long-' || n, 'U1', 'Grace', now(),
         (select string_agg(md5(n || '-' || part), '') from generate_series(1, 64) part)
       from generate_series(1, 3000) n`,
      [me.workspaceId, channelId],
    );
    const address = await test.app.listen({ host: "127.0.0.1", port: 0 });
    const headers = { cookie: me.cookie };
    const stopping = new AbortController();
    const answer = await fetch(`${address}/api/personal-data`, { headers, signal: stopping.signal });
    const reader = answer.body?.getReader();
    await reader?.read();
    stopping.abort();
    await expect(reader?.read()).rejects.toThrow();
    expect((await fetch(`${address}/api/auth/user`, { headers })).status).toBe(200);
  });

  it("is not begun by a link on another site, nor more than ten times an hour", async () => {
    const me = await newPerson();
    const foreign = await me.inject({ url: "/api/personal-data", headers: { "sec-fetch-site": "cross-site" } });
    expect(foreign.statusCode).toBe(403);
    await query("insert into rate_limits (key, window_start, hits) values ($1, now(), 10)", [`export ${me.userId}`]);
    expect((await me.inject({ url: "/api/personal-data" })).statusCode).toBe(429);
  });
});

describe("deleting an account", () => {
  let me: Person;
  beforeEach(async () => {
    me = await newPerson();
  });

  it("says first what would happen", async () => {
    expect(await preview(me)).toEqual({
      proof: "password",
      isLastPerson: true,
      articles: 1,
      integrations: 2,
      workspaces: [{ name: expect.stringMatching(/^Acme /), goes: true }],
      purgedBy: expect.any(String),
    });
    const inDays = (Date.parse((await preview(me)).purgedBy) - Date.now()) / 86_400_000;
    expect(Math.round(inDays)).toBe(30);
    const colleague = await newPerson(me.workspaceId);
    expect(await preview(me)).toMatchObject({ isLastPerson: false });
    expect(await preview(colleague)).toMatchObject({ proof: "word" });
  });

  it("asks for the password, and changes nothing without it", async () => {
    const refused = await remove(me, "wrong");
    expect(refused.statusCode).toBe(400);
    expect(refused.json().fields).toEqual([{ path: "proof", message: "The password is wrong." }]);
    expect((await me.inject({ url: "/api/auth/user" })).statusCode).toBe(200);
    await query("update rate_limits set hits = 10 where key = $1", [`delete account ${me.userId}`]);
    expect((await remove(me, PASSWORD)).statusCode).toBe(429);
  });

  it("asks whoever signs in through their company for the word", async () => {
    const colleague = await newPerson(me.workspaceId);
    expect((await remove(colleague, "yes")).json().fields).toEqual([
      { path: "proof", message: "Type the word delete." },
    ]);
    expect((await remove(colleague, " Delete ")).statusCode).toBe(200);
    expect((await me.inject({ url: "/api/auth/user" })).statusCode).toBe(200);
  });

  it("ends every session, refuses the sign-in, stops the reading and erases the tokens at once", async () => {
    await query(
      "update model_settings set provider = 'openai', key_sealed = $2, key_last4 = 'cret' where workspace_id = $1",
      [me.workspaceId, SECRET],
    );
    const elsewhere = await test.signIn({ id: me.userId, workspaceId: me.workspaceId });
    const answer = await remove(me, PASSWORD);
    expect(answer.json()).toEqual({ success: true, purgedBy: expect.any(String) });
    expect(answer.cookies[0]).toMatchObject({ name: "sid", value: "" });
    for (const session of [me, elsewhere])
      expect((await session.inject({ url: "/api/auth/user" })).statusCode).toBe(401);
    const refused = await signIn(me);
    expect([refused.statusCode, refused.body.includes("The email address or the password is wrong.")]).toEqual([
      401,
      true,
    ]);
    const of = (text: string) => query(text, [me.workspaceId]);
    expect(await of("select from single_use_tokens where workspace_id = $1")).toEqual([]);
    expect(await of("select is_active, secrets from chat_integrations where workspace_id = $1")).toEqual([
      { is_active: false, secrets: {} },
    ]);
    expect(await of("select is_active, api_key_sealed from knowledge_integrations where workspace_id = $1")).toEqual([
      { is_active: false, api_key_sealed: "" },
    ]);
    expect(await of("select provider, key_sealed, key_last4 from model_settings where workspace_id = $1")).toEqual([
      { provider: null, key_sealed: null, key_last4: null },
    ]);
    expect(await of("select monitoring_mode as mode from workspace_settings where workspace_id = $1")).toEqual([
      { mode: "manual" },
    ]);
    expect(await query("select workspace_id, closing from payers where email = $1", [me.email])).toEqual([
      { workspace_id: null, closing: "account-gone" },
    ]);
    expect(await of("select state from runs where workspace_id = $1")).toEqual([{ state: "failed" }]);
    expect(await of("select state from publications where workspace_id = $1")).toEqual([{ state: "parked" }]);
  });

  it("keeps no session that began at the same moment", async () => {
    await remove(me, PASSWORD);
    const late = await test.signIn({ id: me.userId, workspaceId: me.workspaceId });
    expect((await late.inject({ url: "/api/auth/user" })).statusCode).toBe(401);
  });

  it("is confirmed by a mail that names the day and what goes", async () => {
    const { purgedBy } = (await remove(me, PASSWORD)).json();
    const mail = (await deliverMailsTo(test, me.email)).at(-1);
    expect(mail?.subject).toBe("Your Lorekeep account is deleted");
    const day = new Date(purgedBy).toLocaleDateString("en-US", { dateStyle: "long", timeZone: "UTC" });
    for (const text of [`By ${day} everything is removed for good.`, "This also deletes the workspace Acme"])
      expect([mail?.text, mail?.html].every((part) => part?.includes(text))).toBe(true);
  });

  it("frees the address for a new account at once", async () => {
    await remove(me, PASSWORD);
    const again = {
      firstName: "A",
      lastName: "B",
      email: me.email,
      company: "New",
      password: PASSWORD,
      verified: true,
    };
    const { workspaceId } = await createAccount(test.deps, again);
    expect(workspaceId).not.toBe(me.workspaceId);
    await expect(restoreAccount(test.deps, me.email)).rejects.toThrow("already has a new account");
  });

  it("can be taken back by the operator until the purge", async () => {
    await remove(me, PASSWORD);
    await restoreAccount(test.deps, me.email);
    const back = await test.signIn({ id: me.userId, workspaceId: me.workspaceId });
    expect((await back.inject({ url: "/api/articles" })).json()).toHaveLength(1);
    expect((await signIn(me)).statusCode).toBe(303);
    await expect(restoreAccount(test.deps, me.email)).rejects.toThrow("There is no deleted account");
  });

  it("shows a page that says so, without scripts", async () => {
    expect((await test.app.inject("/account-deleted")).body).toContain("Your account is deleted");
  });
});

describe("the purge", () => {
  const purge = async () => {
    await purgeDeletedAccounts(test.deps);
    // Counts of attempts are deleted after a day.
    await query("update rate_limits set window_start = now() - interval '2 days'");
    await deleteExpiredRows(test.db);
  };

  it("waits, and before the thirtieth day leaves nothing of the workspace in any table", async () => {
    const [me, stranger] = [await newPerson(), await newPerson()];
    const tables = await listWorkspaceTables(test.db.$client);
    const theirs = async () =>
      Promise.all(tables.map((name) => query(`select from ${name} where workspace_id = $1`, [stranger.workspaceId])));
    const before = (await theirs()).map((rows) => rows.length);
    expect(Math.min(...before)).toBeGreaterThan(0);
    await remove(me, PASSWORD);
    const words = [me.workspaceId, me.userId, me.email] as const;

    await letDaysPass(27);
    await purge();
    expect(await placesOf(...words)).toContain("public.articles");
    await letDaysPass(2);
    await purge();
    expect(await placesOf(...words)).toEqual([]);
    expect((await theirs()).map((rows) => rows.length)).toEqual(before);
    await expect(restoreAccount(test.deps, me.email)).rejects.toThrow("There is no deleted account");
  });

  it("takes only the person while others are in the workspace, and their name out of what they did", async () => {
    const me = await newPerson();
    const colleague = await newPerson(me.workspaceId);
    const message = `Ada Lovelace${me.email.match(/\d+/)} joined.`;
    const log = await buildLog(test.db, { workspaceId: me.workspaceId, message, data: { userId: me.userId } });
    await remove(me, PASSWORD);
    expect(await query("select is_active from chat_integrations where workspace_id = $1", [me.workspaceId])).toEqual([
      { is_active: true },
    ]);
    await deliverMailsTo(test, me.email);
    await letDaysPass(29);
    await purge();
    expect(await placesOf(me.userId, me.email)).toEqual([]);
    expect(await query("select message, data from activity_logs where id = $1", [log.id])).toEqual([
      { message: "a former member joined.", data: {} },
    ]);
    expect((await colleague.inject({ url: "/api/articles" })).json()).toHaveLength(1);
  });

  it("takes the workspace with the last of two people, not with the first", async () => {
    const first = await newPerson();
    const second = await newPerson(first.workspaceId);
    await remove(first, PASSWORD);
    await letDaysPass(10);
    await remove(second, "delete");
    await letDaysPass(19);
    await purge();
    expect(await query("select id from users where workspace_id = $1", [first.workspaceId])).toEqual([
      { id: second.userId },
    ]);
    await letDaysPass(10);
    await purge();
    expect(await placesOf(first.workspaceId)).toEqual([]);
  });

  it("tries again what it could not remove, and does not keep the others from it", async () => {
    const [stuck, other] = [await newPerson(), await newPerson()];
    for (const person of [stuck, other]) await remove(person, PASSWORD);
    await letDaysPass(29);
    const blocker = newId();
    await query("create table blocks (id uuid primary key, ws uuid references workspaces (id))");
    await query("insert into blocks values ($1, $2)", [blocker, stuck.workspaceId]);
    await purge();
    expect(await placesOf(other.workspaceId)).toEqual([]);
    expect(await placesOf(stuck.workspaceId)).toContain("public.articles");
    await query("drop table blocks");
    await purge();
    expect(await placesOf(stuck.workspaceId)).toEqual([]);
  });
});

it("an empty workspace can be exported and deleted", async () => {
  const { id } = await buildWorkspace(test.db);
  const me = await test.signIn(await buildUser(test.db, { workspaceId: id }));
  const files = await unzip((await me.inject({ url: "/api/personal-data" })).rawPayload);
  expect(JSON.parse(files.get("workspace/messages.json") ?? "")).toEqual([]);
  expect((await remove(me, "delete")).statusCode).toBe(200);
});
