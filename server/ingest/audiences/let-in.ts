import { and, eq } from "drizzle-orm";
import { recordActivity } from "../../activity/index.ts";
import { channelReaders, users } from "../../db/schema.ts";
import type { WorkspaceScope } from "../../db/workspace-scope.ts";
import type { Deps } from "../../deps.ts";
import { notFound } from "../../errors.ts";
import { getChannel, updateChannel } from "../channels/queries.ts";
import { troubleOfState } from "../live/channel-facts.ts";

/** Whether somebody reads what is written from a private channel without being in it. Everybody finds it in the log. */
export async function letIn(
  { events }: Pick<Deps, "events">,
  { workspaceId, tx }: WorkspaceScope,
  { channelId, userId, isLetIn, by }: { channelId: string; userId: string; isLetIn: boolean; by: string },
): Promise<void> {
  const scope = { workspaceId, tx };
  const channel = await getChannel(scope, channelId);
  const [person] = await tx
    .select({ firstName: users.firstName, lastName: users.lastName })
    .from(users)
    .where(and(eq(users.workspaceId, workspaceId), eq(users.id, userId)));
  if (!person) throw notFound("person");
  const isReader = and(
    eq(channelReaders.workspaceId, workspaceId),
    eq(channelReaders.channelId, channelId),
    eq(channelReaders.userId, userId),
  );
  const changed = isLetIn
    ? await tx
        .insert(channelReaders)
        .values({ workspaceId, channelId, userId, givenBy: by })
        .onConflictDoNothing()
        .returning({ userId: channelReaders.userId })
    : await tx.delete(channelReaders).where(isReader).returning({ userId: channelReaders.userId });
  if (changed.length === 0) return;
  const name = `${person.firstName} ${person.lastName}`.trim();
  await recordActivity(scope, events, {
    type: "change",
    message: `${name} may ${isLetIn ? "read" : "no longer read"} what is written from #${channel.name}${isLetIn ? " without being a member" : ""}.`,
    data: { channel: channel.name, userId },
    by,
  });
  await events.notify(scope, { type: "channel", id: channelId });
}

/** Whether a channel with people of other companies is read. */
export async function allowSharing(
  { events }: Pick<Deps, "events">,
  scope: WorkspaceScope,
  { channelId, isAllowed, by }: { channelId: string; isAllowed: boolean; by: string },
): Promise<void> {
  const before = await getChannel(scope, channelId);
  if (before.isSharingAllowed === isAllowed) return;
  const trouble = troubleOfState({ ...before, isSharingAllowed: isAllowed });
  const wasState = before.trouble === troubleOfState(before);
  const channel = await updateChannel(scope, channelId, {
    isSharingAllowed: isAllowed,
    ...((wasState || trouble) && { trouble }),
  });
  await recordActivity(scope, events, {
    type: "change",
    message: isAllowed
      ? `#${channel.name} is read although it is shared with another company.`
      : `#${channel.name} is not read while it is shared with another company.`,
    data: { channel: channel.name },
    by,
  });
  await events.notify(scope, { type: "channel", id: channelId });
}
