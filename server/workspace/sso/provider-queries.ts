import { and, eq, sql } from "drizzle-orm";
import { newId } from "../../db/new-id.ts";
import { signOnProviders } from "../../db/schema.ts";
import { lockUntilCommit } from "../../db/transaction-locks.ts";
import type { Database, Transaction, WorkspaceScope } from "../../db/workspace-scope.ts";

export type ProviderRow = typeof signOnProviders.$inferSelect;
type State = ProviderRow["state"];
type Connection = Pick<Transaction | Database, "execute">;

const whereProviderInState = ({ workspaceId }: WorkspaceScope, state: State) =>
  and(eq(signOnProviders.workspaceId, workspaceId), eq(signOnProviders.state, state));

export async function findProvider(scope: WorkspaceScope, state: State): Promise<ProviderRow | undefined> {
  const [row] = await scope.tx.select().from(signOnProviders).where(whereProviderInState(scope, state));
  return row;
}

export async function findProviderById(
  { tx, workspaceId }: WorkspaceScope,
  id: string,
): Promise<ProviderRow | undefined> {
  const [row] = await tx
    .select()
    .from(signOnProviders)
    .where(and(eq(signOnProviders.workspaceId, workspaceId), eq(signOnProviders.id, id)));
  return row;
}

export const createProviderId = newId;

/** Replaces the draft of the provider's configuration. */
export async function replaceDraft(
  scope: WorkspaceScope,
  values: Pick<ProviderRow, "id" | "issuer" | "clientId" | "secretSealed" | "scopes">,
): Promise<void> {
  await deleteProvider(scope, "draft");
  await scope.tx.insert(signOnProviders).values({ workspaceId: scope.workspaceId, state: "draft", ...values });
}

export async function deleteProvider(scope: WorkspaceScope, state: State): Promise<boolean> {
  const gone = await scope.tx
    .delete(signOnProviders)
    .where(whereProviderInState(scope, state))
    .returning({ id: signOnProviders.id });
  return gone.length > 0;
}

/** Clears the result of the previous test. */
export async function storeTestStart(scope: WorkspaceScope): Promise<void> {
  await scope.tx
    .update(signOnProviders)
    .set({ testBegunAt: sql`now()`, testedAt: null, testFault: null })
    .where(whereProviderInState(scope, "draft"));
}

/** Stores the test's result for this exact draft, because a test says nothing about a changed draft. */
export async function storeTestResult(scope: WorkspaceScope, id: string, fault: string | null): Promise<void> {
  await scope.tx
    .update(signOnProviders)
    .set({ testedAt: sql`now()`, testFault: fault })
    .where(and(whereProviderInState(scope, "draft"), eq(signOnProviders.id, id)));
}

/** Replaces the active provider by the draft. Returns false if the draft has not passed a test. */
export async function activateDraft(
  scope: WorkspaceScope,
  { id, byOwner }: { id: string; byOwner: boolean },
): Promise<boolean> {
  const [draft] = await scope.tx
    .select({ testedAt: signOnProviders.testedAt, testFault: signOnProviders.testFault })
    .from(signOnProviders)
    .where(and(whereProviderInState(scope, "draft"), eq(signOnProviders.id, id)))
    .for("update");
  if (!draft?.testedAt || draft.testFault !== null) return false;
  const before = await findProvider(scope, "active");
  await deleteProvider(scope, "active");
  await scope.tx
    .update(signOnProviders)
    .set({
      state: "active",
      activatedAt: sql`now()`,
      speaksForOwners: byOwner,
      isRequired: before?.isRequired ?? false,
    })
    .where(whereProviderInState(scope, "draft"));
  return true;
}

/** Sets whether people must use the provider. Returns false when no provider is active. */
export async function setProviderRequired(scope: WorkspaceScope, isRequired: boolean): Promise<boolean> {
  const changed = await scope.tx
    .update(signOnProviders)
    .set({ isRequired })
    .where(whereProviderInState(scope, "active"))
    .returning({ id: signOnProviders.id });
  return changed.length > 0;
}

/**
 * Redirects people at the workspace's proven domains to its provider, except domains claimed by another workspace. Uses the
 * database owner's connection, over all workspaces.
 */
export async function claimDomains(tx: Transaction, workspaceId: string): Promise<void> {
  await lockUntilCommit(tx, "domains of single sign-on");
  // A workspace that no longer proves the domain loses it to a workspace that has proven it.
  await tx.execute(sql`
    update mail_domains o set signs_on = false
    from mail_domains d where d.workspace_id = ${workspaceId} and d.proven_at is not null and d.domain = o.domain
      and o.workspace_id <> ${workspaceId} and o.signs_on and (o.proven_at is null or not exists (
        select from sign_on_providers p where p.workspace_id = o.workspace_id and p.state = 'active'))`);
  await tx.execute(sql`
    update mail_domains d set signs_on = true
    where d.workspace_id = ${workspaceId} and d.proven_at is not null and not d.signs_on
      and exists (select from sign_on_providers p where p.workspace_id = d.workspace_id and p.state = 'active')
      and not exists (select from mail_domains o where o.domain = d.domain and o.signs_on)`);
}

export async function releaseDomains({ tx, workspaceId }: WorkspaceScope): Promise<void> {
  await tx.execute(sql`update mail_domains set signs_on = false where workspace_id = ${workspaceId}`);
}

/** A type, not an interface: rows of raw queries are records. */
export type SignOnWorkspace = { id: string; name: string };

const HAS_PROVIDER = sql`exists (select from sign_on_providers p where p.workspace_id = w.id and p.state = 'active')
  and exists (select from users u where u.workspace_id = w.id and u.membership = 'owner' and u.deleted_at is null)`;

/** Finds the workspace whose provider signs in people of this domain, over all workspaces. */
export async function findWorkspaceOfDomain(db: Connection, domain: string): Promise<SignOnWorkspace | undefined> {
  const { rows } = await db.execute<SignOnWorkspace>(sql`
    select w.id, w.name from mail_domains d join workspaces w on w.id = d.workspace_id
    where d.domain = ${domain} and d.signs_on and ${HAS_PROVIDER}`);
  return rows[0];
}

/** Finds a workspace that has its own active provider. A workspace that is being deleted lets nobody in. */
export async function findSignOnWorkspace(db: Connection, id: string): Promise<SignOnWorkspace | undefined> {
  const { rows } = await db.execute<SignOnWorkspace>(sql`
    select w.id, w.name from workspaces w where w.id = ${id} and ${HAS_PROVIDER}`);
  return rows[0];
}

/** True if the workspace's provider may vouch for new people of this domain. */
export async function isSignOnDomain({ tx, workspaceId }: WorkspaceScope, domain: string): Promise<boolean> {
  const { rowCount } = await tx.execute(sql`
    select from mail_domains where workspace_id = ${workspaceId} and domain = ${domain} and signs_on
      and proven_at is not null`);
  return Boolean(rowCount);
}
