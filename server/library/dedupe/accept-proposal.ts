import type { WorkspaceScope } from "../../db/workspace-scope.ts";
import { lockArticleRow } from "../articles/article-queries.ts";
import { getArticle } from "../articles/queries.ts";
import { recordDecision, type UndoableDecision } from "../decisions.ts";
import { changeContent } from "../edit/change-content.ts";
import type { EventDeps } from "../events.ts";
import { findItem, updateItem } from "./item-queries.ts";
import { proposedContent } from "./knowledge-text.ts";

/** The article becomes what is proposed; `by` null: the workspace lets additions in by themselves. Null when it is not open. */
export async function acceptProposal(
  deps: EventDeps,
  scope: WorkspaceScope,
  itemId: string,
  by: string | null,
): Promise<UndoableDecision | null> {
  const item = await findItem(scope, itemId);
  if (item?.state !== "open") return null;
  const article = (await lockArticleRow(scope, item.articleId)) ?? (await getArticle(scope, item.articleId));
  // Closed first: the article says it from now on, so that it would be taken for settled.
  await updateItem(scope, itemId, { state: "decided" });
  const { summary, body } = proposedContent(article, item.fresh);
  const reason = by ? "A proposed addition was accepted." : "A proposed addition was accepted automatically.";
  const before = await changeContent(deps, scope, article, { summary, body, reason, by });
  return recordDecision(deps, scope, {
    subject: `proposal.${itemId}`,
    articleId: article.id,
    title: article.title,
    choice: "accept",
    before,
    by,
    what: by ? "A proposed change was accepted." : "A proposed change was accepted automatically.",
  });
}
