import type { KnowledgePlatform } from "../../../connectors/manifests.ts";
import { inWorkspace } from "../../db/workspace-scope.ts";
import type { Deps } from "../../deps.ts";
import { AppError, invalid } from "../../errors.ts";
import { createGrantHandle } from "../../grants/handle.ts";
import type { GrantRow } from "../../grants/queries.ts";
import type { Viewer } from "../../http/routes.ts";
import { explainTrouble, openKnowledgeConfig } from "../credentials.ts";
import { getKnowledgeIntegration } from "../knowledge-integration-queries.ts";
import { getKnowledgeManifest } from "../validate.ts";
import { getUnfinishedGrant, listPublishedPageIds } from "./queries.ts";

/** The time limit of the list, because a person waits for it. The person can also enter the destination by hand. */
const LONGEST_LIST_MS = 10_000;

interface DestinationSearch {
  id: string;
  siteId?: string | undefined;
  search?: string | undefined;
}

/** The spaces or pages that the connecting person can choose. Empty if the platform offers no list. */
export async function listDestinations(deps: Deps, viewer: Viewer, { id, siteId, search = "" }: DestinationSearch) {
  const { workspaceId, userId } = viewer;
  const grant = await inWorkspace(deps.db, workspaceId, (scope) => getUnfinishedGrant(scope, userId, id));
  const site = findSite(grant, siteId);
  const apiKey = createGrantHandle(deps.secrets, { workspaceId, id });
  const config = { apiKey, spaceId: "", baseUrl: site?.url ?? "", ...(site && { origin: site.origin }) };
  return askForPlaces(deps, viewer, { platform: grant.platform as KnowledgePlatform, config, search });
}

/** Lists the possible destinations of an existing integration. */
export async function listDestinationsOfIntegration(
  deps: Deps,
  viewer: Viewer,
  { id, search = "" }: DestinationSearch,
) {
  const row = await inWorkspace(deps.db, viewer.workspaceId, (scope) => getKnowledgeIntegration(scope, id));
  const config = openKnowledgeConfig(deps.secrets, row);
  return askForPlaces(deps, viewer, { platform: row.type as KnowledgePlatform, config, search });
}

/** Lists destinations with credentials that a person has entered but not saved. */
export async function listDestinationsOfToken(
  deps: Deps,
  viewer: Viewer,
  { type, baseUrl = "", apiKey }: { type: string; baseUrl?: string | undefined; apiKey: string },
) {
  const { id } = getKnowledgeManifest(type);
  const config = { apiKey: apiKey.trim(), baseUrl: baseUrl.trim(), spaceId: "" };
  return askForPlaces(deps, viewer, { platform: id as KnowledgePlatform, config, search: "" });
}

interface PlacesQuestion {
  platform: KnowledgePlatform;
  config: Record<string, string>;
  search: string;
}

/**
 * Lists destinations from the platform. Pages of the workspace's articles are left out, because articles must not be
 * published below articles.
 */
async function askForPlaces(
  { db, connectors }: Deps,
  { workspaceId }: Viewer,
  { platform, config, search }: PlacesQuestion,
) {
  const signal = AbortSignal.timeout(LONGEST_LIST_MS);
  try {
    const found = (await connectors.targets[platform].listPlaces?.(config, search.trim(), signal)) ?? [];
    const ids = found.map(({ id }) => id);
    const own = await inWorkspace(db, workspaceId, (scope) => listPublishedPageIds(scope, platform, ids));
    return found.filter(({ id }) => !own.has(id));
  } catch (error) {
    const trouble = signal.aborted ? "The list did not come within 10 seconds." : explainTrouble(error);
    throw trouble === null ? error : new AppError("upstream", trouble);
  }
}

/** The site to which a connection's articles go; null if the platform has no sites. */
export function findSite({ facts: { sites } }: GrantRow, siteId: string | undefined) {
  if (!sites) return null;
  const site = siteId ? sites.find(({ id }) => id === siteId) : sites.length === 1 ? sites[0] : undefined;
  const message = "Choose the site.";
  if (!site) throw invalid(message, [{ path: "siteId", message }]);
  return site;
}
