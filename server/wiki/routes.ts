import type { FastifyInstance } from "fastify";
import type { WikiEvents } from "../../connectors/wiki-events.ts";
import { type Wiki, wikiEndpoints } from "../../shared/contract/wiki.ts";
import { recordActivity } from "../activity/index.ts";
import { inWorkspace, readInWorkspace, type WorkspaceScope } from "../db/workspace-scope.ts";
import type { Deps } from "../deps.ts";
import { invalid } from "../errors.ts";
import { type EndpointRequest, serveEndpoints } from "../http/routes.ts";
import {
  getKnowledgeIntegration,
  type KnowledgeIntegrationRow,
  listKnowledgeIntegrations,
  updateKnowledgeIntegration,
} from "../integrations/index.ts";
import { findAccountPlatform } from "../integrations/own-accounts/index.ts";
import { findWikiEvents } from "./events/receive-events.ts";
import { listReadingChoices } from "./list-choices.ts";
import { listKnownPages } from "./listed-page-queries.ts";
import { rejudgeConversationsOfPages } from "./rejudge-conversations.ts";
import {
  deleteReading,
  findReading,
  listReadings,
  readFigures,
  readSize,
  saveReading,
  type WikiFigures,
  type WikiReadingRow,
} from "./wiki-queries.ts";

type ChangeRequest = EndpointRequest<(typeof wikiEndpoints)["PUT /api/wikis/:id"]>;

export function wikiRoutes(app: FastifyInstance, deps: Deps): void {
  serveEndpoints(app, wikiEndpoints, {
    "GET /api/wikis": ({ viewer }) =>
      readInWorkspace(deps.db, viewer.workspaceId, async (scope) => {
        const integrations = (await listKnowledgeIntegrations(scope)).filter((row) => isReadable(deps, row));
        const readings = new Map((await listReadings(scope)).map((row) => [row.integrationId, row]));
        const figures = await readFigures(scope);
        return integrations.map((row) => wikiView(deps, row, readings.get(row.id) ?? null, figures.get(row.id)));
      }),

    "GET /api/wikis/:id/size": ({ viewer, params }) =>
      readInWorkspace(deps.db, viewer.workspaceId, async (scope) => {
        await getKnowledgeIntegration(scope, params.id);
        return readSize(scope, params.id);
      }),

    "GET /api/wikis/:id/pages": ({ viewer, params, query }) =>
      readInWorkspace(deps.db, viewer.workspaceId, async (scope) => {
        await getKnowledgeIntegration(scope, params.id);
        return listKnownPages(scope, params.id, { state: query.state ?? null, from: Number(query.from ?? 0) });
      }),

    "GET /api/wikis/:id/choices/:kind": ({ viewer, params, query }) =>
      listReadingChoices(deps, { workspaceId: viewer.workspaceId, ...params, ...query }),

    "PUT /api/wikis/:id": ({ viewer, params, body }) =>
      inWorkspace(deps.db, viewer.workspaceId, async (scope) => {
        await changeReading(deps, scope, { id: params.id, body, by: viewer.userId });
        const integration = await getKnowledgeIntegration(scope, params.id);
        const figures = (await readFigures(scope)).get(params.id);
        return wikiView(deps, integration, await findReading(scope, params.id), figures);
      }),
  });
}

type Connectors = Pick<Deps, "connectors">;
const targetOf = ({ connectors }: Connectors, { type }: KnowledgeIntegrationRow) =>
  connectors.targets[type as keyof typeof connectors.targets];
const isReadable = (deps: Connectors, row: KnowledgeIntegrationRow) => targetOf(deps, row)?.readPage !== undefined;
const hasOwnAccounts = (deps: Pick<Deps, "connections">, row: KnowledgeIntegrationRow) =>
  findAccountPlatform(deps, row) !== null;
const hidesReaders = (deps: Connectors, row: KnowledgeIntegrationRow) => targetOf(deps, row)?.hidesReaders === true;

/** Erases what was read when it is switched off. Other places hide it until they are listed. */
async function changeReading(
  deps: Pick<Deps, "connectors" | "connections" | "events" | "queue">,
  scope: WorkspaceScope,
  { id, body, by }: { id: string; body: ChangeRequest["body"]; by: string },
): Promise<void> {
  const integration = await getKnowledgeIntegration(scope, id);
  if (!isReadable(deps, integration)) throw invalid("The pages of this platform cannot be read.");
  const before = await findReading(scope, id);
  const places = [...new Set(body.places.map((place) => place.trim()))];
  const hasOtherPlaces = before?.places.join() !== places.join();
  const readers = hidesReaders(deps, integration) ? "admins" : body.readers;
  if (!body.isOn && !before) return;
  await changeOwnAccounts(deps, scope, { integration, isNeeded: body.needsOwnAccount, by });
  const isNarrower = readers === "admins" && before?.readers === "everybody";
  if (!body.isOn || isNarrower) await rejudgeConversationsOfPages(deps, scope, { integrationId: id, which: "all" });
  if (!body.isOn) await deleteReading(scope, id);
  else
    await saveReading(scope, id, {
      readers,
      places,
      ...(hasOtherPlaces && { listedAt: null, lookStartedAt: null, lookDueAt: new Date(), dueAt: new Date() }),
    });
  await recordActivity(scope, deps.events, {
    type: "change",
    message: sentence(integration.name, { isOn: body.isOn, readers }),
    data: { integrationId: id, integration: integration.name },
    by,
  });
  await deps.events.notify(scope, { type: "integration", id });
}

/** Sets whether pages are corrected only with a person's own account. */
async function changeOwnAccounts(
  deps: Pick<Deps, "connections" | "events">,
  scope: WorkspaceScope,
  { integration, isNeeded, by }: { integration: KnowledgeIntegrationRow; isNeeded: boolean | undefined; by: string },
): Promise<void> {
  const { id, name, needsOwnAccount } = integration;
  if (isNeeded === undefined || isNeeded === needsOwnAccount) return;
  if (isNeeded && !hasOwnAccounts(deps, integration))
    throw invalid("People cannot connect an account of their own at this platform here.");
  await updateKnowledgeIntegration(scope, id, { needsOwnAccount: isNeeded });
  await recordActivity(scope, deps.events, {
    type: "change",
    message: isNeeded
      ? `The pages of ${name} are corrected only with a person's own account.`
      : `The pages of ${name} may be corrected with the account of the integration.`,
    data: { integrationId: id, integration: name },
    by,
  });
}

function sentence(name: string, { isOn, readers }: Pick<ChangeRequest["body"], "isOn" | "readers">): string {
  if (!isOn) return `The pages of ${name} are no longer read. Everything that was read of them is erased.`;
  const who = readers === "everybody" ? "Everybody who reads the platform is" : "Only owners and admins are";
  return `The pages of ${name} are read. ${who} answered from them.`;
}

const NONE: WikiFigures = {
  pages: 0,
  waiting: 0,
  old: 0,
  restricted: 0,
  unreadable: 0,
  unreadableBecause: null,
  oldestAt: null,
  newestAt: null,
};

const wikiView = (
  deps: Pick<Deps, "connectors" | "connections">,
  integration: KnowledgeIntegrationRow,
  row: WikiReadingRow | null,
  figures: WikiFigures = NONE,
): Wiki => ({
  integrationId: integration.id,
  isOn: row !== null,
  readers: hidesReaders(deps, integration) ? "admins" : (row?.readers ?? "admins"),
  hidesReaders: hidesReaders(deps, integration),
  places: row?.places ?? [],
  // A setting whose app the operator took away stays visible, so that it can be switched off.
  needsOwnAccount:
    hasOwnAccounts(deps, integration) || integration.needsOwnAccount ? integration.needsOwnAccount : null,
  ...figures,
  oldestAt: figures.oldestAt && new Date(figures.oldestAt).toISOString(),
  newestAt: figures.newestAt && new Date(figures.newestAt).toISOString(),
  isListed: row !== null && row.listedAt !== null,
  isRefused: row?.isRefused ?? false,
  nextLookAt: row && (row.lookStartedAt ?? row.lookDueAt).toISOString(),
  isFull: row?.isFull ?? false,
  lookedAt: row?.lookedAt?.toISOString() ?? null,
  trouble: row?.trouble ?? null,
  events: viewEvents(findWikiEvents(deps, integration), row),
});

const viewEvents = (events: WikiEvents | null, row: WikiReadingRow | null): Wiki["events"] =>
  events && {
    isOn: row !== null && row.eventsKey !== null,
    secretOf: events.secretOf,
    lastAt: row?.eventAt?.toISOString() ?? null,
  };
