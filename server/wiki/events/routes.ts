import { randomBytes } from "node:crypto";
import type { FastifyInstance } from "fastify";
import type { WikiEvents } from "../../../connectors/wiki-events.ts";
import { wikiEventEndpoints } from "../../../shared/contract/wiki-events.ts";
import { recordActivity } from "../../activity/index.ts";
import { inWorkspace, readInWorkspace, type WorkspaceScope } from "../../db/workspace-scope.ts";
import type { Deps } from "../../deps.ts";
import { invalid } from "../../errors.ts";
import { serveEndpoints } from "../../http/routes.ts";
import { getKnowledgeIntegration } from "../../integrations/index.ts";
import { CannotDecrypt, locateWikiEventSecret } from "../../secrets/key-ring.ts";
import { findReading } from "../wiki-queries.ts";
import { saveEventAddress } from "./event-queries.ts";
import { eventUrl, findWikiEvents } from "./receive-events.ts";

export function wikiEventSettingRoutes(app: FastifyInstance, deps: Deps): void {
  serveEndpoints(app, wikiEventEndpoints, {
    "GET /api/wikis/:id/events": ({ viewer, params }) =>
      readInWorkspace(deps.db, viewer.workspaceId, async (scope) => {
        const integration = await getKnowledgeIntegration(scope, params.id);
        const reading = await findReading(scope, params.id);
        if (!reading?.eventsKey) return { url: null, secret: null };
        // The platform asks for its own secret once; ours was shown when it was made.
        const isAsked = findWikiEvents(deps, integration)?.secretOf === "theirs" && reading.eventAt === null;
        return {
          url: eventUrl(deps, reading.eventsKey),
          secret: isAsked ? readSecret(deps, scope, params.id, reading.eventsSealed) : null,
        };
      }),

    "POST /api/wikis/:id/events": ({ viewer, params }) =>
      inWorkspace(deps.db, viewer.workspaceId, async (scope) => {
        const events = await openEvents(deps, scope, params.id);
        const [key, secret] = [createKey(), events.secretOf === "ours" ? createKey() : null];
        const place = locateWikiEventSecret(scope.workspaceId, params.id);
        await saveEventAddress(scope, params.id, {
          key,
          sealed: secret === null ? null : deps.secrets.seal(secret, place),
        });
        await tell(deps, scope, { id: params.id, by: viewer.userId, isOn: true });
        return { url: eventUrl(deps, key), secret };
      }),

    "DELETE /api/wikis/:id/events": ({ viewer, params }) =>
      inWorkspace(deps.db, viewer.workspaceId, async (scope) => {
        await openEvents(deps, scope, params.id);
        await saveEventAddress(scope, params.id, { key: null, sealed: null });
        await tell(deps, scope, { id: params.id, by: viewer.userId, isOn: false });
        return { success: true as const };
      }),
  });
}

const createKey = () => randomBytes(24).toString("base64url");

async function openEvents(deps: Pick<Deps, "connectors">, scope: WorkspaceScope, id: string): Promise<WikiEvents> {
  const events = findWikiEvents(deps, await getKnowledgeIntegration(scope, id));
  if (!events) throw invalid("This integration cannot be told when pages change.");
  if (!(await findReading(scope, id))) throw invalid("Switch the reading of pages on first.");
  return events;
}

function readSecret({ secrets }: Pick<Deps, "secrets">, scope: WorkspaceScope, id: string, sealed: string | null) {
  try {
    return sealed === null ? null : secrets.open(sealed, locateWikiEventSecret(scope.workspaceId, id));
  } catch (error) {
    if (error instanceof CannotDecrypt) return null;
    throw error;
  }
}

async function tell(
  { events }: Pick<Deps, "events">,
  scope: WorkspaceScope,
  { id, by, isOn }: { id: string; by: string; isOn: boolean },
): Promise<void> {
  const { name } = await getKnowledgeIntegration(scope, id);
  await recordActivity(scope, events, {
    type: "change",
    message: isOn
      ? `An address was made at which ${name} tells of changed pages at once.`
      : `${name} tells of changed pages no more: they are found by the look every 15 minutes.`,
    data: { integrationId: id, integration: name },
    by,
  });
  await events.notify(scope, { type: "integration", id });
}
