import type { WorkspaceScope } from "../db/workspace-scope.ts";
import type { Deps } from "../deps.ts";
import { insertNotification } from "./news-queries.ts";

/** Notifies a person that an article answers their question, in the caller's transaction. The same `mark` notifies nobody twice. */
export async function notifyOfAnswer(
  { events }: Pick<Deps, "events">,
  scope: WorkspaceScope,
  told: { userId: string; articleId: string; mark: string },
): Promise<void> {
  if (await insertNotification(scope, { kind: "answered", ...told }))
    await events.notify(scope, { type: "notifications" });
}
