import { type SQL, type SQLWrapper, sql } from "drizzle-orm";
import { activityLogs, articles } from "./schema.ts";
import { type Database, inWorkspace, readInWorkspace, type WorkspaceScope } from "./workspace-scope.ts";

/**
 * A workspace as one person of it sees it. Whatever answers a person with words of articles or messages takes this and not a
 * `WorkspaceScope`, and has one of the conditions below in its `where`.
 */
export interface ReaderScope extends WorkspaceScope {
  /** The id of the person who reads; null: whatever everybody of the workspace may read, and nothing else. */
  readonly reader: string | null;
}

/** Somebody who reads, and has something of their own. */
export interface PersonScope extends ReaderScope {
  readonly reader: string;
}

interface Reader {
  workspaceId: string;
  userId: string;
}

/** `inWorkspace` for somebody who reads. */
export function inWorkspaceAs<T>(
  db: Database,
  { workspaceId, userId }: Reader,
  work: (scope: PersonScope) => Promise<T>,
): Promise<T> {
  return inWorkspace(db, workspaceId, (scope) => work(readingAs(scope, userId)));
}

/** `readInWorkspace` for somebody who reads. */
export function readAs<T>(
  db: Database,
  { workspaceId, userId }: Reader,
  work: (scope: PersonScope) => Promise<T>,
): Promise<T> {
  return readInWorkspace(db, workspaceId, (scope) => work(readingAs(scope, userId)));
}

/** For a program that reads for no person: what everybody of the workspace may read. */
export const inWorkspaceAsEverybody = <T>(
  db: Database,
  workspaceId: string,
  work: (scope: ReaderScope) => Promise<T>,
): Promise<T> => inWorkspace(db, workspaceId, (scope) => work({ ...scope, reader: null }));

export const readingAs = (scope: WorkspaceScope, userId: string): PersonScope => ({ ...scope, reader: userId });

/** The channels whose words this person may not read, as an array that is worked out once a query. */
export const unreadableChannels = ({ workspaceId, reader }: ReaderScope): SQL =>
  sql`(select unreadable_channels(${workspaceId}::uuid, ${reader}::uuid))::uuid[]`;

/** The audience of an article is what the audiences of its channels have in common. */
export const mayRead = (scope: ReaderScope, articleId: SQLWrapper = articles.id): SQL => sql`${articleId} not in (
  select hidden.article_id from article_audiences hidden
  where hidden.workspace_id = ${scope.workspaceId} and hidden.channel_id = any(${unreadableChannels(scope)}))`;

export const mayReadChannel = (scope: ReaderScope, channelId: SQLWrapper): SQL =>
  sql`not coalesce(${channelId} = any(${unreadableChannels(scope)}), false)`;

/** Lines of the log keep the channels of what they tell, since they outlive articles. */
export const mayReadLog = (scope: ReaderScope): SQL =>
  sql`not ${activityLogs.channelIds} && ${unreadableChannels(scope)}`;

/** What everybody of the workspace may read: for what is shown or learned across channels. */
export const isForEverybody = ({ workspaceId }: WorkspaceScope, articleId: SQLWrapper = articles.id): SQL =>
  sql`${articleId} not in (
  select narrow.article_id from article_audiences narrow
  join channel_audiences a on a.workspace_id = narrow.workspace_id and a.channel_id = narrow.channel_id and not a.is_public
  where narrow.workspace_id = ${workspaceId})`;

/** The channel is for everybody, or one of those that the article's words come from anyway. */
export const isForReadersOf = ({ workspaceId }: WorkspaceScope, articleId: string, channelId: SQLWrapper): SQL =>
  sql`exists (select from channel_audiences a where a.workspace_id = ${workspaceId} and a.channel_id = ${channelId}
  and (a.is_public or exists (select from article_audiences own where own.workspace_id = ${workspaceId}
    and own.article_id = ${articleId}::uuid and own.channel_id = a.channel_id)))`;

export async function mayReadChannels(scope: ReaderScope, channelIds: string[]): Promise<boolean> {
  const { rows } = await scope.tx.execute<{ may: boolean }>(
    sql`select not ${sql.param(channelIds)}::uuid[] && ${unreadableChannels(scope)} as may`,
  );
  return rows[0]?.may === true;
}
