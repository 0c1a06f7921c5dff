import { and, eq, inArray, sql } from "drizzle-orm";
import { saysTheSame } from "../../../engine/compare/index.ts";
import type { Statement } from "../../../shared/domain/article.ts";
import { UNDO_HOURS } from "../../../shared/domain/inbox.ts";
import { type ReaderScope, whereChannelReadable, wherePageReadable } from "../../db/audience.ts";
import { type FindingChoice, type RepairChoice, wikiFindings, wikiPages } from "../../db/schema.ts";
import type { WorkspaceScope } from "../../db/workspace-scope.ts";
import { toFindingText } from "./finding-queries.ts";

/** A decision about a finding: the words that were chosen, or that were refused, against the passage. */
export interface DecidedPassage {
  id: string;
  passage: string;
  text: string;
}

/**
 * The open findings that a decision closes. Of a contradiction those about the same passage that were said before it or say the same: one
 * that says otherwise later is a new question.
 */
async function listClosedWith({ workspaceId, tx }: WorkspaceScope, { id, passage, text }: DecidedPassage) {
  const { rows } = await tx.execute<{ id: string; fresh: Statement[]; isBefore: boolean }>(sql`
    select f.id, f.fresh, f.said_at <= one.said_at as "isBefore" from wiki_findings one
    join wiki_findings f on f.workspace_id = ${workspaceId} and f.page_id = one.page_id and f.kind = one.kind and f.state = 'open'
      and (f.id = one.id or (f.kind = 'contradicts' and f.passage_hash = one.passage_hash))
    where one.workspace_id = ${workspaceId} and one.id = ${id}`);
  return rows.flatMap((row) => (row.isBefore || saysTheSame(passage, text, toFindingText(row.fresh)) ? [row.id] : []));
}

/**
 * Waits for a worker that saves one of the conversations of an open finding, because it judged them without the decision. Conversations
 * are locked before findings, in the order of their ids, so that two transactions never deadlock.
 */
export async function lockConversationsOfFinding(scope: WorkspaceScope, decided: DecidedPassage): Promise<void> {
  const ids = await listClosedWith(scope, decided);
  await scope.tx.execute(sql`
    select from conversations c where c.workspace_id = ${scope.workspaceId}
      and c.id in (select conversation_id from wiki_findings f where f.workspace_id = ${scope.workspaceId}
        and f.id = any(${sql.param(ids)}::uuid[])) order by c.id for update`);
}

/**
 * Closes an open finding and those that are decided with it. Returns their conversations; none when somebody else decided it meanwhile.
 */
export async function closeFinding(
  scope: WorkspaceScope,
  decided: DecidedPassage,
  { choice, by }: { choice: FindingChoice; by: string },
): Promise<string[]> {
  const { workspaceId, tx } = scope;
  const ids = await listClosedWith(scope, decided);
  const { rows } = await tx.execute<{ conversation: string }>(sql`
    with locked as (select id from wiki_findings where workspace_id = ${workspaceId} and id = any(${sql.param(ids)}::uuid[])
      and state = 'open' order by id for update)
    update wiki_findings f set state = 'decided', choice = ${choice}, decided_by = ${by}, decided_at = now() from locked
    where f.workspace_id = ${workspaceId} and f.id = locked.id returning f.conversation_id as conversation`);
  return [...new Set(rows.map(({ conversation }) => conversation))];
}

/** A passage was corrected: contradictions of it that are still open are about its new words. */
export async function updatePassageOfFindings({ workspaceId, tx }: WorkspaceScope, repairId: string): Promise<void> {
  await tx.execute(sql`
    update wiki_findings f set passage_hash = md5(r.planned->'shown'->>'after') from wiki_repairs r, wiki_findings one
    where r.workspace_id = ${workspaceId} and r.id = ${repairId} and one.workspace_id = ${workspaceId} and one.id = r.finding_id
      and f.workspace_id = ${workspaceId} and f.page_id = one.page_id and f.kind = 'contradicts' and f.state = 'open'
      and f.passage_hash = one.passage_hash`);
}

/** A correction or a comment was taken back: the findings that it decided are open again, about the passage's old words. */
export async function reopenFindings({ workspaceId, tx }: WorkspaceScope, repairId: string): Promise<void> {
  const taken = sql`wiki_repairs r join wiki_findings one on one.workspace_id = ${workspaceId} and one.id = r.finding_id
    where r.workspace_id = ${workspaceId} and r.id = ${repairId} and f.workspace_id = ${workspaceId} and f.page_id = one.page_id`;
  await tx.execute(sql`
    update wiki_findings f set passage_hash = one.passage_hash from ${taken}
      and f.kind = 'contradicts' and f.state = 'open' and f.passage_hash = md5(r.planned->'shown'->>'after')`);
  await tx.execute(sql`
    update wiki_findings f set state = 'open', choice = null, decided_by = null, decided_at = null from ${taken}
      and f.kind = one.kind and f.choice in ('page-updated', 'comment-left') and f.decided_at = one.decided_at
      and (f.id = one.id or (f.kind = 'contradicts' and f.passage_hash = one.passage_hash))`);
}

/** Those of the conversations of which somebody decided that they get an article although pages are about them. */
export async function listConversationsToWrite(
  { workspaceId, tx }: WorkspaceScope,
  conversationIds: string[],
): Promise<Set<string>> {
  const rows = await tx
    .select({ id: wikiFindings.conversationId })
    .from(wikiFindings)
    .where(
      and(
        eq(wikiFindings.workspaceId, workspaceId),
        inArray(wikiFindings.conversationId, conversationIds),
        eq(wikiFindings.choice, "own-article"),
      ),
    );
  return new Set(rows.map(({ id }) => id));
}

/** A decision about a finding that can still be taken back. */
interface DecidedFinding {
  id: string;
  choice: Exclude<FindingChoice, RepairChoice>;
  decidedAt: Date;
  pageId: string;
  title: string;
  url: string;
}

/**
 * Decisions of the last hours about pages and of channels that this person may read, newest first: those of a person, or the one with
 * this id. An updated page or a comment is not among them: those are taken back on the page.
 */
export async function listUndoableFindings(
  scope: ReaderScope,
  { by, id, limit }: { by?: string; id?: string; limit: number },
): Promise<DecidedFinding[]> {
  const { workspaceId, tx } = scope;
  const { rows } = await tx.execute<Record<string, unknown> & DecidedFinding>(sql`
    select * from (
      select distinct on (f.page_id, f.kind, f.decided_at, case f.kind when 'contradicts' then f.passage_hash else f.id::text end)
        f.id, f.choice, f.decided_at as "decidedAt", f.page_id as "pageId", ${wikiPages.title}, ${wikiPages.url}
      from wiki_findings f
      join ${wikiPages} on ${wikiPages.workspaceId} = ${workspaceId} and ${wikiPages.id} = f.page_id
      join conversations c on c.workspace_id = ${workspaceId} and c.id = f.conversation_id
      where f.workspace_id = ${workspaceId} and f.state = 'decided' and f.choice not in ('page-updated', 'comment-left') and f.fresh <> '[]'
        and f.decided_at > now() - make_interval(hours => ${UNDO_HOURS})
        and (${id === undefined} or f.id = ${id ?? null}::uuid) and (${by === undefined} or f.decided_by = ${by ?? null}::uuid)
        and ${wherePageReadable(scope)} and ${whereChannelReadable(scope, sql`c.channel_id`)}
      order by f.page_id, f.kind, f.decided_at, case f.kind when 'contradicts' then f.passage_hash else f.id::text end, f.said_at desc, f.created_at, f.id
    ) decided order by "decidedAt" desc, id limit ${limit}`);
  return rows.map((row) => ({ ...row, decidedAt: new Date(row.decidedAt) }));
}

/** Opens a decided finding again, and those that were decided with it. Returns their conversations; none when it is open already. */
export async function reopenFinding({ workspaceId, tx }: WorkspaceScope, id: string): Promise<string[]> {
  const { rows } = await tx.execute<{ conversation: string }>(sql`
    with locked as (
      select f.id from wiki_findings f join wiki_findings one on one.workspace_id = ${workspaceId} and one.id = ${id}
        and f.page_id = one.page_id and f.kind = one.kind and f.decided_at = one.decided_at
        and (f.id = one.id or (f.kind = 'contradicts' and f.passage_hash = one.passage_hash))
      where f.workspace_id = ${workspaceId} and f.state = 'decided' order by f.id for update of f)
    update wiki_findings f set state = 'open', choice = null, decided_by = null, decided_at = null from locked
    where f.workspace_id = ${workspaceId} and f.id = locked.id returning f.conversation_id as conversation`);
  return [...new Set(rows.map(({ conversation }) => conversation))];
}

/** Whether an article was written from one of these conversations after that time. An article that one only confirms is not. */
export async function hasWrittenArticle(
  { workspaceId, tx }: WorkspaceScope,
  conversationIds: string[],
  after: Date,
): Promise<boolean> {
  const { rows } = await tx.execute(sql`
    select from conversations c join articles a on a.workspace_id = ${workspaceId} and a.id = c.article_id and a.created_at > ${after}
    where c.workspace_id = ${workspaceId} and c.id = any(${sql.param(conversationIds)}::uuid[]) and not c.is_evidence limit 1`);
  return rows.length > 0;
}
