import type { FastifyInstance, FastifyRequest } from "fastify";
import type { ChatReply } from "../../../connectors/chat-source.ts";
import type { ChatPlatform } from "../../../connectors/manifests.ts";
import type { Deps } from "../../deps.ts";
import { getRawBody, parseRawBodies } from "../../http/raw-body.ts";
import { acceptEvent, type HandleInteraction } from "./accept-event.ts";
import { listIntegrationsLastChangedFirst } from "./queries.ts";
import {
  isSignedByIntegration,
  isSignedByOperator,
  listReceivers,
  recordValidSignature,
  refuseUnsigned,
  type SignedSource,
} from "./signed-requests.ts";

/** The limit is far above the size of the largest message with its blocks. */
const MAX_BYTES = 1024 * 1024;

/**
 * Serves `POST /api/PLATFORM/events`, `…/interactions` and `…/commands` for every platform with signed requests. People enter
 * these URLs in their own app on the platform. The secret that signed a delivery determines its workspaces. The product stores
 * the delivery, answers and processes it later. No answer reveals which teams are known.
 */
export async function signedEventRoutes(
  app: FastifyInstance,
  deps: Deps,
  takeInteraction: HandleInteraction,
): Promise<void> {
  await app.register(async (scope) => {
    parseRawBodies(scope);
    for (const [platform, { live }] of Object.entries(deps.connectors.sources))
      if (live?.deliveries)
        takeSigned(scope, deps, { platform: platform as ChatPlatform, deliveries: live.deliveries }, takeInteraction);
  });
}

function takeSigned(
  scope: FastifyInstance,
  deps: Deps,
  source: SignedSource,
  takeInteraction: HandleInteraction,
): void {
  const { platform } = source;
  scope.post(`/api/${platform}/events`, { bodyLimit: MAX_BYTES }, async (request, reply) => {
    const challenge = await takeDelivery(deps, source, request, takeInteraction);
    return reply.type("text/plain; charset=utf-8").send(challenge ?? "");
  });
  for (const path of ["interactions", "commands"])
    scope.post(`/api/${platform}/${path}`, { bodyLimit: MAX_BYTES }, async (request, reply) => {
      const answer = await answerInteraction(deps, source, request, takeInteraction);
      return answer ? reply.type("application/json").send(JSON.stringify(answer)) : reply.send("");
    });
}

/** Handles a delivery. Returns the challenge to send back; null for an event. */
async function takeDelivery(
  deps: Deps,
  source: SignedSource,
  request: FastifyRequest,
  takeInteraction: HandleInteraction,
): Promise<string | null> {
  const { platform, deliveries } = source;
  const delivery = deliveries.readDelivery(getRawBody(request));
  if (delivery.kind === "challenge") {
    if (isSignedByOperator(deps, source, request)) return delivery.challenge;
    const known = await listIntegrationsLastChangedFirst(deps.db, platform, deliveries.field);
    const signed = known.filter((row) => isSignedByIntegration(deps, source, request, row));
    if (signed.length === 0) await refuseUnsigned(deps, source, request);
    await recordValidSignature(deps, source, signed);
    return delivery.challenge;
  }
  const receivers = await listReceivers(deps, source, request, delivery.teamId);
  if (delivery.kind === "event") await acceptEvent(deps, delivery.event, receivers);
  if (delivery.kind === "interaction") await takeInteraction(deps, delivery.interaction, { platform, receivers });
  return null;
}

async function answerInteraction(
  deps: Deps,
  source: SignedSource,
  request: FastifyRequest,
  takeInteraction: HandleInteraction,
): Promise<ChatReply> {
  const { platform, deliveries } = source;
  const delivery = deliveries.readInteraction(getRawBody(request));
  const teamId = delivery.kind === "interaction" ? delivery.interaction.teamId : delivery.teamId;
  const receivers = await listReceivers(deps, source, request, teamId);
  return delivery.kind === "interaction" ? takeInteraction(deps, delivery.interaction, { platform, receivers }) : null;
}
