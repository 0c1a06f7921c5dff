import { recordActivity } from "../activity/index.ts";
import type { WorkspaceScope } from "../db/workspace-scope.ts";
import type { Deps } from "../deps.ts";
import { invalid } from "../errors.ts";
import {
  getKnowledgeIntegration,
  type KnowledgeIntegrationRow,
  updateKnowledgeIntegration,
} from "./knowledge-integration-queries.ts";
import { hasPageTree } from "./views.ts";

/** Switches on or off that pages are nested under one page per category. Pages are moved within a minute. */
export async function changePageTree(
  deps: Pick<Deps, "events">,
  scope: WorkspaceScope,
  { id, isOn, by }: { id: string; isOn: boolean; by: string },
): Promise<KnowledgeIntegrationRow> {
  const before = await getKnowledgeIntegration(scope, id);
  if (!hasPageTree(before.type)) throw invalid("This platform has no pages under pages.");
  if (before.isArranged === isOn) return before;
  const row = await updateKnowledgeIntegration(scope, id, { isArranged: isOn, arrangeAt: null, arrangeTrouble: null });
  await recordActivity(scope, deps.events, {
    type: "change",
    message: isOn
      ? `The pages in ${row.name} are arranged by category from now on.`
      : `The pages in ${row.name} stay where they are from now on: they are no longer arranged by category.`,
    data: { integrationId: id, integration: row.name },
    by,
  });
  await deps.events.notify(scope, { type: "integration", id });
  return row;
}
