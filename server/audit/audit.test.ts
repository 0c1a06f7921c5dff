import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { contract } from "../../shared/contract/contract.ts";
import type { Endpoint } from "../../shared/contract/endpoint.ts";
import { newId } from "../db/new-id.ts";
import { inWorkspace } from "../db/workspace-scope.ts";
import { buildArticle, buildChannel, buildScimToken, buildUser } from "../testing/factories.ts";
import { ROW_OF_RESOURCE } from "../testing/rows-of-resources.ts";
import { buildSmallestBody } from "../testing/smallest-body.ts";
import { createTestApp, type SignedIn, type TestApp } from "../testing/test-app.ts";
import { hashToken } from "../workspace/accounts/tokens.ts";
import { forgetOldEntries } from "./index.ts";

let test: TestApp;
let owner: SignedIn;

beforeAll(async () => {
  test = await createTestApp();
  owner = await test.signIn();
});
afterAll(() => test.close());

const entriesOf = async (reader: SignedIn, query = "") =>
  (await reader.inject({ url: `/api/audit${query}` })).json().entries as Record<string, unknown>[];

describe("the audit log", () => {
  it("names who changed what, from which address, with the row before and after", async () => {
    const { workspaceId, userId } = owner.viewer;
    const person = await buildUser(test.db, { workspaceId, membership: "viewer" });
    const answer = await owner.inject({
      method: "PATCH",
      url: `/api/people/${person.id}`,
      payload: { membership: "editor" },
      remoteAddress: "203.0.113.7",
    });
    expect(answer.statusCode).toBe(200);
    expect((await entriesOf(owner))[0]).toMatchObject({
      actor: { kind: "person", id: userId, name: "Ada Lovelace" },
      action: "PATCH /api/people/:id",
      summary: contract["PATCH /api/people/:id"].summary,
      thing: "people",
      thingIds: [person.id],
      before: { membership: "viewer" },
      after: { membership: "editor" },
      asked: { membership: "editor" },
      ip: "203.0.113.7",
    });
  });

  it("says what the changed things are called, titles of private articles only to who may read them", async () => {
    const { workspaceId } = owner.viewer;
    const channel = await buildChannel(test.db, { workspaceId, name: "finance", isPrivate: true });
    const open = await buildArticle(test.db, { workspaceId, title: "Door code" });
    const closed = await buildArticle(test.db, { workspaceId, channelId: channel.id, title: "Salaries" });
    const answer = await owner.inject({
      method: "POST",
      url: "/api/articles/bulk/remove",
      payload: { ids: [open.id], pages: "keep" },
    });
    expect(answer.statusCode).toBe(200);
    await test.db.$client.query(
      `insert into audit_entries (workspace_id, id, at, actor, action, thing, thing_ids)
       values ($1, $2, now(), 'person', 'old', 'articles', $3)`,
      [workspaceId, newId(), [closed.id, `held.${open.id}`]],
    );
    const admin = await test.signIn(await buildUser(test.db, { workspaceId, membership: "admin" }));
    const { names } = (await admin.inject({ url: "/api/audit" })).json();
    expect(names).toMatchObject({ [open.id]: "Door code", [`held.${open.id}`]: "Door code" });
    expect(JSON.stringify(names)).not.toContain("Salaries");
  });

  it("names what was made, and what was there before it was removed", async () => {
    const made = await owner.inject({
      method: "POST",
      url: "/api/invitation-links",
      payload: { membership: "viewer", days: 7 },
    });
    expect(made.statusCode).toBe(200);
    const [entry] = await entriesOf(owner);
    const { thingIds: [id] = [] } = entry as { thingIds?: string[] };
    expect(entry).toMatchObject({
      action: "POST /api/invitation-links",
      before: null,
      after: { membership: "viewer" },
    });
    await owner.inject({ method: "DELETE", url: `/api/invitation-links/${id}` });
    expect((await entriesOf(owner))[0]).toMatchObject({ action: "DELETE /api/invitation-links/:id", thingIds: [id] });
  });

  it("keeps no word that somebody wrote", async () => {
    const word = "Quarzsandgrube";
    const { workspaceId } = owner.viewer;
    const { email } = (await owner.inject({ url: "/api/auth/user" })).json();
    await owner.inject({
      method: "PATCH",
      url: "/api/auth/user",
      payload: { firstName: word, lastName: "Lovelace", email, role: "manager" },
    });
    await owner.inject({
      method: "POST",
      url: "/api/integrations",
      payload: { name: word, type: "notion", baseUrl: "", spaceId: word, apiKey: word, isActive: true },
    });
    await owner.inject({ method: "PUT", url: "/api/settings", payload: settingsWith(word) });
    const { rows } = await test.db.$client.query(
      "select action, a::text as said from audit_entries a where workspace_id = $1",
      [workspaceId],
    );
    for (const action of ["PATCH /api/auth/user", "PUT /api/settings"])
      expect(rows.map((row) => row.action)).toContain(action);
    for (const { said } of rows) expect(said).not.toContain(word);
  });

  it("names the token where the company's directory changed somebody", async () => {
    const { workspaceId, userId } = owner.viewer;
    const token = `lks_${"a".repeat(43)}`;
    const { id } = await buildScimToken(test.db, { workspaceId, createdBy: userId, tokenHash: hashToken(token) });
    const person = await buildUser(test.db, { workspaceId, membership: "viewer" });
    await test.db.$client.query(
      "insert into provisioned_people (workspace_id, user_id, user_name, is_made) values ($1, $2, 'ada', true)",
      [workspaceId, person.id],
    );
    const answer = await test.app.inject({
      method: "DELETE",
      url: `/scim/v2/Users/${person.id}`,
      headers: { authorization: `Bearer ${token}` },
    });
    expect(answer.statusCode).toBe(204);
    expect((await entriesOf(owner, "?by=directory"))[0]).toMatchObject({
      actor: { kind: "directory", id },
      action: "DELETE /scim/v2/Users/:id",
      thing: "people",
      thingIds: [person.id],
    });
  });

  it("has no entry for what was refused or came to nothing", async () => {
    const before = (await entriesOf(owner)).length;
    const viewer = await buildUser(test.db, { workspaceId: owner.viewer.workspaceId, membership: "viewer" });
    const refused = await (await test.signIn(viewer)).inject({
      method: "PUT",
      url: "/api/newcomers",
      payload: { membership: "viewer", joinByDomain: false },
    });
    expect(refused.statusCode).toBe(403);
    const unknown = await owner.inject({ method: "DELETE", url: `/api/people/${viewer.id.replace(/^./, "f")}` });
    expect(unknown.statusCode).toBe(404);
    expect(await entriesOf(owner)).toHaveLength(before);
  });

  it("is filtered by person, thing and day, read page by page, and exported whole", async () => {
    const me = await test.signIn();
    const { workspaceId, userId } = me.viewer;
    await test.db.$client.query(
      `insert into audit_entries (workspace_id, id, at, actor, done_by, action, thing, thing_ids)
       select $1, ('0192' || lpad(to_hex(n), 4, '0') || '-0000-7000-8000-000000000000')::uuid,
         '2026-01-01'::timestamptz + n * interval '1 hour', 'person', $2, '=1+1', case when n % 2 = 0 then 'articles' else 'people' end, '{}'
       from generate_series(1, 250) n`,
      [workspaceId, userId],
    );
    const first = (await me.inject({ url: "/api/audit" })).json();
    expect([first.entries.length, first.hasOlder]).toEqual([100, true]);
    const next = await entriesOf(me, `?before=${first.entries[99].id}`);
    expect(Date.parse(next[0]?.["at"] as string)).toBeLessThan(Date.parse(first.entries[99].at));
    for (const entry of await entriesOf(me, "?thing=articles")) expect(entry["thing"]).toBe("articles");
    expect(await entriesOf(me, "?from=2026-01-02&to=2026-01-02")).toHaveLength(24);
    expect(await entriesOf(me, `?by=${owner.viewer.userId}`)).toEqual([]);
    const csv = (await me.inject({ url: "/api/audit/export?format=csv&thing=people" })).body;
    expect(csv.trim().split("\r\n")).toHaveLength(126);
    expect(csv).toContain(`"'=1+1"`);
    const lines = (await me.inject({ url: "/api/audit/export?format=jsonl" })).body.trim().split("\n");
    expect(lines.map((line) => JSON.parse(line).id)).toHaveLength(250);
  });

  it("is for owners and admins of the workspace alone", async () => {
    const stranger = await test.signIn();
    expect(await entriesOf(stranger)).toEqual([]);
    for (const membership of ["editor", "reviewer", "viewer"] as const) {
      const person = await buildUser(test.db, { workspaceId: owner.viewer.workspaceId, membership });
      for (const url of ["/api/audit", "/api/audit/export?format=csv"])
        expect((await (await test.signIn(person)).inject({ url })).statusCode).toBe(403);
    }
  });

  it("cannot be changed or emptied by the application or the tables' owner, and goes after 365 days", async () => {
    const { workspaceId } = owner.viewer;
    const { $client } = test.db;
    const count = async () =>
      (await $client.query("select from audit_entries where workspace_id = $1", [workspaceId])).rowCount ?? 0;
    const before = await count();
    expect(before).toBeGreaterThan(0);
    const tries = ["update audit_entries set thing = 'x'", "delete from audit_entries", "truncate audit_entries"];
    for (const statement of tries) await expect($client.query(statement)).rejects.toThrow("cannot be changed");
    const ways = [
      "update audit_entries set done_by = null, ip = null",
      "insert into audit_entries select * from audit_entries on conflict (workspace_id, id) do update set thing = 'x'",
      "alter table audit_entries disable trigger all",
      "alter table audit_entries disable row level security",
      "drop trigger keep_audit_entries on audit_entries",
      "drop table audit_entries",
      "set local session_replication_role = replica",
    ];
    for (const statement of [...tries, ...ways])
      await expect(inWorkspace(test.db, workspaceId, ({ tx }) => tx.execute(statement))).rejects.toMatchObject({
        cause: { code: "42501" },
      });
    const { rows: rights } = await $client.query(
      `select privilege from unnest(array['UPDATE', 'DELETE', 'TRUNCATE', 'TRIGGER']) privilege
       where has_table_privilege('lorekeep_app', 'audit_entries', privilege)`,
    );
    const onColumns = "select has_any_column_privilege('lorekeep_app', 'audit_entries', 'UPDATE') as may";
    expect([rights, (await $client.query(onColumns)).rows]).toEqual([[], [{ may: false }]]);
    await $client.query(
      `insert into audit_entries (workspace_id, id, at, actor, action, thing)
       select $1, gen_random_uuid(), now() - make_interval(days => days), 'person', 'old', 'people' from unnest(array[364, 366]) days`,
      [workspaceId],
    );
    const young = "delete from audit_entries where at < now() - interval '363 days'";
    await expect($client.query(young)).rejects.toThrow("cannot be changed");
    await forgetOldEntries(test.db);
    expect(await count()).toBe(before + 1);
  });

  it("is written in the transaction of the change: without the entry there is no change", async () => {
    const { workspaceId } = owner.viewer;
    const person = await buildUser(test.db, { workspaceId, membership: "viewer" });
    const { $client } = test.db;
    await $client.query("alter table audit_entries add constraint no_more check (thing <> 'people') not valid");
    const answer = await owner.inject({
      method: "PATCH",
      url: `/api/people/${person.id}`,
      payload: { membership: "editor" },
    });
    await $client.query("alter table audit_entries drop constraint no_more");
    expect(answer.statusCode).toBe(500);
    const { rows } = await $client.query("select membership from users where id = $1", [person.id]);
    expect(rows).toEqual([{ membership: "viewer" }]);
  });
});

const settingsWith = (word: string) => ({ sensitivity: 6, minMessageLength: 20, detectionKeywords: [word] });

describe("no endpoint changes something without an entry", () => {
  const writes = (Object.entries(contract) as [string, Endpoint][]).filter(
    ([key, { access }]) => access === "session" && !key.startsWith("GET "),
  );
  /** Endpoints that answer with existing data, and change nothing that other people see. */
  const READING = [
    "POST /api/ask",
    "POST /api/answers/:id/opened",
    "POST /api/presence",
    "POST /api/notifications/read",
  ];

  it(`all ${writes.length} of the contract say so in what they need`, () => {
    for (const [key, { needs }] of writes)
      expect([key, needs?.[0]]).toEqual([key, READING.includes(key) ? "read" : "change"]);
  });

  /** Endpoints that wait for a worker. */
  const WAITING = ["POST /api/articles/:id/reanalyze", "POST /api/test-slack-analysis"];
  const walked = writes.map(([key]) => key).filter((key) => ![...READING, ...WAITING].includes(key));
  const done: string[] = [];

  it.each(walked)("%s", async (key) => {
    const me = await test.signIn();
    const { workspaceId, userId } = me.viewer;
    const [method = "", path = ""] = key.split(" ");
    const row = await ROW_OF_RESOURCE[path.split("/")[2] ?? ""]?.(test.db, { workspaceId });
    const url = path
      .replace(":id", row?.id ?? newId())
      .replace(":version", "1")
      .replace(/:\w+/g, newId());
    const payload = buildSmallestBody((contract as Record<string, Endpoint>)[key]?.body);
    const { statusCode } = await me.inject({ method: method as "POST", url, ...(payload && { payload }) });
    const { rows } = await test.db.$client.query("select action, done_by from audit_entries where workspace_id = $1", [
      workspaceId,
    ]);
    if (statusCode !== 200) return expect(rows.length).toBeLessThan(2);
    expect(rows).toEqual([{ action: key, done_by: userId }]);
    done.push(key);
  });

  it("the walk did many of them, so that it says something", () => {
    expect(done.length).toBeGreaterThan(walked.length / 3);
  });
});
