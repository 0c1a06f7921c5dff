import type { WorkspaceScope } from "../../db/workspace-scope.ts";
import { articleChanged, type EventDeps } from "../events.ts";
import { listContradictedArticles } from "./item-queries.ts";

/** Removes the notes about contradictions from article pages when the contradicting channel is removed. */
export async function forgetContradictionsOfChannel(
  deps: EventDeps,
  scope: WorkspaceScope,
  channelId: string,
): Promise<void> {
  for (const articleId of await listContradictedArticles(scope, channelId)) {
    await articleChanged.announce(deps, scope, { articleId });
    await deps.events.notify(scope, { type: "article", id: articleId });
  }
}
