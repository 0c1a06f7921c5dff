import { setUpProvider } from "../billing/index.ts";
import { backup as writeBackup } from "../db/backup/backup.ts";
import { restoreBackup as readBackup } from "../db/backup/restore.ts";
import { withStoredBackup } from "../operations/backups.ts";
import { rekeySecrets as rekeyAll } from "../secrets/rekey.ts";
import { callStripe } from "../stripe/errors.ts";
import type { CommonOptions } from "./commands.ts";
import { printLine, readEnv, withDatabase, withDeps } from "./open.ts";
import { readIdentityFile } from "./operating.ts";

export async function backUpDatabase(file: string, options: CommonOptions): Promise<void> {
  const recipients = readEnv(options.dataDir).BACKUP_RECIPIENTS;
  await withDatabase(options.dataDir, (connection) =>
    writeBackup({ connection, to: file, recipients, log: printLine }),
  );
}

export async function restoreDatabase(
  file: string,
  options: CommonOptions & { force?: boolean; identity?: string },
): Promise<void> {
  const identities = await readIdentityFile(options.identity);
  await withStoredBackup(readEnv(options.dataDir), file, (from) =>
    withDatabase(options.dataDir, (connection) =>
      readBackup({ connection, from, identities, log: printLine, replaceExisting: options.force ?? false }),
    ),
  );
}

/** Migrates the database to this release's schema. Every start of the product does so too. */
export async function migrateDatabase(options: CommonOptions): Promise<void> {
  await withDatabase(options.dataDir, async () => printLine("The database has this release's schema."));
}

/** Encrypts every stored secret again with the current key. */
export async function rekeyDatabase(options: CommonOptions): Promise<void> {
  await withDeps(options.dataDir, async ({ deps }) => {
    const { changed, total } = await rekeyAll(deps.db, deps.secrets);
    printLine(`${changed} of ${total} secrets were encrypted again with the key ${deps.secrets.currentKid}.`);
  });
}

/** Creates the objects at Stripe that selling the plans requires. */
export async function setUpBilling(options: CommonOptions): Promise<void> {
  await withDeps(options.dataDir, async ({ deps }) => {
    const { payment, env } = deps;
    if (!payment) throw new Error("Set STRIPE_SECRET_KEY and STRIPE_PUBLISHABLE_KEY first; see docs/billing.md.");
    const secret = await callStripe(deps, () => setUpProvider(payment, { publicUrl: env.PUBLIC_URL, say: printLine }));
    if (secret) process.stdout.write(`STRIPE_WEBHOOK_SECRET=${secret}\n`);
  });
}
