import { sql } from "drizzle-orm";
import type { Database } from "../db/workspace-scope.ts";

/** Stores the heartbeat of this worker process, and deletes heartbeats that are older than a day. */
export async function storeWorkerHeartbeat(db: Database, id: string): Promise<void> {
  await db.execute(sql`
    insert into workers (id) values (${id}) on conflict (id) do update set seen_at = now()`);
  await db.execute(sql`delete from workers where seen_at < now() - interval '1 day'`);
}

export interface WorkerHeartbeats {
  /** The number of workers with a heartbeat within this many seconds. */
  alive: number;
  /** Seconds since the last heartbeat of any worker; null if no worker ever sent one. */
  silentSeconds: number | null;
}

export async function readWorkers(db: Database, withinSeconds: number): Promise<WorkerHeartbeats> {
  const { rows } = await db.execute<{ alive: number; silentSeconds: number | null }>(sql`
    select count(*) filter (where seen_at > now() - make_interval(secs => ${withinSeconds}))::int as alive,
      extract(epoch from now() - max(seen_at))::float8 as "silentSeconds" from workers`);
  return rows[0] ?? { alive: 0, silentSeconds: null };
}
