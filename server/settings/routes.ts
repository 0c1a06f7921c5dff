import type { FastifyInstance } from "fastify";
import {
  type LanguageModelFacts,
  type Monitoring,
  type Settings,
  settingsEndpoints,
} from "../../shared/contract/settings.ts";
import { writingEndpoints } from "../../shared/contract/writing.ts";
import { UNSAVED_SETTINGS } from "../../shared/domain/detection.ts";
import { inWorkspace, readInWorkspace, type WorkspaceScope } from "../db/workspace-scope.ts";
import type { Deps } from "../deps.ts";
import { invalid } from "../errors.ts";
import { enforceRateLimit } from "../http/rate-limit.ts";
import { serve } from "../http/routes.ts";
import { spentSoFar } from "../llm/call-queries.ts";
import {
  findNextChecks,
  findSettings,
  type SettingsRow,
  saveDetectionSettings,
  saveMonitoringMode,
} from "./queries.ts";
import { readWritingSettings, saveWritingSettings } from "./writing-queries.ts";

/** A try is paid for. */
const MODEL_TRIES = { limit: 10, windowSeconds: 3600 };

export function settingsRoutes(app: FastifyInstance, deps: Deps): void {
  const { db, env } = deps;
  serve(app, writingEndpoints, {
    "GET /api/settings/writing": ({ viewer }) => readInWorkspace(db, viewer.workspaceId, readWritingSettings),
    "PUT /api/settings/writing": ({ viewer, body }) =>
      inWorkspace(db, viewer.workspaceId, async (scope) => {
        await saveWritingSettings(scope, body);
        return readWritingSettings(scope);
      }),
  });
  serve(app, settingsEndpoints, {
    "GET /api/settings/model": ({ viewer }) =>
      readInWorkspace(db, viewer.workspaceId, async (scope) => ({
        model: modelView(env, (await spentSoFar(scope)).day),
      })),
    "POST /api/settings/model/test": async ({ viewer }) => {
      const { tryModel } = env.LLM_PROVIDER ? deps.engines : {};
      if (!tryModel) throw invalid("No language model is configured. The operator can name one with LLM_PROVIDER.");
      await enforceRateLimit(db, `model-test ${viewer.workspaceId}`, MODEL_TRIES);
      return tryModel(viewer.workspaceId);
    },

    "GET /api/settings": ({ viewer }) =>
      readInWorkspace(db, viewer.workspaceId, async (scope) => settingsView(await findSettings(scope))),
    "PUT /api/settings": ({ viewer, body }) =>
      inWorkspace(db, viewer.workspaceId, async (scope) => settingsView(await saveDetectionSettings(scope, body))),

    "GET /api/settings/monitoring": ({ viewer }) => readInWorkspace(db, viewer.workspaceId, readMonitoring),
    "PUT /api/settings/monitoring": ({ viewer, body }) =>
      inWorkspace(db, viewer.workspaceId, async (scope) => {
        await saveMonitoringMode(scope, body.mode);
        return readMonitoring(scope);
      }),
  });
}

/** What people may see of it: never the key. */
function modelView(env: Deps["env"], spent: { micros: number; tokens: number }): LanguageModelFacts | null {
  if (!env.LLM_PROVIDER) return null;
  const [input, output] = [env.LLM_INPUT_PRICE_PER_MTOK ?? 0, env.LLM_OUTPUT_PRICE_PER_MTOK ?? 0];
  const isPaid = input + output > 0;
  return {
    provider: env.LLM_PROVIDER,
    name: env.LLM_MODEL ?? "",
    address: env.LLM_BASE_URL ? new URL(env.LLM_BASE_URL).origin : null,
    price: isPaid ? { input, output } : null,
    dollars: isPaid ? { cap: env.LLM_DAILY_CAP_USD, spent: spent.micros / 1_000_000 } : null,
    tokens: { cap: env.LLM_DAILY_CAP_TOKENS ?? null, spent: spent.tokens },
  };
}

function settingsView(row: SettingsRow | null): Settings {
  const { sensitivity, minMessageLength, detectionKeywords } = row ?? UNSAVED_SETTINGS;
  return { sensitivity, minMessageLength, detectionKeywords, lastUpdated: row?.lastUpdated?.toISOString() ?? null };
}

async function readMonitoring(scope: WorkspaceScope): Promise<Monitoring> {
  const mode = (await findSettings(scope))?.monitoringMode ?? "manual";
  const [nextCheck] = [...(await findNextChecks(scope)).values()].sort((a, b) => a.getTime() - b.getTime());
  return { mode, nextCheck: nextCheck?.toISOString() ?? null };
}
