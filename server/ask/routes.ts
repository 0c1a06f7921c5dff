import type { FastifyInstance } from "fastify";
import { askEndpoints } from "../../shared/contract/ask.ts";
import { inWorkspaceAs } from "../db/audience.ts";
import type { Deps } from "../deps.ts";
import { serve } from "../http/routes.ts";
import { answerView } from "./answer-view.ts";
import { findAnswer } from "./find-answer.ts";

export function askRoutes(app: FastifyInstance, deps: Deps): void {
  serve(app, askEndpoints, {
    "POST /api/ask": async ({ viewer, body }) => {
      const [meaning] = (await deps.encoder?.encode([body.question])) ?? [];
      return inWorkspaceAs(deps.db, viewer, async (scope) =>
        answerView(deps, scope, await findAnswer(scope, body.question, meaning)),
      );
    },
  });
}
