import { type SQL, sql } from "drizzle-orm";
import { type ReaderScope, whereArticleReadable, whereChannelReadable } from "../db/audience.ts";
import { articles, channels } from "../db/schema.ts";

/** Matches the id of a row. An inbox item's id contains its article's id: 'held.0192…'. */
const ROW_ID = /^(?:[a-z-]+\.)?([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/;

/** Finds names of rows by id, if this person may read them. Deleted rows and rows without a name are missing. */
export async function findRowNames(scope: ReaderScope, ids: string[]): Promise<Record<string, string>> {
  const { tx, workspaceId } = scope;
  const rowIds = new Map(ids.flatMap((id) => (ROW_ID.test(id) ? [[id, ROW_ID.exec(id)?.[1] ?? ""] as const] : [])));
  if (rowIds.size === 0) return {};
  const wanted = sql`${sql.param([...new Set(rowIds.values())])}::uuid[]`;
  const of = (table: SQL, name: SQL, where = sql`true`) => sql`
    select id, ${name} as name from ${table} where workspace_id = ${workspaceId} and id = any(${wanted}) and ${where}`;
  const parts = [
    of(sql`${articles}`, sql`title`, whereArticleReadable(scope)),
    of(sql`${channels}`, sql`'#' || name`, whereChannelReadable(scope, channels.id)),
    of(sql`users`, sql`coalesce(nullif(trim(concat_ws(' ', first_name, last_name)), ''), email)`),
    of(sql`knowledge_integrations`, sql`name`),
    of(sql`chat_integrations`, sql`name`),
    of(sql`api_keys`, sql`name`),
    of(sql`webhooks`, sql`url`),
    of(sql`invitations`, sql`email`),
  ];
  const { rows } = await tx.execute<{ id: string; name: string | null }>(sql`${sql.join(parts, sql` union all `)}`);
  const names = new Map(rows.flatMap(({ id, name }) => (name ? [[id, name] as const] : [])));
  return Object.fromEntries(
    [...rowIds].flatMap(([id, rowId]) => (names.has(rowId) ? [[id, names.get(rowId) ?? ""]] : [])),
  );
}
