import type { FastifyInstance } from "fastify";
import { MOST_MATTERS, modelTrialEndpoints } from "../../../shared/contract/model-trials.ts";
import { inWorkspaceAs, mayReadChannels, type PersonScope, type ReaderScope, readAs } from "../../db/audience.ts";
import type { Deps } from "../../deps.ts";
import { conflict, invalid, notFound } from "../../errors.ts";
import { enforceRateLimit } from "../../http/rate-limit.ts";
import { serve } from "../../http/routes.ts";
import { type ChannelRow, getChannel, readMessagesById } from "../../ingest/index.ts";
import { costOfReading, estimateTrialOn } from "../../settings/index.ts";
import { updateOpenRun } from "../queries.ts";
import { startRun } from "../start-run.ts";
import { neverSent } from "./run-trial.ts";
import { prepareReadingAll, saveKept } from "./save-kept.ts";
import {
  getTrialFor,
  insertMatters,
  insertTrial,
  judgeMatter,
  listMatters,
  listTrials,
  type TrialRow,
  updateTrial,
} from "./trial-queries.ts";
import { matterView, trialView } from "./views.ts";

/** Each is paid for. */
const TRIALS = { limit: 30, windowSeconds: 3600 };
const NO_MODEL = "No language model is set up. Choose one first.";

export function modelTrialRoutes(app: FastifyInstance, deps: Deps): void {
  const { db } = deps;

  const mayStart = async (workspaceId: string) => {
    await enforceRateLimit(db, `model-trial ${workspaceId}`, TRIALS);
    if (!(await deps.engines.hasModel?.(workspaceId))) throw invalid(NO_MODEL);
  };
  const start = async (scope: PersonScope, trial: TrialRow) => {
    const run = await startRun(deps, scope, { kind: "trial", input: { trialId: trial.id }, requestedBy: scope.reader });
    await updateTrial(scope, trial.id, { runId: run.id });
    return trialView(await getTrialFor(scope, trial.id));
  };

  serve(app, modelTrialEndpoints, {
    "GET /api/model-trials": ({ viewer }) =>
      readAs(db, viewer, async (scope) => ({ trials: (await listTrials(scope)).map(trialView) })),

    "POST /api/model-trials": async ({ viewer, body: { channelId, most = MOST_MATTERS } }) => {
      await readAs(db, viewer, (scope) => readableChannel(scope, channelId));
      await mayStart(viewer.workspaceId);
      return inWorkspaceAs(db, viewer, async (scope) => {
        await readableChannel(scope, channelId);
        return start(scope, await insertTrial(scope, { channelId, most, requestedBy: viewer.userId, writer: null }));
      });
    },

    "GET /api/model-trials/price": ({ viewer, query }) =>
      readAs(db, viewer, async (scope) => {
        const { id: channelId } = await readableChannel(scope, query.channelId);
        return estimateTrialOn(deps, scope, { channelId, most: Number(query.most ?? MOST_MATTERS) });
      }),

    "GET /api/model-trials/:id": ({ viewer, params }) =>
      readAs(db, viewer, async (scope) => {
        const listed = await getTrialFor(scope, params.id);
        const { trial } = listed;
        const matters = await listMatters(scope, trial.id);
        const ids = matters.flatMap(({ sources }) => sources);
        const said = await readMessagesById(scope, trial.channelId, ids);
        const byId = new Map(said.map((message) => [message.externalId, message]));
        const series = await listTrials(scope, { series: trial.series });
        return {
          ...trialView(listed),
          matters: matters.map((matter) => matterView(matter, byId)),
          others: series.filter((other) => other.trial.id !== trial.id).map(trialView),
        };
      }),

    "POST /api/model-trials/:id/repeat": async ({ viewer, params, body }) => {
      await readAs(db, viewer, (scope) => getTrialFor(scope, params.id));
      await mayStart(viewer.workspaceId);
      return inWorkspaceAs(db, viewer, async (scope) => {
        const { trial } = await getTrialFor(scope, params.id);
        await readableChannel(scope, trial.channelId);
        const matters = (await listMatters(scope, trial.id)).filter(({ sources }) => sources.length > 0);
        if (matters.length === 0) throw conflict("This trial found nothing that could be tried again.");
        const { channelId, series, most } = trial;
        const again = await insertTrial(scope, {
          channelId,
          series,
          most,
          requestedBy: viewer.userId,
          writer: body.model,
          isFound: true,
        });
        await insertMatters(scope, again.id, matters);
        return start(scope, again);
      });
    },

    "POST /api/model-trials/:id/stop": ({ viewer, params }) =>
      inWorkspaceAs(db, viewer, async (scope) => {
        const { trial, run } = await getTrialFor(scope, params.id);
        if (run && (run.state === "queued" || run.state === "running")) {
          await updateTrial(scope, trial.id, { stoppedAt: new Date() });
          // What is under way is still stored; a turn that waits for the model does not come any more.
          await updateOpenRun(scope, run.id, { state: "done", position: null, finishedAt: new Date() });
          await deps.events.notify(scope, { type: "run", id: run.id });
        }
        return { success: true as const };
      }),

    "POST /api/model-trials/:id/judge": ({ viewer, params, body }) =>
      inWorkspaceAs(db, viewer, async (scope) => {
        const { trial } = await getTrialFor(scope, params.id);
        if (!(await judgeMatter(scope, trial.id, body.matterId, body.judgement))) throw notFound("article");
        return { success: true as const };
      }),

    "POST /api/model-trials/:id/save": async ({ viewer, params }) => {
      const { trial, channel } = await trialAndChannel(params.id, viewer);
      return saveKept(deps, trial, channel);
    },

    "POST /api/model-trials/:id/read-all": async ({ viewer, params }) => {
      const { trial, channel } = await trialAndChannel(params.id, viewer);
      if (channel.neverToModel) throw invalid(neverSent(channel.name));
      const { model } = await readAs(db, viewer, (scope) => costOfReading(deps, scope, { messages: 0 }));
      if (!model) throw invalid(NO_MODEL);
      await prepareReadingAll(deps, trial, model);
      const input = { channelIds: [channel.id] };
      const run = await inWorkspaceAs(db, viewer, (scope) =>
        startRun(deps, scope, { kind: "analyse", input, requestedBy: viewer.userId }),
      );
      return { runId: run.id };
    },
  });

  const trialAndChannel = (id: string, viewer: Parameters<typeof readAs>[1]) =>
    readAs(db, viewer, async (scope) => {
      const { trial } = await getTrialFor(scope, id);
      return { trial, channel: await getChannel(scope, trial.channelId) };
    });
}

/** A channel that the person reads, and that may be sent to a model. */
async function readableChannel(scope: ReaderScope, id: string): Promise<ChannelRow> {
  if (!(await mayReadChannels(scope, [id]))) throw notFound("channel");
  const channel = await getChannel(scope, id);
  if (channel.neverToModel) throw invalid(neverSent(channel.name));
  return channel;
}
