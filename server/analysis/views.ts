import type { z } from "zod";
import type { run } from "../../shared/contract/analysis.ts";
import { HIDDEN_CHANNEL_NAME } from "../../shared/domain/access.ts";
import type { RunProgress } from "../db/schema.ts";
import { hideNames } from "../ingest/audiences/index.ts";
import type { RunRow } from "./queries.ts";

/** Removes names and results of these channels from a run, for a person who may not read them. */
export function hideChannelsOfRun(row: RunRow, hidden: ReadonlyMap<string, string>): RunRow {
  const told = (sentence: string) => hideNames(sentence, hidden);
  const { result, progress, error } = row;
  return {
    ...row,
    progress: { ...progress, step: told(progress.step) },
    error: error === null ? null : told(error),
    result: result && {
      ...result,
      problems: result.problems.map(told),
      channels: result.channels.map((one) => (hidden.has(one.channelId) ? NOTHING_TOLD : one)),
    },
  };
}

const NOTHING_TOLD = {
  channelId: "",
  channel: HIDDEN_CHANNEL_NAME,
  status: "Analyzed",
  messages: 0,
  articlesCreated: 0,
  articlesUpdated: 0,
  skipped: 0,
};

/** The API's view of a run, without its input, which names internal rows and files. */
export function viewRun(row: RunRow): z.input<typeof run> {
  return {
    id: row.id,
    kind: row.kind,
    state: row.state,
    progress: progressView(row.progress),
    result: row.result,
    error: row.error,
    fileName: row.input.fileName ?? null,
    isRequested: row.requestedBy !== null,
    isStopped: row.progress.isStopped === true,
    createdAt: row.createdAt.toISOString(),
    startedAt: row.startedAt?.toISOString() ?? null,
    finishedAt: row.finishedAt?.toISOString() ?? null,
  };
}

function progressView(progress: RunProgress) {
  const { messagesWaiting = null, costMicros } = progress;
  return { ...progress, messagesWaiting, dollars: costMicros === undefined ? null : costMicros / 1_000_000 };
}
