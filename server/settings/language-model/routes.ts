import type { FastifyInstance } from "fastify";
import { languageModelEndpoints } from "../../../shared/contract/language-model.ts";
import { inWorkspace, readInWorkspace } from "../../db/workspace-scope.ts";
import type { Deps } from "../../deps.ts";
import { notFound } from "../../errors.ts";
import { enforceRateLimit } from "../../http/rate-limit.ts";
import { serveEndpoints } from "../../http/routes.ts";
import { explainListingFailure, listModels } from "../../llm/list-models.ts";
import { setExcludedFromModel } from "../../llm/model-settings-queries.ts";
import { chooseSuggestedModels, listProviderFacts } from "../../llm/provider-facts.ts";
import { PROVIDER_ADDRESSES } from "../../llm/providers.ts";
import { isLocalInstallation } from "../../llm/workspace-models.ts";
import {
  buildGivenConnection,
  changeModel,
  chooseFetch,
  NO_OWN_MODEL,
  rotateKey,
  saveOwnModel,
  testConnection,
  testCurrentModel,
} from "./own-model.ts";
import { viewLanguageModel } from "./view.ts";

/** The limit for tests, because each test makes paid calls. */
const TESTS = { limit: 10, windowSeconds: 3600 };
/** The limit for lists of models, because each list tests a key. */
const LISTS = { limit: 60, windowSeconds: 3600 };

export function languageModelRoutes(app: FastifyInstance, deps: Deps): void {
  const { db } = deps;
  const mayTest = (workspaceId: string) => enforceRateLimit(db, `model-test ${workspaceId}`, TESTS);
  serveEndpoints(app, languageModelEndpoints, {
    "GET /api/language-model": ({ viewer }) =>
      readInWorkspace(db, viewer.workspaceId, (scope) => viewLanguageModel(deps, scope)),

    "GET /api/language-model/providers": async () => ({
      providers: listProviderFacts(),
      ollamaHere: await findOllama(deps),
    }),

    "POST /api/language-model/models": async ({ viewer, body }) => {
      await enforceRateLimit(db, `model-list ${viewer.workspaceId}`, LISTS);
      const connection = await buildGivenConnection(deps, viewer.workspaceId, body);
      try {
        const models = await listModels(connection, chooseFetch(deps, false));
        const suggested = chooseSuggestedModels(
          body.provider,
          models.map(({ name }) => name),
        );
        return { models, suggested, problem: null };
      } catch (error) {
        return { models: [], suggested: null, problem: explainListingFailure(error) };
      }
    },

    "POST /api/language-model/test": async ({ viewer: { workspaceId }, body }) => {
      await mayTest(workspaceId);
      if (!body) return testCurrentModel(deps, workspaceId);
      const connection = await buildGivenConnection(deps, workspaceId, body);
      return testConnection(deps, workspaceId, { ...connection, models: body.models }, false);
    },

    "PUT /api/language-model": async ({ viewer: { workspaceId }, body }) => {
      await mayTest(workspaceId);
      return saveOwnModel(deps, workspaceId, body);
    },

    "PUT /api/language-model/key": async ({ viewer: { workspaceId }, body }) => {
      await mayTest(workspaceId);
      return rotateKey(deps, workspaceId, body.key);
    },

    "DELETE /api/language-model": ({ viewer }) =>
      inWorkspace(db, viewer.workspaceId, async (scope) => {
        await changeModel(deps, scope, NO_OWN_MODEL);
        return { success: true as const };
      }),

    "PUT /api/language-model/channels/:id": ({ viewer, params, body }) =>
      inWorkspace(db, viewer.workspaceId, async (scope) => {
        if (!(await setExcludedFromModel(scope, params.id, body.never))) throw notFound("channel");
        return { success: true as const };
      }),
  });
}

/** Looks for Ollama on this machine, if people use the product on their own machine. */
async function findOllama(deps: Deps): Promise<{ address: string; models: string[] } | null> {
  if (!deps.env.LLM_OWN_KEYS || !isLocalInstallation(deps.env)) return null;
  const address = PROVIDER_ADDRESSES.ollama ?? "";
  const connection = { provider: "ollama", apiKey: "", address, region: null } as const;
  const models = await listModels(connection, chooseFetch(deps, false)).catch(() => null);
  return models && { address, models: models.map(({ name }) => name) };
}
