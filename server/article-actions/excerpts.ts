import type { FastifyInstance } from "fastify";
import { type ExcerptOffer, excerptEndpoints, MAX_EXCERPTS_PER_REQUEST } from "../../shared/contract/excerpts.ts";
import { listExcerptsUnderWay, startRun } from "../analysis/index.ts";
import { inWorkspaceAs, type ReaderScope, readInWorkspaceAs } from "../db/audience.ts";
import type { Deps } from "../deps.ts";
import { AppError, conflict } from "../errors.ts";
import { refuseDuringOutage } from "../http/readiness.ts";
import { serveEndpoints } from "../http/routes.ts";
import { undoDecision } from "../inbox/index.ts";
import { listWritableExcerpts } from "../library/articles/index.ts";
import { findUndoableRun, listDecisionsOfRun } from "../library/index.ts";
import { estimateWriting } from "../settings/index.ts";

/** Serves the endpoints by which a language model rewrites articles made of unchanged chat sentences. */
export function excerptRoutes(app: FastifyInstance, deps: Deps): void {
  const { db } = deps;
  serveEndpoints(app, excerptEndpoints, {
    "GET /api/excerpts": ({ viewer, query }) =>
      readInWorkspaceAs(db, viewer, (scope) => readOffer(deps, scope, query.articleId ? [query.articleId] : undefined)),

    "POST /api/excerpts/write": async ({ viewer, body }) => {
      await refuseDuringOutage(deps);
      return inWorkspaceAs(db, viewer, async (scope) => {
        const found = await listWritableExcerpts(scope, { ids: body.ids, limit: MAX_EXCERPTS_PER_REQUEST });
        const { model } = await estimateWriting(deps, scope, { articles: 0, messages: 0 });
        if (model === null) throw conflict("No language model is set up: an owner or admin can choose one.");
        if (found.length === 0)
          throw conflict("None of these can be written up: they are written already, edited, or of excluded channels.");
        const underWay = await listExcerptsUnderWay(scope);
        const articleIds = found.map(({ id }) => id).filter((id) => !underWay.has(id));
        if (articleIds.length === 0) throw conflict("These are being written up already.");
        const run = await startRun(deps, scope, { kind: "write", input: { articleIds }, requestedBy: viewer.userId });
        return { runId: run.id, count: articleIds.length };
      });
    },

    "POST /api/excerpts/undo": async ({ viewer, body }) => {
      const ids = await readInWorkspaceAs(db, viewer, (scope) => listDecisionsOfRun(scope, body.runId));
      if (ids.length === 0) throw conflict("There is nothing to undo.");
      let restored = 0;
      const problems = new Set<string>();
      for (const id of ids) {
        try {
          await inWorkspaceAs(db, viewer, (scope) => undoDecision(deps, scope, id, viewer.userId));
          restored += 1;
        } catch (error) {
          if (!(error instanceof AppError)) throw error;
          problems.add(error.message);
        }
      }
      return { restored, left: ids.length - restored, message: [...problems].join(" ") };
    },
  });
}

async function readOffer(deps: Deps, scope: ReaderScope, ids: string[] | undefined): Promise<ExcerptOffer> {
  const found = await listWritableExcerpts(scope, { ids, limit: MAX_EXCERPTS_PER_REQUEST });
  const messages = found.reduce((sum, excerpt) => sum + excerpt.messages, 0);
  const offered = await estimateWriting(deps, scope, { articles: found.length, messages });
  return { count: found.length, messages, ...offered, undo: await findUndoableRun(scope) };
}
