import type { FastifyInstance } from "fastify";
import { modelTrialEndpoints } from "../../../shared/contract/model-trials.ts";
import { MOST_MATTERS } from "../../../shared/domain/model-providers.ts";
import { inWorkspaceAs, readAs } from "../../db/audience.ts";
import type { Deps } from "../../deps.ts";
import { notFound } from "../../errors.ts";
import { serve } from "../../http/routes.ts";
import { estimateTrialOfChannel } from "../../settings/index.ts";
import { saveKept } from "./save-kept.ts";
import {
  estimateRepeat,
  getChannelForTrial,
  getTrialAndChannel,
  readAll,
  repeatTrial,
  startTrial,
  stopTrial,
  viewTrial,
} from "./trial-actions.ts";
import { getTrialFor, judgeMatter, listTrials } from "./trial-queries.ts";
import { trialView } from "./views.ts";

export function modelTrialRoutes(app: FastifyInstance, deps: Deps): void {
  const { db } = deps;
  serve(app, modelTrialEndpoints, {
    "GET /api/model-trials": ({ viewer }) =>
      readAs(db, viewer, async (scope) => ({ trials: (await listTrials(scope)).map(trialView) })),

    "POST /api/model-trials": ({ viewer, body }) => startTrial(deps, viewer, body.channelId, body.most),

    "GET /api/model-trials/price": ({ viewer, query }) =>
      readAs(db, viewer, async (scope) => {
        const { id: channelId } = await getChannelForTrial(scope, query.channelId);
        return estimateTrialOfChannel(deps, scope, { channelId, most: Number(query.most ?? MOST_MATTERS) });
      }),

    "GET /api/model-trials/:id/price": ({ viewer, params, query }) =>
      readAs(db, viewer, (scope) => estimateRepeat(deps, scope, params.id, query.model)),

    "GET /api/model-trials/:id": ({ viewer, params }) => readAs(db, viewer, (scope) => viewTrial(scope, params.id)),

    "POST /api/model-trials/:id/repeat": ({ viewer, params, body }) => repeatTrial(deps, viewer, params.id, body.model),

    "POST /api/model-trials/:id/stop": ({ viewer, params }) =>
      inWorkspaceAs(db, viewer, async (scope) => {
        await stopTrial(deps, scope, params.id);
        return { success: true as const };
      }),

    "POST /api/model-trials/:id/judge": ({ viewer, params, body }) =>
      inWorkspaceAs(db, viewer, async (scope) => {
        const { trial } = await getTrialFor(scope, params.id);
        if (!(await judgeMatter(scope, trial.id, body.matterId, body.judgement))) throw notFound("article");
        return { success: true as const };
      }),

    "POST /api/model-trials/:id/save": async ({ viewer, params }) => {
      const { trial, channel } = await getTrialAndChannel(deps, viewer, params.id);
      return saveKept(deps, trial, channel);
    },

    "POST /api/model-trials/:id/read-all": ({ viewer, params }) => readAll(deps, viewer, params.id),
  });
}
