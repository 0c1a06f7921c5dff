import { Refused } from "../../connectors/errors.ts";
import { type ExportPart, readExportInWorker } from "../../connectors/exports.ts";
import { EXPORT_PLATFORM } from "../../connectors/manifests.ts";
import { CHECK_FREQUENCY_MINUTES } from "../../shared/domain/detection.ts";
import { newId } from "../db/new-id.ts";
import { toStorableText } from "../db/storable-text.ts";
import { inWorkspace, type WorkspaceScope } from "../db/workspace-scope.ts";
import type { Deps } from "../deps.ts";
import { invalid, nullIfNotFound } from "../errors.ts";
import { getChannel, insertChannel } from "../ingest/channels/index.ts";
import { keepStorableMessages, storeMessages } from "../ingest/messages/index.ts";
import { analyseChannelsSequentially } from "./analyse-sequentially.ts";
import type { ChannelCounts } from "./channel-result-counter.ts";
import { findChannelOfExport } from "./queries.ts";
import type { RunExecution } from "./run-work.ts";
import { getExportPath } from "./stored-exports.ts";

/** The progress bar's share for reading; the rest is for the analysis. */
const READING_FRACTION = 0.4;
/** Messages per transaction. Files of several days are combined, because a quiet channel has few messages a day. */
const BATCH_MESSAGES = 500;
/** The most characters of text that one transaction stores. */
const BATCH_CHARACTERS = 2_000_000;
/** The limit over all turns; a full 2 GB export takes less. */
const LONGEST_READING_MS = 4 * 60 * 60 * 1000;
/** The state from which an interrupted import resumes; stored in the same transaction as the rows that it counts. */
interface ImportProgress {
  resumeAt: number;
  isRead: boolean;
  /** The milliseconds spent on reading the file so far. */
  readingMs: number;
  /** Counts by the id of our channel, in the order of the export. */
  imported: Record<string, Pick<ChannelCounts, "messages" | "skipped" | "skippedWhy">>;
}

/** Reads the export into the tables of a platform's messages, then analyzes each affected channel. */
export async function importStoredExport(deps: Deps, work: RunExecution): Promise<void> {
  const position = work.position as unknown as ImportProgress;
  position.imported ??= {};
  if (!position.isRead) await readIntoTables(deps, work, position);
  if (work.run.input.isAnalyzedLater) return noteStored(deps, work, position);
  const touched = Object.keys(position.imported);
  const total = Math.max(1, touched.length);
  await analyseChannelsSequentially(deps, work, {
    channelIds: touched,
    onlyStored: true,
    afterEach: () =>
      work.report({ fraction: READING_FRACTION + (1 - READING_FRACTION) * (work.progress.channelsDone / total) }),
  });
}

async function noteStored(deps: Deps, work: RunExecution, { imported }: ImportProgress): Promise<void> {
  for (const [channelId, { messages, skipped }] of Object.entries(imported)) {
    if (work.result.channels.some((known) => known.channelId === channelId)) continue;
    const channel = await inWorkspace(deps.db, work.workspaceId, (scope) => getChannel(scope, channelId)).catch(
      nullIfNotFound,
    );
    if (!channel) continue;
    work.addOutcome({
      channelId,
      channel: channel.name,
      status: "Imported, not analyzed yet",
      messages,
      articlesCreated: 0,
      articlesUpdated: 0,
      skipped,
    });
  }
}

async function readIntoTables(deps: Deps, work: RunExecution, position: ImportProgress): Promise<void> {
  const ids = new Map<string, string>();
  const names = new Map<string, string>();
  const privateIds = new Set<string>();
  const path = await getExportPath(deps, work.run);
  let since = Date.now();
  const store = async (batch: MessagesPart[]) => {
    const last = batch.at(-1);
    if (!last) return;
    position.readingMs = (position.readingMs ?? 0) + Date.now() - since;
    since = Date.now();
    if (position.readingMs > LONGEST_READING_MS)
      throw new Refused("This export takes too long to read. What was read so far is kept.");
    if (last.resumeAt > (position.resumeAt ?? 0)) work.madeProgress();
    await inWorkspace(deps.db, work.workspaceId, async (scope) => {
      for (const [channelId, ofChannel] of Map.groupBy(batch, (part) => part.channelId)) {
        const id = ids.get(channelId) ?? (await channelOf(scope, work, { externalId: channelId, names, privateIds }));
        ids.set(channelId, id);
        await storeParts(deps, scope, work, position, { channelId: id, parts: ofChannel });
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
  const parts = readExportInWorker(path, { resumeAt: position.resumeAt ?? 0, signal: work.attempt.signal });
  for await (const part of parts) {
    for (const { file, reason } of part.skipped) work.problem(`${file}: ${reason}`);
    if (part.kind === "messages") batch.push(part);
    else {
      for (const note of part.notes) work.problem(note);
      for (const { externalId, name, isPrivate } of part.channels) {
        names.set(externalId, name);
        if (isPrivate) privateIds.add(externalId);
      }
    }
    if (countOf(batch) < BATCH_MESSAGES && charactersOf(batch) < BATCH_CHARACTERS) continue;
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

function charactersOf(parts: MessagesPart[]): number {
  return parts.reduce((sum, { messages }) => sum + messages.reduce((length, { text }) => length + text.length, 0), 0);
}

async function storeParts(
  { secrets }: Deps,
  scope: WorkspaceScope,
  work: RunExecution,
  position: ImportProgress,
  { channelId, parts }: { channelId: string; parts: MessagesPart[] },
): Promise<void> {
  const unreadable = parts.flatMap((part) => part.skipped);
  const { messages, skipped } = keepStorableMessages({ messages: parts.flatMap((part) => part.messages), skipped: [] });
  const batch = { messages, skipped: [...unreadable, ...skipped], complete: [] };
  await storeMessages(scope, channelId, batch, { from: "export", readingSince: work.since, secrets });
  const counts = (position.imported[channelId] ??= { messages: 0, skipped: 0, skippedWhy: [] });
  counts.messages += messages.length;
  counts.skipped += batch.skipped.length;
  // Each reason names the unreadable file.
  for (const { reason } of skipped) if (!counts.skippedWhy.includes(reason)) counts.skippedWhy.push(reason);
}

interface ExportedChannel {
  externalId: string;
  names: ReadonlyMap<string, string>;
  privateIds: ReadonlySet<string>;
}

/** Finds the channel with this platform id: a monitored one, one imported before, or else a new one that is only imported. */
async function channelOf(
  scope: WorkspaceScope,
  { run }: RunExecution,
  { externalId, names, privateIds }: ExportedChannel,
): Promise<string> {
  const known = await findChannelOfExport(scope, externalId);
  if (known) return known;
  const id = newId();
  const isPrivate = privateIds.has(externalId);
  await insertChannel(scope, {
    workspaceId: scope.workspaceId,
    id,
    platform: EXPORT_PLATFORM,
    externalId,
    isPrivate,
    ...(isPrivate && { heldSince: new Date() }),
    chosenBy: run.requestedBy,
    name: toStorableText(names.get(externalId) ?? externalId),
    isActive: false,
    checkFrequencyMinutes: CHECK_FREQUENCY_MINUTES.listDefault,
  });
  return id;
}
