import { createHash, randomBytes } from "node:crypto";
import type { FastifyRequest } from "fastify";
import { getManifest, isHost, type OAuthPlatform } from "../../../connectors/manifests.ts";
import type { OwnAccountPage } from "../../../shared/contract/own-accounts.ts";
import { inWorkspace } from "../../db/workspace-scope.ts";
import type { Deps } from "../../deps.ts";
import { AppError, invalid } from "../../errors.ts";
import type { Viewer } from "../../http/routes.ts";
import type { KeyRing } from "../../secrets/key-ring.ts";
import { getChatIntegration } from "../chat-integration-queries.ts";
import { getKnowledgeIntegration } from "../knowledge-integration-queries.ts";
import { deleteAbandonedGrants, insertAttempt } from "./queries.ts";
import { revokeGrant } from "./revoke-grant.ts";

/** True if the platform is a chat. All other platforms have pages. */
export const isChatPlatform = (platform: OAuthPlatform) => !isHost(platform) && getManifest(platform).kind === "chat";

/** The secret half of PKCE follows from the state, so that it is stored nowhere. */
export const deriveVerifier = (secrets: Pick<KeyRing, "hmac">, state: string) => secrets.hmac(state, "code verifier");

export const hashState = (state: string) => createHash("sha256").update(state).digest("hex");

interface ConnectRequest {
  platform: OAuthPlatform;
  integrationId?: string | undefined;
  /** The person connects an account of their own, from this page. */
  ownAccountFrom?: OwnAccountPage | null;
}

/**
 * Returns the platform's URL on which the person grants access. The platform's answer is accepted once, and only in the
 * session that started the connection.
 */
export async function beginConnection(
  deps: Deps,
  { viewer, request }: { viewer: Viewer; request: FastifyRequest },
  { platform, integrationId, ownAccountFrom = null }: ConnectRequest,
): Promise<URL> {
  const connection = deps.connections[platform];
  if (!connection) throw invalid("The operator of this installation has configured no app for that platform.");
  const { client, provider } = connection;
  const way = ownAccountFrom ? provider.ofPerson : provider;
  if (!way?.authorizationUrl) throw invalid("Pages of this platform cannot be corrected with an account of your own.");
  const { sessionHash } = request;
  if (!sessionHash) throw new AppError("not-signed-in", "Unauthorized");
  const state = randomBytes(32).toString("base64url");
  const abandoned = await inWorkspace(deps.db, viewer.workspaceId, async (scope) => {
    if (integrationId) {
      const found = isChatPlatform(platform)
        ? (await getChatIntegration(scope, integrationId)).platform
        : (await getKnowledgeIntegration(scope, integrationId)).type;
      if (found !== platform) throw invalid("This integration is for another platform.");
    }
    const { userId } = viewer;
    const stateHash = hashState(state);
    const attempt = { stateHash, sessionHash, userId, platform, integrationId: integrationId ?? null, ownAccountFrom };
    await insertAttempt(scope, attempt);
    return deleteAbandonedGrants(scope);
  });
  for (const grant of abandoned) await revokeGrant(deps, grant);
  return way.authorizationUrl(client, state, deriveVerifier(deps.secrets, state));
}
