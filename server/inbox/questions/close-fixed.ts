import type { WorkspaceScope } from "../../db/workspace-scope.ts";
import type { Deps } from "../../deps.ts";
import { confirm, findMemberBehind, lockArticleRow } from "../../library/index.ts";
import { listToFix, writeFixed } from "./question-queries.ts";

/**
 * Who pressed Fix in the chat and then put the article right in the product has done what they asked for: that is told in the thread,
 * and nothing waits in the inbox for it any more. What others save closes nothing: it may be about something else.
 */
export async function closeFixed(
  { events }: Pick<Deps, "events">,
  scope: WorkspaceScope,
  { articleId, by }: { articleId: string; by: string },
): Promise<void> {
  for (const question of await listToFix(scope, articleId)) {
    if ((await findMemberBehind(scope, articleId, question.askedOf)) !== by) continue;
    // Whoever put it right has read it. What waits for review still waits for its approval.
    if ((await lockArticleRow(scope, articleId))?.state === "stands") await confirm(scope, articleId, by);
    await writeFixed(scope, question);
    await events.notify(scope, { type: "inbox" });
  }
}
