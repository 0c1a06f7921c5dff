import { sql } from "drizzle-orm";
import type { PlanId } from "../../../shared/domain/people.ts";
import type { Database } from "../../db/workspace-scope.ts";
import { invalid } from "../../errors.ts";
import { hashToken } from "./tokens.ts";

interface Verified {
  firstName: string;
  lastName: string;
  email: string;
  plan: PlanId;
}

/** Uses the token up, once, within its 24 hours by the database's clock. */
export async function verifyEmail(db: Database, token: string): Promise<Verified> {
  const { rows } = await db.execute<Verified & Record<string, unknown>>(sql`
    with used as (
      update single_use_tokens set used_at = now()
      where token_hash = ${hashToken(token)} and purpose = 'verify-email' and used_at is null and expires_at > now()
      returning workspace_id, user_id
    )
    update users u set email_verified_at = coalesce(u.email_verified_at, now()), updated_at = now()
    from used join workspaces w on w.id = used.workspace_id
    where u.workspace_id = used.workspace_id and u.id = used.user_id
    returning u.first_name as "firstName", u.last_name as "lastName", u.email, w.plan`);
  const [verified] = rows;
  if (!verified) throw invalid("The verification link may be invalid or expired.");
  return verified;
}
