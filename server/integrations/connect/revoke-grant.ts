import type { OAuthPlatform } from "../../../connectors/manifests.ts";
import type { Deps } from "../../deps.ts";
import type { GrantRow } from "../../grants/queries.ts";
import { openTokens } from "../../grants/tokens.ts";

const LONGEST_MS = 5_000;

/** Revokes a grant at the platform after its row was deleted. Failures are ignored. */
export async function revokeGrant({ connections, secrets, log }: Deps, grant: GrantRow): Promise<void> {
  const connection = connections[grant.platform as OAuthPlatform];
  if (!connection?.provider.revoke || grant.tokensSealed === "") return;
  try {
    const tokens = openTokens(secrets, grant);
    await connection.provider.revoke(connection.client, tokens, AbortSignal.timeout(LONGEST_MS));
  } catch (error) {
    log.warn({ reason: error instanceof Error ? error.name : "unknown" }, "A connection could not be revoked");
  }
}
