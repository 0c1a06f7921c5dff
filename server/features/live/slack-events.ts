import type { FastifyInstance, FastifyRequest } from "fastify";
import type { Deps } from "../../deps.ts";
import { AppError } from "../../errors.ts";
import { enforceRateLimit } from "../../http/rate-limit.ts";
import { CannotOpen } from "../../secrets/key-ring.ts";
import { openChatConfig } from "../integrations/credentials.ts";
import type { ChatIntegrationRow } from "../integrations/queries.ts";
import { listIntegrationsChangedLast, listIntegrationsOfTeam } from "./queries.ts";
import { takeEvent } from "./take-event.ts";

/** The largest message with its blocks is far below. */
const MAX_EVENT_BYTES = 1024 * 1024;
/** Slack signs; whoever does not is not worth more. */
const WRONG_SIGNATURES = { limit: 60, windowSeconds: 60 };

/** The bytes as they came: a signature is over them. Nothing else looks into it. */
class RawBody {
  readonly #bytes: Buffer;
  constructor(bytes: Buffer) {
    this.#bytes = bytes;
  }
  get bytes(): Buffer {
    return this.#bytes;
  }
}

/**
 * `POST /api/slack/events`: the Request URL of everybody's Slack app. Which workspaces an event belongs to is known by the
 * secret that signed it; it is answered when it is stored, and worked on later. No answer tells which teams are known here.
 */
export async function slackEventRoutes(app: FastifyInstance, deps: Deps): Promise<void> {
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser("*", { parseAs: "buffer" }, (_request, bytes, done) =>
      done(null, new RawBody(bytes as Buffer)),
    );
    scope.post("/api/slack/events", { bodyLimit: MAX_EVENT_BYTES }, async (request, reply) => {
      const challenge = await takeDelivery(deps, request);
      return reply.type("text/plain; charset=utf-8").send(challenge ?? "");
    });
  });
}

/** Answers the challenge to send back, null for an event. */
async function takeDelivery(deps: Deps, request: FastifyRequest): Promise<string | null> {
  const { live } = deps.connectors.sources.slack;
  const body = request.body instanceof RawBody ? request.body.bytes : Buffer.alloc(0);
  if (!live) throw notGenuine();
  const delivery = live.readDelivery(body);
  const teamId = delivery.kind === "challenge" ? null : delivery.teamId;
  const isGenuine = (row: ChatIntegrationRow) => {
    try {
      return live.isGenuine(openChatConfig(deps.secrets, row), { body, headers: request.headers });
    } catch (error) {
      if (error instanceof CannotOpen) return false;
      throw error;
    }
  };
  if (delivery.kind === "challenge") {
    const known = await listIntegrationsChangedLast(deps.db, "slack");
    if (!known.some(isGenuine)) await refuse(deps, request);
    return delivery.challenge;
  }
  const ofTeam = teamId === null ? [] : await listIntegrationsOfTeam(deps.db, "slack", teamId);
  const receivers = ofTeam.filter(isGenuine);
  if (receivers.length === 0) {
    // A team that nobody has connected takes as long to refuse as a wrong signature.
    if (ofTeam.length === 0) live.isGenuine({ signingSecret: "nobody's" }, { body, headers: request.headers });
    await refuse(deps, request);
  }
  if (delivery.kind === "event") await takeEvent(deps, delivery.event, receivers);
  return null;
}

async function refuse({ db }: Deps, { ip }: FastifyRequest): Promise<never> {
  await enforceRateLimit(db, `slack-events ${ip}`, WRONG_SIGNATURES);
  throw notGenuine();
}

const notGenuine = () => new AppError("not-signed-in", "The signature is missing, wrong or too old.");
