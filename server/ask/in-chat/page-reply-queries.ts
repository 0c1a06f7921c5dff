import { sql } from "drizzle-orm";
import type { WorkspaceScope } from "../../db/workspace-scope.ts";
import type { ChatAnswerRow } from "./chat-answer-queries.ts";

/** People look at a thread again within a day. */
export const PAGE_REPLY_HOURS = 24;

/**
 * Requests a reply that names the page, in the thread of a question that people answered. It takes the row in which the app waited for
 * people to answer: so the question was asked lately, while the app was reading along, it is replied to once, and not where the app has
 * answered.
 */
export async function requestPageReply(
  { workspaceId, tx }: WorkspaceScope,
  { channelId, key }: { channelId: string; key: string },
): Promise<void> {
  // The higher fence stops a worker that is about to answer the question by itself.
  await tx.execute(sql`
    update chat_answers set kind = 'told', state = 'to-answer', attempts = attempts + 1, next_attempt_at = now()
    where workspace_id = ${workspaceId} and channel_id = ${channelId} and question_id = ${key} and is_unasked and kind = 'answer'
      and message_external_id is null and intent_at is null
      and created_at > now() - make_interval(hours => ${PAGE_REPLY_HOURS})`);
}

/** Whether the channel still wants such replies, and the app has written nothing else in the thread. */
export async function isPageReplyWanted({ workspaceId, tx }: WorkspaceScope, row: ChatAnswerRow): Promise<boolean> {
  const { id, channelId, threadId } = row;
  const { rows } = await tx.execute<{ isWanted: boolean }>(sql`
    select c.answers_unasked and not exists (
        select from chat_answers other where other.workspace_id = ${workspaceId} and other.channel_id = c.id
          and other.thread_id = ${threadId} and other.id <> ${id}
          and (other.message_external_id is not null or other.intent_at is not null))
      and not exists (
        select from question_posts post where post.workspace_id = ${workspaceId} and post.channel_id = c.id
          and post.thread_id = ${threadId} and post.kind = 'tell' and post.state <> 'over') as "isWanted"
    from channels c where c.workspace_id = ${workspaceId} and c.id = ${channelId}`);
  return rows[0]?.isWanted === true;
}

/** The texts with a link that people wrote in the thread of the question or in its conversation. */
export async function listTextsWithLinks(
  { workspaceId, tx }: WorkspaceScope,
  { channelId, questionId, threadId }: ChatAnswerRow,
): Promise<string[]> {
  const { rows } = await tx.execute<{ text: string }>(sql`
    select text from messages where workspace_id = ${workspaceId} and channel_id = ${channelId} and deleted_at is null
      and (external_id = ${questionId} or thread_id = ${threadId} or conversation_key = ${questionId}) and text like '%://%'`);
  return rows.map(({ text }) => text);
}

/** Whether the message that asks was not deleted. Its text may be forgotten. */
export async function isQuestionThere({ workspaceId, tx }: WorkspaceScope, row: ChatAnswerRow): Promise<boolean> {
  const { rowCount } = await tx.execute(sql`
    select from messages where workspace_id = ${workspaceId} and channel_id = ${row.channelId}
      and external_id = ${row.questionId} and deleted_at is null`);
  return rowCount === 1;
}
