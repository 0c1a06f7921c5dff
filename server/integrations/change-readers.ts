import { recordActivity } from "../activity/index.ts";
import type { WorkspaceScope } from "../db/workspace-scope.ts";
import type { Deps } from "../deps.ts";
import { invalid } from "../errors.ts";
import { targetReadersChanged } from "./events.ts";
import {
  getKnowledgeIntegration,
  type KnowledgeIntegrationRow,
  listPrivateChannels,
  updateKnowledgeIntegration,
} from "./knowledge-integration-queries.ts";

/**
 * Sets the people who can read the target, as an admin declares them. The holds of articles are updated in the same
 * transaction.
 */
export async function changeTargetReaders(
  deps: Pick<Deps, "queue" | "events" | "secrets">,
  scope: WorkspaceScope,
  { id, channelIds, by }: { id: string; channelIds: string[]; by: string },
): Promise<KnowledgeIntegrationRow> {
  const before = await getKnowledgeIntegration(scope, id);
  const wanted = [...new Set(channelIds)].sort();
  const known = await listPrivateChannels(scope, wanted);
  if (known.length < wanted.length) throw invalid("Choose private channels of this workspace.");
  if (before.readerChannels.toSorted().join() === wanted.join()) return before;
  const row = await updateKnowledgeIntegration(scope, id, { readerChannels: wanted });
  await targetReadersChanged.announce(deps, scope, {
    integrationId: id,
    wasForEverybody: before.readerChannels.length === 0,
  });
  const many = wanted.length === 1 ? "a private channel" : `each of ${wanted.length} private channels`;
  const who = wanted.length === 0 ? "everybody in the workspace" : `members of ${many} only`;
  await recordActivity(scope, deps.events, {
    type: "change",
    message: `${row.name} is read by ${who} from now on. Articles for fewer people are held back from there.`,
    data: { integrationId: id, integration: row.name, channels: wanted.length },
    by,
  });
  await deps.events.notify(scope, { type: "integration", id });
  return row;
}
