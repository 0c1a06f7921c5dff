import { sql } from "drizzle-orm";
import type { Member } from "../../../shared/contract/people.ts";
import { can, MEMBERSHIP_NAMES, type Membership, whoMay } from "../../../shared/domain/access.ts";
import { recordActivity } from "../../activity/index.ts";
import { mayRead, type ReaderScope } from "../../db/audience.ts";
import { isListed } from "../../db/listed-articles.ts";
import type { WorkspaceScope } from "../../db/workspace-scope.ts";
import type { Deps } from "../../deps.ts";
import { conflict, forbidden, notFound } from "../../errors.ts";
import type { Viewer } from "../../http/routes.ts";
import { endTokensOf } from "../scim/tokens.ts";
import { isThere, letGo } from "./leaving.ts";

/** Whoever may come in, the most powerful first. */
export async function listMembers(scope: ReaderScope): Promise<Member[]> {
  const { tx, workspaceId, reader } = scope;
  const { rows } = await tx.execute<Omit<Member, "lastSeenAt"> & { lastSeenAt: Date | null }>(sql`
    select u.id, trim(u.first_name || ' ' || u.last_name) as name, u.email, u.membership, u.id = ${reader} as "isYou",
      (select max(s.last_seen_at) from sessions s where s.workspace_id = ${workspaceId} and s.user_id = u.id) as "lastSeenAt",
      exists (select from provisioned_people p where p.workspace_id = ${workspaceId} and p.user_id = u.id
        and p.removed_at is null) as "isProvisioned",
      (select count(*)::int from articles where articles.workspace_id = ${workspaceId} and articles.owner_id = u.id
        and ${isListed} and ${mayRead(scope)}) as articles
    from users u where u.workspace_id = ${workspaceId} and ${isThere} and u.email_verified_at is not null
    order by array_position(array['owner', 'admin', 'editor', 'reviewer', 'viewer'], u.membership), name, u.id`);
  return rows.map(({ lastSeenAt, ...row }) => ({
    ...row,
    lastSeenAt: lastSeenAt && new Date(lastSeenAt).toISOString(),
  }));
}

/** In force with the person's next request. Throws 'forbidden' for an owner by anybody else, 'conflict' for the last one. */
export async function changeMembership(
  deps: Deps,
  scope: WorkspaceScope,
  by: Viewer,
  { id, membership }: { id: string; membership: Membership },
): Promise<void> {
  const person = await lockMember(scope, id);
  mayChange(by, person.membership);
  mayChange(by, membership);
  if (person.membership === membership) return;
  if (person.membership === "owner" && person.owners === 1)
    throw conflict("This is the last owner. Make somebody else an owner first.");
  await scope.tx.execute(sql`
    update users set membership = ${membership}, updated_at = now()
    where workspace_id = ${scope.workspaceId} and id = ${id}`);
  if (!can({ membership }, "change", "provisioning")) await endTokensOf(deps, scope, id);
  const to = MEMBERSHIP_NAMES[membership].toLowerCase();
  await tell(deps, scope, by, `${person.name} is ${/^[aeo]/.test(to) ? "an" : "a"} ${to} now.`);
}

interface Leaves {
  id: string;
  /** Who takes care of their articles from then on; null: who is next for each. */
  articlesTo: string | null;
}

/** Answers the keys of the sessions that ended. A person the directory keeps is shut out there, or it brings them back. */
export async function removeMember(
  deps: Deps,
  scope: WorkspaceScope,
  by: Viewer,
  { id, articlesTo }: Leaves,
): Promise<string[]> {
  const person = await lockMember(scope, id);
  mayChange(by, person.membership);
  if (id === by.userId)
    throw conflict(
      "You cannot remove yourself. Leave the workspace on Team, or delete your account on Personal Information.",
    );
  if (person.isProvisioned) throw conflict("Your company’s directory keeps this person. Deactivate them there.");
  await scope.tx.execute(sql`
    update users set deactivated_at = now(), updated_at = now()
    where workspace_id = ${scope.workspaceId} and id = ${id}`);
  await tell(deps, scope, by, `${person.name} was removed from the workspace.`);
  return letGo(deps, scope, { id, email: person.email, articlesTo });
}

type Locked = { name: string; email: string; membership: Membership; owners: number; isProvisioned: boolean };

/** Owners stay as they are until the transaction ends: two last ones cannot both be "not the last". */
async function lockMember({ tx, workspaceId }: WorkspaceScope, id: string): Promise<Locked> {
  await tx.execute(sql`
    select from users where workspace_id = ${workspaceId} and (membership = 'owner' or id = ${id}) order by id for update`);
  const { rows } = await tx.execute<Locked>(sql`
    select trim(first_name || ' ' || last_name) as name, email, membership,
      (select count(*)::int from users where workspace_id = ${workspaceId} and membership = 'owner' and ${isThere}) as owners,
      exists (select from provisioned_people p where p.workspace_id = ${workspaceId} and p.user_id = ${id}
        and p.removed_at is null) as "isProvisioned"
    from users where workspace_id = ${workspaceId} and id = ${id} and ${isThere}`);
  if (!rows[0]) throw notFound("person");
  return rows[0];
}

function mayChange(by: Viewer, membership: Membership): void {
  const person = { kind: "person", membership } as const;
  if (!can(by, "change", person)) throw forbidden(whoMay("change", person));
}

async function tell({ events }: Deps, scope: WorkspaceScope, { userId }: Viewer, message: string): Promise<void> {
  await recordActivity(scope, events, { type: "change", message, data: { userId } });
  await events.notify(scope, { type: "people" });
}
