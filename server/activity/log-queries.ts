import { and, desc, eq, gte, lt, type SQL, sql } from "drizzle-orm";
import { type LogCounts, MAX_COUNTED_ENTRIES } from "../../shared/contract/activity.ts";
import { type ReaderScope, selectUnreadableChannels, whereLogReadable } from "../db/audience.ts";
import { activityLogs, analyzedMessages } from "../db/schema.ts";
import type { WorkspaceScope } from "../db/workspace-scope.ts";
import { countByType, sumCounts } from "./log-count-queries.ts";

export type LogRow = typeof activityLogs.$inferSelect;

export interface LogFilter {
  type?: LogRow["type"] | undefined;
  /** Search words. Each word has to occur in the message or the data. */
  search?: string | undefined;
}

export interface LogPage {
  /** Limits the list to entries older than the entry with this id. */
  before?: string | undefined;
  limit: number;
}

/** Lists entries, newest first. Ids increase with time, so pages do not overlap. */
export function listLogs(
  scope: ReaderScope,
  { type, search }: LogFilter,
  { before, limit }: LogPage,
): Promise<LogRow[]> {
  const { workspaceId, tx } = scope;
  const words = wordsOf(search);
  return tx
    .select()
    .from(activityLogs)
    .where(
      and(
        eq(activityLogs.workspaceId, workspaceId),
        type && eq(activityLogs.type, type),
        before ? lt(activityLogs.id, before) : undefined,
        whereLogReadable(scope),
        words.length > 0
          ? sql`${activityLogs.id} in (${findIdsByIndex(scope, words, type, before, limit)})`
          : undefined,
      ),
    )
    .orderBy(desc(activityLogs.id))
    .limit(limit);
}

/**
 * Reads the next matching entries, newest first and at most `most`, and the entry before which to continue; null at the
 * end. If the index supports the search, only matches are read. Otherwise each step reads `most` entries and filters
 * them.
 */
export async function readLogs(
  scope: ReaderScope,
  filter: LogFilter,
  { before, most }: { before: string | undefined; most: number },
): Promise<{ rows: LogRow[]; next: string | null }> {
  if (wordsOf(filter.search).some(hasTrigram)) {
    const rows = await listLogs(scope, filter, { before, limit: most });
    return { rows, next: rows.length < most ? null : (rows.at(-1)?.id ?? null) };
  }
  const { workspaceId, tx } = scope;
  const own = eq(activityLogs.workspaceId, workspaceId);
  const older = before ? lt(activityLogs.id, before) : undefined;
  const [last] = await tx
    .select({ id: activityLogs.id })
    .from(activityLogs)
    .where(and(own, older))
    .orderBy(desc(activityLogs.id))
    .offset(most - 1)
    .limit(1);
  const rows = await tx
    .select()
    .from(activityLogs)
    .where(and(own, older, last && gte(activityLogs.id, last.id), whereLogReadable(scope), whereMatches(filter)))
    .orderBy(desc(activityLogs.id));
  return { rows, next: last?.id ?? null };
}

/**
 * Counts entries. The counts by type include all entries, because they reveal no text. The matches of a search include
 * only entries that the person may read.
 */
export async function countLogs(scope: ReaderScope, filter: LogFilter): Promise<LogCounts> {
  const byType = await countByType(scope);
  const counts = { ...byType, total: sumCounts(byType), messages: await countAnalyzed(scope) };
  const words = wordsOf(filter.search);
  if (words.length === 0) return { ...counts, matching: filter.type ? counts[filter.type] : counts.total };
  const { rows } = await scope.tx.execute<{ matching: number }>(
    sql`select count(*)::int as matching from (${findIdsByIndex(scope, words, filter.type, undefined, MAX_COUNTED_ENTRIES + 1)}) as found`,
  );
  return { ...counts, matching: rows[0]?.matching ?? 0 };
}

async function countAnalyzed({ workspaceId, tx }: WorkspaceScope): Promise<number> {
  const [row] = await tx
    .select({ messages: sql<number>`coalesce(sum(${analyzedMessages.messages}), 0)::int` })
    .from(analyzedMessages)
    .where(eq(analyzedMessages.workspaceId, workspaceId));
  return row?.messages ?? 0;
}

/** Ids of the newest entries with every search word in the message or the data (migrations/0006, 0025). */
function findIdsByIndex(
  scope: ReaderScope,
  words: string[],
  type: LogFilter["type"],
  before: string | undefined,
  most: number,
): SQL {
  const patterns = sql.param(words.map(patternOf));
  return sql`select matching_logs(${patterns}::text[], ${type ?? null}::text, ${before ?? null}::uuid, ${most}::int, ${selectUnreadableChannels(scope)})`;
}

/** SQL condition of the filter, for queries that do not use the index. */
function whereMatches({ type, search }: LogFilter): SQL | undefined {
  return and(
    type && eq(activityLogs.type, type),
    ...wordsOf(search).map(
      (word) => sql`(${activityLogs.message} || ' ' || ${activityLogs.data}::text) ilike ${patternOf(word)}`,
    ),
  );
}

const wordsOf = (search = "") => search.split(/\s+/).filter((word) => word !== "");
/** True if the word has three letters or digits in a row, which the trigram index needs. */
const hasTrigram = (word: string) => /[\p{L}\p{N}]{3}/u.test(word);
const patternOf = (word: string) => `%${word.replace(/[\\%_]/g, "\\$&")}%`;
