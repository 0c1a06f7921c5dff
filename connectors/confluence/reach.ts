import { findCloudId } from "../atlassian.ts";
import { ConnectorError, CredentialsRejected, MissingPermission, NotFound, Unreachable } from "../errors.ts";
import { type Fetch, parseJsonIfValid, sendRequest } from "../http.ts";
import { describeMissingGrant, isGrantHandle } from "../oauth.ts";
import type { ConfluenceApi } from "./api.ts";
import { MissingScope } from "./errors.ts";
import type { ConfluenceConfig } from "./manifest.ts";
import { describeScopesOfUse, SCOPE_PURPOSE, SCOPES_BY_USE, type ScopeUse } from "./scopes.ts";
import { spaceListSchema } from "./shapes.ts";
import { isGateway, parseSiteUrl } from "./site.ts";

export const GATEWAY_URL = "https://api.atlassian.com/ex/confluence";

const NO_GATEWAY = "A token with scopes works through Atlassian's gateway only, which could not be reached.";

export interface ReachOptions {
  connect(config: ConfluenceConfig): ConfluenceApi;
  platform: { fetch: Fetch; timeoutMs?: number | undefined };
  gatewayUrl: string;
  signal: AbortSignal | undefined;
}

export interface ReachedSite {
  api: ConfluenceApi;
  account: { id: string; name: string };
  /** The gateway's address if only the gateway accepts the token. */
  origin?: string;
  warnings: string[];
}

/**
 * Finds the token's account and the address that accepts the token. A site rejects a token with scopes as if it were
 * wrong. Only Atlassian's gateway accepts it, in calls that contain the site's public id.
 */
export async function reachSite(options: ReachOptions, config: ConfluenceConfig): Promise<ReachedSite> {
  // OAuth tokens work only through the gateway.
  if (isGrantHandle(config.apiKey))
    return { ...(await throughGateway(options.connect(config))), ...(config.origin && { origin: config.origin }) };
  const direct = { ...config, origin: undefined };
  if (isGateway(parseSiteUrl(config))) return throughGateway(options.connect(direct));
  const api = options.connect(direct);
  try {
    return { api, account: await readAccount(api), warnings: [] };
  } catch (refusal) {
    if (!(refusal instanceof CredentialsRejected || refusal instanceof MissingPermission)) throw refusal;
    const cloudId = await findCloudId(
      { ...options.platform, platform: "Confluence" },
      parseSiteUrl(config),
      options.signal,
    );
    if (!cloudId) throw refusal;
    const origin = `${options.gatewayUrl}/${cloudId}`;
    try {
      return { ...(await throughGateway(options.connect({ ...config, origin }))), origin };
    } catch (error) {
      if (error instanceof NotFound || (error instanceof MissingPermission && !(error instanceof MissingScope)))
        throw refusal;
      if (error instanceof Unreachable) throw new CredentialsRejected(`${refusal.message} ${NO_GATEWAY}`);
      if (!(error instanceof CredentialsRejected)) throw error;
      throw new CredentialsRejected("Wrong e-mail address or API token for Confluence.");
    }
  }
}

export async function readAccount(api: ConfluenceApi): Promise<{ id: string; name: string }> {
  const user = await api.currentUser();
  if (!user) throw new CredentialsRejected("Confluence does not accept this e-mail address and API token.");
  return user;
}

/** Tries every scope, so that a person learns about all missing scopes at once. */
async function throughGateway(api: ConfluenceApi): Promise<ReachedSite> {
  const missing = await missingScopes(api);
  const needed = missing.filter((use) => use !== "label");
  if (needed.length > 0) throw lacks(missing, api.isConnected);
  const warnings = missing.map(
    (use) =>
      `Pages get no labels: ${api.isConnected ? describeMissingGrant("Atlassian", describeScopesOfUse(use)) : `the API token lacks ${describeScopesOfUse(use)}.`}`,
  );
  return { api, account: await readAccount(api), warnings };
}

async function missingScopes(api: ConfluenceApi): Promise<ScopeUse[]> {
  // Page 0 does not exist. A permitted call gets 'not found', and a call without permission is refused before that.
  const noPage = "0";
  const body = { title: "Lorekeep", storage: "<p>Lorekeep</p>" };
  const tries: (() => Promise<unknown>)[] = [
    () => api.currentUser(),
    () => api.findSpace("LOREKEEP"),
    () => api.readPage(noPage),
    () => api.updatePage(noPage, body, { number: 1, message: "" }),
    () => api.trashPage(noPage),
    () => api.addLabels(noPage, ["lorekeep"]),
  ];
  const found = await Promise.all(tries.map(async (tryIt) => tryIt().then(() => null, missingIn)));
  return found.filter((use) => use !== null);
}

/** Returns the missing scope that an error names. Any other error of a trial call proves nothing about scopes. */
function missingIn(error: unknown): ScopeUse | null {
  if (error instanceof MissingScope) return error.use;
  const isNoAnswer = error instanceof Unreachable || error instanceof CredentialsRejected;
  if (!(error instanceof ConnectorError) || isNoAnswer) throw error;
  return null;
}

function lacks(missing: ScopeUse[], isConnected: boolean): MissingScope {
  const [first = "account", ...more] = missing;
  if (more.length === 0)
    return new MissingScope(first, isConnected, `${describeScopesOfUse(first)} (${SCOPE_PURPOSE[first]})`);
  const list = missing.map((use) => `${SCOPES_BY_USE[use]} (${SCOPE_PURPOSE[use]})`);
  return new MissingScope(first, isConnected, `the scopes ${list.join(", ")}`);
}

/** Whether an anonymous visitor can see the space; false if this is unknown. */
export async function isSpacePublic(
  { platform, signal }: ReachOptions,
  { site }: ConfluenceApi,
  { key, base }: { key: string; base: string | undefined },
): Promise<boolean> {
  const wiki = isGateway(site) ? base : `${site}/wiki`;
  const url = `${wiki}/api/v2/spaces?${new URLSearchParams({ keys: key, limit: "1" })}`;
  try {
    const answer = await sendRequest(
      { ...platform, platform: "Confluence" },
      { method: "GET", url, headers: {}, signal },
    );
    const seen = spaceListSchema.safeParse(parseJsonIfValid(answer.text));
    return answer.status === 200 && seen.success && seen.data.results.length > 0;
  } catch (error) {
    if (error instanceof ConnectorError) return false;
    throw error;
  }
}
