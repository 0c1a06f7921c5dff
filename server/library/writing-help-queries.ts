import { type SQL, sql } from "drizzle-orm";
import type { WritingInput } from "../../engine/contract.ts";
import type { Section } from "../../shared/domain/article.ts";
import type { ContentType } from "../../shared/domain/facets.ts";
import { type ReaderScope, whereArticleReadable } from "../db/audience.ts";
import type { WorkspaceScope } from "../db/workspace-scope.ts";

const MOST_EXAMPLES = 3;
const EXAMPLE_CHARACTERS = 600;
const MOST_CATEGORIES = 40;
const MOST_TAGS = 50;
/** The calibration of the model's confidence needs this many decisions. Fewer decisions would be too random. */
const LEAST_DECISIONS = 30;
const MOST_DECISIONS = 400;

export type WritingHelp = Pick<WritingInput, "examples" | "categories" | "calibration" | "knownTags">;

/**
 * Examples from the workspace's articles for a language model that writes for this channel. Only articles that all
 * readers of the channel may read.
 */
export async function listWritingHelp(
  scope: WorkspaceScope,
  channelId: string,
  kinds: readonly ContentType[],
): Promise<WritingHelp> {
  const isOpen = whereReadableByChannel(channelId);
  return {
    examples: await listExamples(scope, kinds, isOpen),
    categories: await listLabels(scope, sql`a.category`, isOpen, MOST_CATEGORIES),
    knownTags: await listLabels(scope, sql`unnest(a.tags)`, isOpen, MOST_TAGS),
    calibration: await listDecisions(scope),
  };
}

/** SQL condition: no text of the article comes from another private channel. */
const whereReadableByChannel = (channelId: string) => sql`not exists (select from article_audiences t
  join channel_audiences c on c.workspace_id = t.workspace_id and c.channel_id = t.channel_id and not c.is_public
  where t.workspace_id = a.workspace_id and t.article_id = a.id and t.channel_id is distinct from ${channelId}::uuid)`;

async function listLabels({ workspaceId, tx }: WorkspaceScope, label: SQL, isOpen: SQL, most: number) {
  const { rows } = await tx.execute<{ label: string }>(sql`
    select label from (select ${label} as label, a.updated_at as used_at from articles a
      where a.workspace_id = ${workspaceId} and a.state in ('stands', 'review', 'draft') and ${isOpen}) labels
    where label <> '' group by label order by count(*) desc, max(used_at) desc, label limit ${most}`);
  return rows.map((row) => row.label);
}

/** SQL condition: a person approved the article and nobody edited it. */
const whereExample = ({ workspaceId }: WorkspaceScope) => sql`a.workspace_id = ${workspaceId} and a.state = 'stands'
  and a.form = 'written' and a.hand = '{}' and not a.body::text like '%"hand"%' and not a.summary::text like '%"hand"%'
  and exists (select from inbox_decisions d where d.workspace_id = a.workspace_id and d.article_id = a.id
    and d.choice = 'approve' and d.undone_at is null)`;

/**
 * Lists the example articles of each content type that this person may read. The examples for a channel also depend on
 * the channel's audience.
 */
export async function listExampleArticles(
  scope: ReaderScope,
): Promise<{ id: string; title: string; kind: ContentType }[]> {
  const { rows } = await scope.tx.execute<{ id: string; title: string; kind: ContentType }>(sql`
    select id, title, kind from (
      select a.id, a.title, a.content_type as kind,
        row_number() over (partition by a.content_type order by a.updated_at desc) as place
      from articles a where ${whereExample(scope)} and ${whereArticleReadable(scope, sql`a.id`)}) ranked
    where place <= ${MOST_EXAMPLES} order by kind, place`);
  return rows;
}

/** Lists examples of these content types, the newest of each type first. */
async function listExamples(scope: WorkspaceScope, kinds: readonly ContentType[], isOpen: SQL) {
  const { rows } = await scope.tx.execute<{ title: string; summary: string; body: Section[] }>(sql`
    select a.title, a.summary_text as summary, a.body from articles a
    where ${whereExample(scope)} and a.content_type = any(${sql.param(kinds)}::text[]) and ${isOpen}
    order by row_number() over (partition by a.content_type order by a.updated_at desc), a.updated_at desc
    limit ${MOST_EXAMPLES}`);
  return rows.map(({ title, summary, body }) => ({
    title,
    summary,
    sections: body.map(({ heading, statements }) => ({
      heading,
      text: statements
        .map(({ text }) => text)
        .join(" ")
        .slice(0, EXAMPLE_CHARACTERS)
        .toWellFormed(),
    })),
  }));
}

/**
 * A language model's confidence in articles that people later approved, declined or judged in a trial. Empty until
 * there are enough.
 */
async function listDecisions({ workspaceId, tx }: WorkspaceScope) {
  const { rows } = await tx.execute<{ chance: number; approved: number }>(sql`
    select chance, approved from (
      select a.confidence as chance, (d.choice = 'approve' and a.hand = '{}')::int as approved, d.decided_at as at
      from inbox_decisions d join articles a on a.workspace_id = d.workspace_id and a.id = d.article_id and a.form = 'written'
      where d.workspace_id = ${workspaceId} and d.choice in ('approve', 'decline') and d.undone_at is null
      union all
      select m.chance, (m.judgement = 'keep')::int, m.judged_at from trial_matters m
      where m.workspace_id = ${workspaceId} and m.judgement is not null and m.chance is not null
        and not exists (select from inbox_decisions d where d.workspace_id = m.workspace_id and d.article_id = m.article_id
          and d.choice in ('approve', 'decline') and d.undone_at is null)
    ) decided order by at desc limit ${MOST_DECISIONS}`);
  return rows.length < LEAST_DECISIONS ? [] : rows;
}
