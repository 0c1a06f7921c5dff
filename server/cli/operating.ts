import { readFile } from "node:fs/promises";
import { BackupFailure } from "../db/backup/failure.ts";
import { EnvError } from "../env.ts";
import { createLogger } from "../log.ts";
import { openDatabaseConnection } from "../open-deps.ts";
import { getUpgradeFolder, listBackups, withStoredBackup } from "../operations/backups.ts";
import { openBucket } from "../operations/bucket.ts";
import { examineInstallation } from "../operations/doctor.ts";
import type { CheckFinding } from "../operations/finding.ts";
import { runRestoreDrill } from "../operations/restore-drill.ts";
import { planUpgrade } from "../operations/upgrade.ts";
import { VERSION } from "../version.ts";
import { printLine, readEnv } from "./open.ts";

/** Commands for operators that only read. */

interface CommandOptions {
  dataDir?: string;
  json?: boolean;
}

const MARKS = { ok: "ok", warning: "warn", problem: "FAIL" } as const;

/** Exits with 1 if something prevents the product from working. */
export async function runDoctor({ dataDir, json }: CommandOptions): Promise<void> {
  const findings = await findAll(dataDir);
  if (json) process.stdout.write(`${JSON.stringify({ version: VERSION, findings })}\n`);
  else for (const finding of findings) process.stdout.write(lineOf(finding));
  if (findings.some(({ state }) => state === "problem")) process.exitCode = 1;
}

async function findAll(dataDir: string | undefined): Promise<CheckFinding[]> {
  try {
    const env = readEnv(dataDir);
    const opened = await openDatabaseConnection(env, createLogger(env, process.stderr)).catch((error: Error) => error);
    if (opened instanceof Error) return await examineInstallation(env, opened);
    try {
      return await examineInstallation(env, opened.connection);
    } finally {
      await opened.close();
    }
  } catch (error) {
    if (!(error instanceof EnvError)) throw error;
    return [
      { name: "Settings", state: "problem", found: error.message, todo: "Correct them; .env.example explains each." },
    ];
  }
}

const lineOf = ({ name, state, found, todo }: CheckFinding) =>
  `${MARKS[state].padEnd(5)} ${name.padEnd(15)} ${found}\n${todo && state !== "ok" ? `${" ".repeat(22)}${todo}\n` : ""}`;

/** Exits with 1 if this release must not be started on the database. */
export async function checkUpgrade({ dataDir, json }: CommandOptions): Promise<void> {
  const env = readEnv(dataDir);
  const opened = await openDatabaseConnection(env, createLogger(env, process.stderr));
  try {
    const plan = await planUpgrade(env, opened.connection);
    if (json) process.stdout.write(`${JSON.stringify({ version: VERSION, ...plan })}\n`);
    else for (const sentence of plan.sentences) process.stdout.write(`${sentence}\n`);
    if (!plan.canStart) process.exitCode = 1;
  } finally {
    await opened.close();
  }
}

/** Restores a backup as a test. By default it takes the newest backup of the bucket or BACKUP_DIR. */
export async function restoreDrill(
  file: string | undefined,
  options: CommandOptions & { identity?: string },
): Promise<void> {
  const identities = await readIdentityFile(options.identity);
  await withStoredBackup(readEnv(options.dataDir), file, async (path) => {
    const summary = await runRestoreDrill(path, identities, () => undefined);
    printLine(`${path} of ${summary.createdAt} can be restored: ${summary.rows} rows of ${summary.tables} tables.`);
  });
}

/** Lists names and sizes of scheduled backups, newest first. */
export async function listStoredBackups({ dataDir, json }: CommandOptions): Promise<void> {
  const env = readEnv(dataDir);
  const bucket = openBucket(env);
  const backups = bucket
    ? await bucket.list()
    : (await listBackups(getUpgradeFolder(env))).map(({ path, ...rest }) => ({ name: path, ...rest }));
  if (json) process.stdout.write(`${JSON.stringify(backups)}\n`);
  else
    for (const { name, at, bytes } of backups)
      process.stdout.write(`${at.toISOString()}  ${(bytes / 1024 ** 2).toFixed(1).padStart(9)} MB  ${name}\n`);
  if (backups.length === 0) printLine("There are no backups yet.");
}

/** Reads private keys of age, one per line. Lines with # are comments, as age-keygen writes them. */
export async function readIdentityFile(file: string | undefined): Promise<string[]> {
  if (!file) return [];
  const text = await readFile(file, "utf8").catch(() => {
    throw new BackupFailure(`The file ${file} with the private key cannot be read.`);
  });
  return text
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line && !line.startsWith("#"));
}
