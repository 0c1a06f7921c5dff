import { sql } from "drizzle-orm";
import type { PlanId } from "../../../shared/domain/people.ts";
import { releasePayment } from "../../billing/claim-payment.ts";
import { followPayer } from "../../billing/who-pays.ts";
import type { Transaction } from "../../db/workspace-scope.ts";
import type { Deps } from "../../deps.ts";
import { conflict, invalid } from "../../errors.ts";
import { lockEmail } from "./create-account.ts";
import { hashToken } from "./tokens.ts";

interface Verified {
  firstName: string;
  lastName: string;
  email: string;
  plan: PlanId;
}

/**
 * Uses the token up, once, within its 24 hours by the database's clock. The link of a changed address puts that address in
 * force; 'conflict' when somebody else confirmed it meanwhile.
 */
export async function verifyEmail(deps: Pick<Deps, "db" | "queue">, token: string): Promise<Verified> {
  return deps.db.transaction(async (tx) => {
    const { rows: used } = await tx.execute<{ workspaceId: string; userId: string; newEmail: string | null }>(sql`
      update single_use_tokens set used_at = now()
      where token_hash = ${hashToken(token)} and purpose in ('verify-email', 'change-email')
        and used_at is null and expires_at > now()
      returning workspace_id as "workspaceId", user_id as "userId",
        case purpose when 'change-email' then payload ->> 'email' end as "newEmail"`);
    const [link] = used;
    if (!link) throw invalid("The verification link may be invalid or expired.");
    if (link.newEmail) {
      await makeRoomFor(tx, link.newEmail, link.userId);
      const { rows: before } = await tx.execute<{ email: string }>(sql`
        select email from users where workspace_id = ${link.workspaceId} and id = ${link.userId}`);
      const scope = { tx, workspaceId: link.workspaceId };
      if (before[0]) await followPayer(deps, scope, { from: before[0].email, to: link.newEmail });
    }
    const { rows } = await tx.execute<Verified & Record<string, unknown>>(sql`
      update users u set email_verified_at = coalesce(u.email_verified_at, now()), updated_at = now(),
        email = coalesce(${link.newEmail}, u.email)
      from workspaces w
      where w.id = u.workspace_id and u.workspace_id = ${link.workspaceId} and u.id = ${link.userId}
      returning u.first_name as "firstName", u.last_name as "lastName", u.email, w.plan`);
    const [verified] = rows;
    if (!verified) throw invalid("The verification link may be invalid or expired.");
    return verified;
  });
}

/** An account that was never confirmed, and so never used, gives its address up to whoever proves that it is theirs. */
async function makeRoomFor(tx: Transaction, email: string, userId: string): Promise<void> {
  await lockEmail(tx, email);
  const { rows } = await tx.execute<{ workspaceId: string; isVerified: boolean }>(sql`
    select workspace_id as "workspaceId", email_verified_at is not null as "isVerified"
    from users where email = ${email} and id <> ${userId}`);
  const [other] = rows;
  if (!other) return;
  if (other.isVerified) throw conflict("This address belongs to another account.");
  await releasePayment(tx, other.workspaceId);
  await tx.execute(sql`delete from workspaces where id = ${other.workspaceId}`);
}
