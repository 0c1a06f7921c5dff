import { Readable } from "node:stream";
import type { FastifyInstance } from "fastify";
import { activityEndpoints } from "../../shared/contract/activity.ts";
import { readInWorkspaceAs } from "../db/audience.ts";
import type { Deps } from "../deps.ts";
import { invalid } from "../errors.ts";
import { serveEndpoints } from "../http/routes.ts";
import { countArticles, countModelCalls, findOldestTime, readOverview, readTimeline } from "./analytics-queries.ts";
import { countAnsweredQuestions } from "./answered-queries.ts";
import { divideRange, formatDateInZone } from "./calendar.ts";
import { exportLogs } from "./export-logs.ts";
import { countLogs, listLogs } from "./log-queries.ts";
import { countActivity } from "./queries.ts";
import { viewLog, viewStats } from "./views.ts";

const DEFAULT_LOG_PAGE = 500;

export function activityRoutes(app: FastifyInstance, { db }: Deps): void {
  serveEndpoints(app, activityEndpoints, {
    "GET /api/stats": ({ viewer }) =>
      readInWorkspaceAs(db, viewer, async (scope) => viewStats(await countActivity(scope))),

    "GET /api/analytics/overview": ({ viewer }) => readInWorkspaceAs(db, viewer, readOverview),

    "GET /api/analytics/answered": ({ viewer }) => readInWorkspaceAs(db, viewer, countAnsweredQuestions),

    "GET /api/analytics": ({ viewer, query }) =>
      readInWorkspaceAs(db, viewer, async (scope) => {
        const { timeZone = "UTC" } = query;
        const to = query.to ?? formatDateInZone(new Date(), timeZone);
        const beginning = query.from ? null : await findOldestTime(scope);
        const from = query.from ?? (beginning ? formatDateInZone(beginning, timeZone) : to);
        if (query.from && from > to) throw invalid("The first day of the range is after its last day.");
        const division = divideRange(from > to ? to : from, to, timeZone);
        return {
          from: division.starts[0] ?? to,
          to,
          step: division.step,
          timeline: await readTimeline(scope, division),
          ...(await countArticles(scope, division)),
          byModel: await countModelCalls(scope, division),
        };
      }),

    "GET /api/logs": ({ viewer, query: { before, limit = String(DEFAULT_LOG_PAGE), ...filter } }) =>
      readInWorkspaceAs(db, viewer, async (scope) =>
        (await listLogs(scope, filter, { before, limit: Number(limit) })).map(viewLog),
      ),

    "GET /api/logs/counts": ({ viewer, query }) => readInWorkspaceAs(db, viewer, (scope) => countLogs(scope, query)),

    "GET /api/logs/export": async ({ viewer, query, reply }) => {
      const { fileName, contentType, parts } = exportLogs(db, viewer, query);
      reply.type(contentType).header("content-disposition", `attachment; filename="${fileName}"`);
      // A streamed answer is not validated by the answer's schema.
      return reply.send(Readable.from(parts, { objectMode: false })) as never;
    },
  });
}
