import { and, eq, isNull, lt, or, sql } from "drizzle-orm";
import { platformGrants } from "../db/schema.ts";
import type { Database, WorkspaceScope } from "../db/workspace-scope.ts";
import type { GrantRef } from "./handle.ts";

export type GrantRow = typeof platformGrants.$inferSelect;

const whereGrant = ({ workspaceId, id }: GrantRef) =>
  and(eq(platformGrants.workspaceId, workspaceId), eq(platformGrants.id, id));

/** Runs without a workspace, because a connector's call knows only the grant. */
export async function findGrant(db: Database, ref: GrantRef): Promise<GrantRow | null> {
  const [row] = await db.select().from(platformGrants).where(whereGrant(ref));
  return row ?? null;
}

/** Returns true for the process that may renew the token. Other processes may not renew it for this many seconds. */
export async function claimRenewal(db: Database, row: GrantRow, seconds: number): Promise<boolean> {
  const { rowCount } = await db
    .update(platformGrants)
    .set({ renewingUntil: sql`now() + make_interval(secs => ${seconds})` })
    .where(
      and(
        whereGrant(row),
        eq(platformGrants.tokensSealed, row.tokensSealed),
        or(isNull(platformGrants.renewingUntil), lt(platformGrants.renewingUntil, sql`now()`)),
      ),
    );
  return Boolean(rowCount);
}

export async function releaseRenewal(db: Database, ref: GrantRef): Promise<void> {
  await db.update(platformGrants).set({ renewingUntil: null }).where(whereGrant(ref));
}

interface RenewedTokens {
  tokensSealed: string;
  /** The lifetime in seconds from now; null if the token does not expire. */
  lifetime: number | null;
  scopes: string[] | null;
}

/** Stores renewed tokens. Returns false if somebody connected the platform again meanwhile; those newer tokens stay. */
export async function storeRenewed(db: Database, before: GrantRow, renewed: RenewedTokens): Promise<boolean> {
  const { tokensSealed, lifetime, scopes } = renewed;
  const { rowCount } = await db
    .update(platformGrants)
    .set({
      tokensSealed,
      expiresAt: lifetime === null ? null : sql`now() + make_interval(secs => ${lifetime})`,
      renewedAt: sql`now()`,
      renewingUntil: null,
      ...(scopes && { scopes }),
    })
    .where(and(whereGrant(before), eq(platformGrants.tokensSealed, before.tokensSealed)));
  return Boolean(rowCount);
}

/** Ends the grant and stores the reason at its integration. Does nothing if somebody connected the platform again meanwhile. */
export async function endGrant(db: Database, before: GrantRow, because: string): Promise<void> {
  const { workspaceId, id } = before;
  await db.transaction(async (tx) => {
    const { rowCount } = await tx
      .update(platformGrants)
      .set({ tokensSealed: "", soleAccount: null, renewingUntil: null, endedBecause: because })
      .where(and(whereGrant(before), eq(platformGrants.tokensSealed, before.tokensSealed)));
    if (!rowCount) return;
    for (const table of ["chat_integrations", "knowledge_integrations"])
      await tx.execute(sql`
        update ${sql.identifier(table)} set trouble = ${because} where workspace_id = ${workspaceId} and grant_id = ${id}`);
  });
}

/** True if tokens were issued after that second. An older report that the grant ended is then about an earlier grant. */
export async function wasGrantedAfter({ workspaceId, tx }: WorkspaceScope, id: string, at: Date): Promise<boolean> {
  const [row] = await tx
    .select({ is: sql<boolean>`date_trunc('second', ${platformGrants.renewedAt}) > ${at}` })
    .from(platformGrants)
    .where(and(whereGrant({ workspaceId, id }), isNull(platformGrants.endedBecause)));
  return row?.is ?? false;
}

/** Ends the grant because the platform reported that it ended. */
export async function endReportedGrant(
  { workspaceId, tx }: WorkspaceScope,
  id: string,
  because: string,
): Promise<void> {
  await tx
    .update(platformGrants)
    .set({ tokensSealed: "", soleAccount: null, endedBecause: because })
    .where(whereGrant({ workspaceId, id }));
}
