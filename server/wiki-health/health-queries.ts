import { type SQL, sql } from "drizzle-orm";
import type { WikiPageHead } from "../../shared/contract/wiki-findings.ts";
import type { WikiHealth } from "../../shared/contract/wiki-health.ts";
import {
  type PersonScope,
  type ReaderScope,
  whereChannelReadable,
  wherePageReadable,
  withUnreadableChannels,
} from "../db/audience.ts";
import { knowledgeIntegrations, wikiPages } from "../db/schema.ts";

/** Answers of so many days count as asking lately, and from so many on as asking often. */
const LATELY_DAYS = 90;
const OFTEN = 3;
/** Nobody changed or confirmed the page for so long. */
const LONG_DAYS = 180;
/** A page that no answer showed is listed once it was counted for so long. */
const COUNTED_DAYS = 30;
const SHOWN = 20;
const MOST_ASSIGNED = 100;
const WEEKS = 12;

/** The columns of a page, for a query that has `wiki_pages` and its integration as `k`. */
export const PAGE_HEAD_COLUMNS = sql`${wikiPages.id} as id, ${wikiPages.title} as title, ${wikiPages.url} as url, k.type as platform,
  ${wikiPages.editedAt} as "editedAt", ${wikiPages.editedBy} as "editedBy"`;

/** The version that is shown, which a person verifies. */
const VERSION = sql`${wikiPages.readVersion} as version`;

/** The pages that this person may read, with their integration as `k`. */
export const fromReadablePages = (scope: ReaderScope): SQL => sql`${wikiPages}
  join ${knowledgeIntegrations} k on k.workspace_id = ${wikiPages.workspaceId} and k.id = ${wikiPages.integrationId}
  where ${wikiPages.workspaceId} = ${scope.workspaceId} and ${wikiPages.readVersion} is not null and ${wherePageReadable(scope)}`;

export type PageHeadRow = Omit<WikiPageHead, "editedAt"> & { editedAt: string | null };

export const toPageHead = ({ id, title, url, platform, editedAt, editedBy }: PageHeadRow): WikiPageHead => ({
  id,
  title,
  url,
  platform,
  editedAt: toMoment(editedAt),
  editedBy,
});

const toMoment = (at: string | null) => (at === null ? null : new Date(at).toISOString());

/** The answers that showed pages: on the Ask page those of everybody, in the chat those of channels that the person may read. */
const shownInAnswers = (scope: ReaderScope): SQL => sql`
  select part.page_id, part.is_answer, given.created_at as at from answer_pages part
    join given_answers given on given.workspace_id = part.workspace_id and given.id = part.answer_id
    where part.workspace_id = ${scope.workspaceId}
  union all
  select cited.id::uuid, true, answer.created_at from chat_answers answer, jsonb_object_keys(answer.page_cites) cited(id)
    where answer.workspace_id = ${scope.workspaceId} and answer.channel_id is not null and answer.message_external_id is not null
      and answer.page_cites <> '{}' and ${whereChannelReadable(scope, sql`answer.channel_id`)}`;

/** Conversations about pages, of channels that the person may read. */
const saidAboutPages = (scope: ReaderScope): SQL => sql`
  select f.page_id, f.kind, f.said_at from wiki_findings f
    join conversations c on c.workspace_id = ${scope.workspaceId} and c.id = f.conversation_id
    where f.workspace_id = ${scope.workspaceId} and ${whereChannelReadable(scope, sql`c.channel_id`)}`;

export async function countReadablePages(scope: ReaderScope) {
  const { rows } = await scope.tx.execute<{ wikis: number; pages: number; countedSince: string | null }>(sql`
    select (select count(*)::int from wiki_readings r
        where r.workspace_id = ${scope.workspaceId} and r.listed_at is not null) as wikis,
      count(*)::int as pages, min(${wikiPages.countedSince}) as "countedSince" from ${fromReadablePages(scope)}`);
  const { wikis, pages, countedSince } = rows[0] ?? { wikis: 0, pages: 0, countedSince: null };
  return { wikis, pages, countedSince: toMoment(countedSince) };
}

/** Pages that answered often lately, most often first. A page whose last change nobody knows is not called unconfirmed. */
export async function listUnconfirmedPages(reader: ReaderScope) {
  const scope = withUnreadableChannels(reader);
  const { rows } = await scope.tx.execute<
    Record<string, unknown> & PageHeadRow & { version: string; answers: number; lastAnswerAt: string; total: number }
  >(sql`
    with unreadable as materialized (${scope.unreadable}),
    answered as (
      select page_id, count(*)::int as answers, max(at) as last from (${shownInAnswers(scope)}) shown
      where is_answer and at > now() - make_interval(days => ${LATELY_DAYS}) group by page_id having count(*) >= ${OFTEN}),
    confirmed as (
      select page_id, max(said_at) as at from (${saidAboutPages(scope)}) said
      where kind = 'confirms' and page_id in (select page_id from answered) group by page_id)
    select found.*, answered.answers, answered.last as "lastAnswerAt", (count(*) over ())::int as total
    from (select ${PAGE_HEAD_COLUMNS}, ${VERSION}, ${wikiPages.verifiedAt} as verified_at from ${fromReadablePages(scope)}
      and ${wikiPages.id} in (select page_id from answered)) found
    join answered on answered.page_id = found.id left join confirmed on confirmed.page_id = found.id
    where greatest(found."editedAt", found.verified_at, confirmed.at) < now() - make_interval(days => ${LONG_DAYS})
    order by answered.answers desc, found.id limit ${SHOWN}`);
  return {
    total: rows[0]?.total ?? 0,
    pages: rows.map((row) => ({
      ...toPageHead(row),
      version: row.version,
      answers: row.answers,
      lastAnswerAt: new Date(row.lastAnswerAt).toISOString(),
    })),
  };
}

/** Pages that no answer showed and no conversation confirmed since they are counted, the longest unchanged first. */
export async function listUnusedPages(reader: ReaderScope) {
  const scope = withUnreadableChannels(reader);
  const { rows } = await scope.tx.execute<
    Record<string, unknown> & PageHeadRow & { version: string; countedSince: string; total: number }
  >(sql`
    with unreadable as materialized (${scope.unreadable}),
    used as materialized (
      select page_id from (${shownInAnswers(scope)}) shown union select page_id from (${saidAboutPages(scope)}) said)
    select ${PAGE_HEAD_COLUMNS}, ${VERSION}, ${wikiPages.countedSince} as "countedSince", (count(*) over ())::int as total
    from ${fromReadablePages(scope)} and ${wikiPages.countedSince} < now() - make_interval(days => ${COUNTED_DAYS})
      and ${wikiPages.verifiedAt} is null and ${wikiPages.keptAt} is null and ${wikiPages.id} not in (select page_id from used)
    order by ${wikiPages.editedAt} nulls last, ${wikiPages.id} limit ${SHOWN}`);
  return {
    total: rows[0]?.total ?? 0,
    pages: rows.map((row) => ({
      ...toPageHead(row),
      version: row.version,
      countedSince: new Date(row.countedSince).toISOString(),
    })),
  };
}

/** The pages that were given to this person, as far as they may read them. */
export async function listAssignedPages(scope: PersonScope) {
  const { rows } = await scope.tx.execute<Record<string, unknown> & PageHeadRow & { version: string }>(sql`
    select ${PAGE_HEAD_COLUMNS}, ${VERSION} from ${fromReadablePages(scope)} and exists (select from inbox_assignments n
      where n.workspace_id = ${scope.workspaceId} and n.item = 'wiki-page.' || ${wikiPages.id} and n.assignee = ${scope.reader})
    order by ${wikiPages.id} limit ${MOST_ASSIGNED}`);
  return rows.map((row) => ({ ...toPageHead(row), version: row.version }));
}

/** Counts the events of each of the last weeks that are stored and that the person may read. */
export async function countByWeek(reader: PersonScope): Promise<WikiHealth["weeks"]> {
  const scope = withUnreadableChannels(reader);
  const { workspaceId } = scope;
  const { rows } = await scope.tx.execute<WikiHealth["weeks"][number] & Record<string, unknown>>(sql`
    with unreadable as materialized (${scope.unreadable}),
    week as (select monday, monday + interval '7 days' as sunday from generate_series(
      date_trunc('week', now() at time zone 'UTC') - make_interval(weeks => ${WEEKS - 1}),
      date_trunc('week', now() at time zone 'UTC'), interval '7 days') monday),
    readable as materialized (select ${wikiPages.id} as id, ${wikiPages.verifiedAt} as verified_at from ${fromReadablePages(scope)}),
    happened as (
      select said.kind as what, said.said_at as at from (${saidAboutPages(scope)}) said
        where said.kind in ('contradicts', 'confirms') and said.page_id in (select id from readable)
      union all select 'confirms', verified_at from readable where verified_at is not null
      union all select 'repaired', r.created_at from wiki_repairs r where r.workspace_id = ${workspaceId} and r.state = 'applied'
        and r.undoes is null and r.change->>'kind' <> 'comment' and r.page_id in (select id from readable)
      union all select 'unanswered', q.created_at from open_questions q where q.workspace_id = ${workspaceId}
        and (q.channel_id is null or ${whereChannelReadable(scope, sql`q.channel_id`)}))
    select week.monday at time zone 'UTC' as "from",
      (count(*) filter (where what = 'contradicts'))::int as contradicted, (count(*) filter (where what = 'repaired'))::int as repaired,
      (count(*) filter (where what = 'confirms'))::int as confirmed, (count(*) filter (where what = 'unanswered'))::int as unanswered
    from week left join happened on happened.at at time zone 'UTC' >= monday and happened.at at time zone 'UTC' < sunday
    group by monday order by monday`);
  return rows.map((row) => ({ ...row, from: new Date(row.from).toISOString() }));
}

/** Returns false when the page has another version, or the person may not read it. */
export async function verifyPage(scope: PersonScope, id: string, version: string): Promise<boolean> {
  const { rowCount } = await scope.tx.execute(sql`
    update wiki_pages set verified_at = now(), verified_by = ${scope.reader}
    where workspace_id = ${scope.workspaceId} and id = ${id} and read_version = ${version} and ${wherePageReadable(scope)}`);
  return rowCount === 1;
}

/** Takes a page off the unused ones for good. Returns false when the person may not read it. */
export async function keepUnusedPage(scope: PersonScope, id: string): Promise<boolean> {
  const { rowCount } = await scope.tx.execute(sql`
    update wiki_pages set kept_at = now() where workspace_id = ${scope.workspaceId} and id = ${id} and read_version is not null
      and ${wherePageReadable(scope)}`);
  return rowCount === 1;
}
