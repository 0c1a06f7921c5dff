import { statementsOf } from "../../../shared/domain/article.ts";
import type { WorkspaceScope } from "../../db/workspace-scope.ts";
import { type RemainingMessages, withoutDeleted } from "../retract/quotes.ts";
import { deleteItem, listItemsOf, updateItem } from "./item-queries.ts";

/**
 * A question that quotes a deleted message goes, or asks about what is left. Decided ones too: they keep what was proposed.
 * True when the article's pages told of one that is over now.
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
    const isGone = statementsOf(freshLeft).length === 0 || (known !== null && knownLeft === null);
    if (isGone) await deleteItem(scope, id);
    else await updateItem(scope, id, { fresh: freshLeft, known: knownLeft });
    wasTold ||= isGone && kind === "conflict" && state === "open";
  }
  return wasTold;
}
