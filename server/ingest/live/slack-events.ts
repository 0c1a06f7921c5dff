import type { FastifyInstance, FastifyRequest } from "fastify";
import type { ChatReply } from "../../../connectors/chat-source.ts";
import type { Deps } from "../../deps.ts";
import { listIntegrationsChangedLast } from "./queries.ts";
import {
  bytesOf,
  isSignedByOperator,
  isSignedFor,
  listReceivers,
  noteSigned,
  refuse,
  slackDeliveries,
  takeRawBodies,
} from "./signed-requests.ts";
import { type TakeInteraction, takeEvent } from "./take-event.ts";

/** The largest message with its blocks is far below. */
const MAX_BYTES = 1024 * 1024;

/**
 * `POST /api/slack/events`, `/api/slack/interactions` and `/api/slack/commands`: the Request URLs of everybody's Slack app. Which
 * workspaces a delivery belongs to is known by the secret that signed it; it is stored, answered, and worked on later.
 * No answer tells which teams are known here.
 */
export async function slackEventRoutes(
  app: FastifyInstance,
  deps: Deps,
  takeInteraction: TakeInteraction,
): Promise<void> {
  await app.register(async (scope) => {
    takeRawBodies(scope);
    scope.post("/api/slack/events", { bodyLimit: MAX_BYTES }, async (request, reply) => {
      const challenge = await takeDelivery(deps, request, takeInteraction);
      return reply.type("text/plain; charset=utf-8").send(challenge ?? "");
    });
    for (const path of ["/api/slack/interactions", "/api/slack/commands"])
      scope.post(path, { bodyLimit: MAX_BYTES }, async (request, reply) => {
        const answer = await answerInteraction(deps, request, takeInteraction);
        return answer ? reply.type("application/json").send(JSON.stringify(answer)) : reply.send("");
      });
  });
}

/** Answers the challenge to send back, null for an event. */
async function takeDelivery(
  deps: Deps,
  request: FastifyRequest,
  takeInteraction: TakeInteraction,
): Promise<string | null> {
  const delivery = slackDeliveries(deps).readDelivery(bytesOf(request));
  if (delivery.kind === "challenge") {
    if (isSignedByOperator(deps, request)) return delivery.challenge;
    const known = await listIntegrationsChangedLast(deps.db, "slack");
    const signed = known.filter((row) => isSignedFor(deps, request, row));
    if (signed.length === 0) await refuse(deps, request);
    await noteSigned(deps, signed);
    return delivery.challenge;
  }
  const receivers = await listReceivers(deps, request, delivery.teamId);
  if (delivery.kind === "event") await takeEvent(deps, delivery.event, receivers);
  if (delivery.kind === "asked") await takeInteraction(deps, delivery.asked, receivers);
  return null;
}

async function answerInteraction(
  deps: Deps,
  request: FastifyRequest,
  takeInteraction: TakeInteraction,
): Promise<ChatReply> {
  const delivery = slackDeliveries(deps).readInteraction(bytesOf(request));
  const teamId = delivery.kind === "interaction" ? delivery.interaction.teamId : delivery.teamId;
  const receivers = await listReceivers(deps, request, teamId);
  return delivery.kind === "interaction" ? takeInteraction(deps, delivery.interaction, receivers) : null;
}
