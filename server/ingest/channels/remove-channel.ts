import type { WorkspaceScope } from "../../db/workspace-scope.ts";
import type { Deps } from "../../deps.ts";
import { excludeChannelFromRule } from "../../integrations/index.ts";
import { channelRemoved } from "../events.ts";
import { deleteChannel, getChannel } from "./queries.ts";

/** Removes the channel and everything read from it. Its articles stay with their quoted sources. */
export async function removeChannel(
  deps: Pick<Deps, "queue" | "events" | "secrets">,
  scope: WorkspaceScope,
  id: string,
): Promise<void> {
  const { integrationId, externalId } = await getChannel(scope, id);
  if (integrationId) await excludeChannelFromRule(scope, integrationId, externalId, true);
  await channelRemoved.announce(deps, scope, { channelId: id });
  await deleteChannel(scope, id);
  await deps.events.notify(scope, { type: "channel", id });
}
