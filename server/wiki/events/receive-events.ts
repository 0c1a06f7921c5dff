import { pipeline, type Readable, Transform } from "node:stream";
import type { FastifyInstance, FastifyRequest } from "fastify";
import type { WikiDelivery, WikiEvent, WikiEvents } from "../../../connectors/wiki-events.ts";
import { bindToWorkspace } from "../../db/workspace-scope.ts";
import type { Deps } from "../../deps.ts";
import { defineEvent } from "../../domain-event.ts";
import { AppError } from "../../errors.ts";
import { getNetwork } from "../../http/network.ts";
import { enforceRateLimit } from "../../http/rate-limit.ts";
import { getRawBody, parseRawBodies } from "../../http/raw-body.ts";
import { CannotDecrypt, locateWikiEventSecret } from "../../secrets/key-ring.ts";
import { type EventReceiver, findReceiver, recordEvent, saveWikiSecret } from "./event-queries.ts";

/** No platform's requests are larger; each has its own limit below. */
const MAX_BYTES = 5 * 1024 * 1024;
const PATH = "/api/wiki-events";
/** Requests without the right secret, per network. */
const UNKNOWN = { limit: 60, windowSeconds: 60 };
const GENUINE = { limit: 300, windowSeconds: 60 };

export const eventUrl = ({ env }: Pick<Deps, "env">, key: string): string => `${env.PUBLIC_URL}${PATH}/${key}`;

/**
 * `POST /api/wiki-events/KEY`: a knowledge platform tells that pages changed. Nothing of a request is stored but the time: it makes pages
 * due, which are read with the integration's own account, so that a repeated request does no harm. All others get the same answer.
 */
export function wikiEventRoutes(app: FastifyInstance, deps: Deps): void {
  const known = new WeakMap<FastifyRequest, KnownReceiver>();
  void app.register(async (scope) => {
    parseRawBodies(scope);
    scope.post<{ Params: { key: string } }>(
      `${PATH}/:key`,
      {
        bodyLimit: MAX_BYTES,
        // An unknown address is refused before any of the body is kept.
        onRequest: async (request) => void known.set(request, await recognize(deps, request, request.params.key)),
        preParsing: async (request, _reply, payload) => limitBytes(payload, known.get(request)?.events.mostBytes ?? 0),
      },
      async (request, reply) => {
        const receiver = known.get(request);
        if (receiver) await takeEvent(deps, request, receiver);
        return reply.type("text/plain; charset=utf-8").send("");
      },
    );
  });
}

/** A platform told that pages changed, of which some may be written by us. */
export const wikiPagesChanged = defineEvent<null, { integrationId: string; event: WikiEvent }>("wiki pages changed");

interface KnownReceiver {
  receiver: EventReceiver;
  events: WikiEvents;
}

async function recognize(deps: Deps, request: FastifyRequest, key: string): Promise<KnownReceiver> {
  const receiver = await findReceiver(deps.db, key);
  const events = receiver && findWikiEvents(deps, receiver);
  return receiver && events ? { receiver, events } : refuse(deps, request);
}

function limitBytes(payload: Readable, most: number): Readable {
  let bytes = 0;
  const limited = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      bytes += chunk.length;
      if (bytes > most) done(new AppError("too-large", "The request is larger than the platform's are."));
      else done(null, chunk);
    },
  });
  pipeline(payload, limited, () => {});
  return limited;
}

async function takeEvent(deps: Deps, request: FastifyRequest, { receiver, events }: KnownReceiver): Promise<void> {
  const { workspaceId, integrationId } = receiver;
  const inScope = bindToWorkspace(deps.db, workspaceId);
  const delivery = { body: getRawBody(request), headers: request.headers };
  const theirs = receiver.lastAt === null ? (events.readSecret?.(delivery.body) ?? null) : null;
  if (theirs !== null) {
    const sealed = deps.secrets.seal(theirs, locateWikiEventSecret(workspaceId, integrationId));
    return inScope((scope) => saveWikiSecret(scope, integrationId, sealed));
  }
  if (!isGenuine(deps, events, receiver, delivery)) return refuse(deps, request);
  await enforceRateLimit(deps.db, `wiki-events ${integrationId}`, GENUINE);
  const event = events.readEvent(delivery) ?? { pageIds: [], hasOthers: false };
  await inScope(async (scope) => {
    if (event.pageIds.length > 0 || event.hasOthers)
      await wikiPagesChanged.announce(null, scope, { integrationId, event });
    if (await recordEvent(scope, integrationId, event))
      await deps.events.notify(scope, { type: "integration", id: integrationId });
  });
}

/** Null where the platform tells nobody, or only the operator of the app with which the integration was connected. */
export function findWikiEvents(
  { connectors }: Pick<Deps, "connectors">,
  { type, grantId }: { type: string; grantId: string | null },
): WikiEvents | null {
  const events = connectors.targets[type as keyof typeof connectors.targets]?.wikiEvents;
  return events && (grantId === null || events.secretOf === "ours") ? events : null;
}

function isGenuine(
  { secrets }: Deps,
  events: WikiEvents,
  { workspaceId, integrationId, sealed }: EventReceiver,
  delivery: WikiDelivery,
): boolean {
  if (sealed === null) return false;
  try {
    return events.isGenuine(secrets.open(sealed, locateWikiEventSecret(workspaceId, integrationId)), delivery);
  } catch (error) {
    if (error instanceof CannotDecrypt) return false;
    throw error;
  }
}

async function refuse({ db }: Deps, { ip }: FastifyRequest): Promise<never> {
  await enforceRateLimit(db, `wiki-events ${getNetwork(ip)}`, UNKNOWN);
  throw new AppError("not-signed-in", "The address or the signature is wrong.");
}
