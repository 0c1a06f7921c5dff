import type { FastifyInstance } from "fastify";
import { type Monitoring, type Settings, settingsEndpoints } from "../../shared/contract/settings.ts";
import { DEFAULT_DETECTION_SETTINGS } from "../../shared/domain/detection.ts";
import { inWorkspace, readInWorkspace, type WorkspaceScope } from "../db/workspace-scope.ts";
import type { Deps } from "../deps.ts";
import { serveEndpoints } from "../http/routes.ts";
import { findNextChannelChecks, findSettings, type SettingsRow, saveDetectionSettings } from "./queries.ts";
import { writingRoutes } from "./writing-routes.ts";

export function settingsRoutes(app: FastifyInstance, deps: Deps): void {
  const { db } = deps;
  writingRoutes(app, deps);
  serveEndpoints(app, settingsEndpoints, {
    "GET /api/settings": ({ viewer }) =>
      readInWorkspace(db, viewer.workspaceId, async (scope) => settingsView(await findSettings(scope))),
    "PUT /api/settings": ({ viewer, body }) =>
      inWorkspace(db, viewer.workspaceId, async (scope) => settingsView(await saveDetectionSettings(scope, body))),

    "GET /api/settings/monitoring": ({ viewer }) => readInWorkspace(db, viewer.workspaceId, readMonitoring),
  });
}

function settingsView(row: SettingsRow | null): Settings {
  const { sensitivity, minMessageLength, detectionKeywords } = row ?? DEFAULT_DETECTION_SETTINGS;
  return { sensitivity, minMessageLength, detectionKeywords, lastUpdated: row?.lastUpdated?.toISOString() ?? null };
}

export async function readMonitoring(scope: WorkspaceScope): Promise<Monitoring> {
  const mode = (await findSettings(scope))?.monitoringMode ?? "manual";
  const [nextCheck] = [...(await findNextChannelChecks(scope)).values()].sort((a, b) => a.getTime() - b.getTime());
  return { mode, nextCheck: nextCheck?.toISOString() ?? null };
}
