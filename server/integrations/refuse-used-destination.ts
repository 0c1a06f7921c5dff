import type { KnowledgePlatform } from "../../connectors/manifests.ts";
import { lockPlanLimits } from "../billing/usage/index.ts";
import type { WorkspaceScope } from "../db/workspace-scope.ts";
import type { Deps } from "../deps.ts";
import { invalid } from "../errors.ts";
import { type KnowledgeIntegrationRow, listKnowledgeIntegrations } from "./knowledge-integration-queries.ts";

type ConnectedPlace = Pick<KnowledgeIntegrationRow, "type" | "baseUrl" | "spaceId">;

/**
 * Throws if another integration, active or not, already publishes to this destination, because both would write the
 * same pages. Called in the transaction that stores the destination. `id`: the integration that gets the destination;
 * null for a new one.
 */
export async function refuseUsedDestination(
  deps: Pick<Deps, "connectors">,
  scope: WorkspaceScope,
  place: ConnectedPlace,
  id: string | null = null,
): Promise<void> {
  await lockPlanLimits(scope);
  const key = buildPlaceKey(deps, place);
  const known = await listKnowledgeIntegrations(scope);
  const same = known.find((row) => row.id !== id && row.type === place.type && buildPlaceKey(deps, row) === key);
  if (!same) return;
  const advice = same.isActive ? "" : " It is switched off; switch it on again instead.";
  const message = `This place is already connected as “${same.name}”.${advice}`;
  throw invalid(message, [{ path: "spaceId", message }]);
}

/**
 * The destination as one comparable text. Invalid fields, which an earlier release may have stored, are compared as
 * they were entered.
 */
function buildPlaceKey({ connectors }: Pick<Deps, "connectors">, { type, baseUrl, spaceId }: ConnectedPlace): string {
  const target = connectors.targets[type as KnowledgePlatform];
  try {
    if (target.placeKey) return target.placeKey({ baseUrl, spaceId });
  } catch {}
  return [baseUrl, spaceId].map((text) => text.trim().replace(/\/+$/, "").toLowerCase()).join(" ");
}
