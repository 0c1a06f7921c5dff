import { and, eq, isNull, ne, or, sql } from "drizzle-orm";
import type { PlanId } from "../../shared/domain/people.ts";
import { payers, paymentEvents, users, workspaces } from "../db/schema.ts";
import type { Database, Transaction, WorkspaceScope } from "../db/workspace-scope.ts";
import { notFound } from "../errors.ts";

export type PayerRow = typeof payers.$inferSelect;

export async function findPayer(tx: Transaction | Database, customerId: string): Promise<PayerRow | null> {
  const [row] = await tx.select().from(payers).where(eq(payers.customerId, customerId));
  return row ?? null;
}

export async function findPayerOfWorkspace(tx: Transaction | Database, workspaceId: string): Promise<PayerRow | null> {
  const [row] = await tx
    .select()
    .from(payers)
    .where(and(eq(payers.workspaceId, workspaceId), isNull(payers.closing)));
  return row ?? null;
}

/** The person to whom the payment provider writes. */
export async function getBillingContact({ tx, workspaceId }: WorkspaceScope, userId: string) {
  const [row] = await tx
    .select({ email: users.email, firstName: users.firstName, lastName: users.lastName })
    .from(users)
    .where(and(eq(users.workspaceId, workspaceId), eq(users.id, userId)));
  if (!row) throw notFound("account");
  return row;
}

/** Addresses of people who can change the plan. */
export async function listOwnerEmails({ tx, workspaceId }: WorkspaceScope): Promise<string[]> {
  const rows = await tx
    .select({ email: users.email })
    .from(users)
    .where(and(eq(users.workspaceId, workspaceId), eq(users.membership, "owner"), isNull(users.deletedAt)))
    .orderBy(users.id);
  return rows.map(({ email }) => email);
}

export async function findPayerOfSubscription(db: Database, subscriptionId: string): Promise<PayerRow | null> {
  const [row] = await db.select().from(payers).where(eq(payers.subscriptionId, subscriptionId));
  return row ?? null;
}

export async function lockPayer(tx: Transaction, customerId: string): Promise<PayerRow | null> {
  const [row] = await tx.select().from(payers).where(eq(payers.customerId, customerId)).for("update");
  return row ?? null;
}

export async function lockPayerOfWorkspace(tx: Transaction, workspaceId: string): Promise<PayerRow | null> {
  const [row] = await tx.select().from(payers).where(eq(payers.workspaceId, workspaceId)).for("update");
  return row ?? null;
}

export async function insertPayer(tx: Transaction | Database, values: typeof payers.$inferInsert): Promise<PayerRow> {
  const [payer] = await tx.insert(payers).values(values).returning();
  if (!payer) throw new Error("The payer was not written.");
  return payer;
}

/** Gives the payment and its plan to the workspace. */
export async function assignPayer(
  tx: Transaction,
  workspaceId: string,
  { customerId, email, plan }: { customerId: string; email: string; plan: PlanId },
): Promise<void> {
  await tx.update(payers).set({ workspaceId, email, wasClaimed: true }).where(eq(payers.customerId, customerId));
  await tx.update(workspaces).set({ plan }).where(eq(workspaces.id, workspaceId));
}

/** Stores the provider's page on which somebody may be paying. */
export async function savePaymentPage(tx: Transaction, customerId: string, checkoutId: string): Promise<void> {
  await tx.update(payers).set({ checkoutId }).where(eq(payers.customerId, customerId));
}

export async function endGracePeriod(tx: Transaction, customerId: string): Promise<void> {
  await tx.update(payers).set({ graceUntil: null }).where(eq(payers.customerId, customerId));
}

export async function countRefusedCard(tx: Transaction, customerId: string): Promise<void> {
  await tx
    .update(payers)
    .set({ refusals: sql`${payers.refusals} + 1` })
    .where(eq(payers.customerId, customerId));
}

/** Marks the payer as closing. If the payer is already closing, the first reason stays. */
export async function markPayerClosing(
  tx: Transaction,
  customerId: string,
  closing: NonNullable<PayerRow["closing"]>,
): Promise<void> {
  await tx
    .update(payers)
    .set({ closing, workspaceId: null })
    .where(and(eq(payers.customerId, customerId), isNull(payers.closing)));
}

export async function markPayerClosed(tx: Transaction, { customerId, closing }: PayerRow): Promise<void> {
  await tx
    .update(payers)
    .set({
      closedAt: sql`now()`,
      endedAt: sql`coalesce(${payers.endedAt}, now())`,
      status: "canceled",
      graceUntil: null,
      workspaceId: null,
      ...(closing === "account-gone" && { email: "" }),
    })
    .where(eq(payers.customerId, customerId));
}

/** Whether the time has passed, by the database's clock. */
export async function isPast(tx: Transaction, moment: Date): Promise<boolean> {
  const { rows } = await tx.execute<{ isOver: boolean }>(sql`select ${moment}::timestamptz <= now() as "isOver"`);
  return rows[0]?.isOver === true;
}

/** Stores the event; returns false if it was stored before. */
export async function storePaymentEvent(tx: Transaction, { id, type }: { id: string; type: string }): Promise<boolean> {
  const stored = await tx
    .insert(paymentEvents)
    .values({ eventId: id, type })
    .onConflictDoNothing()
    .returning({ eventId: paymentEvents.eventId });
  return stored.length > 0;
}

/** Returns the customers who had the former address. */
export async function changePayersEmail(
  { tx, workspaceId }: WorkspaceScope,
  { from, to }: { from: string; to: string },
): Promise<string[]> {
  const changed = await tx
    .update(payers)
    .set({ email: to })
    .where(and(eq(payers.workspaceId, workspaceId), eq(payers.email, from), isNull(payers.closing)))
    .returning({ customerId: payers.customerId });
  return changed.map(({ customerId }) => customerId);
}

export async function findNameOfPayer({ tx, workspaceId }: WorkspaceScope, email: string) {
  const [person] = await tx
    .select({ name: sql<string>`trim(${users.firstName} || ' ' || ${users.lastName})`, company: users.company })
    .from(users)
    .where(and(eq(users.workspaceId, workspaceId), eq(users.email, email)));
  return person ?? null;
}

/** Finds an unused payment for the same address, for example from another tab or browser. */
export async function findUnusedPayment(
  tx: Transaction,
  { email, customerId }: PayerRow,
): Promise<PayerRow | undefined> {
  const [row] = await tx
    .select({ payer: payers })
    .from(payers)
    .leftJoin(users, eq(users.workspaceId, payers.workspaceId))
    .where(
      and(
        eq(payers.email, email),
        ne(payers.customerId, customerId),
        eq(payers.status, "active"),
        isNull(payers.closing),
        or(isNull(payers.workspaceId), isNull(users.emailVerifiedAt)),
      ),
    )
    .limit(1);
  return row?.payer;
}

/** Detaches the payment from a workspace that nobody ever entered. Called before the workspace is removed. */
export async function detachPayment(tx: Transaction, workspaceId: string): Promise<void> {
  await tx.execute(sql`
    update payers set workspace_id = null, was_claimed = false, subscribed_at = '-infinity'
    where workspace_id = ${workspaceId}`);
}
