import { and, asc, desc, eq, isNull, ne, sql } from "drizzle-orm";
import type { Matter, WritingResult } from "../../../engine/contract.ts";
import type { ChatMessage } from "../../../shared/domain/chat.ts";
import { type ReaderScope, whereChannelReadable } from "../../db/audience.ts";
import { newId } from "../../db/new-id.ts";
import { channels, modelTrials, runs, trialMatters } from "../../db/schema.ts";
import { toStorableText } from "../../db/storable-text.ts";
import type { WorkspaceScope } from "../../db/workspace-scope.ts";
import { notFound } from "../../errors.ts";
import { hashMessages, type ModelTrialWindow } from "../../ingest/waiting/index.ts";

export type TrialRow = typeof modelTrials.$inferSelect;
export type MatterRow = typeof trialMatters.$inferSelect;

const LATEST = 50;

const whereTrial = ({ workspaceId }: WorkspaceScope, id: string) =>
  and(eq(modelTrials.workspaceId, workspaceId), eq(modelTrials.id, id));
const whereOfTrial = ({ workspaceId }: WorkspaceScope, trialId: string) =>
  and(eq(trialMatters.workspaceId, workspaceId), eq(trialMatters.trialId, trialId));

export async function insertTrial(
  { workspaceId, tx }: WorkspaceScope,
  values: Pick<TrialRow, "channelId" | "requestedBy" | "most" | "writer"> & { series?: string; isFound?: boolean },
): Promise<TrialRow> {
  const id = newId();
  const [row] = await tx
    .insert(modelTrials)
    .values({ series: id, ...values, workspaceId, id })
    .returning();
  if (!row) throw new Error("An insert always returns its row");
  return row;
}

export async function findTrial(scope: WorkspaceScope, id: string): Promise<TrialRow | null> {
  const [row] = await scope.tx.select().from(modelTrials).where(whereTrial(scope, id));
  return row ?? null;
}

export async function updateTrial(scope: WorkspaceScope, id: string, change: Partial<TrialRow>): Promise<void> {
  await scope.tx.update(modelTrials).set(change).where(whereTrial(scope, id));
}

/** Adds to the counters in the database, so that concurrent writers lose nothing. */
export async function addToTrial(
  scope: WorkspaceScope,
  id: string,
  { costMicros = 0, messages = 0 }: { costMicros?: number; messages?: number },
): Promise<void> {
  await scope.tx
    .update(modelTrials)
    .set({
      costMicros: sql`${modelTrials.costMicros} + ${costMicros}`,
      messagesRead: sql`${modelTrials.messagesRead} + ${messages}`,
    })
    .where(whereTrial(scope, id));
}

/** Lists matters in the order in which they were found: newest first. */
export function listMatters(scope: WorkspaceScope, trialId: string): Promise<MatterRow[]> {
  return scope.tx.select().from(trialMatters).where(whereOfTrial(scope, trialId)).orderBy(asc(trialMatters.place));
}

/** Lists matters that are not written yet and whose messages still exist. */
export function listUnwrittenMatters(scope: WorkspaceScope, trialId: string): Promise<MatterRow[]> {
  return scope.tx
    .select()
    .from(trialMatters)
    .where(and(whereOfTrial(scope, trialId), isNull(trialMatters.writtenAt), ne(trialMatters.sources, [])))
    .orderBy(asc(trialMatters.place));
}

/** Finds what this model wrote in a trial of exactly these messages; null if the workspace's writing style changed since. */
export async function findEarlierResult(
  { workspaceId, tx }: WorkspaceScope,
  channelId: string,
  said: ChatMessage[],
  reader: string,
): Promise<WritingResult | null> {
  const [row] = await tx
    .select({ written: trialMatters.written })
    .from(trialMatters)
    .innerJoin(
      modelTrials,
      and(eq(modelTrials.workspaceId, trialMatters.workspaceId), eq(modelTrials.id, trialMatters.trialId)),
    )
    .where(
      and(
        eq(trialMatters.workspaceId, workspaceId),
        eq(modelTrials.channelId, channelId),
        eq(modelTrials.writtenBy, reader),
        eq(trialMatters.saidHash, hashMessages(said)),
        sql`not exists (select from writing_styles s where s.workspace_id = ${workspaceId}
          and s.updated_at > ${trialMatters.writtenAt})`,
      ),
    )
    .orderBy(desc(trialMatters.writtenAt))
    .limit(1);
  return row?.written ?? null;
}

/** The number of unwritten articles as text, such as '2 articles'; empty for none. */
export async function describeWaitingArticles(scope: WorkspaceScope, trialId: string): Promise<string> {
  const { length } = await listUnwrittenMatters(scope, trialId);
  return length === 0 ? "" : length === 1 ? "1 article" : `${length} articles`;
}

export const countMatters = (scope: WorkspaceScope, trialId: string): Promise<number> =>
  scope.tx.$count(trialMatters, whereOfTrial(scope, trialId));

type FoundMatter = Pick<MatterRow, "place" | "sources" | "question" | "gist" | "kind" | "settled">;

export async function insertMatters(
  { workspaceId, tx }: WorkspaceScope,
  trialId: string,
  matters: FoundMatter[],
): Promise<void> {
  if (matters.length === 0) return;
  await tx.insert(trialMatters).values(
    matters.map(({ place, sources, question, gist, kind, settled }) => ({
      workspaceId,
      id: newId(),
      trialId,
      place,
      sources,
      question,
      gist,
      kind,
      settled,
    })),
  );
}

export const toFoundMatter = ({ messages, question, gist, kind, settled }: Matter, place: number): FoundMatter => ({
  place,
  sources: messages,
  question: toStorableText(question),
  gist: toStorableText(gist),
  kind,
  settled,
});

export async function updateMatter(scope: WorkspaceScope, id: string, change: Partial<MatterRow>): Promise<void> {
  await scope.tx
    .update(trialMatters)
    .set(change)
    .where(and(eq(trialMatters.workspaceId, scope.workspaceId), eq(trialMatters.id, id)));
}

/** Stores a person's judgment; returns false if the trial has no such matter with an article. */
export async function judgeMatter(
  scope: WorkspaceScope,
  trialId: string,
  id: string,
  judgement: MatterRow["judgement"],
): Promise<boolean> {
  const changed = await scope.tx
    .update(trialMatters)
    .set({ judgement, judgedAt: judgement && new Date() })
    .where(and(whereOfTrial(scope, trialId), eq(trialMatters.id, id), sql`${trialMatters.chance} is not null`))
    .returning({ id: trialMatters.id });
  return changed.length > 0;
}

export const findReadPosition = ({ readToAt, readToId }: TrialRow): ModelTrialWindow["oldest"] | null =>
  readToAt && readToId !== null ? { sentAt: readToAt, externalId: readToId } : null;

const count = (condition: ReturnType<typeof sql>) => sql<number>`(select count(*)::int from trial_matters m
  where m.workspace_id = ${modelTrials.workspaceId} and m.trial_id = ${modelTrials.id} and ${condition})`;

/** Lists trials of channels that the reader may read, latest first: one, a series, or all. */
export async function listTrials(scope: ReaderScope, which: { id?: string; series?: string } = {}) {
  const { workspaceId, tx } = scope;
  return tx
    .select({
      trial: modelTrials,
      channel: channels.name,
      run: runs,
      found: count(sql`true`),
      written: count(sql`m.written_at is not null`),
      articles: count(sql`m.chance is not null`),
      keep: count(sql`m.judgement = 'keep'`),
      edit: count(sql`m.judgement = 'edit'`),
      no: count(sql`m.judgement = 'no'`),
      toSave: count(sql`m.judgement = 'keep' and m.article_id is null and m.written is not null`),
    })
    .from(modelTrials)
    .innerJoin(channels, and(eq(channels.workspaceId, modelTrials.workspaceId), eq(channels.id, modelTrials.channelId)))
    .leftJoin(runs, and(eq(runs.workspaceId, modelTrials.workspaceId), eq(runs.id, modelTrials.runId)))
    .where(
      and(
        eq(modelTrials.workspaceId, workspaceId),
        whereChannelReadable(scope, modelTrials.channelId),
        which.id ? eq(modelTrials.id, which.id) : undefined,
        which.series ? eq(modelTrials.series, which.series) : undefined,
      ),
    )
    .orderBy(desc(modelTrials.id))
    .limit(LATEST);
}
export type ListedTrial = Awaited<ReturnType<typeof listTrials>>[number];

/** Reads a trial of a channel that the reader may read; throws not-found otherwise. */
export async function getTrialFor(scope: ReaderScope, id: string): Promise<ListedTrial> {
  const [listed] = await listTrials(scope, { id });
  if (!listed) throw notFound("trial");
  return listed;
}
