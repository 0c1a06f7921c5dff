import { type SQL, sql } from "drizzle-orm";
import { SHOWN_STATES, UNREVIEWED_STATES } from "../../db/listed-articles.ts";
import type { Database, WorkspaceScope } from "../../db/workspace-scope.ts";

/** A page in the version that is compared. */
interface ComparedPage {
  id: string;
  version: string;
}

/** Enough for an article that was merged: the newest conversations hold its newest knowledge. */
const MOST_CONVERSATIONS = 3;

/** Has the newest conversations behind these articles compared with the page, if they were not compared with this version of it. */
export async function requestComparisons(
  { workspaceId, tx }: WorkspaceScope,
  page: ComparedPage,
  articleIds: string[],
): Promise<void> {
  const states = [...SHOWN_STATES, ...UNREVIEWED_STATES];
  await tx.execute(sql`
    insert into wiki_comparisons (workspace_id, conversation_id, page_id, page_version)
    select ${workspaceId}, c.id, p.id, p.read_version
    from (select id, read_version from wiki_pages where workspace_id = ${workspaceId} and id = ${page.id}
      and read_version = ${page.version} for key share) p,
      articles a, lateral (select c.id from conversations c where c.workspace_id = ${workspaceId} and c.article_id = a.id
        order by c.last_at desc, c.id limit ${MOST_CONVERSATIONS}) c
    where a.workspace_id = ${workspaceId} and a.id = any(${sql.param(articleIds)}::uuid[])
      and a.state = any(${sql.param(states)}::text[])
    on conflict (workspace_id, conversation_id, page_id) do update set page_version = excluded.page_version`);
}

/** Has a conversation that changed compared with these pages, also where it was compared with this version of them before. */
export async function requestComparisonAgain(
  { workspaceId, tx }: WorkspaceScope,
  conversationId: string,
  pages: ComparedPage[],
): Promise<void> {
  if (pages.length === 0) return;
  const given = JSON.stringify(pages.map(({ id, version }) => ({ id, version })));
  await tx.execute(sql`
    insert into wiki_comparisons (workspace_id, conversation_id, page_id, page_version)
    select ${workspaceId}, ${conversationId}, p.id, g.version from jsonb_to_recordset(${given}::jsonb) as g(id uuid, version text)
    join (select id from wiki_pages where workspace_id = ${workspaceId} and id = any(${sql.param(pages.map(({ id }) => id))}::uuid[])
      order by id for key share) p on p.id = g.id
    on conflict (workspace_id, conversation_id, page_id) do update set page_version = excluded.page_version, compared_version = null`);
}

/** A conversation that has to be compared with these pages. */
export interface DueComparison extends Record<string, unknown> {
  workspaceId: string;
  channelId: string;
  channelName: string;
  conversationId: string;
  pages: ComparedPage[];
}

const isDue: SQL = sql`w.compared_version is distinct from w.page_version`;

/** Conversations that have to be compared with pages, of the workspaces by turns. */
export async function listDueComparisons(db: Database, most: number): Promise<DueComparison[]> {
  const { rows } = await db.execute<DueComparison>(sql`
    select workspace_id as "workspaceId", channel_id as "channelId", channel_name as "channelName", conversation_id as "conversationId", pages
    from (
      select w.workspace_id, c.channel_id, h.name as channel_name, w.conversation_id,
        jsonb_agg(jsonb_build_object('id', w.page_id, 'version', w.page_version)) as pages,
        row_number() over (partition by w.workspace_id order by w.conversation_id) as turn
      from wiki_comparisons w
      join conversations c on c.workspace_id = w.workspace_id and c.id = w.conversation_id
      join channels h on h.workspace_id = c.workspace_id and h.id = c.channel_id
      where ${isDue} group by w.workspace_id, c.channel_id, h.name, w.conversation_id) turns
    order by turn, workspace_id, conversation_id limit ${most}`);
  return rows;
}

/** Notes which versions of the pages a conversation was compared with. */
export async function markConversationCompared(
  { workspaceId, tx }: WorkspaceScope,
  { conversationId, pages }: Pick<DueComparison, "conversationId" | "pages">,
): Promise<void> {
  await tx.execute(sql`
    update wiki_comparisons w set compared_version = g.version
    from jsonb_to_recordset(${JSON.stringify(pages)}::jsonb) as g(id uuid, version text)
    where w.workspace_id = ${workspaceId} and w.conversation_id = ${conversationId} and w.page_id = g.id`);
}
