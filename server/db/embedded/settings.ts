import { chmod, rename, writeFile } from "node:fs/promises";
import type { FolderLayout } from "./layout.ts";

/** `fast` is for tests: a power cut may lose any row, a killed process loses no row. */
export type CommitDurability = "full" | "fast";

/** Writes the settings at every start, so that a database created by an older release gets a new release's settings. */
export async function writeSettings(layout: FolderLayout, durability: CommitDurability): Promise<void> {
  const sync = durability === "full" ? "on" : "off";
  const settings = {
    listen_addresses: "",
    unix_socket_directories: `"${layout.sockets.replaceAll('"', '""')}"`,
    unix_socket_permissions: "0700",
    max_connections: "200",
    shared_buffers: "128MB",
    maintenance_work_mem: "64MB",
    max_wal_size: "512MB",
    // New tables get statistics sooner. Without statistics, PostgreSQL reads all messages of a new workspace for each article.
    autovacuum_naptime: "10s",
    // Turns off helper processes that an embedded server does not need.
    max_logical_replication_workers: "0",
    io_workers: "1",
    // Parallel queries need /dev/shm, of which a container has 64 MB.
    max_parallel_workers_per_gather: "0",
    fsync: sync,
    // Costs almost nothing without fsync, and keeps committed rows when a test kills the server.
    synchronous_commit: "on",
    full_page_writes: sync,
    timezone: "UTC",
    log_timezone: "UTC",
    datestyle: "ISO, YMD",
    lc_messages: "C",
    default_text_search_config: "pg_catalog.english",
    logging_collector: "on",
    log_directory: layout.logs,
    // One log file per weekday, overwritten after a week.
    log_filename: "postgresql-%a.log",
    log_truncate_on_rotation: "on",
    log_rotation_age: "1d",
    log_rotation_size: "0",
    // Leaves out error details and statements, because both can contain text that people wrote.
    log_error_verbosity: "terse",
    log_min_error_statement: "panic",
  };
  const lines = Object.entries(settings).map(([name, value]) => `${name} = ${quote(value)}`);
  const text = [
    "# Lorekeep writes this file at every start. Put settings of your own into local.conf beside it.",
    ...lines,
    "include_if_exists = 'local.conf'",
    "",
  ].join("\n");
  const made = `${layout.settings}.made`;
  await writeFile(made, text);
  await chmod(made, 0o644);
  await rename(made, layout.settings);
}

function quote(value: string): string {
  return `'${value.replaceAll("\\", "\\\\").replaceAll("'", "''").replaceAll("\n", "\\n")}'`;
}
