import { randomBytes } from "node:crypto";
import { mkdtemp, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, join, resolve } from "node:path";
import { normaliseEmail } from "../../shared/domain/people.ts";
import { checkDue, listActiveChannelIds, startRun, importExport as storeAndImport } from "../analysis/index.ts";
import { setUpProvider } from "../billing/index.ts";
import { backup as writeBackup } from "../db/backup/backup.ts";
import { restore as readBackup } from "../db/backup/restore.ts";
import { removeDataFolder } from "../db/embedded/layout.ts";
import { inWorkspace } from "../db/workspace-scope.ts";
import type { Deps } from "../deps.ts";
import { eraseAuthor as eraseEverywhere, listArticlesOfAll } from "../library/index.ts";
import { withStoredBackup } from "../operations/backups.ts";
import { requestPublications } from "../publishing/index.ts";
import { rekey as rekeyAll } from "../secrets/rekey.ts";
import { askProvider } from "../stripe/errors.ts";
import { startWorker } from "../worker.ts";
import { createAccount, makeResetLink, restoreAccount, turnOffSecondFactor } from "../workspace/index.ts";
import { readDump } from "./dump.ts";
import { followRun } from "./follow-run.ts";
import { findWorkspace, getWorkspace, readEnv, type Session, say, withDatabase, withDeps } from "./open.ts";
import { readIdentities } from "./operating.ts";
import { readOutcome } from "./outcome.ts";

export interface CommonOptions {
  dataDir?: string;
  workspace?: string;
  json?: boolean;
}

/** Reads a Slack export into the library and analyses it. Without a data folder: into a fresh one that is removed again. */
export async function importExport(file: string, options: CommonOptions): Promise<void> {
  await refuseUnreadable(file);
  const startedAt = performance.now();
  const fresh =
    options.dataDir || process.env["DATABASE_URL"] ? null : await mkdtemp(join(tmpdir(), "lorekeep-import-"));
  const keep = "To keep the articles, name the data folder: --data-dir .data";
  if (fresh) say(`This is a trial: its articles are shown and not kept. ${keep}`);
  try {
    await withDeps(options.dataDir ?? fresh ?? undefined, async (session) => {
      const { deps } = session;
      const workspaceId = (await findWorkspace(session, options.workspace)) ?? (await makeWorkspace(session));
      const { id } = await storeAndImport(deps, workspaceId, file, { fileName: basename(file) });
      const run = await withWorker(deps, () => followRun(deps, workspaceId, id, say));
      for (const problem of run.result?.problems ?? []) say(`  ${problem}`);
      const outcome = await readOutcome(deps, workspaceId, startedAt);
      if (options.json) process.stdout.write(`${JSON.stringify(outcome)}\n`);
      else {
        for (const article of outcome.articles) say(`  #${article.sourceChannel}  ${article.title}`);
        say(
          `${outcome.messages} messages, ${outcome.conversations} conversations, ${outcome.articles.length} articles in ${outcome.seconds} s.`,
        );
        if (fresh) say(`This was a trial: nothing was kept. ${keep}`);
      }
    });
  } finally {
    if (fresh) await removeDataFolder(fresh);
  }
}

/** Before anything is opened for it. */
async function refuseUnreadable(file: string): Promise<void> {
  const found = await stat(file).catch(() => null);
  if (!found) throw new Error(`There is no file ${resolve(file)}, or it may not be read.`);
  if (!found.isFile()) throw new Error(`${resolve(file)} is a folder. Give the .zip file that Slack made.`);
}

async function makeWorkspace({ deps }: Session): Promise<string> {
  const { workspaceId } = await createAccount(deps, {
    firstName: "Import",
    lastName: "Account",
    email: "import@lorekeep.invalid",
    company: "Import",
    password: randomBytes(24).toString("base64url"),
    verified: true,
  });
  return workspaceId;
}

/** Reads and analyses everything new in all active channels. */
export async function analyse(options: CommonOptions): Promise<void> {
  const startedAt = performance.now();
  await withDeps(options.dataDir, async (session) => {
    const { deps } = session;
    const workspaceId = await getWorkspace(session, options.workspace);
    const { id } = await inWorkspace(deps.db, workspaceId, async (scope) =>
      startRun(deps, scope, {
        kind: "analyse",
        input: { channelIds: await listActiveChannelIds(scope) },
        requestedBy: null,
      }),
    );
    const run = await withWorker(deps, () => followRun(deps, workspaceId, id, say));
    for (const channel of run.result?.channels ?? []) say(`  #${channel.channel}: ${channel.status}`);
    if (options.json) process.stdout.write(`${JSON.stringify(await readOutcome(deps, workspaceId, startedAt))}\n`);
  });
}

/** Prints what the library says, what it cites and what waits for a person, as one line of JSON. */
export async function dump(options: CommonOptions): Promise<void> {
  await withDeps(options.dataDir, async (session) => {
    const workspaceId = await getWorkspace(session, options.workspace);
    process.stdout.write(`${JSON.stringify(await readDump(session.deps, workspaceId))}\n`);
  });
}

/** Does long work in this process, whether or not the product runs beside it. */
async function withWorker<T>(deps: Deps, work: () => Promise<T>): Promise<T> {
  const worker = await startWorker(deps);
  try {
    return await work();
  } finally {
    await worker.stop();
  }
}

/** Wants every article of the library on every active platform: fills a platform that was added later. */
export async function publish(options: CommonOptions): Promise<void> {
  await withDeps(options.dataDir, async (session) => {
    const { deps } = session;
    const workspaceId = await getWorkspace(session, options.workspace);
    const cards = await inWorkspace(deps.db, workspaceId, (scope) => listArticlesOfAll(scope));
    let platforms = 0;
    for (const { id } of cards)
      platforms = await inWorkspace(deps.db, workspaceId, (scope) => requestPublications(deps, scope, id));
    say(
      platforms === 0
        ? "No knowledge platform is active. The articles are in the library."
        : `${cards.length} articles are on their way to ${platforms} platforms. The worker of the running product publishes them.`,
    );
  });
}

/** Erases a person on request: what they said, what is based on it, and their name. The running product's worker updates the pages. */
export async function eraseAuthor(options: CommonOptions & { author: string }): Promise<void> {
  await withDeps(options.dataDir, async (session) => {
    const { deps } = session;
    const workspaceId = await getWorkspace(session, options.workspace);
    const erased = await inWorkspace(deps.db, workspaceId, (scope) => eraseEverywhere(deps, scope, options.author));
    say(`${erased.messages} messages were erased, ${erased.articles} articles are checked again.`);
    await checkDue(deps);
    say("The articles are written again. The worker of the running product updates their pages.");
  });
}

export async function backup(file: string, options: CommonOptions): Promise<void> {
  const recipients = readEnv(options.dataDir).BACKUP_RECIPIENTS;
  await withDatabase(options.dataDir, (connection) => writeBackup({ connection, to: file, recipients, log: say }));
}

export async function restore(
  file: string,
  options: CommonOptions & { force?: boolean; identity?: string },
): Promise<void> {
  const identities = await readIdentities(options.identity);
  await withStoredBackup(readEnv(options.dataDir), file, (from) =>
    withDatabase(options.dataDir, (connection) =>
      readBackup({ connection, from, identities, log: say, replaceExisting: options.force ?? false }),
    ),
  );
}

/** Brings the database to this release's schema; every start does it too. */
export async function migrate(options: CommonOptions): Promise<void> {
  await withDatabase(options.dataDir, async () => say("The database has this release's schema."));
}

/** Seals every secret again with the current key of the ring. */
export async function rekey(options: CommonOptions): Promise<void> {
  await withDeps(options.dataDir, async ({ deps }) => {
    const { changed, total } = await rekeyAll(deps.db, deps.secrets);
    say(`${changed} of ${total} secrets were encrypted again with the key ${deps.secrets.currentKid}.`);
  });
}

/** Makes at Stripe what is missing there to sell the plans. */
export async function setUpBilling(options: CommonOptions): Promise<void> {
  await withDeps(options.dataDir, async ({ deps }) => {
    const { payment, env } = deps;
    if (!payment) throw new Error("Set STRIPE_SECRET_KEY and STRIPE_PUBLISHABLE_KEY first; see docs/billing.md.");
    const secret = await askProvider(deps, () => setUpProvider(payment, { publicUrl: env.PUBLIC_URL, say }));
    if (secret) process.stdout.write(`STRIPE_WEBHOOK_SECRET=${secret}\n`);
  });
}

export async function createUser(
  options: CommonOptions & { email: string; firstName: string; lastName: string; company: string },
): Promise<void> {
  const password = process.env["LOREKEEP_PASSWORD"] ?? randomBytes(12).toString("base64url");
  await withDeps(options.dataDir, async ({ deps }) => {
    await createAccount(deps, { ...options, password, verified: true });
    say(`${options.email} may sign in.`);
    if (!process.env["LOREKEEP_PASSWORD"]) process.stdout.write(`Password: ${password}\n`);
  });
}

/** Takes back the deletion of an account, until its purge. */
export async function restoreUser(options: CommonOptions & { email: string }): Promise<void> {
  await withDeps(options.dataDir, async ({ deps }) => {
    await restoreAccount(deps, normaliseEmail(options.email));
    say(`${options.email} may sign in again. The tokens of the platforms were erased: enter them again.`);
  });
}

/** For a person whom no mail reaches, such as the first one on a server without mail. Who they are is for the operator to find out. */
export async function resetPassword(options: CommonOptions & { email: string }): Promise<void> {
  await withDeps(options.dataDir, async ({ deps }) => {
    const link = await makeResetLink(deps, options.email);
    say(
      "Open this link to choose a new password. It works once and for one hour; every session of the account ends then.",
    );
    process.stdout.write(`${link}\n`);
  });
}

/** For a person who has neither their authenticator app nor a recovery code. Who they are is for the operator to find out. */
export async function resetSecondFactor(options: CommonOptions & { email: string }): Promise<void> {
  await withDeps(options.dataDir, async ({ deps }) => {
    await turnOffSecondFactor(deps, normaliseEmail(options.email));
    say(`${options.email} signs in with the password alone until an app is set up again.`);
  });
}
