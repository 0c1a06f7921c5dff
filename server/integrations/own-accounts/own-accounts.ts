import type { OAuthPlatform } from "../../../connectors/manifests.ts";
import type { GrantedSite, PersonalOAuth } from "../../../connectors/oauth.ts";
import type { WorkspaceScope } from "../../db/workspace-scope.ts";
import type { Deps } from "../../deps.ts";
import type { GrantRow } from "../../grants/queries.ts";
import type { KeyRing } from "../../secrets/key-ring.ts";
import { openKnowledgeConfig } from "../credentials.ts";
import type { KnowledgeIntegrationRow } from "../knowledge-integration-queries.ts";
import { deletePersonalGrants, findPersonalGrant, listPersonalGrants } from "./own-account-queries.ts";

type Connections = Pick<Deps, "connections">;

/** A platform on which people have accounts that change an integration's pages: the integration's own, or a host of repositories. */
interface AccountPlatform {
  platform: OAuthPlatform;
  way: PersonalOAuth;
}

/** The platforms with own accounts for which the operator configured an app. */
export const listAccountPlatforms = ({ connections }: Connections): AccountPlatform[] =>
  (Object.keys(connections) as OAuthPlatform[]).flatMap((platform) => {
    const way = connections[platform]?.provider.ofPerson;
    return way ? [{ platform, way }] : [];
  });

export const findAccountPlatform = (deps: Connections, integration: KnowledgeIntegrationRow): OAuthPlatform | null =>
  listAccountPlatforms(deps).find(({ way }) => way.maySeePagesOf(integration))?.platform ?? null;

/** The account that a person connected for the site of an integration. */
interface OwnAccount {
  /** The reason, as a sentence, why the platform no longer accepts the connection; null while it does. */
  ended: string | null;
  /** The configuration with which the platform sees the person instead of the integration's account. */
  openConfig(keys: KeyRing): Record<string, string>;
}

/** Null if the person connected no account, or one of another site. */
export async function findOwnAccount(
  deps: Connections,
  scope: WorkspaceScope,
  { personId, integration }: { personId: string; integration: KnowledgeIntegrationRow },
): Promise<OwnAccount | null> {
  const platform = findAccountPlatform(deps, integration);
  const grant = platform && (await findPersonalGrant(scope, { personId, platform }));
  const site = grant && findSiteOf(grant.facts.sites ?? [], integration);
  if (!site) return null;
  const settings = { ...integration.settings, ...grant.facts.settings };
  const asPerson = { ...integration, settings, grantId: grant.id, origin: site.origin };
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

/** Deletes the own accounts of everybody that are for none of these integrations. */
export async function deleteUselessAccounts(
  { connections }: Connections,
  scope: WorkspaceScope,
  integrations: KnowledgeIntegrationRow[],
): Promise<GrantRow[]> {
  const isUseful = ({ platform, facts }: GrantRow) => {
    const way = connections[platform as OAuthPlatform]?.provider.ofPerson;
    return integrations.some((one) => way?.maySeePagesOf(one) !== false && findSiteOf(facts.sites ?? [], one));
  };
  const useless = (await listPersonalGrants(scope)).filter((grant) => !isUseful(grant));
  return useless.length > 0 ? deletePersonalGrants(scope, useless) : [];
}
