import type { FastifyInstance } from "fastify";
import { modelCostEndpoints } from "../../../shared/contract/language-model.ts";
import { type ReaderScope, readInWorkspaceAs } from "../../db/audience.ts";
import { inWorkspace } from "../../db/workspace-scope.ts";
import type { Deps } from "../../deps.ts";
import { CSV_BYTE_ORDER_MARK, formatCsvLine } from "../../http/csv.ts";
import { serveEndpoints } from "../../http/routes.ts";
import { PURPOSE_FACTS } from "../../llm/purposes.ts";
import {
  listSpendingByArticle,
  listSpendingByChannel,
  listSpendingByDay,
  listSpendingByModel,
  listSpendingByPurpose,
  listSpendingLines,
  type SpendingRow,
} from "../../llm/spending-queries.ts";
import { estimateReading } from "./estimate-reading.ts";
import { changeModel } from "./own-model.ts";
import { viewLanguageModel } from "./view.ts";

const USUAL_DAYS = "30";
const CENTS = 100;

export function modelCostRoutes(app: FastifyInstance, deps: Deps): void {
  const { db } = deps;
  serveEndpoints(app, modelCostEndpoints, {
    "PUT /api/language-model/caps": ({ viewer, body }) =>
      inWorkspace(db, viewer.workspaceId, async (scope) => {
        const cents = (dollars: number | null) => (dollars === null ? null : Math.round(dollars * CENTS));
        await changeModel(deps, scope, { dailyCapCents: cents(body.day), monthlyCapCents: cents(body.month) });
        return viewLanguageModel(deps, scope);
      }),

    "GET /api/language-model/estimate": ({ viewer, query }) =>
      readInWorkspaceAs(db, viewer, (scope) => estimateReading(deps, scope, query)),

    "GET /api/language-model/spending": ({ viewer, query }) =>
      readInWorkspaceAs(db, viewer, (scope) => readSpending(scope, Number(query.days ?? USUAL_DAYS))),

    "GET /api/language-model/spending/export": async ({ viewer, query, reply }) => {
      const days = Number(query.days ?? USUAL_DAYS);
      const lines = await readInWorkspaceAs(db, viewer, (scope) => listSpendingLines(scope, days));
      const head = ["day", "purpose", "model", "channel", "calls", "tokens", "US dollars"];
      const rows = lines.map((line) =>
        [line.day, line.purpose, line.model, line.channel, line.calls, line.tokens, line.micros / 1e6].map(String),
      );
      return reply
        .type("text/csv; charset=utf-8")
        .header("content-disposition", 'attachment; filename="language-model-spending.csv"')
        .send(CSV_BYTE_ORDER_MARK + [head, ...rows].map(formatCsvLine).join(""));
    },
  });
}

const spentOn = ({ id, name, calls, tokens, micros }: SpendingRow) => ({
  id,
  name,
  calls,
  tokens,
  dollars: micros / 1e6,
});

async function readSpending(scope: ReaderScope, days: number) {
  const byModel = (await listSpendingByModel(scope, days)).map(spentOn);
  const sum = (field: "calls" | "tokens" | "dollars") => byModel.reduce((total, row) => total + row[field], 0);
  const byPurpose = (await listSpendingByPurpose(scope, days)).map(spentOn);
  const labels: Record<string, { label: string } | undefined> = PURPOSE_FACTS;
  return {
    days,
    total: { calls: sum("calls"), tokens: sum("tokens"), dollars: sum("dollars") },
    byDay: (await listSpendingByDay(scope, days)).map(({ day, micros }) => ({ day, dollars: micros / 1e6 })),
    byPurpose: byPurpose.map((row) => ({ ...row, name: labels[row.name]?.label ?? row.name })),
    byChannel: (await listSpendingByChannel(scope, days)).map(spentOn),
    byArticle: (await listSpendingByArticle(scope, days)).map(spentOn),
    byModel,
  };
}
