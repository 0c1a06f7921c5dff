import { ConnectorError } from "../../connectors/errors.ts";
import type { BulkOutcome } from "../../shared/contract/article-actions.ts";
import { startRun, waitForRun } from "../analysis/index.ts";
import { inWorkspaceAs } from "../db/audience.ts";
import { inWorkspace } from "../db/workspace-scope.ts";
import type { Deps } from "../deps.ts";
import { AppError } from "../errors.ts";
import type { Viewer } from "../http/routes.ts";
import { type ArticleRow, listPublications, listReadableArticles } from "../library/articles/index.ts";
import { retryPublication } from "../publishing/index.ts";

type ActionOutcome = Pick<BulkOutcome, "outcome" | "message">;
const DONE: ActionOutcome = { outcome: "done", message: "" };

/**
 * Runs an action for each article, one after the other. If the action fails for one article, its result has the reason,
 * and the next articles follow. Articles of another workspace, or that the person may not read, count as missing.
 */
export async function forEachArticle(
  deps: Deps,
  viewer: Viewer,
  ids: string[],
  work: (article: ArticleRow) => Promise<ActionOutcome>,
): Promise<{ results: BulkOutcome[] }> {
  const wanted = [...new Set(ids)];
  const found = await inWorkspaceAs(deps.db, viewer, (scope) => listReadableArticles(scope, wanted));
  const results: BulkOutcome[] = [];
  for (const article of found) {
    const { id, title } = article;
    results.push({ id, title, ...(await work(article).catch(explainFailure)) });
  }
  const missing = wanted.filter((id) => !found.some((article) => article.id === id));
  const gone = missing.map((id): BulkOutcome => {
    return { id, title: "", outcome: "failed", message: "This article no longer exists." };
  });
  return { results: [...results, ...gone] };
}

function explainFailure(error: unknown): ActionOutcome {
  if (error instanceof AppError || error instanceof ConnectorError)
    return { outcome: "failed", message: error.message };
  throw error;
}

/** Starts all runs before waiting for the first one. */
export async function reanalyzeArticles(deps: Deps, viewer: Viewer, ids: string[], patienceMs: number) {
  const { workspaceId } = viewer;
  const endsAt = Date.now() + patienceMs;
  const found = await inWorkspaceAs(deps.db, viewer, (scope) => listReadableArticles(scope, ids));
  const runs = await inWorkspace(deps.db, workspaceId, async (scope) => {
    const started = new Map<string, string>();
    for (const { id } of found) {
      const run = await startRun(deps, scope, {
        kind: "reanalyse",
        input: { articleId: id },
        requestedBy: viewer.userId,
      });
      started.set(id, run.id);
    }
    return started;
  });
  return forEachArticle(deps, viewer, ids, async ({ id }) => {
    const runId = runs.get(id);
    if (!runId) return { outcome: "failed", message: "This article no longer exists." };
    const run = await waitForRun(deps, workspaceId, runId, Math.max(0, endsAt - Date.now()));
    if (run.state === "done") return DONE;
    if (run.state === "failed") {
      return { outcome: "failed", message: run.error ?? "The article could not be re-analyzed. It stays as it was." };
    }
    return { outcome: "going-on", message: "The re-analysis goes on; the article changes when it ends." };
  });
}

/**
 * Retries only publications that were given up. A page that a person changed or removed needs a decision about that
 * page.
 */
export function retryFailedPublications(deps: Deps, viewer: Viewer, ids: string[]) {
  return forEachArticle(deps, viewer, ids, ({ id }) =>
    inWorkspace(deps.db, viewer.workspaceId, async (scope) => {
      const rows = await listPublications(scope, id);
      const parked = rows.filter(({ publication }) => publication.state === "parked");
      for (const { publication } of parked) {
        await retryPublication(deps, scope, { articleId: id, publicationId: publication.id, choice: "retry" });
      }
      return parked.length > 0 ? DONE : { outcome: "nothing", message: "None of its publications has failed." };
    }),
  );
}
