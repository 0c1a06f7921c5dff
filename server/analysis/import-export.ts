import { constants } from "node:fs";
import { copyFile, mkdir, readdir, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { and, desc, eq, sql } from "drizzle-orm";
import { type ExportPart, readSlackExport } from "../../connectors/slack/export.ts";
import { CHECK_FREQUENCY_MINUTES } from "../../shared/domain/detection.ts";
import { newId } from "../db/new-id.ts";
import { channels } from "../db/schema.ts";
import { inWorkspace, type WorkspaceScope } from "../db/workspace-scope.ts";
import type { Deps } from "../deps.ts";
import { invalid } from "../errors.ts";
import { storeMessages } from "../ingest/index.ts";
import { onlyStorable } from "../pipeline/read-messages.ts";
import { analyseEach } from "./analyse-channels.ts";
import type { RunRow } from "./queries.ts";
import type { RunWork } from "./run-work.ts";
import { startRun } from "./start-run.ts";
import type { Counts } from "./tally.ts";

/** Of the bar's length; the rest is the analysis. */
const READING_FRACTION = 0.4;
/** A quiet channel's day is a file of few messages: many of them make one transaction. */
const BATCH_MESSAGES = 500;
/** Longer than any upload takes. */
const FORGOTTEN_AFTER_MS = 24 * 60 * 60 * 1000;

/** What an import has to know in order to go on after a kill; stored with the rows it speaks of. */
interface Position {
  resumeAt: number;
  isRead: boolean;
  /** By the id of our channel, in the order of the export. */
  imported: Record<string, Pick<Counts, "messages" | "skipped" | "skippedWhy">>;
}

interface StoredExport {
  /** Of `placeForExport`. */
  file: string;
  /** As the person knows it. */
  fileName: string;
  requestedBy: string | null;
}

/** A new place for an export in the data folder. */
export async function placeForExport({ env }: Pick<Deps, "env">): Promise<{ name: string; path: string }> {
  const folder = join(env.DATA_DIR, "imports");
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const name = `${newId()}.zip`;
  return { name, path: join(folder, name) };
}

/** The file is this run's own from now on: it is removed when the run is over. */
export function startImport(deps: Deps, scope: WorkspaceScope, stored: StoredExport): Promise<RunRow> {
  const { file, fileName, requestedBy } = stored;
  return startRun(deps, scope, { kind: "import", input: { file, fileName }, requestedBy });
}

/** Imports a Slack export that lies on this machine, as a run; a copy of it is read. */
export async function importExport(
  deps: Deps,
  workspaceId: string,
  filePath: string,
  { fileName, requestedBy = null }: { fileName: string; requestedBy?: string | null },
): Promise<RunRow> {
  const { name, path } = await placeForExport(deps);
  await copyFile(filePath, path, constants.COPYFILE_FICLONE);
  return inWorkspace(deps.db, workspaceId, (scope) => startImport(deps, scope, { file: name, fileName, requestedBy }));
}

export async function removeStoredExport({ env }: Pick<Deps, "env">, { input }: RunRow): Promise<void> {
  if (input.file) await rm(join(env.DATA_DIR, "imports", input.file), { force: true });
}

/** What a kill between a run's end and the removal of its file left, or an upload that never became a run. */
export async function removeForgottenExports({ db, env }: Pick<Deps, "db" | "env">): Promise<void> {
  const folder = join(env.DATA_DIR, "imports");
  const names = await readdir(folder).catch(() => []);
  if (names.length === 0) return;
  const { rows } = await db.execute<{ file: string }>(
    sql`select input->>'file' as file from runs where kind = 'import' and state in ('queued', 'running')`,
  );
  const wanted = new Set(rows.map(({ file }) => file));
  for (const name of names.filter((file) => !wanted.has(file))) {
    const found = await stat(join(folder, name)).catch(() => null);
    if (found && Date.now() - found.mtimeMs > FORGOTTEN_AFTER_MS) await rm(join(folder, name), { force: true });
  }
}

/** Reads the export into the same tables as a platform's messages, then analyses each channel that was touched. */
export async function importStoredExport(deps: Deps, work: RunWork): Promise<void> {
  const position = work.position as unknown as Position;
  position.imported ??= {};
  if (!position.isRead) await readIntoTables(deps, work, position);
  const touched = Object.keys(position.imported);
  const total = Math.max(1, touched.length);
  await analyseEach(deps, work, touched, {
    onlyStored: true,
    afterEach: () =>
      work.report({ fraction: READING_FRACTION + (1 - READING_FRACTION) * (work.progress.channelsDone / total) }),
  });
}

async function readIntoTables(deps: Deps, work: RunWork, position: Position): Promise<void> {
  const ids = new Map<string, string>();
  const names = new Map<string, string>();
  const path = await pathOf(deps, work.run);
  const store = async (batch: MessagesPart[]) => {
    const last = batch.at(-1);
    if (!last) return;
    await inWorkspace(deps.db, work.workspaceId, async (scope) => {
      for (const [channelId, ofChannel] of Map.groupBy(batch, (part) => part.channelId)) {
        const id = ids.get(channelId) ?? (await channelOf(scope, channelId, names));
        ids.set(channelId, id);
        await storeParts(scope, work, position, id, ofChannel);
      }
      position.resumeAt = last.resumeAt;
      await work.saveIn(scope);
    });
    const { bytesDone, bytesTotal } = last.progress;
    await work.report({
      step: `Reading #${names.get(last.channelId)}`,
      channelsTotal: Object.keys(position.imported).length,
      messagesRead: work.progress.messagesRead + countOf(batch),
      fraction: READING_FRACTION * (bytesTotal === 0 ? 1 : bytesDone / bytesTotal),
    });
    await work.pauseIfDue();
  };

  let batch: MessagesPart[] = [];
  const parts = readSlackExport(path, { resumeAt: position.resumeAt ?? 0, signal: work.attempt.signal });
  for await (const part of parts) {
    for (const { file, reason } of part.skipped) work.problem(`${file}: ${reason}`);
    if (part.kind === "messages") batch.push(part);
    else {
      for (const note of part.notes) work.problem(note);
      for (const { externalId, name } of part.channels) names.set(externalId, name);
    }
    if (countOf(batch) < BATCH_MESSAGES) continue;
    await store(batch);
    batch = [];
  }
  await store(batch);
  if (Object.keys(position.imported).length === 0) {
    throw invalid("This export holds no messages of a public or private channel.");
  }
  position.isRead = true;
  await work.save();
}

type MessagesPart = Extract<ExportPart, { kind: "messages" }>;

function countOf(parts: MessagesPart[]): number {
  return parts.reduce((sum, { messages }) => sum + messages.length, 0);
}

async function storeParts(
  scope: WorkspaceScope,
  work: RunWork,
  position: Position,
  channelId: string,
  parts: MessagesPart[],
): Promise<void> {
  const { messages, skipped } = onlyStorable({
    messages: parts.flatMap((part) => part.messages),
    skipped: parts.flatMap((part) => part.skipped),
  });
  const batch = { messages, skipped, complete: [] };
  await storeMessages(scope, channelId, batch, { from: "export", readingSince: work.since });
  const counts = (position.imported[channelId] ??= { messages: 0, skipped: 0, skippedWhy: [] });
  counts.messages += messages.length;
  counts.skipped += skipped.length;
}

/** The channel with this id of Slack's: one that is monitored, one imported before, or a new one that is only read here. */
async function channelOf(
  scope: WorkspaceScope,
  externalId: string,
  names: ReadonlyMap<string, string>,
): Promise<string> {
  const { workspaceId, tx } = scope;
  const [known] = await tx
    .select({ id: channels.id })
    .from(channels)
    .where(
      and(eq(channels.workspaceId, workspaceId), eq(channels.platform, "slack"), eq(channels.externalId, externalId)),
    )
    .orderBy(sql`${channels.integrationId} is null`, desc(channels.isActive), channels.createdAt)
    .limit(1);
  if (known) return known.id;
  const id = newId();
  await tx.insert(channels).values({
    workspaceId,
    id,
    platform: "slack",
    externalId,
    name: names.get(externalId) ?? externalId,
    isActive: false,
    checkFrequencyMinutes: CHECK_FREQUENCY_MINUTES.listDefault,
  });
  return id;
}

async function pathOf({ env }: Deps, { input }: RunRow): Promise<string> {
  const path = join(env.DATA_DIR, "imports", input.file ?? "");
  const isThere = input.file !== undefined && (await stat(path).catch(() => null))?.isFile();
  if (!isThere) throw invalid("The uploaded export is not there any more. Upload it again.");
  return path;
}
