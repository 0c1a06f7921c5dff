import type { FastifyRequest } from "fastify";
import type { HttpDeliveries } from "../../../connectors/chat-source.ts";
import { type ChatPlatform, type ConnectPlatform, getManifest } from "../../../connectors/manifests.ts";
import { inWorkspace } from "../../db/workspace-scope.ts";
import type { Deps } from "../../deps.ts";
import { AppError } from "../../errors.ts";
import { getNetwork } from "../../http/network.ts";
import { enforceRateLimit } from "../../http/rate-limit.ts";
import { getRawBody } from "../../http/raw-body.ts";
import { type ChatIntegrationRow, openChatConfig, storeRequestProof } from "../../integrations/index.ts";
import { CannotDecrypt } from "../../secrets/key-ring.ts";
import { listIntegrationsOfTeam } from "./queries.ts";

/** The limit for wrong signatures per network. The platform's own requests are always signed correctly. */
const WRONG_SIGNATURES = { limit: 60, windowSeconds: 60 };

/** A platform that sends signed requests. */
export interface SignedSource {
  platform: ChatPlatform;
  deliveries: HttpDeliveries<Record<string, string>>;
}

/** True if the integration's secret signed the request's bytes. False if the credential cannot be decrypted. */
export function isSignedByIntegration(
  deps: Deps,
  source: SignedSource,
  request: FastifyRequest,
  row: ChatIntegrationRow,
): boolean {
  if (row.grantId) return isSignedByOperator(deps, source, request);
  try {
    return source.deliveries.isGenuine(openChatConfig(deps.secrets, row), deliveryOf(request));
  } catch (error) {
    if (error instanceof CannotDecrypt) return false;
    throw error;
  }
}

/** True if the secret of the operator's app signed the request's bytes. */
export function isSignedByOperator(
  { connections }: Deps,
  { platform, deliveries }: SignedSource,
  request: FastifyRequest,
): boolean {
  const secret = connections[platform as ConnectPlatform]?.signingSecret?.reveal();
  return secret !== undefined && deliveries.isGenuine({ [deliveries.field]: secret }, deliveryOf(request));
}

/** Lists the integrations of this team whose secret signed the request. Several workspaces may have connected the team. */
export async function listReceivers(
  deps: Deps,
  source: SignedSource,
  request: FastifyRequest,
  teamId: string | null,
): Promise<ChatIntegrationRow[]> {
  const { platform, deliveries } = source;
  const ofTeam = teamId === null ? [] : await listIntegrationsOfTeam(deps.db, platform, teamId);
  const receivers = ofTeam.filter((row) => isSignedByIntegration(deps, source, request, row));
  await recordValidSignature(deps, source, receivers);
  if (receivers.length > 0) return receivers;
  if (deliveries.looksSigned(request.headers)) await noteOtherSecret(deps, source, ofTeam);
  // Refusing an unknown team must take as long as refusing a wrong signature.
  if (ofTeam.length === 0) deliveries.isGenuine({ [deliveries.field]: "nobody's" }, deliveryOf(request));
  return refuseUnsigned(deps, source, request);
}

const deliveryOf = (request: FastifyRequest) => ({ body: getRawBody(request), headers: request.headers });

/** Records that a secret is right, which the first request signed with the secret proves. */
export async function recordValidSignature(
  deps: Deps,
  source: SignedSource,
  rows: ChatIntegrationRow[],
): Promise<void> {
  const { name } = getManifest(source.platform);
  return note(deps, source, rows, { state: "proven", text: `A request from ${name} was signed with it.` });
}

/** Records that the team's secret seems wrong. A secret that was proven stays proven, whatever others send. */
function noteOtherSecret(deps: Deps, source: SignedSource, rows: ChatIntegrationRow[]): Promise<void> {
  const { platform, deliveries } = source;
  const proof = getManifest(platform).fields.find(({ key }) => key === deliveries.field)?.proof;
  const advice = proof?.by === "request" ? proof.signedByAnother : "";
  const text = `A request came for this team that was signed with another secret. ${advice}`.trim();
  return note(deps, source, rows, { state: "refused", text });
}

async function note(
  deps: Deps,
  { deliveries: { field } }: SignedSource,
  rows: ChatIntegrationRow[],
  found: { state: "proven" | "refused"; text: string },
): Promise<void> {
  const proof = { ...found, at: new Date().toISOString() };
  for (const row of rows) {
    const known = row.proofs[field]?.state;
    if (!row.secrets[field] || known === "proven" || known === found.state) continue;
    await inWorkspace(deps.db, row.workspaceId, async (scope) => {
      if (await storeRequestProof(scope, row, field, proof))
        await deps.events.notify(scope, { type: "integration", id: row.id });
    });
  }
}

export async function refuseUnsigned({ db }: Deps, { platform }: SignedSource, { ip }: FastifyRequest): Promise<never> {
  await enforceRateLimit(db, `${platform}-events ${getNetwork(ip)}`, WRONG_SIGNATURES);
  throw new AppError("not-signed-in", "The signature is missing, wrong or too old.");
}
