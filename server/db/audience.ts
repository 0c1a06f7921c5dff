import { type SQL, type SQLWrapper, sql } from "drizzle-orm";
import { activityLogs, articles, wikiPages } from "./schema.ts";
import { type Database, inWorkspace, readInWorkspace, type WorkspaceScope } from "./workspace-scope.ts";

/**
 * A workspace scope limited to the texts that one reader may read. Code that returns text of articles or messages to a person
 * takes a `ReaderScope` instead of a `WorkspaceScope`, and uses one of the conditions below in its `where`.
 */
export interface ReaderScope extends WorkspaceScope {
  /** The id of the reader; null for a reader who sees only what everybody of the workspace may read. */
  readonly reader: string | null;
  /** The subquery `unreadable`, for a query with several conditions (see `withUnreadableChannels`). */
  readonly unreadable?: SQL;
}

/** A workspace scope for a reader who has an account. */
export interface PersonScope extends ReaderScope {
  readonly reader: string;
}

interface Reader {
  workspaceId: string;
  userId: string;
}

/** Calls `inWorkspace` for a reader with an account. */
export function inWorkspaceAs<T>(
  db: Database,
  { workspaceId, userId }: Reader,
  work: (scope: PersonScope) => Promise<T>,
): Promise<T> {
  return inWorkspace(db, workspaceId, (scope) => work(scopeForReader(scope, userId)));
}

/** Calls `readInWorkspace` for a reader with an account. */
export function readInWorkspaceAs<T>(
  db: Database,
  { workspaceId, userId }: Reader,
  work: (scope: PersonScope) => Promise<T>,
): Promise<T> {
  return readInWorkspace(db, workspaceId, (scope) => work(scopeForReader(scope, userId)));
}

/**
 * Calls `inWorkspace` for a program without a person: the program reads only texts that everybody of the workspace may read.
 */
export const inWorkspaceAsEverybody = <T>(
  db: Database,
  workspaceId: string,
  work: (scope: ReaderScope) => Promise<T>,
): Promise<T> => inWorkspace(db, workspaceId, (scope) => work({ ...scope, reader: null }));

export const scopeForReader = (scope: WorkspaceScope, userId: string): PersonScope => ({ ...scope, reader: userId });

/** The channels that this reader may not read, as an array that PostgreSQL computes once per use in a query. */
export const selectUnreadableChannels = (scope: ReaderScope): SQL =>
  scope.unreadable ? sql`(select ids from unreadable)::uuid[]` : sql`(${selectUnreadable(scope)})::uuid[]`;

const selectUnreadable = ({ workspaceId, reader }: ReaderScope): SQL =>
  sql`select unreadable_channels(${workspaceId}::uuid, ${reader}::uuid) as ids`;

/** Adds `unreadable` to a query's `with`, so that PostgreSQL computes it once for several conditions. */
export const withUnreadableChannels = <Scope extends ReaderScope>(scope: Scope) => ({
  ...scope,
  unreadable: selectUnreadable(scope),
});

/** True when the reader may read every channel that the article's text comes from. */
export const whereArticleReadable = (
  scope: ReaderScope,
  articleId: SQLWrapper = articles.id,
): SQL => sql`${articleId} not in (
  select hidden.article_id from article_audiences hidden
  where hidden.workspace_id = ${scope.workspaceId} and hidden.channel_id = any(${selectUnreadableChannels(scope)}))`;

export const whereChannelReadable = (scope: ReaderScope, channelId: SQLWrapper): SQL =>
  sql`not coalesce(${channelId} = any(${selectUnreadableChannels(scope)}), false)`;

/**
 * True when the reader may read a log entry. An entry stores the channels of its text, because log entries outlive articles.
 */
export const whereLogReadable = (scope: ReaderScope): SQL =>
  sql`not ${activityLogs.channelIds} && ${selectUnreadableChannels(scope)}`;

/** True when everybody of the workspace may read the article. Used for lists and figures that cover several channels. */
export const whereArticleForEverybody = ({ workspaceId }: WorkspaceScope, articleId: SQLWrapper = articles.id): SQL =>
  sql`${articleId} not in (
  select narrow.article_id from article_audiences narrow
  join channel_audiences a on a.workspace_id = narrow.workspace_id and a.channel_id = narrow.channel_id and not a.is_public
  where narrow.workspace_id = ${workspaceId})`;

/** True when everybody may read the channel, or when the article's own text comes from the channel. */
export const whereChannelReadableByReadersOf = (
  { workspaceId }: WorkspaceScope,
  articleId: string,
  channelId: SQLWrapper,
): SQL =>
  sql`exists (select from channel_audiences a where a.workspace_id = ${workspaceId} and a.channel_id = ${channelId}
  and (a.is_public or exists (select from article_audiences own where own.workspace_id = ${workspaceId}
    and own.article_id = ${articleId}::uuid and own.channel_id = a.channel_id)))`;

export async function mayReadChannels(scope: ReaderScope, channelIds: string[]): Promise<boolean> {
  const { rows } = await scope.tx.execute<{ may: boolean }>(
    sql`select not ${sql.param(channelIds)}::uuid[] && ${selectUnreadableChannels(scope)} as may`,
  );
  return rows[0]?.may === true;
}

/** The integrations whose wiki pages this reader may read, as an array that PostgreSQL computes once per query. */
export const selectReadableWikis = ({ workspaceId, reader }: ReaderScope): SQL =>
  sql`(select known from readable_wikis(${workspaceId}::uuid, ${reader}::uuid))::uuid[]`;

/**
 * True when the reader may read a wiki page. The reader may read the page's integration, and neither the page nor a page above
 * is restricted. A page whose readers are unknown also needs the right to see such pages (migrations/0090).
 */
export const wherePageReadable = (scope: ReaderScope): SQL => sql`(${wherePageReadableByOwnRule(scope)}
  and not exists (select from wiki_pages above where above.workspace_id = ${scope.workspaceId}
    and above.integration_id = ${wikiPages.integrationId} and above.readers = 'restricted'
    and above.external_id = any(${wikiPages.above})))`;

/** `wherePageReadable` apart from the pages above; fast for all pages of a wiki, so that few are left for `wherePageReadable`. */
export const wherePageReadableByOwnRule = (scope: ReaderScope): SQL => sql`(
  ${wikiPages.integrationId} = any(${selectReadableWikis(scope)}) and not ${wikiPages.isOurs}
  and (${wikiPages.readers} = 'place' or (${wikiPages.readers} = 'unknown' and ${wikiPages.integrationId} = any(
    (select whole from readable_wikis(${scope.workspaceId}::uuid, ${scope.reader}::uuid))::uuid[]))))`;
