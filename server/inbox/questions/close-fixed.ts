import type { WorkspaceScope } from "../../db/workspace-scope.ts";
import type { Deps } from "../../deps.ts";
import { findMemberByAuthor, storeConfirmation } from "../../library/care/index.ts";
import { lockArticleRow } from "../../library/edit/index.ts";
import { listQuestionsToFix, storeArticleFixed } from "./question-queries.ts";

/**
 * Closes the inbox item and tells the thread, when the person who pressed Fix in the chat has corrected the article in the
 * product. Edits by others close nothing, because they may be about something else.
 */
export async function closeFixedQuestions(
  { events }: Pick<Deps, "events">,
  scope: WorkspaceScope,
  { articleId, by }: { articleId: string; by: string },
): Promise<void> {
  for (const question of await listQuestionsToFix(scope, articleId)) {
    if ((await findMemberByAuthor(scope, articleId, question.askedOf)) !== by) continue;
    // The person who corrected it has read it. An article that waits for review still needs its approval.
    if ((await lockArticleRow(scope, articleId))?.state === "stands") await storeConfirmation(scope, articleId, by);
    await storeArticleFixed(scope, question);
    await events.notify(scope, { type: "inbox" });
  }
}
