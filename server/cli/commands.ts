import { randomBytes } from "node:crypto";
import { mkdtemp, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, join, resolve } from "node:path";
import { EXPORT_MANIFEST } from "../../connectors/manifests.ts";
import {
  findOpenImport,
  listActiveChannelIds,
  recheckDueArticles,
  startRun,
  importExport as storeAndImport,
} from "../analysis/index.ts";
import { removeDataFolder } from "../db/embedded/layout.ts";
import { inWorkspace } from "../db/workspace-scope.ts";
import type { Deps } from "../deps.ts";
import { listArticlesOfWorkspace } from "../library/articles/index.ts";
import { eraseAuthor as eraseEverywhere } from "../library/retract/index.ts";
import { requestPublications } from "../publishing/index.ts";
import { startWorker } from "../worker.ts";
import { createAccount } from "../workspace/index.ts";
import { readDump } from "./dump.ts";
import { followRun } from "./follow-run.ts";
import { type CommandSession, findWorkspace, getWorkspace, printLine, withDeps } from "./open.ts";
import { readOutcome } from "./outcome.ts";

export interface CommonOptions {
  dataDir?: string;
  workspace?: string;
  json?: boolean;
}

/**
 * Imports a platform's export into the library and analyzes the export. Without a data folder the command uses a temporary
 * folder.
 */
export async function importExport(file: string, options: CommonOptions & { waitMinutes?: string }): Promise<void> {
  await refuseUnreadable(file);
  const waitMinutes = minutesOf(options.waitMinutes);
  const startedAt = performance.now();
  const fresh =
    options.dataDir || process.env["DATABASE_URL"] ? null : await mkdtemp(join(tmpdir(), "lorekeep-import-"));
  const keep = "To keep the articles, name the data folder: --data-dir .data";
  if (fresh) printLine(`This is a trial: its articles are shown and not kept. ${keep}`);
  try {
    await withDeps(options.dataDir ?? fresh ?? undefined, async (session) => {
      const { deps } = session;
      const { workspaceId, isDone } = await importIntoWorkspace(session, file, options, waitMinutes);
      const outcome = await readOutcome(deps, workspaceId, startedAt, isDone);
      for (const waiting of outcome.waiting)
        printLine(
          `  #${waiting.channel}: ${waiting.messages} messages and ${waiting.conversations} conversations wait for the model. ${waiting.why}`,
        );
      if (options.json) process.stdout.write(`${JSON.stringify(outcome)}\n`);
      else {
        for (const article of outcome.articles) printLine(`  #${article.sourceChannel}  ${article.title}`);
        printLine(
          `${outcome.messages} messages, ${outcome.conversations} conversations, ${outcome.articles.length} articles in ${outcome.seconds} s.`,
        );
        if (fresh) printLine(`This was a trial: nothing was kept. ${keep}`);
      }
    });
  } finally {
    if (fresh) await removeDataFolder(fresh);
  }
}

/** Imports into the only workspace, or into the workspace that the options name. Creates a workspace in a new database. */
export async function importIntoWorkspace(
  session: CommandSession,
  file: string,
  options: CommonOptions,
  waitMinutes?: number,
): Promise<{ workspaceId: string; isDone: boolean }> {
  const { deps } = session;
  const workspaceId = (await findWorkspace(session, options.workspace)) ?? (await makeWorkspace(session));
  const earlier = await inWorkspace(deps.db, workspaceId, findOpenImport);
  const run = await withWorker(deps, async () => {
    if (earlier) await goOnNow(deps, workspaceId, earlier);
    const before = earlier && (await followRun(deps, workspaceId, earlier, printLine, waitMinutes));
    if (before && before.state !== "done") return before;
    const { id } = await storeAndImport(deps, workspaceId, file, { fileName: basename(file) });
    return followRun(deps, workspaceId, id, printLine, waitMinutes);
  });
  for (const problem of run.result?.problems ?? []) printLine(`  ${problem}`);
  return { workspaceId, isDone: run.state === "done" };
}

/** Continues a run that may be waiting for its language model. */
async function goOnNow(deps: Deps, workspaceId: string, runId: string): Promise<void> {
  printLine("  An import that began earlier goes on first.");
  await inWorkspace(deps.db, workspaceId, (scope) => deps.queue.enqueue(scope, { queue: "run", workspaceId, runId }));
}

function minutesOf(given: string | undefined): number {
  const minutes = given === undefined ? Number.POSITIVE_INFINITY : Number(given);
  if (Number.isNaN(minutes) || minutes < 0) throw new Error("--wait-minutes takes a number of minutes.");
  return minutes;
}

/** Checks the file before the command opens anything else. */
export async function refuseUnreadable(file: string): Promise<void> {
  const found = await stat(file).catch(() => null);
  if (!found) throw new Error(`There is no file ${resolve(file)}, or it may not be read.`);
  if (!found.isFile())
    throw new Error(`${resolve(file)} is a folder. Give the .zip file that ${EXPORT_MANIFEST.name} made.`);
}

/** The account in whose workspace an export is imported if no workspace exists. */
export const IMPORT_EMAIL = "import@lorekeep.invalid";

async function makeWorkspace({ deps }: CommandSession): Promise<string> {
  const { workspaceId } = await createAccount(deps, {
    firstName: "Import",
    lastName: "Account",
    email: IMPORT_EMAIL,
    company: "Import",
    password: randomBytes(24).toString("base64url"),
    verified: true,
  });
  return workspaceId;
}

/** Reads and analyzes everything new in all active channels. */
export async function analyseWorkspace(options: CommonOptions): Promise<void> {
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
    const run = await withWorker(deps, () => followRun(deps, workspaceId, id, printLine));
    for (const channel of run.result?.channels ?? []) printLine(`  #${channel.channel}: ${channel.status}`);
    if (options.json) process.stdout.write(`${JSON.stringify(await readOutcome(deps, workspaceId, startedAt))}\n`);
  });
}

/** Prints the sentences of the library, their sources and the open inbox items, as one line of JSON. */
export async function dumpLibrary(options: CommonOptions): Promise<void> {
  await withDeps(options.dataDir, async (session) => {
    const workspaceId = await getWorkspace(session, options.workspace);
    process.stdout.write(`${JSON.stringify(await readDump(session.deps, workspaceId))}\n`);
  });
}

/** Does long work in this process, whether or not the product runs too. */
async function withWorker<T>(deps: Deps, work: () => Promise<T>): Promise<T> {
  const worker = await startWorker(deps);
  try {
    return await work();
  } finally {
    await worker.stop();
  }
}

/** Requests publication of every article on every active platform, for a platform that was added later. */
export async function publishLibrary(options: CommonOptions): Promise<void> {
  await withDeps(options.dataDir, async (session) => {
    const { deps } = session;
    const workspaceId = await getWorkspace(session, options.workspace);
    const cards = await inWorkspace(deps.db, workspaceId, (scope) => listArticlesOfWorkspace(scope));
    let platforms = 0;
    for (const { id } of cards)
      platforms = await inWorkspace(deps.db, workspaceId, (scope) => requestPublications(deps, scope, id));
    printLine(
      platforms === 0
        ? "No knowledge platform is active. The articles are in the library."
        : `${cards.length} articles are on their way to ${platforms} platforms. The worker of the running product publishes them.`,
    );
  });
}

/**
 * Erases a person on request: the person's messages, everything derived from these messages, and the person's name. The
 * product's worker then updates the pages.
 */
export async function eraseAuthor(options: CommonOptions & { author: string }): Promise<void> {
  await withDeps(options.dataDir, async (session) => {
    const { deps } = session;
    const workspaceId = await getWorkspace(session, options.workspace);
    const erased = await inWorkspace(deps.db, workspaceId, (scope) => eraseEverywhere(deps, scope, options.author));
    printLine(`${erased.messages} messages were erased, ${erased.articles} articles are checked again.`);
    await recheckDueArticles(deps);
    printLine("The articles are written again. The worker of the running product updates their pages.");
  });
}
