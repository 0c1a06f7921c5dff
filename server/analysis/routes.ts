import type { FastifyInstance } from "fastify";
import { analysisEndpoints, TEST_ANALYSIS } from "../../shared/contract/analysis.ts";
import { can } from "../../shared/domain/access.ts";
import { inWorkspaceAs, type ReaderScope, readInWorkspaceAs } from "../db/audience.ts";
import { inWorkspace } from "../db/workspace-scope.ts";
import type { Deps } from "../deps.ts";
import { AppError, notFound } from "../errors.ts";
import { refuseDuringOutage } from "../http/readiness.ts";
import { serveEndpoints, type Viewer } from "../http/routes.ts";
import { listHiddenChannels } from "../ingest/audiences/index.ts";
import { listChannels } from "../ingest/channels/index.ts";
import { serveImportUpload } from "./import-upload.ts";
import { getRun, listRuns, type RunRow } from "./queries.ts";
import { startRun } from "./start-run.ts";
import { stopRun } from "./stop-run.ts";
import { hideChannelsOfRun, viewRun } from "./views.ts";
import { waitForRun } from "./wait-for-run.ts";

/** The longest wait of a request for the run it started; it then returns the progress so far. */
const PATIENCE_MS = 60_000;
const LATEST_RUNS = 20;

export function analysisRoutes(app: FastifyInstance, deps: Deps): void {
  const { db } = deps;
  serveImportUpload(app, deps);

  serveEndpoints(app, analysisEndpoints, {
    [TEST_ANALYSIS]: async ({ viewer }) => {
      await refuseDuringOutage(deps);
      const started = await inWorkspace(db, viewer.workspaceId, (scope) =>
        startRun(deps, scope, { kind: "test", input: {}, requestedBy: viewer.userId }),
      );
      const run = await waitForRun(deps, viewer.workspaceId, started.id, PATIENCE_MS);
      return testAnalysisView(hideChannelsOfRun(run, await readInWorkspaceAs(db, viewer, listHiddenChannels)));
    },

    "POST /api/analyze": async ({ viewer, body }) => {
      await refuseDuringOutage(deps);
      const started = await inWorkspaceAs(db, viewer, async (scope) => {
        const channelIds = [await channelIdOf(scope, viewer, body.channelId)];
        return startRun(deps, scope, { kind: "analyse", input: { channelIds }, requestedBy: viewer.userId });
      });
      const hidden = await readInWorkspaceAs(db, viewer, listHiddenChannels);
      const run = hideChannelsOfRun(await waitForRun(deps, viewer.workspaceId, started.id, PATIENCE_MS), hidden);
      if (run.state === "failed") {
        const isNotFound = run.result?.channels.some((channel) => channel.isNotFound) === true;
        throw new AppError(isNotFound ? "not-found" : "upstream", run.error ?? "The analysis failed.");
      }
      const { messagesRead, articlesCreated } = run.result ?? run.progress;
      return { messagesProcessed: messagesRead, articlesCreated, message: messageOf(run), runId: run.id };
    },

    "GET /api/runs": ({ viewer }) =>
      readInWorkspaceAs(db, viewer, async (scope) => {
        const hidden = await listHiddenChannels(scope);
        return (await listRuns(scope, LATEST_RUNS)).map((row) => viewRun(hideChannelsOfRun(row, hidden)));
      }),

    "GET /api/runs/:id": ({ viewer, params }) =>
      readInWorkspaceAs(db, viewer, async (scope) =>
        viewRun(hideChannelsOfRun(await getRun(scope, params.id), await listHiddenChannels(scope))),
      ),

    "POST /api/runs/:id/stop": ({ viewer, params }) =>
      inWorkspaceAs(db, viewer, async (scope) => {
        await stopRun(deps, scope, params.id);
        return { success: true as const };
      }),
  });
}

/** Accepts our id or the platform's. Throws not-found for a channel hidden from the person. */
async function channelIdOf(scope: ReaderScope, viewer: Viewer, given: string): Promise<string> {
  const hidden = can(viewer, "change", "people") ? new Map() : await listHiddenChannels(scope);
  const channels = (await listChannels(scope)).filter(({ id }) => !hidden.has(id));
  const found = channels.find(({ id }) => id === given) ?? channels.find(({ externalId }) => externalId === given);
  if (!found) throw notFound("channel");
  return found.id;
}

function testAnalysisView(run: RunRow) {
  const { result, progress, state } = run;
  const failed = state === "failed";
  const error = run.error ?? "The analysis failed.";
  return {
    success: !failed,
    channelsAnalyzed: result?.channels.length ?? progress.channelsDone,
    totalMessagesAnalyzed: result?.messagesRead ?? progress.messagesRead,
    articlesCreated: result?.articlesCreated ?? progress.articlesCreated,
    results: (result?.channels ?? []).map(({ channel, status }) => ({ channel, status })),
    message: failed ? error : messageOf(run),
    ...(failed && { error, details: result?.problems.join(" ") || error }),
    runId: run.id,
  };
}

const STOPPED = "It was stopped: what was read and written is kept, and the rest is read the next time.";

function messageOf({ kind, state, result, progress }: RunRow): string {
  if (state !== "done") {
    return `The analysis continues in the background: ${progress.messagesRead} messages read, ${progress.articlesCreated} articles created so far.`;
  }
  if (!progress.isStopped && kind === "test" && result?.channels.length === 0) {
    return "There is no active channel to analyse. Add a channel under Collaboration Tools, then run the test again.";
  }
  const { articlesCreated = 0, articlesUpdated = 0, messagesRead = 0, problems = [] } = result ?? {};
  if (
    !progress.isStopped &&
    kind === "analyse" &&
    messagesRead + articlesCreated + articlesUpdated === 0 &&
    problems.length === 0
  )
    return "There are no new messages since the last analysis.";
  const parts = [
    articlesCreated > 0
      ? `Created ${counted(articlesCreated, "article")} from ${counted(messagesRead, "message")}.`
      : `No articles created from ${counted(messagesRead, "message")}.`,
    articlesUpdated > 0 ? `Updated ${counted(articlesUpdated, "article")}.` : "",
    ...problems,
    progress.isStopped ? STOPPED : "",
  ];
  return parts.filter((part) => part !== "").join(" ");
}

const counted = (count: number, word: string) => `${count} ${word}${count === 1 ? "" : "s"}`;
