import { and, eq, sql } from "drizzle-orm";
import { channels } from "../db/schema.ts";
import type { WorkspaceScope } from "../db/workspace-scope.ts";

const whereChannel = ({ workspaceId }: WorkspaceScope, id: string) =>
  and(eq(channels.workspaceId, workspaceId), eq(channels.id, id));

/** Adds an approval; from this many on the channel is trusted. Returns the present number. */
export async function addChannelApproval(
  scope: WorkspaceScope,
  id: string,
  approvalsToTrust: number,
): Promise<number | undefined> {
  const [channel] = await scope.tx
    .update(channels)
    .set({
      approvals: sql`${channels.approvals} + 1`,
      trustedAt: sql`case when ${channels.approvals} + 1 >= ${approvalsToTrust} then coalesce(${channels.trustedAt}, now()) end`,
    })
    .where(whereChannel(scope, id))
    .returning({ approvals: channels.approvals });
  return channel?.approvals;
}

export async function withdrawChannelApproval(scope: WorkspaceScope, id: string): Promise<void> {
  await scope.tx
    .update(channels)
    .set({ approvals: sql`greatest(${channels.approvals} - 1, 0)`, trustedAt: null })
    .where(whereChannel(scope, id));
}

/** Null if its articles are not held. */
export async function findChannelHoldStart(scope: WorkspaceScope, id: string): Promise<Date | null> {
  const [channel] = await scope.tx
    .select({ heldSince: channels.heldSince })
    .from(channels)
    .where(whereChannel(scope, id));
  return channel?.heldSince ?? null;
}

export async function restoreChannelHold(scope: WorkspaceScope, id: string, heldSince: Date): Promise<void> {
  await scope.tx.update(channels).set({ heldSince }).where(whereChannel(scope, id));
}
