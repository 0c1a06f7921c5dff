import { sql } from "drizzle-orm";
import { type ReaderScope, whereArticleReadable } from "../db/audience.ts";
import { ANSWER_TABLES, whereArticleAnswered } from "../db/counted-answers.ts";
import { whereArticleListed } from "../db/listed-articles.ts";
import { articles } from "../db/schema.ts";

const MOST_PEOPLE = 10;

/** Counts answers made from articles that the person may read. `spared`: the answers per author, most first. */
export async function countAnsweredQuestions(scope: ReaderScope) {
  const { tx, workspaceId } = scope;
  const counted = sql`from ${ANSWER_TABLES}
    join ${articles} on ${articles.workspaceId} = part.workspace_id and ${articles.id} = part.article_id
    where part.workspace_id = ${workspaceId} and ${whereArticleAnswered} and ${whereArticleListed} and ${whereArticleReadable(scope)}`;
  const all = await tx.execute<{ many: number }>(sql`select count(distinct part.answer_id)::int as many ${counted}`);
  const { rows } = await tx.execute<{ name: string; count: number }>(sql`
    select ${articles.authorName} as name, count(distinct part.answer_id)::int as count ${counted}
      and ${articles.authorName} is not null
    group by 1 order by 2 desc, 1 limit ${MOST_PEOPLE}`);
  return { questions: all.rows[0]?.many ?? 0, spared: rows };
}
