import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type RestoreSummary, restoreBackup } from "../db/backup/restore.ts";
import { removeDataFolder } from "../db/embedded/layout.ts";
import { startEmbeddedPostgres } from "../db/embedded/start-embedded-postgres.ts";
import { migrate } from "../db/migrate.ts";
import { createPool } from "../db/pool.ts";

/** Restores a backup into a temporary database, to prove that the backup can be restored. Throws a `BackupFailure`. */
export async function runRestoreDrill(
  from: string,
  identities: readonly string[],
  log: (sentence: string) => void,
): Promise<RestoreSummary> {
  const folder = await mkdtemp(join(tmpdir(), "lorekeep-drill-"));
  try {
    const { connection, stop } = await startEmbeddedPostgres({ dataDir: folder, log, durability: "fast" });
    try {
      const pool = createPool(connection, { max: 1, applicationName: "lorekeep drill" });
      await migrate(pool).finally(() => pool.end());
      return await restoreBackup({ connection, from, identities, log: () => undefined });
    } finally {
      await stop();
    }
  } finally {
    await removeDataFolder(folder);
  }
}
