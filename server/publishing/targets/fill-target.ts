import { inWorkspace } from "../../db/workspace-scope.ts";
import type { Deps } from "../../deps.ts";
import { requestPublications } from "../request-publications.ts";
import { listArticlesWithoutPage, setFilled } from "./fill-target-queries.ts";

const ARTICLES_A_TIME = 100;

/**
 * Requests a page on a new target for every article of the library, each in its own transaction, so that an interrupted run loses
 * and doubles nothing.
 */
export async function fillTarget(
  deps: Pick<Deps, "db" | "queue" | "events" | "secrets">,
  { workspaceId, id }: { workspaceId: string; id: string },
  stopping: AbortSignal,
): Promise<void> {
  let after: string | null = null;
  for (;;) {
    const page = { after, limit: ARTICLES_A_TIME };
    const ids: string[] = await inWorkspace(deps.db, workspaceId, (scope) => listArticlesWithoutPage(scope, id, page));
    for (const articleId of ids) {
      if (stopping.aborted) return;
      await inWorkspace(deps.db, workspaceId, (scope) => requestPublications(deps, scope, articleId));
    }
    after = ids.at(-1) ?? null;
    if (ids.length < ARTICLES_A_TIME) break;
  }
  await inWorkspace(deps.db, workspaceId, (scope) => setFilled(scope, id));
}
