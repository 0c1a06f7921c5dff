import { sql } from "drizzle-orm";
import { DAYS_WITHOUT_REPEATED_QUESTION } from "../../shared/domain/ask.ts";

const PATIENCE = sql`make_interval(days => ${sql.raw(String(DAYS_WITHOUT_REPEATED_QUESTION))})`;

/** The articles that answers quote, joined with their answer. */
export const ANSWER_TABLES = sql`answer_articles part
  join given_answers given on given.workspace_id = part.workspace_id and given.id = part.answer_id`;

/**
 * True when an article answered the question (docs/decisions/046). The asker voted 'right', or opened the article and did not
 * ask about the same topic again for some days. A vote 'wrong' overrides an opened article.
 */
export const whereArticleAnswered = sql`case when given.vote is not null then given.vote = 'right' and part.is_shown
  else part.opened_at < now() - ${PATIENCE}
    and (given.asked_again_at is null or given.asked_again_at >= part.opened_at + ${PATIENCE}) end`;
