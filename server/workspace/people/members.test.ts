import { afterAll, beforeAll, expect, it } from "vitest";
import type { Membership } from "../../../shared/domain/access.ts";
import { buildUser, buildWorkspace } from "../../testing/factories.ts";
import { createTestApp, type SignedIn, type TestApp } from "../../testing/test-app.ts";

let test: TestApp;
beforeAll(async () => {
  test = await createTestApp();
});
afterAll(() => test.close());

async function team(...memberships: Membership[]) {
  const { id: workspaceId } = await buildWorkspace(test.db);
  return Promise.all(
    memberships.map(async (membership) => {
      const person = await buildUser(test.db, { workspaceId, membership, firstName: membership });
      return { ...person, ...(await test.signIn(person)) };
    }),
  );
}
const change = ({ inject }: SignedIn, id: string, membership: Membership) =>
  inject({ method: "PATCH", url: `/api/people/${id}`, payload: { membership } });
const remove = ({ inject }: SignedIn, id: string) => inject({ method: "DELETE", url: `/api/people/${id}` });
const people = async ({ inject }: SignedIn) => (await inject({ url: "/api/people" })).json();

it("everybody sees the team; an admin gives roles, and never makes or changes an owner", async () => {
  const [owner, admin, editor] = await team("owner", "admin", "editor");
  if (!owner || !admin || !editor) throw new Error("Three people.");
  expect(await people(editor)).toMatchObject([
    { id: owner.id, membership: "owner", isYou: false },
    { id: admin.id, membership: "admin" },
    { id: editor.id, membership: "editor", isYou: true, lastSeenAt: expect.any(String) },
  ]);
  const settings = { method: "PUT", url: "/api/settings/monitoring", payload: { mode: "manual" } } as const;
  expect((await editor.inject(settings)).statusCode).toBe(200);
  expect((await change(admin, editor.id, "viewer")).statusCode).toBe(200);
  expect((await editor.inject(settings)).statusCode).toBe(403);
  const answers = [
    await change(admin, owner.id, "editor"),
    await change(admin, editor.id, "owner"),
    await change(admin, admin.id, "owner"),
    await remove(admin, owner.id),
    await change(editor, editor.id, "admin"),
  ];
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([403, 403, 403, 403, 403]);
  const logs = (await owner.inject({ url: "/api/logs" })).json<{ message: string }[]>();
  expect(logs.map(({ message }) => message)).toContain("editor Lovelace is a viewer now.");
});

it("a workspace is handed over, and an owner always stays", async () => {
  const [owner, other] = await team("owner", "admin");
  if (!owner || !other) throw new Error("Two people.");
  const last = await change(owner, owner.id, "admin");
  expect([last.statusCode, last.json().message]).toEqual([
    409,
    "This is the last owner. Make somebody else an owner first.",
  ]);
  expect((await change(owner, other.id, "owner")).statusCode).toBe(200);
  // When two owners step down at the same moment, only one succeeds.
  const answers = await Promise.all([change(owner, owner.id, "viewer"), change(other, other.id, "viewer")]);
  expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409]);
});

it("a removed member is signed out at once, cannot sign in, and is not listed", async () => {
  const [owner, admin, editor] = await team("owner", "admin", "editor");
  if (!owner || !admin || !editor) throw new Error("Three people.");
  const { token } = (await admin.inject({ method: "POST", url: "/api/provisioning/tokens" })).json();
  expect((await remove(admin, editor.id)).statusCode).toBe(200);
  expect((await editor.inject({ url: "/api/auth/user" })).statusCode).toBe(401);
  expect((await remove(admin, editor.id)).statusCode).toBe(404);
  expect((await remove(owner, owner.id)).statusCode).toBe(409);
  expect((await change(owner, admin.id, "editor")).statusCode).toBe(200);
  const headers = { authorization: `Bearer ${token}` };
  expect((await test.app.inject({ url: "/scim/v2/Users", headers })).statusCode).toBe(401);
  expect((await people(owner)).map(({ id }: { id: string }) => id)).toEqual([owner.id, admin.id]);
});

it("admins export everybody with access as CSV that no spreadsheet runs, and the audit log says so", async () => {
  const [owner, admin, editor, left] = await team("owner", "admin", "editor", "viewer");
  if (!owner || !admin || !editor || !left) throw new Error("Four people.");
  const { workspaceId } = owner.viewer;
  await test.db.$client.query("update users set first_name = '=1+1', last_name = '' where id = $1", [editor.id]);
  expect((await remove(owner, left.id)).statusCode).toBe(200);
  await test.db.$client.query(
    `insert into invitations (workspace_id, id, email, membership, token_hash, sent_at, expires_at)
     values ($1, gen_random_uuid(), 'new@analytical.example', 'reviewer', gen_random_uuid()::text, now(), now() + interval '1 day'),
       ($1, gen_random_uuid(), 'late@analytical.example', 'viewer', gen_random_uuid()::text, now(), now() - interval '1 day')`,
    [workspaceId],
  );
  await team("owner");
  expect((await editor.inject({ url: "/api/people/export" })).statusCode).toBe(403);
  const answer = await admin.inject({ url: "/api/people/export", remoteAddress: "203.0.113.7" });
  expect(answer.headers["content-type"]).toBe("text/csv; charset=utf-8");
  expect(answer.headers["content-disposition"]).toMatch(/filename="lorekeep-people-.*\.csv"$/);
  const lines = answer.body.replace("\uFEFF", "").trim().split("\r\n");
  expect(lines.map((line) => line.split(",").slice(0, 4).join())).toEqual([
    `"name","address","role","state"`,
    `"owner Lovelace","${owner.email}","owner","active"`,
    `"admin Lovelace","${admin.email}","admin","active"`,
    `"'=1+1","${editor.email}","editor","active"`,
    `"viewer Lovelace","${left.email}","viewer","deactivated"`,
    `"","new@analytical.example","reviewer","invited"`,
    `"","late@analytical.example","viewer","invitation expired"`,
  ]);
  expect(lines[1]).toMatch(/"active","\d{4}-\d\d-\d\dT[^"]+Z","\d{4}-\d\d-\d\dT[^"]+Z"$/);
  expect(lines[5]).toMatch(/"invited","",""$/);
  const { entries } = (await owner.inject({ url: "/api/audit?thing=people" })).json();
  expect(entries[0]).toMatchObject({
    actor: { kind: "person", id: admin.id },
    action: "GET /api/people/export",
    summary: expect.stringContaining("Export the people"),
    ip: "203.0.113.7",
  });
  expect(entries).toHaveLength(2);
});
