import { eq, sql } from "drizzle-orm";
import type { PlanId } from "../../../shared/domain/people.ts";
import { payers, workspaces } from "../../db/schema.ts";
import type { WorkspaceScope } from "../../db/workspace-scope.ts";
import { notFound } from "../../errors.ts";

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
