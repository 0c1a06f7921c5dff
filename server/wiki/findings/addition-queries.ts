import { sql } from "drizzle-orm";
import type { PagePassage } from "../../../connectors/wiki-pages.ts";
import { findMatchingPassage } from "../../../engine/compare/index.ts";
import type { Statement } from "../../../shared/domain/article.ts";
import type { WorkspaceScope } from "../../db/workspace-scope.ts";
import { toFindingText } from "./finding-queries.ts";

/** Open findings and waiting comments that propose to add words, with the passages of the version that lacked them. */
export interface MissingWords {
  findings: { id: string; said: string[] }[];
  comments: { id: string; said: string[] }[];
  passages: Set<string>;
}

/** Null when nobody proposed to add anything to the page. */
export async function listMissingWords(
  { workspaceId, tx }: WorkspaceScope,
  pageId: string,
): Promise<MissingWords | null> {
  const { rows } = await tx.execute<{ id: string; fresh: Statement[] | null; text: string }>(sql`
    select f.id, f.fresh, '' as text from wiki_findings f
    where f.workspace_id = ${workspaceId} and f.page_id = ${pageId} and f.kind = 'adds' and f.state = 'open' and f.fresh <> '[]'
    union all select r.id, null, r.change->>'text' from wiki_repairs r
    where r.workspace_id = ${workspaceId} and r.page_id = ${pageId} and r.state = 'applied' and r.change->>'kind' = 'comment'
      and r.change->>'about' = 'add' and not r.planned ? 'isOnPage'`);
  if (rows.length === 0) return null;
  const { rows: passages } = await tx.execute<{ text: string }>(sql`
    select s.text from wiki_statements s where s.workspace_id = ${workspaceId} and s.page_id = ${pageId}`);
  return {
    findings: rows.flatMap(({ id, fresh }) => (fresh ? [{ id, said: fresh.map((one) => toFindingText([one])) }] : [])),
    comments: rows.flatMap(({ id, fresh, text }) => (fresh ? [] : [{ id, said: [text] }])),
    passages: new Set(passages.map(({ text }) => text)),
  };
}

/**
 * The page was read again: what it says now is not proposed any more. Such a finding confirms the page from then on, so that its
 * conversation is judged again when the page goes. Returns whether there was any.
 */
export async function closeFulfilledAdditions(
  scope: WorkspaceScope,
  pageId: string,
  lacked: MissingWords,
  now: PagePassage[],
): Promise<boolean> {
  const { workspaceId, tx } = scope;
  const passages = now.map(({ headings, text }) => ({ headings, text, isNew: !lacked.passages.has(text) }));
  const onPage = <One extends { id: string; said: string[] }>(proposed: One[]) =>
    proposed.flatMap(({ id, said }) => {
      const position = findMatchingPassage(passages, said);
      return position === null ? [] : [{ id, position }];
    });
  const found = onPage(lacked.findings);
  const taken = onPage(lacked.comments).map(({ id }) => id);
  if (found.length > 0) await confirmPage(scope, pageId, found);
  if (taken.length > 0)
    await tx.execute(sql`
      update wiki_repairs r set planned = r.planned || '{"isOnPage": true}'
      where r.workspace_id = ${workspaceId} and r.id = any(${sql.param(taken)}::uuid[])`);
  return found.length + taken.length > 0;
}

async function confirmPage(
  { workspaceId, tx }: WorkspaceScope,
  pageId: string,
  found: { id: string; position: number }[],
) {
  const given = sql`jsonb_to_recordset(${JSON.stringify(found)}::jsonb) as g(id uuid, position int)
    join wiki_statements s on s.workspace_id = ${workspaceId} and s.page_id = ${pageId} and s.position = g.position
    join wiki_pages p on p.workspace_id = ${workspaceId} and p.id = s.page_id`;
  const isIt = sql`f.workspace_id = ${workspaceId} and f.id = g.id and f.kind = 'adds' and f.state = 'open'`;
  // A conversation confirms a page once.
  await tx.execute(sql`
    delete from wiki_findings f using ${given} where ${isIt} and (
      exists (select from wiki_findings o where o.workspace_id = ${workspaceId} and o.conversation_id = f.conversation_id
        and o.page_id = f.page_id and o.kind = 'confirms' and o.subject = f.subject))`);
  await tx.execute(sql`
    update wiki_findings f set kind = 'confirms', page_version = p.read_version, position = s.position, passage_hash = md5(s.text)
    from ${given} where ${isIt}`);
}
