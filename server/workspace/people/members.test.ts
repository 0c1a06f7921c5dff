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
  // Two owners who step down at the same moment do not both succeed.
  const answers = await Promise.all([change(owner, owner.id, "viewer"), change(other, other.id, "viewer")]);
  expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409]);
});

it("whoever is removed is signed out at once, cannot sign in, and is in the list no more", async () => {
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
