import { and, eq, isNull, sql } from "drizzle-orm";
import type { PlanId } from "../../shared/domain/people.ts";
import { payers, users, workspaces } from "../db/schema.ts";
import type { Database, Transaction, WorkspaceScope } from "../db/workspace-scope.ts";
import { notFound } from "../errors.ts";

export type PayerRow = typeof payers.$inferSelect;

export interface PlanRow {
  plan: PlanId;
  /** Null: nobody ever paid or began to. */
  payer: PayerRow | null;
  /** By the database's clock. */
  isExpired: boolean;
}

export async function getPlan({ tx, workspaceId }: WorkspaceScope): Promise<PlanRow> {
  const [row] = await tx
    .select({
      plan: workspaces.plan,
      payer: payers,
      isExpired: sql<boolean>`coalesce(${payers.graceUntil} <= now(), false)`,
    })
    .from(workspaces)
    .leftJoin(payers, eq(payers.workspaceId, workspaces.id))
    .where(eq(workspaces.id, workspaceId));
  if (!row) throw notFound("workspace");
  return row;
}

export async function findPayer(tx: Transaction | Database, customerId: string): Promise<PayerRow | null> {
  const [row] = await tx.select().from(payers).where(eq(payers.customerId, customerId));
  return row ?? null;
}

export async function findPayerOf(tx: Transaction | Database, workspaceId: string): Promise<PayerRow | null> {
  const [row] = await tx
    .select()
    .from(payers)
    .where(and(eq(payers.workspaceId, workspaceId), isNull(payers.closing)));
  return row ?? null;
}

/** Whom the payment provider writes to. */
export async function getContact({ tx, workspaceId }: WorkspaceScope, userId: string) {
  const [row] = await tx
    .select({ email: users.email, firstName: users.firstName, lastName: users.lastName })
    .from(users)
    .where(and(eq(users.workspaceId, workspaceId), eq(users.id, userId)));
  if (!row) throw notFound("account");
  return row;
}
