import { type SQL, sql } from "drizzle-orm";
import type { PagePassage } from "../../../connectors/wiki-pages.ts";
import { saysTheSame } from "../../../engine/compare/index.ts";
import type { Statement } from "../../../shared/domain/article.ts";
import { parseInline, toPlainText } from "../../../shared/markdown/parse-inline.ts";
import { type ReaderScope, whereChannelReadable, wherePageReadable } from "../../db/audience.ts";
import { newId } from "../../db/new-id.ts";
import { type FindingKind, knowledgeIntegrations, wikiPages } from "../../db/schema.ts";
import { prepareStatement } from "../../db/statement.ts";
import type { WorkspaceScope } from "../../db/workspace-scope.ts";

/** A conversation compared with a page: which passage it confirms, contradicts, or adds to. */
export interface NewFinding {
  kind: FindingKind;
  pageId: string;
  pageVersion: string;
  /** The passage; for `adds` the one after which the addition belongs. */
  position: number;
  fresh: Statement[];
  confidence: number;
}

interface FindingsOf {
  conversationId: string;
  findings: (NewFinding & { saidAt: Date })[];
  /** The pages that were compared; all of them if absent. */
  pageIds?: string[];
}

/**
 * Replaces the undecided findings of a conversation about the compared pages, so that comparing it again changes nothing. A finding that somebody decided stays
 * as it is. Findings about a page that changed or went since it was compared are left out.
 */
export async function saveFindings(scope: WorkspaceScope, found: FindingsOf): Promise<number> {
  const { workspaceId, tx } = scope;
  // Most conversations are about no page.
  const stored = found.findings.length === 0 ? [] : await insertFindings(scope, found);
  await tx.execute(sql`delete from wiki_findings where workspace_id = ${workspaceId} and conversation_id = ${found.conversationId}
    and state = 'open' and id <> all(${sql.param(stored)}::uuid[])
    and (${found.pageIds === undefined} or page_id = any(${sql.param(found.pageIds ?? [])}::uuid[]))`);
  return stored.length;
}

async function insertFindings(scope: WorkspaceScope, { conversationId, findings }: FindingsOf): Promise<string[]> {
  const { workspaceId, tx } = scope;
  const given = findings.map((finding) => ({
    ...finding,
    id: newId(),
    sources: [...new Set(finding.fresh.flatMap(({ sources }) => sources))],
  }));
  const { rows } = await tx.execute<{ id: string }>(sql`
    insert into wiki_findings (workspace_id, id, kind, page_id, page_version, position, passage_hash, conversation_id, fresh, sources,
      said_at, subject, confidence)
    select ${workspaceId}, g.id, g.kind, p.id, p.read_version, s.position, md5(s.text), ${conversationId}, g.fresh,
      array(select jsonb_array_elements_text(g.sources)), g."saidAt",
      case g.kind when 'contradicts' then md5(s.text) else '' end, g.confidence
    from jsonb_to_recordset(${JSON.stringify(given)}::jsonb) as g(id uuid, kind text, "pageId" uuid, "pageVersion" text, position int,
      fresh jsonb, sources jsonb, confidence real, "saidAt" timestamptz)
    join (select id, read_version from wiki_pages where workspace_id = ${workspaceId}
      and id = any(${sql.param(given.map(({ pageId }) => pageId))}::uuid[]) order by id for key share) p
      on p.id = g."pageId" and p.read_version = g."pageVersion"
    join wiki_statements s on s.workspace_id = ${workspaceId} and s.page_id = p.id and s.position = g.position
    on conflict (workspace_id, conversation_id, page_id, kind, subject) do update set
      page_version = excluded.page_version, position = excluded.position, passage_hash = excluded.passage_hash,
      fresh = case wiki_findings.state when 'open' then excluded.fresh else wiki_findings.fresh end,
      sources = case wiki_findings.state when 'open' then excluded.sources else wiki_findings.sources end,
      said_at = excluded.said_at, confidence = excluded.confidence
    returning id`);
  const stored = rows.map(({ id }) => id);
  await copyAssignments(scope, stored);
  return stored;
}

/** A contradiction of a passage that somebody was asked about already is given to the same person, and is snoozed as long. */
const copyAssignments = ({ workspaceId, tx }: WorkspaceScope, ids: string[]) =>
  tx.execute(sql`
    insert into inbox_assignments (workspace_id, item, assignee, due_on, snoozed_until, assigned_by, created_at)
    select distinct on (f.id) ${workspaceId}, 'wiki-finding.' || f.id, n.assignee, n.due_on, n.snoozed_until, n.assigned_by, n.created_at
    from wiki_findings f
    join wiki_findings known on known.workspace_id = ${workspaceId} and known.page_id = f.page_id and known.kind = f.kind
      and known.passage_hash = f.passage_hash and known.state = 'open' and known.id <> f.id
    join inbox_assignments n on n.workspace_id = ${workspaceId} and n.item = 'wiki-finding.' || known.id
    where f.workspace_id = ${workspaceId} and f.id = any(${sql.param(ids)}::uuid[]) and f.kind = 'contradicts'
    order by f.id, known.said_at desc, known.created_at, known.id on conflict do nothing`);

/** An open finding about a page, as its readers see it. */
export interface OpenFinding {
  id: string;
  kind: Exclude<FindingKind, "confirms">;
  pageId: string;
  /** The version that is read now, and the place of the passage in it. */
  pageVersion: string;
  position: number;
  oldText: string;
  form: PagePassage["form"];
  headings: string[];
  fresh: Statement[];
  since: Date;
  saidAt: Date;
  conversationId: string;
  /** The conversation has an article already. */
  hasArticle: boolean;
  channelId: string;
  /** Everybody of the workspace may read the channel. */
  isPublic: boolean;
  /** Conversations that say the same, among those that this person may read. */
  times: number;
  /** The sentences of earlier conversations that said otherwise, each once, newest first. */
  earlier: { text: string; saidAt: Date }[];
  title: string;
  url: string;
  platform: string;
  integrationId: string;
  editedAt: Date | null;
  editedBy: string | null;
}

/** The part of the findings to list: all or the reader's own, the snoozed ones or the others. */
interface FindingPart {
  mine: boolean;
  snoozed: boolean;
}

/** SQL condition on `ranked`: the finding is in the part. One that waits for reviewers is in none. */
const whereInPart = ({ reader }: ReaderScope, { mine, snoozed }: FindingPart): SQL =>
  sql`not is_in_review and is_snoozed = ${snoozed}::boolean and (not ${mine}::boolean or assignee = ${reader}::uuid)`;

/**
 * The open findings about pages and of channels that this person may read, newest first. Several conversations that contradict the same
 * passage are one: the latest by the moment it was said, unless ids are given. One whose passage is not on the page any more is over.
 */
export async function listOpenFindings(
  scope: ReaderScope,
  { ids, pageIds, part, limit }: { ids?: string[]; pageIds?: string[]; part?: FindingPart; limit: number },
): Promise<OpenFinding[]> {
  const { workspaceId, tx } = scope;
  type Row = Omit<OpenFinding, "times" | "earlier"> & { others: EarlierSaying[] | null };
  const { rows } = await tx.execute<Record<string, unknown> & Row>(sql`
    ${openFindings(scope)}
    select id, kind, page_id as "pageId", now_version as "pageVersion", now_position as position, old_text as "oldText", form, headings, fresh,
      since, said_at as "saidAt", conversation_id as "conversationId", has_article as "hasArticle", channel_id as "channelId", title, url,
      platform, integration_id as "integrationId", edited_at as "editedAt", edited_by as "editedBy",
      ${whereChannelReadable({ workspaceId, tx, reader: null }, sql`channel_id`)} as "isPublic",
      case when kind = 'contradicts' and many > 1 then (select jsonb_agg(jsonb_build_object('fresh', o.fresh, 'saidAt', o.said_at))
        from (select o.fresh, o.said_at from ranked o where o.page_id = ranked.page_id and o.kind = ranked.kind
          and o.passage_hash = ranked.passage_hash and o.id <> ranked.id order by o.place limit ${MOST_COMPARED}) o) end as others
    from ranked where (place = 1 or ${ids !== undefined}) and (${ids === undefined} or id = any(${sql.param(ids ?? [])}::uuid[]))
      and (${pageIds === undefined} or page_id = any(${sql.param(pageIds ?? [])}::uuid[]))
      and ${part ? whereInPart(scope, part) : sql`true`}
    order by since desc, id limit ${limit}`);
  const date = (value: Date | string) => new Date(value);
  return rows.map(({ others, ...row }) => ({
    ...row,
    since: date(row.since),
    saidAt: date(row.saidAt),
    editedAt: row.editedAt && date(row.editedAt),
    ...divideOthers(row, others ?? []),
  }));
}

interface EarlierSaying {
  fresh: Statement[];
  /** Text, because JSON has no dates. */
  saidAt: string;
}

/** Conversations about one passage that are compared with the latest, and sentences that are shown beside its own. */
const MOST_COMPARED = 100;
const MOST_EARLIER = 5;

/** The words of a finding for readers. */
export const toFindingText = (fresh: Statement[]): string =>
  fresh.map(({ form, text }) => (form === "code" ? text : toPlainText(parseInline(text)))).join(" ");

/** Counts the conversations that say the same as the finding, and lists what was said otherwise before it. */
function divideOthers(
  finding: Pick<OpenFinding, "oldText" | "fresh"> & { saidAt: Date | string },
  others: EarlierSaying[],
) {
  const { oldText } = finding;
  const words = toFindingText(finding.fresh);
  const read = others.map(({ fresh, saidAt }) => ({ text: toFindingText(fresh), saidAt: new Date(saidAt) }));
  const otherwise = read.filter(({ text }) => !saysTheSame(oldText, words, text));
  const earlier: OpenFinding["earlier"] = [];
  for (const one of otherwise)
    if (one.saidAt <= new Date(finding.saidAt) && !earlier.some(({ text }) => saysTheSame(oldText, text, one.text)))
      earlier.push(one);
  return { times: 1 + read.length - otherwise.length, earlier: earlier.slice(0, MOST_EARLIER) };
}

/** The numbers of open findings in the part, of the reader's, and of the snoozed ones; counted among the first 1,000. */
export async function countOpenFindings(scope: ReaderScope, part: FindingPart) {
  const [row] = await selectCounts(scope, part);
  return row ?? { count: 0, mine: 0, snoozed: 0 };
}

const selectCounts = prepareStatement(
  (scope: ReaderScope, part: FindingPart) => sql<{ count: number; mine: number; snoozed: number }>`
    ${openFindings(scope)}
    select (count(*) filter (where ${whereInPart(scope, part)}))::int as count,
      (count(*) filter (where ${whereInPart(scope, { mine: true, snoozed: false })}))::int as mine,
      (count(*) filter (where is_snoozed and not is_in_review))::int as snoozed
    from (select * from ranked where place = 1 limit 1000) first`,
);

/** SQL condition: findings of the workspace are open, so that it is worth counting those that this person may read. */
export const whereFindingExists = ({ workspaceId }: WorkspaceScope): SQL => sql`exists (
  select from wiki_findings f where f.workspace_id = ${workspaceId} and f.state = 'open' and f.kind <> 'confirms')`;

/** The query `ranked`: the latest finding about each passage has the place 1. A snoozed one waits since its snooze ended. */
const openFindings = (scope: ReaderScope): SQL => {
  const { workspaceId } = scope;
  return sql`
    with open as (
      select f.*, c.channel_id, c.article_id is not null as has_article, p.read_version as now_version, p.title, p.url, p.edited_at, p.edited_by, p.platform,
        p.integration_id,
        s.position as now_position, s.text as old_text, s.form, s.headings, greatest(f.created_at, n.snoozed_until) as since,
        n.assignee, coalesce(n.snoozed_until > now(), false) as is_snoozed, exists (${inReview(scope)}) as is_in_review
      from wiki_findings f
      left join inbox_assignments n on n.workspace_id = ${workspaceId} and n.item = 'wiki-finding.' || f.id
      join (select ${wikiPages.id}, ${wikiPages.readVersion}, ${wikiPages.title}, ${wikiPages.url}, ${wikiPages.editedAt},
          ${wikiPages.editedBy}, ${wikiPages.integrationId}, k.type as platform
        from ${wikiPages} join ${knowledgeIntegrations} k on k.workspace_id = ${workspaceId} and k.id = ${wikiPages.integrationId}
        where ${wikiPages.workspaceId} = ${workspaceId} and ${wikiPages.readVersion} is not null and ${wherePageReadable(scope)}) p
        on p.id = f.page_id
      join conversations c on c.workspace_id = ${workspaceId} and c.id = f.conversation_id
      join lateral (select s.position, s.text, s.form, s.headings from wiki_statements s
        where s.workspace_id = ${workspaceId} and s.page_id = p.id and (p.read_version <> f.page_version or s.position = f.position)
          and (f.kind = 'adds' or md5(s.text) = f.passage_hash)
        order by (md5(s.text) = f.passage_hash) desc, abs(s.position - f.position), s.position limit 1) s on true
      where f.workspace_id = ${workspaceId} and f.state = 'open' and f.kind <> 'confirms' and f.fresh <> '[]'
        and ${whereChannelReadable(scope, sql`c.channel_id`)}),
    ranked as (
      select open.*, row_number() over same as place, count(*) over (partition by page_id, kind, ${SAME_QUESTION}) as many
      from open window same as (partition by page_id, kind, ${SAME_QUESTION} order by said_at desc, created_at, id))`;
};

/** SQL for the requests that correct the passage of finding `f`; what was said later is a question of its own. */
const inReview = ({ workspaceId }: WorkspaceScope): SQL => sql`
  select from wiki_repairs r join wiki_findings one on one.workspace_id = ${workspaceId} and one.id = r.finding_id
  where r.workspace_id = ${workspaceId} and r.page_id = f.page_id and r.state = 'in-review' and one.kind = f.kind
    and (one.id = f.id or (f.kind = 'contradicts' and one.passage_hash = f.passage_hash and f.said_at <= one.said_at))`;

/** Each addition is a question of its own. */
const SAME_QUESTION = sql`case kind when 'contradicts' then passage_hash else id::text end`;

/** One open finding by its id, if this person may read its page and its channel. */
export async function findOpenFinding(scope: ReaderScope, id: string): Promise<OpenFinding | null> {
  const [found] = await listOpenFindings(scope, { ids: [id], limit: 1 });
  return found ?? null;
}

interface ChannelMessageIds {
  channelId: string;
  externalIds: string[];
}

const citing = ({ workspaceId }: WorkspaceScope, { channelId, externalIds }: ChannelMessageIds) => sql`
  f.workspace_id = ${workspaceId} and f.sources && ${sql.param(externalIds)}::text[] and f.conversation_id in (
    select m.id from conversations m where m.workspace_id = ${workspaceId} and m.channel_id = ${channelId}
      and m.key in (select s.conversation_key from messages s where s.workspace_id = ${workspaceId} and s.channel_id = ${channelId}
        and s.external_id = any(${sql.param(externalIds)}::text[])))`;

/**
 * Messages were edited or deleted: what they found is deleted, and their conversation is compared again. A decision stays without the
 * words, so that nobody is asked again.
 */
export async function eraseFindingsOf(scope: WorkspaceScope, changed: ChannelMessageIds): Promise<void> {
  const cites = citing(scope, changed);
  await deleteRepairs(scope, cites);
  await scope.tx.execute(sql`delete from wiki_findings f where f.state = 'open' and ${cites}`);
  await scope.tx.execute(sql`update wiki_findings f set fresh = '[]' where ${cites}`);
}

/** The workspace forgets the words of these messages. The count of confirmations stays. */
export async function forgetFindingsOf(scope: WorkspaceScope, forgotten: ChannelMessageIds): Promise<void> {
  const cites = citing(scope, forgotten);
  await deleteRepairs(scope, cites);
  await scope.tx.execute(sql`update wiki_findings f set fresh = '[]' where ${cites}`);
}

/** Repairs hold the words of the chat. One that waits is not made any more. */
const deleteRepairs = ({ workspaceId, tx }: WorkspaceScope, cites: SQL) =>
  tx.execute(sql`delete from wiki_repairs r where r.workspace_id = ${workspaceId}
    and r.finding_id in (select f.id from wiki_findings f where ${cites})`);
