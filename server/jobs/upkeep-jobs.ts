import { removeForgottenExports } from "../analysis/index.ts";
import { writeDueBackup } from "../operations/backups.ts";
import type { ScheduledJob } from "./job.ts";

/** Writes a backup, if BACKUP_DIR or BACKUP_S3_URL is set. */
export const writeBackupJob: ScheduledJob = {
  name: "write-backup",
  everySeconds: 600,
  timeLimitSeconds: 3600,
  run: (deps) => writeDueBackup(deps),
};

/** Deletes uploaded exports on this machine whose run has ended or never started. */
export const removeForgottenExportsJob: ScheduledJob = {
  name: "remove-forgotten-exports",
  everySeconds: 30,
  inEachWorker: true,
  timeLimitSeconds: 300,
  run: removeForgottenExports,
};
