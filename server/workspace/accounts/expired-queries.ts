import { sql } from "drizzle-orm";
import type { Database } from "../../db/workspace-scope.ts";

/** Deletes expired rows: ended sessions, links of mails, counts of attempts, security events. */
export async function deleteExpiredRows(db: Database): Promise<void> {
  await db.execute(sql`delete from sessions where expires_at < now() or last_seen_at < now() - interval '7 days'`);
  await db.execute(sql`delete from single_use_tokens where expires_at < now() - interval '7 days'`);
  await db.execute(sql`delete from security_events where at < now() - interval '29 days'`);
  await db.execute(sql`delete from rate_limits where window_start < now() - interval '1 day'`);
}
