import type { z } from "zod";
import type { run } from "../../shared/contract/analysis.ts";
import type { RunRow } from "./queries.ts";

/** What leaves the server of a run. Its input names rows and files of ours and stays here. */
export function runView(row: RunRow): z.input<typeof run> {
  return {
    id: row.id,
    kind: row.kind,
    state: row.state,
    progress: row.progress,
    result: row.result,
    error: row.error,
    fileName: row.input.fileName ?? null,
    createdAt: row.createdAt.toISOString(),
    startedAt: row.startedAt?.toISOString() ?? null,
    finishedAt: row.finishedAt?.toISOString() ?? null,
  };
}
