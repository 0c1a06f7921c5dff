import { and, eq, getTableColumns, inArray, type SQL, sql } from "drizzle-orm";
import type { PgColumn, PgTable } from "drizzle-orm/pg-core";
import {
  type AuditFacts,
  articles,
  categories,
  channels,
  chatIntegrations,
  invitationLinks,
  invitations,
  knowledgeIntegrations,
  mailDomains,
  modelSettings,
  modelTrials,
  reviewSettings,
  scimTokens,
  sessions,
  users,
  webhooks,
  workspaceSettings,
  workspaces,
} from "../db/schema.ts";
import type { WorkspaceScope } from "../db/workspace-scope.ts";

interface AuditedRows {
  table: PgTable;
  /** Text columns with a fixed set of values. Columns with free text are never read. */
  choices?: readonly string[];
  /** The row that a call changes. By default, the row with the id `:id`. */
  of?: "workspace" | "person";
}

/**
 * The tables that calls change, by the first segment of the path after /api/. Other calls are recorded without values
 * before and after.
 */
const ROWS: Readonly<Record<string, AuditedRows>> = {
  auth: { table: users, choices: ["role"], of: "person" },
  people: { table: users, choices: ["membership"] },
  articles: { table: articles, choices: ["status", "state", "contentType", "difficulty", "priority"] },
  categories: { table: categories },
  channels: { table: channels, choices: ["platform", "pausedFor"] },
  "collaboration-channels": { table: channels, choices: ["platform", "pausedFor"] },
  integrations: { table: knowledgeIntegrations, choices: ["type"] },
  "collaboration-integrations": { table: chatIntegrations, choices: ["platform"] },
  invitations: { table: invitations, choices: ["membership", "state"] },
  "invitation-links": { table: invitationLinks, choices: ["membership"] },
  "language-model": { table: modelSettings, choices: ["provider"], of: "workspace" },
  "mail-domains": { table: mailDomains },
  "model-trials": { table: modelTrials },
  newcomers: { table: workspaces, choices: ["newcomers"], of: "workspace" },
  provisioning: { table: scimTokens },
  "review-settings": { table: reviewSettings, of: "workspace" },
  sessions: { table: sessions },
  wikis: { table: knowledgeIntegrations, choices: ["type"] },
  webhooks: { table: webhooks },
  retention: { table: workspaceSettings, of: "workspace" },
  settings: { table: workspaceSettings, choices: ["monitoringMode"], of: "workspace" },
};

export interface RowToAudit {
  rows: AuditedRows;
  key: { column: PgColumn; value: string } | null;
}

interface CalledResource {
  workspaceId: string;
  resource: string;
  id: string | undefined;
  personId: string | null;
}

/** Finds the row that a call changes; null if there is none. A call without an id inserts new rows. */
export function findRowToAudit({ workspaceId, resource, id, personId }: CalledResource): RowToAudit | null {
  const rows = ROWS[resource];
  if (!rows) return null;
  const columns = columnsOf(rows);
  const byId = columns["id"] ?? columns["workspaceId"];
  if (!byId) return null;
  if (rows.of === "workspace") return { rows, key: { column: columns["workspaceId"] ?? byId, value: workspaceId } };
  const value = rows.of === "person" ? personId : id;
  return { rows, key: value && /^[0-9a-f-]{36}$/i.test(value) ? { column: byId, value } : null };
}

/** Reads the recorded columns of a row; null if the row does not exist. */
export async function readFacts(
  { tx, workspaceId }: WorkspaceScope,
  { rows, key }: RowToAudit,
): Promise<AuditFacts | null> {
  if (!key) return null;
  const [row] = await tx
    .select(factsOf(rows))
    .from(rows.table)
    .where(and(ownRows(rows, workspaceId), eq(key.column, key.value)))
    .limit(1);
  return row ? asFacts(row) : null;
}

/** Lists the rows that this transaction has inserted, with their ids. */
export async function listInsertedRows(
  { tx, workspaceId }: WorkspaceScope,
  { rows }: RowToAudit,
): Promise<AuditFacts[]> {
  const made = await tx
    .select(factsOf(rows))
    .from(rows.table)
    .where(and(ownRows(rows, workspaceId), sql`${rows.table}.xmin = pg_current_xact_id()::xid`))
    .limit(MOST_MADE);
  return made.map(asFacts);
}
const MOST_MADE = 200;

export async function hasTransactionWritten({ tx }: WorkspaceScope): Promise<boolean> {
  const { rows } = await tx.execute<{ wrote: boolean }>(
    sql`select pg_current_xact_id_if_assigned() is not null as wrote`,
  );
  return rows[0]?.wrote === true;
}

const columnsOf = ({ table }: AuditedRows) => getTableColumns(table) as Record<string, PgColumn>;

const ownRows = (rows: AuditedRows, workspaceId: string): SQL => {
  const { workspaceId: column, id } = columnsOf(rows);
  // The table `workspaces` has no column for the workspace, so its id is compared.
  return inArray((column ?? id) as PgColumn, [workspaceId]);
};

const NEVER = ["workspaceId", "createdAt", "updatedAt", "lastSeenAt", "personId"];
const FACT_TYPES = ["PgUUID", "PgBoolean", "PgInteger", "PgReal", "PgTimestamp"];

/** Selects columns with ids, switches, numbers, times and fixed choices. */
function factsOf(rows: AuditedRows): Record<string, PgColumn> {
  const chosen = Object.entries(columnsOf(rows)).filter(
    ([name, { columnType }]) =>
      (FACT_TYPES.includes(columnType) && !NEVER.includes(name)) || rows.choices?.includes(name),
  );
  return Object.fromEntries(chosen);
}

const asFacts = (row: Record<string, unknown>) => JSON.parse(JSON.stringify(row)) as AuditFacts;
