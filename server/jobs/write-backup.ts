import { writeDueBackup } from "../operations/backups.ts";
import type { ScheduledJob } from "./job.ts";

/** Runs where BACKUP_DIR names a folder or BACKUP_S3_URL a bucket. */
export const writeBackupJob: ScheduledJob = {
  name: "write-backup",
  everySeconds: 600,
  timeLimitSeconds: 3600,
  run: (deps) => writeDueBackup(deps),
};
