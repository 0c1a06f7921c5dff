import { statementsOf } from "../../../shared/domain/article.ts";
import type { WorkspaceScope } from "../../db/workspace-scope.ts";
import { type RemainingMessages, withoutDeleted } from "../retract/quotes.ts";
import { deleteItem, listItemsOf, updateItem } from "./item-queries.ts";
import { offeredOf } from "./knowledge-text.ts";

/**
 * Deletes questions that quote a deleted message, or reduces them to the rest. This includes decided ones, because they
 * store the proposed text. Returns true when a question that the article's pages showed is over now.
 */
export async function eraseInInbox(
  scope: WorkspaceScope,
  articleId: string,
  remaining: RemainingMessages,
): Promise<boolean> {
  let wasTold = false;
  for (const { id, kind, state, known, fresh } of await listItemsOf(scope, articleId)) {
    const freshLeft = withoutDeleted(fresh, remaining);
    const knownLeft = known ? (withoutDeleted({ summary: [known] }, remaining).summary[0] ?? null) : null;
    const isGone = statementsOf(offeredOf(freshLeft)).length === 0 || (known !== null && knownLeft === null);
    if (isGone) await deleteItem(scope, id);
    else await updateItem(scope, id, { fresh: freshLeft, known: knownLeft });
    wasTold ||= isGone && kind === "conflict" && state === "open";
  }
  return wasTold;
}
