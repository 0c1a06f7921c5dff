import { and, eq, not, type SQL, sql } from "drizzle-orm";
import type { ArticleStatus, ContentType, Difficulty, Priority, Verification } from "../../../shared/domain/facets.ts";
import type { ReaderScope } from "../../db/audience.ts";
import { whereArticleShown } from "../../db/listed-articles.ts";
import { articles } from "../../db/schema.ts";
import type { WorkspaceScope } from "../../db/workspace-scope.ts";
import { whereUnderCategory } from "../categories/category-queries.ts";
import { whereIdIn, whereListed } from "./listing-queries.ts";

export interface ArticleFilters {
  keywords?: string | undefined;
  /** Includes its subcategories. */
  category?: string | undefined;
  /** Matches any of them. */
  tags?: string[];
  difficulty?: Difficulty | undefined;
  contentType?: ContentType | undefined;
  priority?: Priority | undefined;
  status?: ArticleStatus | undefined;
  channel?: string | undefined;
  /** Only articles that no channel but `channel` contributed to. */
  alone?: "true" | undefined;
  person?: string | undefined;
  verified?: Verification | undefined;
  /** Only articles that the API gives out. */
  isShown?: true;
}

const whereInOtherChannel = (channelId: string) =>
  sql`exists (select from article_audiences other where other.workspace_id = ${articles.workspaceId}
    and other.article_id = ${articles.id} and other.channel_id <> ${channelId}::uuid)`;

/** Times are compared as people are shown them, to the millisecond. */
export const selectVerification: SQL<Verification> = sql`case when articles.confirmed_at is null then 'unverified'
  when date_trunc('milliseconds', articles.confirmed_at) >= date_trunc('milliseconds', articles.updated_at) then 'verified'
  else 'changed' end`;

/** A longer page of results has no passages below these, because they cost the most of a search. */
const MOST_PASSAGES = 60;
/** Characters that no text uses. */
const MARKS = "\uE000\uE001";
const HEADLINE = `MaxFragments=1, MinWords=8, MaxWords=24, StartSel=${MARKS[0]}, StopSel=${MARKS[1]}`;

/** The part of each article's text that has the words of a query, unless title and summary have them. */
export async function listMatchingPassages(
  scope: ReaderScope,
  ids: string[],
  query: string,
): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  const asked = sql`to_tsquery('english', ${query})`;
  // The words are looked for in a text without tags, as in the search, and cut out of the text as it was written.
  const { rows } = await scope.tx.execute<{ id: string; passage: string }>(sql`
    select id, substr(body, strpos(plain, found), length(found)) as passage from (
      select *, translate(headline, ${MARKS}, '') as found from (
        select *, ts_headline('english', plain, ${asked}, ${HEADLINE}) as headline from (
          select articles.id, left(${articles.bodyText}, 20000) as body,
            readable_words(left(${articles.bodyText}, 20000)) as plain
          from articles where ${whereListed(scope, whereIdIn(ids.slice(0, MOST_PASSAGES)))}
            and not to_tsvector('english', readable_words(${articles.title} || ' ' || ${articles.summaryText})) @@ ${asked}
        ) as texts
      ) as headlines
      -- Without a mark, the words are in tags or keywords, or further below.
      where headline like ${`%${MARKS[0]}%`}
    ) as passages where strpos(plain, found) > 0`);
  return new Map(rows.map(({ id, passage }) => [id, passage.trim()]));
}

/** SQL condition for the filters; `verbatim`: title or body holds this text. */
export const whereArticleMatches = (
  scope: WorkspaceScope,
  filters: ArticleFilters,
  verbatim?: string,
): SQL | undefined =>
  and(
    filters.isShown ? whereArticleShown : undefined,
    filters.category ? whereUnderCategory(scope, filters.category) : undefined,
    filters.difficulty ? eq(articles.difficulty, filters.difficulty) : undefined,
    filters.contentType ? eq(articles.contentType, filters.contentType) : undefined,
    filters.priority ? eq(articles.priority, filters.priority) : undefined,
    filters.status ? eq(articles.status, filters.status) : undefined,
    filters.channel ? eq(articles.channelId, filters.channel) : undefined,
    filters.alone && filters.channel ? not(whereInOtherChannel(filters.channel)) : undefined,
    filters.person ? eq(articles.authorName, filters.person) : undefined,
    filters.verified ? eq(selectVerification, filters.verified) : undefined,
    filters.tags?.length
      ? sql`${articles.tags} && array[${sql.join(
          filters.tags.map((tag) => sql`${tag}`),
          sql`, `,
        )}]::text[]`
      : undefined,
    verbatim
      ? sql`position(lower(${verbatim}) in lower(${articles.title} || ' ' || ${articles.bodyText})) > 0`
      : undefined,
  );
