import { type SQL, sql } from "drizzle-orm";
import { type ReaderScope, whereArticleReadable, whereChannelReadable } from "./audience.ts";
import { whereArticleShown } from "./listed-articles.ts";
import { articles } from "./schema.ts";

/** SQL: joins the asking message or person. An asked question is gone when its message was deleted or erased, or its person left. */
export const QUESTION_TABLES = sql`open_questions q
  left join messages m on m.workspace_id = q.workspace_id and m.channel_id = q.channel_id and m.external_id = q.message_id
    and m.deleted_at is null and m.forgotten_at is null
  left join users u on u.workspace_id = q.workspace_id and u.id = q.user_id and u.deleted_at is null and u.deactivated_at is null`;
export const whereQuestionPresent = sql`coalesce(m.external_id, u.id::text) is not null`;

/** True when the reader may read the question's channel. Editors see questions from the product, because they write the articles. */
export const whereQuestionReadable = (scope: ReaderScope): SQL => sql`case when q.channel_id is null
  then q.user_id = ${scope.reader} or exists (select from users editor where editor.workspace_id = ${scope.workspaceId}
    and editor.id = ${scope.reader} and editor.membership in ('owner', 'admin', 'editor'))
  else ${whereChannelReadable(scope, sql`q.channel_id`)} end`;

/** True for a question that no article answers which the reader may read. */
export const whereQuestionOpen = (
  scope: ReaderScope,
): SQL => sql`(q.state = 'open' or (q.state = 'answered' and not exists (
  select from ${articles} where ${articles.workspaceId} = q.workspace_id and ${articles.id} = q.article_id
    and ${whereArticleShown} and ${whereArticleReadable(scope)})))`;
