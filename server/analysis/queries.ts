import { and, desc, eq, inArray, sql } from "drizzle-orm";
import { EXPORT_PLATFORM } from "../../connectors/manifests.ts";
import { channels, chatIntegrations, runs } from "../db/schema.ts";
import type { Database, WorkspaceScope } from "../db/workspace-scope.ts";
import { notFound } from "../errors.ts";

export type RunRow = typeof runs.$inferSelect;
type RunChange = Partial<Omit<RunRow, "workspaceId" | "id">>;

const whereRun = ({ workspaceId }: WorkspaceScope, id: string) =>
  and(eq(runs.workspaceId, workspaceId), eq(runs.id, id));

export async function insertRun({ tx }: WorkspaceScope, values: typeof runs.$inferInsert): Promise<RunRow> {
  const [row] = await tx.insert(runs).values(values).returning();
  if (!row) throw new Error("An insert always returns its row");
  return row;
}

export async function findRun(scope: WorkspaceScope, id: string): Promise<RunRow | null> {
  const [row] = await scope.tx.select().from(runs).where(whereRun(scope, id));
  return row ?? null;
}

export async function getRun(scope: WorkspaceScope, id: string): Promise<RunRow> {
  const row = await findRun(scope, id);
  if (!row) throw notFound("run");
  return row;
}

/** Finds a queued run with the same kind and input, so that requesting work twice starts one run. */
export async function findSameQueuedRun(
  { workspaceId, tx }: WorkspaceScope,
  { kind, input }: Pick<RunRow, "kind" | "input">,
): Promise<RunRow | null> {
  const [row] = await tx
    .select()
    .from(runs)
    .where(
      and(
        eq(runs.workspaceId, workspaceId),
        eq(runs.state, "queued"),
        eq(runs.kind, kind),
        sql`${runs.input} = ${JSON.stringify(input)}::jsonb`,
      ),
    )
    .limit(1);
  return row ?? null;
}

export async function findOpenImport({ workspaceId, tx }: WorkspaceScope): Promise<string | null> {
  const [row] = await tx
    .select({ id: runs.id })
    .from(runs)
    .where(and(eq(runs.workspaceId, workspaceId), eq(runs.kind, "import"), inArray(runs.state, ["queued", "running"])))
    .limit(1);
  return row?.id ?? null;
}

export function listRuns({ workspaceId, tx }: WorkspaceScope, limit: number): Promise<RunRow[]> {
  return tx.select().from(runs).where(eq(runs.workspaceId, workspaceId)).orderBy(desc(runs.id)).limit(limit);
}

/** Updates the run unless it has ended, so that a worker presumed dead changes nothing. */
export async function updateOpenRun(scope: WorkspaceScope, id: string, change: RunChange): Promise<boolean> {
  const changed = await scope.tx
    .update(runs)
    .set(change)
    .where(and(whereRun(scope, id), inArray(runs.state, ["queued", "running"])))
    .returning({ id: runs.id });
  return changed.length === 1;
}

export function listOpenRunsOfWorkspace({ workspaceId, tx }: WorkspaceScope): Promise<{ id: string }[]> {
  return tx
    .select({ id: runs.id })
    .from(runs)
    .where(and(eq(runs.workspaceId, workspaceId), inArray(runs.state, ["queued", "running"])));
}

/** Lists excerpts that an open run will rewrite. */
export async function listExcerptsUnderWay({ workspaceId, tx }: WorkspaceScope): Promise<ReadonlySet<string>> {
  const rows = await tx
    .select({ input: runs.input })
    .from(runs)
    .where(and(eq(runs.workspaceId, workspaceId), eq(runs.kind, "write"), inArray(runs.state, ["queued", "running"])));
  return new Set(rows.flatMap(({ input }) => input.articleIds ?? []));
}

/** Lists the open runs of all workspaces, oldest first; each should have a job. */
export function listOpenRuns(db: Database, limit: number) {
  return db
    .select({ workspaceId: runs.workspaceId, id: runs.id })
    .from(runs)
    .where(inArray(runs.state, ["queued", "running"]))
    .orderBy(runs.createdAt)
    .limit(limit);
}

export async function listActiveChannelIds({ workspaceId, tx }: WorkspaceScope): Promise<string[]> {
  const rows = await tx
    .select({ id: channels.id })
    .from(channels)
    .leftJoin(
      chatIntegrations,
      and(eq(chatIntegrations.workspaceId, channels.workspaceId), eq(chatIntegrations.id, channels.integrationId)),
    )
    .where(
      and(
        eq(channels.workspaceId, workspaceId),
        eq(channels.isActive, true),
        sql`coalesce(${chatIntegrations.isActive}, true)`,
      ),
    )
    .orderBy(channels.createdAt, channels.id);
  return rows.map(({ id }) => id);
}

/** True when the channel is inactive or removed. */
export async function isSwitchedOff({ workspaceId, tx }: WorkspaceScope, channelId: string): Promise<boolean> {
  const [channel] = await tx
    .select({ isActive: channels.isActive })
    .from(channels)
    .where(and(eq(channels.workspaceId, workspaceId), eq(channels.id, channelId)));
  return !channel?.isActive;
}

/** Whether the schedule checks the channel without a person's request. */
export async function isCheckedAutomatically({ workspaceId, tx }: WorkspaceScope, channelId: string): Promise<boolean> {
  const { rows } = await tx.execute(sql`
    select from channels c
    join chat_integrations i on i.workspace_id = c.workspace_id and i.id = c.integration_id and i.is_active
    join workspace_settings s on s.workspace_id = c.workspace_id and s.monitoring_mode = 'automatic'
    where c.workspace_id = ${workspaceId} and c.id = ${channelId} and c.is_active and c.paused_for is null
      and c.remote_state is null`);
  return rows.length > 0;
}

/** Lists the uploaded files that open runs of all workspaces need. */
export async function listFilesOfOpenImports(db: Database): Promise<string[]> {
  const { rows } = await db.execute<{ file: string }>(
    sql`select input->>'file' as file from runs where kind = 'import' and state in ('queued', 'running')`,
  );
  return rows.map(({ file }) => file);
}

/** Reads the database's current time, which is later than the transaction's start. */
export async function readDatabaseTime({ tx }: WorkspaceScope): Promise<Date> {
  const { rows } = await tx.execute<{ now: Date }>(sql`select clock_timestamp() as now`);
  return new Date(rows[0]?.now ?? 0);
}

/** Finds the channel by its id on the export's platform; prefers a monitored one to an imported one. */
export async function findChannelOfExport(
  { workspaceId, tx }: WorkspaceScope,
  externalId: string,
): Promise<string | null> {
  const [known] = await tx
    .select({ id: channels.id })
    .from(channels)
    .where(
      and(
        eq(channels.workspaceId, workspaceId),
        eq(channels.platform, EXPORT_PLATFORM),
        eq(channels.externalId, externalId),
      ),
    )
    .orderBy(sql`${channels.integrationId} is null`, desc(channels.isActive), channels.createdAt)
    .limit(1);
  return known?.id ?? null;
}
