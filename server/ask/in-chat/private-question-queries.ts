import { and, eq, isNotNull, sql } from "drizzle-orm";
import type { PrivateQuestion, ThreadArticleRequest } from "../../../connectors/chat-source.ts";
import type { Membership } from "../../../shared/domain/access.ts";
import { whereAddressProven } from "../../db/address-proof.ts";
import { leaseColumns, whereLongestDue } from "../../db/lease.ts";
import { newId } from "../../db/new-id.ts";
import { privateQuestions } from "../../db/schema.ts";
import type { Database, WorkspaceScope } from "../../db/workspace-scope.ts";
import type { EventReceiver } from "../../ingest/live/index.ts";
import type { ChatIntegrationRow } from "../../integrations/index.ts";
import { type KeyRing, locatePrivateQuestion } from "../../secrets/key-ring.ts";

export type PrivateQuestionRow = typeof privateQuestions.$inferSelect;

export type PrivateQuestionChange = Partial<Pick<PrivateQuestionRow, "sealed" | "intentAt" | "nextAttemptAt">>;

/** A request for an article, stored until it is answered. `runId` is the run that writes the article, once started. */
export type StoredArticleRequest = Pick<ThreadArticleRequest, "wishedThread" | "shownIn" | "replyAt"> & {
  runId: string | null;
};
type PendingPrivateReply = Pick<PrivateQuestion, "question" | "replyAt"> | StoredArticleRequest;

/** Chooses which of the active `receivers` answers: one that monitors the channel, else the oldest; null if none is active. */
export async function chooseAnsweringIntegration(
  db: Database,
  receivers: EventReceiver[],
  channelId: string,
): Promise<EventReceiver | null> {
  const { rows } = await db.execute<{ workspaceId: string; id: string }>(sql`
    select i.workspace_id as "workspaceId", i.id
    from unnest(${sql.param(receivers.map(({ workspaceId }) => workspaceId))}::uuid[],
      ${sql.param(receivers.map(({ id }) => id))}::uuid[]) as given (workspace_id, id)
    join chat_integrations i on i.workspace_id = given.workspace_id and i.id = given.id and i.is_active
    left join channels c on c.workspace_id = i.workspace_id and c.integration_id = i.id and c.external_id = ${channelId}
      and c.is_active
    order by c.id is null, i.created_at, i.id limit 1`);
  return rows[0] ?? null;
}

/** Enqueues a private answer once. Returns false if the platform delivered the question before. */
export async function requestPrivateAnswer(
  { workspaceId, tx }: WorkspaceScope,
  secrets: KeyRing,
  integrationId: string,
  asked: PrivateQuestion | ThreadArticleRequest,
): Promise<boolean> {
  const { requestId, by: askedBy, channelId: channelExternalId, replyAt } = asked;
  const id = newId();
  const kept: PendingPrivateReply =
    "question" in asked
      ? { question: asked.question, replyAt }
      : { wishedThread: asked.wishedThread, shownIn: asked.shownIn, replyAt, runId: null };
  const added = await tx
    .insert(privateQuestions)
    .values({
      workspaceId,
      id,
      integrationId,
      requestId,
      askedBy,
      channelExternalId,
      sealed: encryptPendingReply(secrets, { workspaceId, id }, kept),
    })
    .onConflictDoNothing()
    .returning({ id: privateQuestions.id });
  return added.length > 0;
}

export const encryptPendingReply = (
  secrets: KeyRing,
  { workspaceId, id }: Pick<PrivateQuestionRow, "workspaceId" | "id">,
  kept: PendingPrivateReply,
): string => secrets.seal(JSON.stringify(kept), locatePrivateQuestion(workspaceId, id));

/** Throws `CannotDecrypt` when the key is gone. */
export const decryptPendingReply = (
  secrets: KeyRing,
  { workspaceId, id, sealed }: PrivateQuestionRow,
): PendingPrivateReply =>
  JSON.parse(secrets.open(sealed ?? "", locatePrivateQuestion(workspaceId, id))) as PendingPrivateReply;

/** Claims the question of any workspace that has waited longest. `attempts` is the fence of later writes. */
export async function claimPrivateQuestion(db: Database, leaseSeconds: number): Promise<PrivateQuestionRow | null> {
  const [row] = await db
    .update(privateQuestions)
    .set(leaseColumns(privateQuestions, leaseSeconds))
    .where(whereLongestDue(privateQuestions, isNotNull(privateQuestions.sealed)))
    .returning();
  return row ?? null;
}

/** Returns false, and writes nothing, if another worker has claimed the row. */
export async function writePrivateQuestion(
  { workspaceId, tx }: WorkspaceScope,
  { id, attempts }: PrivateQuestionRow,
  change: PrivateQuestionChange,
): Promise<boolean> {
  const written = await tx
    .update(privateQuestions)
    .set(change)
    .where(
      and(
        eq(privateQuestions.workspaceId, workspaceId),
        eq(privateQuestions.id, id),
        eq(privateQuestions.attempts, attempts),
      ),
    )
    .returning({ id: privateQuestions.id });
  return written.length > 0;
}

export async function forgetPrivateQuestions(db: Database): Promise<void> {
  await db.execute(sql`delete from private_questions where created_at < now() - interval '1 day'`);
}

/** A member of the workspace with the verified mail address of a chat account. */
export interface MemberInChat {
  userId: string;
  membership: Membership;
}

export async function findMemberInChat(
  { workspaceId, tx }: WorkspaceScope,
  { platform, teamId }: Pick<ChatIntegrationRow, "platform" | "teamId">,
  externalId: string,
): Promise<MemberInChat | null> {
  const { rows } = await tx.execute<MemberInChat & Record<string, unknown>>(sql`
    select u.id as "userId", u.membership from chat_identities i
    join users u on u.workspace_id = i.workspace_id and u.id = i.user_id and u.email = i.email
    where i.workspace_id = ${workspaceId} and i.platform = ${platform} and i.team_id = ${teamId ?? ""}
      and i.external_id = ${externalId} and ${whereAddressProven("u")} and u.deleted_at is null
      and u.deactivated_at is null
    limit 1`);
  return rows[0] ?? null;
}

/** Finds the channel by its platform id; null if this integration does not read it. */
export async function findMonitoredChannel(
  { workspaceId, tx }: WorkspaceScope,
  integrationId: string,
  externalId: string,
): Promise<string | null> {
  const { rows } = await tx.execute<{ id: string }>(sql`
    select id from channels where workspace_id = ${workspaceId} and integration_id = ${integrationId}
      and external_id = ${externalId} and is_active`);
  return rows[0]?.id ?? null;
}
