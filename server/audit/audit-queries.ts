import { and, desc, eq, gte, lt, type SQL, sql } from "drizzle-orm";
import { AUDIT_ACTORS } from "../../shared/contract/audit.ts";
import { newId } from "../db/new-id.ts";
import { apiKeys, auditEntries, users } from "../db/schema.ts";
import type { Database, WorkspaceScope } from "../db/workspace-scope.ts";

export const AUDIT_LOG_DAYS = 365;

export type { AuditFacts } from "../db/schema.ts";

type NewEntry = Omit<typeof auditEntries.$inferInsert, "id" | "at" | "workspaceId">;

export async function insertEntry({ tx, workspaceId }: WorkspaceScope, entry: NewEntry): Promise<void> {
  await tx.insert(auditEntries).values({ ...entry, id: newId(), workspaceId });
}

export interface AuditFilter {
  /** Only entries of this person, or of this kind of actor. */
  by?: string | undefined;
  thing?: string | undefined;
  /** The first and last day of the range, in UTC. Both are included. */
  from?: string | undefined;
  to?: string | undefined;
}

export interface AuditRow {
  entry: typeof auditEntries.$inferSelect;
  firstName: string | null;
  lastName: string | null;
  email: string | null;
  keyName: string | null;
}

/** Lists entries, newest first. Ids increase with time, so pages do not overlap. */
export function listEntries(
  { tx, workspaceId }: WorkspaceScope,
  filter: AuditFilter,
  { before, limit }: { before: string | undefined; limit: number },
): Promise<AuditRow[]> {
  return tx
    .select({
      entry: auditEntries,
      firstName: users.firstName,
      lastName: users.lastName,
      email: users.email,
      keyName: apiKeys.name,
    })
    .from(auditEntries)
    .leftJoin(users, and(eq(users.workspaceId, auditEntries.workspaceId), eq(users.id, auditEntries.doneBy)))
    .leftJoin(apiKeys, and(eq(apiKeys.workspaceId, auditEntries.workspaceId), eq(apiKeys.id, auditEntries.doneBy)))
    .where(
      and(
        eq(auditEntries.workspaceId, workspaceId),
        before ? lt(auditEntries.id, before) : undefined,
        whereActor(filter.by),
        filter.thing ? eq(auditEntries.thing, filter.thing) : undefined,
        filter.from ? gte(auditEntries.at, sql`${filter.from}::date at time zone 'UTC'`) : undefined,
        filter.to ? lt(auditEntries.at, sql`(${filter.to}::date + 1) at time zone 'UTC'`) : undefined,
      ),
    )
    .orderBy(desc(auditEntries.id))
    .limit(limit);
}

function whereActor(by: string | undefined): SQL | undefined {
  if (!by) return undefined;
  const kind = AUDIT_ACTORS.find((one) => one === by);
  return kind ? eq(auditEntries.actor, kind) : eq(auditEntries.doneBy, by);
}

export async function forgetOldEntries(db: Database): Promise<void> {
  await db.execute(sql`
    delete from audit_entries where at < now() - make_interval(days => ${AUDIT_LOG_DAYS})`);
}
