import type { GrantedSite } from "../../../connectors/oauth.ts";
import type { WorkspaceScope } from "../../db/workspace-scope.ts";
import type { KeyRing } from "../../secrets/key-ring.ts";
import { openKnowledgeConfig } from "../credentials.ts";
import type { KnowledgeIntegrationRow } from "../knowledge-integration-queries.ts";
import { findPersonalGrant } from "./own-account-queries.ts";

/** The account that a person connected for the site of an integration. */
interface OwnAccount {
  /** The reason, as a sentence, why the platform no longer accepts the connection; null while it does. */
  ended: string | null;
  /** The configuration with which the platform sees the person instead of the integration's account. */
  openConfig(keys: KeyRing): Record<string, string>;
}

/** Null if the person connected no account, or one of another site. */
export async function findOwnAccount(
  scope: WorkspaceScope,
  { personId, integration }: { personId: string; integration: KnowledgeIntegrationRow },
): Promise<OwnAccount | null> {
  const grant = await findPersonalGrant(scope, { personId, platform: integration.type });
  const site = grant && findSiteOf(grant.facts.sites ?? [], integration);
  if (!site) return null;
  const asPerson = { ...integration, grantId: grant.id, origin: site.origin };
  return { ended: grant.endedBecause, openConfig: (keys) => openKnowledgeConfig(keys, asPerson) };
}

/** The site of an integration. An integration knows it by the address for people or by that of the API. */
export const findSiteOf = (
  sites: GrantedSite[],
  { baseUrl, origin }: Pick<KnowledgeIntegrationRow, "baseUrl" | "origin">,
): GrantedSite | undefined =>
  sites.find(
    (site) =>
      URL.parse(site.url)?.host === URL.parse(baseUrl.trim())?.host ||
      [baseUrl.trim(), origin ?? ""].some((address) => `${address}/`.startsWith(`${site.origin}/`)),
  );
