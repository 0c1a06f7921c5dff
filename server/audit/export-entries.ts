import type { AuditEntry } from "../../shared/contract/audit.ts";
import { BRAND } from "../../shared/domain/brand.ts";
import { type Database, inWorkspace } from "../db/workspace-scope.ts";
import { CSV_BYTE_ORDER_MARK, formatCsvLine } from "../http/csv.ts";
import { type AuditFilter, listEntries } from "./audit-queries.ts";
import { viewAuditEntry } from "./views.ts";

/** Rows per transaction. Separate transactions keep a slow reader from holding a database connection. */
const BATCH = 2_000;
const COLUMNS = [
  "time",
  "actor",
  "actor id",
  "name",
  "action",
  "summary",
  "thing",
  "ids",
  "before",
  "after",
  "asked",
  "address",
  "request",
];

const FILES = {
  csv: {
    contentType: "text/csv; charset=utf-8",
    head: CSV_BYTE_ORDER_MARK + formatCsvLine(COLUMNS),
    line: ({ at, actor, action, summary, thing, thingIds, before, after, asked, ip, requestId }: AuditEntry) =>
      formatCsvLine(
        [
          at,
          actor.kind,
          actor.id,
          actor.name,
          action,
          summary,
          thing,
          thingIds.join(" "),
          before,
          after,
          asked,
          ip,
          requestId,
        ].map((cell) => (typeof cell === "string" ? cell : cell ? JSON.stringify(cell) : "")),
      ),
  },
  jsonl: {
    contentType: "application/x-ndjson; charset=utf-8",
    head: "",
    line: (entry: AuditEntry) => `${JSON.stringify(entry)}\n`,
  },
} as const;

/** Streams every matching entry, newest first, while reading. */
export function exportEntries(
  db: Database,
  workspaceId: string,
  { format, ...filter }: AuditFilter & { format: keyof typeof FILES },
  now = new Date(),
): { fileName: string; contentType: string; parts: AsyncGenerator<string> } {
  return {
    fileName: `${BRAND.toLowerCase()}-audit-log-${now.toISOString().slice(0, 10)}.${format}`,
    contentType: FILES[format].contentType,
    parts: partsOf(db, workspaceId, filter, FILES[format]),
  };
}

async function* partsOf(
  db: Database,
  workspaceId: string,
  filter: AuditFilter,
  { head, line }: (typeof FILES)[keyof typeof FILES],
): AsyncGenerator<string> {
  if (head) yield head;
  let before: string | undefined;
  for (;;) {
    const rows = await inWorkspace(db, workspaceId, (scope) => listEntries(scope, filter, { before, limit: BATCH }));
    if (rows.length > 0) yield rows.map((row) => line(viewAuditEntry(row))).join("");
    before = rows.at(-1)?.entry.id;
    if (rows.length < BATCH) return;
  }
}
