import { sql } from "drizzle-orm";
import type { Workspaces } from "../../../shared/contract/invitations.ts";
import { recordActivity } from "../../activity/index.ts";
import { type Database, inWorkspace } from "../../db/workspace-scope.ts";
import type { Deps } from "../../deps.ts";
import { conflict, notFound } from "../../errors.ts";
import type { Viewer } from "../../http/routes.ts";
import type { AccountIds } from "../accounts/create-account.ts";
import { isSamePerson, membershipsOf } from "../accounts/person-queries.ts";
import { addMembership } from "../invitations/accept.ts";
import { joinableByDomain, readNewcomers } from "../invitations/invitation-queries.ts";
import { letGo } from "../people/leaving.ts";

export async function listWorkspaces({ db }: Pick<Deps, "db">, viewer: Viewer): Promise<Workspaces> {
  const { rows } = await db.execute<Workspaces["own"][number] & { email: string }>(sql`
    select w.id, w.name, u.membership, w.id = ${viewer.workspaceId} as "isActive", u.email
    from users u join workspaces w on w.id = u.workspace_id
    where u.${isSamePerson(viewer)} and u.deleted_at is null and u.deactivated_at is null
    order by lower(w.name), w.id`);
  return {
    own: rows.map(({ id, name, membership, isActive }) => ({ id, name, membership, isActive })),
    joinable: rows[0] ? await joinableByDomain(db, rows[0].email) : [],
  };
}

/** The session works there from now on. Throws 'not-found' where the person is not. */
export async function enterWorkspace(
  db: Pick<Database, "execute">,
  sessionHash: string | null,
  viewer: AccountIds,
  workspaceId: string,
): Promise<void> {
  const target = (await membershipsOf(db, viewer)).find((one) => one.workspaceId === workspaceId);
  if (!target) throw notFound("workspace");
  await db.execute(sql`
    update sessions set workspace_id = ${target.workspaceId}, user_id = ${target.userId} where token_hash = ${sessionHash}`);
  await db.execute(sql`
    update users set entered_at = now() where workspace_id = ${target.workspaceId} and id = ${target.userId}`);
}

/** By the mail domain of the person's own, confirmed address. Throws 'not-found' where that opens nothing. */
export async function joinWorkspace(deps: Deps, viewer: Viewer, workspaceId: string): Promise<void> {
  await deps.db.transaction(async (tx) => {
    const [me] = await membershipsOf(tx, viewer);
    const found = me && (await joinableByDomain(tx, me.email)).find(({ id }) => id === workspaceId);
    if (!found) throw notFound("workspace");
    const { membership } = await readNewcomers({ tx, workspaceId });
    const open = { workspaceId, id: "", workspace: found.name, membership, invitedBy: null, words: "" };
    await addMembership(deps, tx, { ...open, email: null, linkId: null }, viewer);
  });
}

/**
 * What the person wrote there stays. The session goes on in another workspace; the others of this one end, and their keys are
 * answered. Throws 'conflict' for the only workspace one has, the last owner, and whom a directory keeps there.
 */
export async function leaveWorkspace(
  deps: Deps,
  { sessionHash, ...viewer }: Viewer & { sessionHash: string | null },
  workspaceId: string,
): Promise<string[]> {
  const memberships = await membershipsOf(deps.db, viewer);
  const mine = memberships.find((one) => one.workspaceId === workspaceId);
  if (!mine) throw notFound("workspace");
  const other = memberships.find((one) => one !== mine);
  if (!other)
    throw conflict("You are in no other workspace. Delete your account on Personal Information to leave this one.");
  return deps.db.transaction(async (tx) => {
    await refuseToLeave(tx, mine);
    if (viewer.workspaceId === workspaceId) await enterWorkspace(tx, sessionHash, viewer, other.workspaceId);
    const { rows } = await tx.execute<{ name: string }>(sql`
      update users set deactivated_at = now(), membership = 'viewer', updated_at = now()
      where workspace_id = ${workspaceId} and id = ${mine.userId}
      returning trim(first_name || ' ' || last_name) as name`);
    const scope = { tx, workspaceId };
    await recordActivity(scope, deps.events, {
      type: "change",
      message: `${rows[0]?.name || "Somebody"} left the workspace.`,
      data: { userId: mine.userId },
    });
    await deps.events.notify(scope, { type: "people" });
    return letGo(deps, scope, { id: mine.userId, email: mine.email });
  });
}

/** Owners stay as they are until the transaction ends: two last ones cannot both be "not the last". */
async function refuseToLeave(tx: Pick<Database, "execute">, { workspaceId, userId }: AccountIds): Promise<void> {
  const { rows } = await tx.execute<{ id: string }>(sql`
    select id from users where workspace_id = ${workspaceId} and membership = 'owner'
      and deleted_at is null and deactivated_at is null order by id for update`);
  if (rows.length === 1 && rows[0]?.id === userId)
    throw conflict("You are the last owner. Make somebody else an owner first.");
  const { rowCount } = await tx.execute(sql`
    select from provisioned_people where workspace_id = ${workspaceId} and user_id = ${userId} and removed_at is null`);
  if (rowCount) throw conflict("Your company’s directory keeps you in this workspace. It is left there.");
}

export const ownEmail = ({ db }: Pick<Deps, "db">, { workspaceId, userId }: AccountIds): Promise<string> =>
  inWorkspace(db, workspaceId, async ({ tx }) => {
    const { rows } = await tx.execute<{ email: string }>(sql`
      select email from users where workspace_id = ${workspaceId} and id = ${userId}`);
    return rows[0]?.email ?? "";
  });
