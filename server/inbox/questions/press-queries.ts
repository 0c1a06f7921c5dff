import { and, eq, isNull, or, sql } from "drizzle-orm";
import type { IgnoredPressReason, QuestionPress } from "../../../connectors/chat-source.ts";
import type { Membership } from "../../../shared/domain/access.ts";
import { channels, threadQuestions, users } from "../../db/schema.ts";
import type { Database, WorkspaceScope } from "../../db/workspace-scope.ts";
import type { EventReceiver } from "../../ingest/live/index.ts";
import type { QuestionRow } from "./question-queries.ts";

/**
 * Stores the first press of the asked person under the asking message; other presses change nothing, and the result says why. One
 * statement over the workspaces whose own secret signed it.
 */
export async function storePress(
  db: Database,
  press: QuestionPress,
  receivers: EventReceiver[],
): Promise<"counted" | IgnoredPressReason> {
  const { questionId, channelId, messageId, by, answer } = press;
  const { rows } = await db.execute<{ isOpen: boolean; isSame: boolean; counts: boolean }>(sql`
    with asked as (
      select q.workspace_id, q.id, q.state in ('to-ask', 'asked') as is_open, q.asked_of = ${by} as is_theirs, q.answer
      from unnest(${sql.param(receivers.map(({ workspaceId }) => workspaceId))}::uuid[],
        ${sql.param(receivers.map(({ id }) => id))}::uuid[]) as given (workspace_id, integration_id)
      join channels c on c.workspace_id = given.workspace_id and c.integration_id = given.integration_id
        and c.external_id = ${channelId}
      join thread_questions q on q.workspace_id = c.workspace_id and q.channel_id = c.id and q.id = ${questionId}::uuid
        and coalesce(q.message_external_id, ${messageId}) = ${messageId}
      for update of q
    ), kept as (
      update thread_questions q
      set answer = ${answer}, answered_at = now(), state = 'answered', message_external_id = ${messageId}, next_attempt_at = now()
      from asked where q.workspace_id = asked.workspace_id and q.id = asked.id and asked.is_open and asked.is_theirs
        and q.state in ('to-ask', 'asked')
      returning q.id
    )
    select is_open as "isOpen", is_theirs and answer is not distinct from ${answer} as "isSame",
      exists (select from kept) as counts from asked`);
  const [found] = rows;
  if (!found) return "over";
  if (found.counts || found.isSame) return "counted";
  return found.isOpen ? "not-asked" : "answered";
}

/** The question in this channel, in a workspace whose own secret signed the request; else null. */
export async function findQuestionIn(
  db: Database,
  { questionId, channelId }: Pick<QuestionPress, "questionId" | "channelId">,
  receivers: EventReceiver[],
): Promise<QuestionRow | null> {
  const [found] = await db
    .select({ row: threadQuestions })
    .from(threadQuestions)
    .innerJoin(
      channels,
      and(eq(channels.workspaceId, threadQuestions.workspaceId), eq(channels.id, threadQuestions.channelId)),
    )
    .where(
      and(
        eq(threadQuestions.id, questionId),
        eq(channels.externalId, channelId),
        or(
          ...receivers.map(({ workspaceId, id }) =>
            and(eq(channels.workspaceId, workspaceId), eq(channels.integrationId, id)),
          ),
        ),
      ),
    );
  return found?.row ?? null;
}

/** The person's role in the workspace; null for others. */
export async function findMembershipOfMember(
  { workspaceId, tx }: WorkspaceScope,
  userId: string,
): Promise<Membership | null> {
  const isThere = and(isNull(users.deletedAt), isNull(users.deactivatedAt));
  const [row] = await tx
    .select({ membership: users.membership })
    .from(users)
    .where(and(eq(users.workspaceId, workspaceId), eq(users.id, userId), isThere));
  return row?.membership ?? null;
}
