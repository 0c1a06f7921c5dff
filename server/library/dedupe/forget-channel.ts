import type { WorkspaceScope } from "../../db/workspace-scope.ts";
import { articleChanged, type EventDeps } from "../events.ts";
import { listContradicted } from "./item-queries.ts";

/** A channel is being removed: the pages of articles that it contradicts have to drop the note. */
export async function forgetContradictionsOfChannel(
  deps: EventDeps,
  scope: WorkspaceScope,
  channelId: string,
): Promise<void> {
  for (const articleId of await listContradicted(scope, channelId)) {
    await articleChanged.announce(deps, scope, { articleId });
    await deps.events.notify(scope, { type: "article", id: articleId });
  }
}
