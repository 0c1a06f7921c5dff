import type { FastifyInstance, FastifyRequest } from "fastify";
import { ConnectorError } from "../../../connectors/errors.ts";
import { OAUTH_PLATFORMS, type OAuthPlatform } from "../../../connectors/manifests.ts";
import { ClientRefused, GrantRefused } from "../../../connectors/oauth.ts";
import type { ConnectOutcome } from "../../../shared/contract/connections.ts";
import type { OwnAccountPage } from "../../../shared/contract/own-accounts.ts";
import { can } from "../../../shared/domain/access.ts";
import { inWorkspace } from "../../db/workspace-scope.ts";
import type { Deps } from "../../deps.ts";
import { getNetwork } from "../../http/network.ts";
import { enforceRateLimit } from "../../http/rate-limit.ts";
import { storeOwnAccount } from "../own-accounts/store-own-account.ts";
import { deriveVerifier, hashState, isChatPlatform } from "./begin.ts";
import { consumeAttempt } from "./queries.ts";
import { storeGrant } from "./store-grant.ts";

const PER_NETWORK = { limit: 60, windowSeconds: 60 };
const LONGEST_CALL_MS = 20_000;

type ConnectEnding = { outcome: ConnectOutcome; lost?: string[]; from?: OwnAccountPage | null };
const PAGES: Record<OwnAccountPage, string> = { settings: "/settings/personal", inbox: "/articles?view=inbox" };

/**
 * Serves the callbacks to which platforms redirect the browser. Each callback redirects to the page that shows the
 * result.
 */
export function connectionCallbackRoutes(app: FastifyInstance, deps: Deps): void {
  for (const platform of OAUTH_PLATFORMS)
    app.get<{ Querystring: Record<string, unknown> }>(
      `/api/connections/${platform}/callback`,
      { config: { access: "public" } },
      async (request, reply) => {
        await enforceRateLimit(deps.db, `connect ${getNetwork(request.ip)}`, PER_NETWORK);
        const { outcome, lost = [], from = null } = await endConnection(deps, request, platform);
        const said = new URLSearchParams({
          connect: platform,
          outcome,
          ...(lost.length > 0 && { lost: lost.join(" ") }),
        });
        const page = from ? PAGES[from] : isChatPlatform(platform) ? "/channels" : "/configuration";
        return reply.redirect(`${page}${page.includes("?") ? "&" : "?"}${said}`, 303);
      },
    );
}

async function endConnection(
  deps: Deps,
  { viewer, sessionHash, query }: FastifyRequest<{ Querystring: Record<string, unknown> }>,
  platform: OAuthPlatform,
): Promise<ConnectEnding> {
  const { state, code, error } = query;
  const connection = deps.connections[platform];
  if (!viewer || !sessionHash || typeof state !== "string" || !connection) return { outcome: "stale" };
  const attempt = await inWorkspace(deps.db, viewer.workspaceId, (scope) =>
    consumeAttempt(scope, { stateHash: hashState(state), sessionHash }),
  );
  if (attempt?.platform !== platform || attempt.userId !== viewer.userId) {
    // People who may not change integrations, or on a platform without any, can only have meant an account of their own.
    const { ofPerson, authorizationUrl } = connection.provider;
    const isOwn = ofPerson !== undefined && (!authorizationUrl || !can(viewer, "change", "integrations"));
    return { outcome: "stale", from: isOwn ? "settings" : null };
  }
  const { ownAccountFrom: from } = attempt;
  if (!can(viewer, "change", from ? "articles" : "integrations")) return { outcome: "not-allowed", from };
  if (error === "access_denied") return { outcome: "denied", from };
  if (typeof code !== "string" || code === "") return { outcome: "failed", from };
  try {
    const { provider, client } = connection;
    const verifier = deriveVerifier(deps.secrets, state);
    const grant = await provider.redeem(client, code, AbortSignal.timeout(LONGEST_CALL_MS), verifier);
    if (from) return { outcome: await storeOwnAccount(deps, attempt, grant), from };
    return await storeGrant(deps, attempt, grant);
  } catch (failure) {
    deps.log.warn({ platform, reason: failure instanceof Error ? failure.name : "" }, "A platform was not connected");
    return { outcome: outcomeOf(failure), from };
  }
}

function outcomeOf(failure: unknown): ConnectOutcome {
  if (failure instanceof GrantRefused) return "failed";
  if (failure instanceof ClientRefused) return "app-refused";
  if (failure instanceof ConnectorError) return "unreachable";
  if (failure instanceof DOMException) return "unreachable";
  throw failure;
}
