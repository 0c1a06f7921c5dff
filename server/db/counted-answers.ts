import { sql } from "drizzle-orm";
import { DAYS_WITHOUT_ASKING_ON } from "../../shared/domain/ask.ts";

const PATIENCE = sql`make_interval(days => ${sql.raw(String(DAYS_WITHOUT_ASKING_ON))})`;

/** The articles of answers, beside the answer they belong to. */
export const ANSWER_ARTICLES = sql`answer_articles part
  join given_answers given on given.workspace_id = part.workspace_id and given.id = part.answer_id`;

/**
 * Whether one of them answered the question (docs/decisions/046): who asked says so, or opened it and asked nothing more on the
 * same matter in the days after. Who says that the answer is wrong was not answered, whatever they opened.
 */
export const HAS_ANSWERED = sql`case when given.vote is not null then given.vote = 'right' and part.is_shown
  else part.opened_at < now() - ${PATIENCE}
    and (given.asked_again_at is null or given.asked_again_at >= part.opened_at + ${PATIENCE}) end`;
