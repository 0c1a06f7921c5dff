import type { FastifyInstance } from "fastify";
import { MOST_STYLE_WORDS, writingEndpoints } from "../../shared/contract/writing.ts";
import { can } from "../../shared/domain/access.ts";
import { inWorkspace, readInWorkspace } from "../db/workspace-scope.ts";
import type { Deps } from "../deps.ts";
import { conflict, notFound } from "../errors.ts";
import { serveEndpoints, type Viewer } from "../http/routes.ts";
import { suggestStyle } from "./suggest-style.ts";
import {
  dismissSuggestion,
  listDismissed,
  listPersonsEdits,
  readWritingSettings,
  saveWritingSettings,
} from "./writing-queries.ts";

export function writingRoutes(app: FastifyInstance, { db }: Pick<Deps, "db">): void {
  async function read(viewer: Pick<Viewer, "workspaceId" | "membership">) {
    const { settings, edits, dismissed } = await readInWorkspace(db, viewer.workspaceId, async (scope) => ({
      settings: await readWritingSettings(scope),
      edits: can(viewer, "change", "settings") ? await listPersonsEdits(scope) : [],
      dismissed: await listDismissed(scope),
    }));
    return { ...settings, suggestions: suggestStyle(edits, settings, dismissed) };
  }
  serveEndpoints(app, writingEndpoints, {
    "GET /api/settings/writing": ({ viewer }) => read(viewer),
    "PUT /api/settings/writing": async ({ viewer, body }) => {
      await inWorkspace(db, viewer.workspaceId, (scope) => saveWritingSettings(scope, body));
      return read(viewer);
    },
    "POST /api/settings/writing/suggestions/:id": async ({ viewer, params, body }) => {
      const suggested = (await read(viewer)).suggestions.find(({ id }) => id === params.id);
      if (!suggested) throw notFound("suggestion");
      await inWorkspace(db, viewer.workspaceId, async (scope) => {
        if (body.choice === "dismiss") return dismissSuggestion(scope, suggested.id);
        const settings = await readWritingSettings(scope);
        const style = [settings.style, suggested.sentence].filter(Boolean).join("\n");
        if (style.split(/\s+/).length > MOST_STYLE_WORDS)
          throw conflict(`The style would be longer than ${MOST_STYLE_WORDS} words. Shorten it first.`);
        return saveWritingSettings(scope, { ...settings, style });
      });
      return read(viewer);
    },
  });
}
