import type { FastifyInstance } from "fastify";
import { modelTrialEndpoints } from "../../../shared/contract/model-trials.ts";
import { MAX_TRIAL_MATTERS } from "../../../shared/domain/model-providers.ts";
import { inWorkspaceAs, readInWorkspaceAs } from "../../db/audience.ts";
import type { Deps } from "../../deps.ts";
import { notFound } from "../../errors.ts";
import { serveEndpoints } from "../../http/routes.ts";
import { estimateTrialOfChannel } from "../../settings/index.ts";
import { saveAcceptedDrafts } from "./save-accepted.ts";
import {
  estimateRepeat,
  getChannelForTrial,
  getTrialAndChannel,
  readWholeChannel,
  repeatTrial,
  startTrial,
  stopTrial,
  viewTrial,
} from "./trial-actions.ts";
import { getTrialFor, judgeMatter, listTrials } from "./trial-queries.ts";
import { viewTrialSummary } from "./views.ts";

export function modelTrialRoutes(app: FastifyInstance, deps: Deps): void {
  const { db } = deps;
  serveEndpoints(app, modelTrialEndpoints, {
    "GET /api/model-trials": ({ viewer }) =>
      readInWorkspaceAs(db, viewer, async (scope) => ({ trials: (await listTrials(scope)).map(viewTrialSummary) })),

    "POST /api/model-trials": ({ viewer, body }) => startTrial(deps, viewer, body.channelId, body.most),

    "GET /api/model-trials/price": ({ viewer, query }) =>
      readInWorkspaceAs(db, viewer, async (scope) => {
        const { id: channelId } = await getChannelForTrial(scope, query.channelId);
        return estimateTrialOfChannel(deps, scope, { channelId, most: Number(query.most ?? MAX_TRIAL_MATTERS) });
      }),

    "GET /api/model-trials/:id/price": ({ viewer, params, query }) =>
      readInWorkspaceAs(db, viewer, (scope) => estimateRepeat(deps, scope, params.id, query.model)),

    "GET /api/model-trials/:id": ({ viewer, params }) =>
      readInWorkspaceAs(db, viewer, (scope) => viewTrial(scope, params.id)),

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
      return saveAcceptedDrafts(deps, trial, channel);
    },

    "POST /api/model-trials/:id/read-all": ({ viewer, params }) => readWholeChannel(deps, viewer, params.id),
  });
}
