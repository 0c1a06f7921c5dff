import { sql } from "drizzle-orm";
import type { Database } from "../db/workspace-scope.ts";

/** Throws when the database accepts no writes. */
export async function probeDatabaseWrite(db: Database): Promise<void> {
  await db.execute(sql`
    insert into rate_limits (key, window_start, hits) values ('readiness', now(), 1)
    on conflict (key) do update set window_start = now()`);
}
