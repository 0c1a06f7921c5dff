import { type SQL, sql } from "drizzle-orm";
import { RESET_HOURS, VERIFICATION_HOURS } from "../../../shared/domain/people.ts";
import { singleUseTokens } from "../../db/schema.ts";
import type { Transaction } from "../../db/workspace-scope.ts";
import type { AccountIds } from "./create-account.ts";
import { isSamePerson } from "./person-queries.ts";
import { hashToken, newToken } from "./tokens.ts";

type Purpose = (typeof singleUseTokens.$inferSelect)["purpose"];
const HOURS: Record<Purpose, number> = {
  "verify-email": VERIFICATION_HOURS,
  "change-email": VERIFICATION_HOURS,
  "reset-password": RESET_HOURS,
};

/**
 * The token of a new link, which works once and for its hours; older ones of this person and purpose are void (all, or those
 * that `replaces` names).
 */
export async function issueLink(
  tx: Transaction,
  { userId, workspaceId }: AccountIds,
  purpose: Purpose,
  payload: Record<string, string> = {},
  replaces: SQL = sql`true`,
): Promise<string> {
  await voidLinks(tx, { userId, workspaceId }, purpose, replaces);
  const token = newToken();
  await tx.insert(singleUseTokens).values({
    tokenHash: hashToken(token),
    workspaceId,
    userId,
    purpose,
    payload,
    expiresAt: sql`now() + make_interval(hours => ${HOURS[purpose]})`,
  });
  return token;
}

/** Of the person, whichever workspace they were asked for in: not within one workspace's transaction, which sees no other. */
export async function voidLinks(
  tx: Transaction,
  ids: AccountIds,
  purpose: Purpose,
  which: SQL = sql`true`,
): Promise<void> {
  await tx.execute(sql`
    update single_use_tokens set used_at = now()
    where (workspace_id, user_id) in (select workspace_id, id from users where ${isSamePerson(ids)})
      and purpose = ${purpose} and used_at is null and ${which}`);
}
