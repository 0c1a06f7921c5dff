import type { FastifyInstance } from "fastify";
import { type Settings, settingsEndpoints } from "../../../shared/contract/settings.ts";
import { UNSAVED_SETTINGS } from "../../../shared/domain/detection.ts";
import { inWorkspace } from "../../db/workspace-scope.ts";
import type { Deps } from "../../deps.ts";
import { serve } from "../../http/routes.ts";
import { findSettings, type SettingsRow, saveDetectionSettings } from "./queries.ts";

export function settingsRoutes(app: FastifyInstance, { db }: Deps): void {
  serve(app, settingsEndpoints, {
    "GET /api/settings": ({ viewer }) =>
      inWorkspace(db, viewer.workspaceId, async (scope) => settingsView(await findSettings(scope))),
    "PUT /api/settings": ({ viewer, body }) =>
      inWorkspace(db, viewer.workspaceId, async (scope) => settingsView(await saveDetectionSettings(scope, body))),
  });
}

function settingsView(row: SettingsRow | null): Settings {
  const { sensitivity, minMessageLength, detectionKeywords } = row ?? UNSAVED_SETTINGS;
  return { sensitivity, minMessageLength, detectionKeywords, lastUpdated: row?.lastUpdated?.toISOString() ?? null };
}
