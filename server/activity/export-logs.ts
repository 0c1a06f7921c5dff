import type { Log } from "../../shared/contract/activity.ts";
import { BRAND } from "../../shared/domain/brand.ts";
import { inWorkspaceAs } from "../db/audience.ts";
import type { Database } from "../db/workspace-scope.ts";
import { CSV_BYTE_ORDER_MARK, formatCsvLine } from "../http/csv.ts";
import type { Viewer } from "../http/routes.ts";
import { type LogFilter, readLogs } from "./log-queries.ts";
import { viewLog } from "./views.ts";

type LogReader = Pick<Viewer, "workspaceId" | "userId">;
export type ExportFormat = "csv" | "json";

/** Rows per transaction. Separate transactions keep a slow reader from holding a database connection. */
const BATCH = 2_000;
const COLUMNS = ["time", "type", "message", "data"];

interface LogFile {
  contentType: string;
  head: string;
  between: string;
  tail: string;
  line: (log: Log) => string;
}

const FILES: Record<ExportFormat, LogFile> = {
  csv: {
    contentType: "text/csv; charset=utf-8",
    head: `${CSV_BYTE_ORDER_MARK}${COLUMNS.join(",")}\r\n`,
    between: "",
    tail: "",
    line: ({ createdAt, type, message, data }) => formatCsvLine([createdAt, type, message, JSON.stringify(data)]),
  },
  json: {
    contentType: "application/json; charset=utf-8",
    head: "[\n",
    between: ",\n",
    tail: "\n]\n",
    line: (log) => JSON.stringify(log),
  },
};

export interface LogExport {
  fileName: string;
  contentType: string;
  /** Each batch is read only after the previous batch was consumed. */
  parts: AsyncGenerator<string>;
}

/** Exports every entry that matches the filter, newest first, up to the start of the export. */
export function exportLogs(
  db: Database,
  reader: LogReader,
  { format, ...filter }: LogFilter & { format: ExportFormat },
  now = new Date(),
): LogExport {
  const name = [BRAND.toLowerCase(), "logs", filter.type?.replace("_", "-"), now.toISOString().slice(0, 10)];
  return {
    fileName: `${name.filter(Boolean).join("-")}.${format}`,
    contentType: FILES[format].contentType,
    parts: partsOf(db, reader, filter, FILES[format]),
  };
}

async function* partsOf(
  db: Database,
  reader: LogReader,
  filter: LogFilter,
  { head, between, tail, line }: LogFile,
): AsyncGenerator<string> {
  yield head;
  let isFirst = true;
  let before: string | undefined;
  for (;;) {
    const { rows, next } = await inWorkspaceAs(db, reader, (scope) => readLogs(scope, filter, { before, most: BATCH }));
    if (rows.length > 0) yield (isFirst ? "" : between) + rows.map((row) => line(viewLog(row))).join(between);
    isFirst &&= rows.length === 0;
    if (next === null) break;
    before = next;
  }
  yield tail;
}
