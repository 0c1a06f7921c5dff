import { type SQL, sql } from "drizzle-orm";
import { BACKLOG_LIMITS, type InboxKind } from "../../shared/domain/inbox.ts";
import {
  type ReaderScope,
  whereArticleReadable,
  whereChannelReadable,
  withUnreadableChannels,
} from "../db/audience.ts";
import { versionOfRow } from "../db/kept-rows.ts";
import { prepareStatement } from "../db/statement.ts";
import type { WorkspaceScope } from "../db/workspace-scope.ts";
import { whereFindingExists } from "../wiki/findings/index.ts";

/** One line of the inbox: its subject and the time since which it waits, in microseconds so that pages do not overlap. */
export interface OpenInboxItem {
  kind: InboxKind;
  /** The id of a conflict's or proposal's row, of the publication, or of a page's copy; otherwise of the article. */
  subject: string;
  articleId: string;
  /** Microseconds since 1970, as digits. */
  since: string;
  /** The versions of the article's row, and of a conflict's or proposal's row. */
  articleVersion: string | null;
  itemVersion: string | null;
  /** The approvals of the channel whose first article it is. */
  approvals: number | null;
}

/**
 * All open items, whatever the audience. Conflicts and proposals have rows; the rest is derived, so that no item outlives its
 * reason.
 */
export const selectOpenItems = (workspaceId: string): SQL => sql`
  select i.kind, i.id as subject, i.article_id, i.created_at as at, c.channel_id as said_in from inbox_items i
    join conversations c on c.workspace_id = i.workspace_id and c.id = i.conversation_id
    join articles a on a.workspace_id = i.workspace_id and a.id = i.article_id and a.state in ('stands', 'review', 'draft')
    where i.workspace_id = ${workspaceId} and i.state = 'open'
  union all
  select 'lost-support', a.id, a.id, a.updated_at, null from articles a
    where a.workspace_id = ${workspaceId} and a.state = 'stands' and has_doubt(a.summary, a.body)
  union all
  select 'cut-out', (one ->> 'id')::uuid, coalesce(into_other.id, a.id), (one ->> 'at')::timestamptz, null
    from articles a left join articles into_other on into_other.workspace_id = a.workspace_id and into_other.id = a.merged_into
      cross join jsonb_array_elements(a.cut_out) one
    where a.workspace_id = ${workspaceId} and a.cut_out <> '[]' and not one ? 'decidedAt'
      and coalesce(into_other.state, a.state) not in ('merged', 'trashed')
  union all
  select case a.state when 'review' then 'first-article' else a.state end, a.id, a.id, a.created_at, null from articles a
    where a.workspace_id = ${workspaceId} and a.state in ('held', 'review', 'draft')
  union all
  select 'asked-to-fix', q.id, a.id, q.answered_at, null from thread_questions q
    join articles a on a.workspace_id = q.workspace_id and a.id = q.article_id and a.state = 'stands'
    where q.workspace_id = ${workspaceId} and q.answer = 'fix' and q.state <> 'answered' and q.closed_at is null
  union all
  select 'dismissed', a.id, a.id, q.answered_at, null from thread_questions q
    join articles a on a.workspace_id = q.workspace_id and a.id = q.article_id and a.state = 'dismissed'
    where q.workspace_id = ${workspaceId} and q.answer = 'not-knowledge' and q.closed_at is null
  union all
  select 'reported', r.id, a.id, r.created_at, null from article_reports r
    join articles a on a.workspace_id = r.workspace_id and a.id = r.article_id and a.state in ('stands', 'library-only')
    where r.workspace_id = ${workspaceId} and r.closed_at is null and not exists (select from given_answers given
      join users u on u.workspace_id = given.workspace_id and u.id = given.user_id and u.deleted_at is not null
      where given.workspace_id = r.workspace_id and given.id = r.answer_id)
  union all
  select 'review-due', a.id, a.id, a.review_at, null from articles a
    where a.workspace_id = ${workspaceId} and a.state = 'stands' and a.review_at <= now()
  union all
  select 'page-conflict', p.id, p.article_id, p.updated_at, null from publications p
    join articles a on a.workspace_id = p.workspace_id and a.id = p.article_id and a.state not in ('merged', 'trashed')
    where p.workspace_id = ${workspaceId} and (p.state = 'conflict' or (p.state = 'removed' and p.notice is null))
      and not exists (select from inbox_decisions d where d.workspace_id = p.workspace_id
        and d.subject = 'page-conflict.' || p.id and d.mark = concat_ws(' ', p.state, p.wanted_version, (extract(epoch from p.edited_at) * 1000)::bigint) and d.undone_at is null)
  union all
  select 'page-copy', c.id, p.article_id, c.created_at, null from page_copies c
    join publications p on p.workspace_id = c.workspace_id and p.id = c.publication_id
    join articles a on a.workspace_id = p.workspace_id and a.id = p.article_id and a.state <> 'trashed'
    where c.workspace_id = ${workspaceId} and c.state = 'asked'
  union all
  select 'page-comments', p.id, p.article_id, max(d.created_at), null from detached_comments d
    join publications p on p.workspace_id = d.workspace_id and p.id = d.publication_id
    join articles a on a.workspace_id = p.workspace_id and a.id = p.article_id and a.state <> 'trashed'
    where d.workspace_id = ${workspaceId} and d.seen_at is null group by p.id, p.article_id`;

/**
 * The items that this person may read: by the article, and by the channel of another message. A snoozed item waits since its
 * snooze ended.
 */
const itemsFor = (scope: ReaderScope): SQL =>
  sql`select found.kind, found.subject, found.article_id, greatest(found.at, n.snoozed_until) as at,
      coalesce(n.snoozed_until > now(), false) as is_snoozed, n.assignee
    from (${selectOpenItems(scope.workspaceId)}) as found
    left join inbox_assignments n on n.workspace_id = ${scope.workspaceId} and n.item = found.kind || '.' || found.subject
    where ${whereArticleReadable(scope, sql`found.article_id`)} and ${whereChannelReadable(scope, sql`found.said_in`)}`;

/** SQL condition: the reader should decide the item, which is assigned to them, or unassigned and about their article. */
const whereMine = ({ workspaceId, reader }: ReaderScope): SQL => sql`coalesce(open.assignee = ${reader}::uuid,
  open.article_id in (select own.id from articles own where own.workspace_id = ${workspaceId} and own.owner_id = ${reader}::uuid))`;

interface ItemPage {
  kind?: InboxKind | undefined;
  limit: number;
  after?: Pick<OpenInboxItem, "since" | "kind" | "subject"> | undefined;
}

/** A page's values for a prepared statement; null means no restriction. */
interface PageValues {
  kind: InboxKind | null;
  limit: number;
  afterSince: string | null;
  afterKind: InboxKind | null;
  afterSubject: string | null;
}

const valuesOf = ({ kind, limit, after }: ItemPage): PageValues => ({
  kind: kind ?? null,
  limit,
  afterSince: after?.since ?? null,
  afterKind: after?.kind ?? null,
  afterSubject: after?.subject ?? null,
});

/** The part of the inbox to read: all or the reader's items, and snoozed or other items. */
interface InboxPart {
  mine: boolean;
  snoozed: boolean;
}

/** Limits the less urgent kinds to their first items. */
export function listMostUrgentItems(scope: ReaderScope, page: ItemPage): Promise<OpenInboxItem[]> {
  return selectItems(scope, calmed(scope, sql`select * from (${itemsFor(scope)}) as open where not is_snoozed`), page);
}

/** Items of one kind in the order of the list; `until` excludes later ones. */
export function listItemsOfKind(
  scope: ReaderScope,
  { mine, until, ...page }: ItemPage & { mine: boolean; until: string },
): Promise<OpenInboxItem[]> {
  const asked = mine ? sql`not is_snoozed and ${whereMine(scope)}` : sql`not is_snoozed`;
  const items = sql`select open.* from (${itemsFor(scope)}) as open where ${asked} and open.at <= ${until}::timestamptz`;
  return selectItems(scope, items, page);
}

/** The most certain drafts, and the longest due reviews. */
const calmed = ({ workspaceId }: ReaderScope, items: SQL): SQL => sql`
  select * from (
    select found.*, row_number() over (partition by found.kind order by
      case found.kind when 'draft' then -a.confidence else extract(epoch from found.at) end, found.subject) as place
    from (${items}) as found
    join articles a on a.workspace_id = ${workspaceId} and a.id = found.article_id) as ranked
  where place <= case kind when 'draft' then ${BACKLOG_LIMITS.shown.draft}::int when 'review-due' then ${BACKLOG_LIMITS.shown["review-due"]}::int
    else place end`;

/** The number of decisions in this many days. */
export async function countDecided({ workspaceId, tx }: ReaderScope, days: number): Promise<number> {
  const { rows } = await tx.execute<{ decided: number }>(sql`
    select count(*)::int as decided from inbox_decisions where workspace_id = ${workspaceId} and undone_at is null
      and decided_by is not null and decided_at > now() - make_interval(days => ${days})`);
  return rows[0]?.decided ?? 0;
}

/** Ignores audiences, because it serves the operator at the command line. */
export const listOpenItemsOfWorkspace = (scope: WorkspaceScope, page: ItemPage) =>
  selectItems(scope, selectOpenItems(scope.workspaceId), page);

async function selectItems(scope: WorkspaceScope, items: SQL, page: ItemPage): Promise<OpenInboxItem[]> {
  const { rows } = await scope.tx.execute<OpenItemRow>(pageOf(scope, items, valuesOf(page)));
  return rows;
}

type OpenItemRow = { [Key in keyof OpenInboxItem]: OpenInboxItem[Key] };

const pageOf = (
  { workspaceId }: WorkspaceScope,
  items: SQL,
  { kind, limit, afterSince, afterKind, afterSubject }: PageValues,
): SQL => sql`
  select kind, subject, "articleId", since::text,
    (select ${versionOfRow(sql`a`)} from articles a where a.workspace_id = ${workspaceId} and a.id = item."articleId") as "articleVersion",
    (select ${versionOfRow(sql`i`)} from inbox_items i where i.workspace_id = ${workspaceId} and i.id = item.subject) as "itemVersion",
    case when kind = 'first-article' then (select c.approvals from articles a
      join channels c on c.workspace_id = ${workspaceId} and c.id = a.channel_id
      where a.workspace_id = ${workspaceId} and a.id = item.subject) end as approvals
  from (
    select kind, subject, article_id as "articleId", (extract(epoch from at) * 1000000)::bigint as since
    from (${items}) as open
  ) as item
  where (${kind}::text is null or kind = ${kind})
    and (${afterSince}::bigint is null or (since, kind, subject) < (${afterSince}::bigint, ${afterKind}::text, ${afterSubject}::uuid))
  order by item.since desc, kind desc, subject desc limit ${limit}`;

export type ItemCount = {
  count: number;
  /** Some items have waited longer than they should. */
  waitsLong: boolean;
};

interface OpenItems {
  items: OpenInboxItem[];
  counted: Map<InboxKind, ItemCount>;
  countOfMine: number;
  countOfSnoozed: number;
  /** Whether anything is assigned or snoozed, and whether findings about the wiki wait; otherwise no further query is needed. */
  hasStandings: boolean;
  hasFindings: boolean;
}

/**
 * Reads a page of items and, in the same statement, the number of each kind (in the whole inbox or among the reader's) and the
 * number of the reader's.
 */
export async function readOpenItems(
  scope: ReaderScope,
  { mine, snoozed, ...page }: ItemPage & InboxPart,
): Promise<OpenItems> {
  const rows = await (mine ? readMine : readAll)(scope, { ...valuesOf(page), snoozed });
  const { counted = [], items = [], hasStandings = false, hasFindings = false } = rows[0] ?? {};
  return {
    items,
    hasStandings,
    hasFindings,
    counted: new Map(counted.map(({ kind, count, waitsLong }) => [kind, { count, waitsLong }])),
    countOfMine: counted.reduce((sum, row) => sum + row.mine, 0),
    countOfSnoozed: counted.reduce((sum, row) => sum + row.snoozed, 0),
  };
}

interface CountedPage {
  items: OpenInboxItem[];
  counted: (ItemCount & { kind: InboxKind; mine: number; snoozed: number })[];
  hasStandings: boolean;
  hasFindings: boolean;
}

interface PageOfPart extends PageValues {
  snoozed: boolean;
}

const countedPage = (reader: ReaderScope, isAsked: SQL, page: PageOfPart) => {
  const scope = withUnreadableChannels(reader);
  return sql<CountedPage>`
    with unreadable as materialized (${scope.unreadable}),
    open as materialized (select open.*, ${whereMine(scope)} as is_mine from (${itemsFor(scope)}) as open),
    counted as (
      select kind, (count(*) filter (where ${isAsked}))::int as count, (count(*) filter (where is_mine and not is_snoozed))::int as mine,
        (count(*) filter (where is_snoozed))::int as snoozed,
        coalesce(min(at) filter (where ${isAsked}) < now() - make_interval(days => ${BACKLOG_LIMITS.days}), false) as "waitsLong"
      from open group by kind
    )
    select coalesce((select json_agg(counted) from counted), '[]') as counted,
      coalesce((select json_agg(page) from (${pageOf(scope, sql`select * from open where ${isAsked}`, page)}) as page), '[]') as items,
      exists (select from inbox_assignments n where n.workspace_id = ${scope.workspaceId}) as "hasStandings",
      ${whereFindingExists(scope)} as "hasFindings"`;
};

const readAll = prepareStatement((scope: ReaderScope, page: PageOfPart) =>
  countedPage(scope, sql`is_snoozed = ${page.snoozed}`, page),
);
const readMine = prepareStatement((scope: ReaderScope, page: PageOfPart) =>
  countedPage(scope, sql`is_mine and is_snoozed = ${page.snoozed}`, page),
);

/** One item by id; null if it is no longer open. */
export async function findOpenItem(
  scope: ReaderScope,
  { kind, subject }: Pick<OpenInboxItem, "kind" | "subject">,
): Promise<OpenInboxItem | null> {
  const items = sql`select * from (${itemsFor(scope)}) as open where open.kind = ${kind} and open.subject = ${subject}::uuid`;
  const [item] = await selectItems(scope, items, { limit: 1 });
  return item ?? null;
}
