import { listStatements } from "../../../shared/domain/article.ts";
import type { WorkspaceScope } from "../../db/workspace-scope.ts";
import { type RemainingMessages, removeDeletedText } from "../retract/quotes.ts";
import { deleteInboxItem, listItemsOfArticle, updateInboxItem } from "./item-queries.ts";
import { pickTextWithoutConflicts } from "./knowledge-text.ts";

/**
 * Deletes inbox items that quote a deleted message, or removes the quote from them. This includes decided items,
 * because they store the proposed text. Returns true if an item that the article's pages showed is closed now.
 */
export async function eraseInboxQuotes(
  scope: WorkspaceScope,
  articleId: string,
  remaining: RemainingMessages,
): Promise<boolean> {
  let wasTold = false;
  for (const { id, kind, state, known, fresh } of await listItemsOfArticle(scope, articleId)) {
    const freshLeft = removeDeletedText(fresh, remaining);
    const knownLeft = known ? (removeDeletedText({ summary: [known] }, remaining).summary[0] ?? null) : null;
    const isGone =
      listStatements(pickTextWithoutConflicts(freshLeft)).length === 0 || (known !== null && knownLeft === null);
    if (isGone) await deleteInboxItem(scope, id);
    else await updateInboxItem(scope, id, { fresh: freshLeft, known: knownLeft });
    wasTold ||= isGone && kind === "conflict" && state === "open";
  }
  return wasTold;
}
