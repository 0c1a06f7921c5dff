import { timingSafeEqual } from "node:crypto";
import type { FastifyInstance, FastifyRequest } from "fastify";
import type { LiveConnection, NotificationAddress } from "../../../connectors/chat-source.ts";
import { CHAT_MANIFESTS, type ChatPlatform } from "../../../connectors/manifests.ts";
import { inWorkspace } from "../../db/workspace-scope.ts";
import type { Deps } from "../../deps.ts";
import { getRawBody, parseRawBodies } from "../../http/raw-body.ts";
import { type ChatIntegrationRow, openChatConfig } from "../../integrations/index.ts";
import { CannotDecrypt } from "../../secrets/key-ring.ts";
import { channelEventsLost } from "../events.ts";
import { acceptEvent } from "./accept-event.ts";
import { getLiveEvents } from "./apply-events.ts";
import { listActivityEvents, listIntegrationsOfChannel } from "./connection-queries.ts";
import { findChannelOfIntegration } from "./queries.ts";

/** A hundred notifications without text need a tenth of this size. */
const MAX_BYTES = 1024 * 1024;
const PATH = "/api/chat-notifications";
/** The largest number of channels in one delivery; a platform reports more channels in several deliveries. */
const MOST_CHANNELS = 100;

type Config = Record<string, string>;

/**
 * Serves `POST /api/chat-notifications/PLATFORM/ADDRESS`, where a platform reports changes of channels. A notification needs
 * the proof agreed at the subscription, a keyed hash of address and channel. The product stores it, answers and processes it
 * later. All other notifications get the same answer without effect.
 */
export function chatNotificationRoutes(app: FastifyInstance, deps: Deps): void {
  void app.register(async (scope) => {
    parseRawBodies(scope);
    scope.post<{ Params: { platform: string; address: string } }>(
      `${PATH}/:platform/:address`,
      { bodyLimit: MAX_BYTES },
      async (request, reply) => {
        const platform = CHAT_MANIFESTS.find(({ id }) => id === request.params.platform)?.id;
        const notifications = platform && getLiveEvents(deps, { platform })?.notifications;
        const asked = notifications?.readValidation(request.query as Record<string, unknown>) ?? null;
        if (asked !== null) return reply.type("text/plain; charset=utf-8").send(asked);
        if (platform && notifications) await takeNotifications(deps, request, platform);
        return reply.code(202).send();
      },
    );
  });
}

async function takeNotifications(deps: Deps, request: FastifyRequest, platform: ChatPlatform): Promise<void> {
  const { address } = request.params as { address: string };
  const told = getLiveEvents(deps, { platform })?.notifications?.readNotifications(getRawBody(request)) ?? [];
  const genuine = told.filter(({ proof, event: { channelId } }) =>
    isEqual(proof, proofOf(deps, address, channelId ?? "")),
  );
  const byChannel = [...Map.groupBy(genuine, ({ event }) => event.channelId ?? "")].slice(0, MOST_CHANNELS);
  for (const [channelId, ofChannel] of byChannel) {
    const receivers = (await listIntegrationsOfChannel(deps.db, platform, channelId)).filter(
      // Credentials that the platform refused prove nothing.
      (row) => row.trouble === null && addressOf(deps, row) === address,
    );
    for (const { event } of ofChannel) await acceptEvent(deps, event, receivers);
  }
}

/** Builds the notification address of integrations that share a connection. */
export function buildNotificationAddress(
  deps: Deps,
  connection: LiveConnection<Config>,
  { platform, config, rows }: { platform: ChatPlatform; config: Config; rows: () => ChatIntegrationRow[] },
): NotificationAddress {
  const address = addressFor(deps, platform, connection, config);
  return {
    url: `${deps.env.PUBLIC_URL}${PATH}/${platform}/${address}`,
    proofOf: (channelId) => proofOf(deps, address, channelId),
    listTold: (since) => listActivityEvents(deps.db, rows(), since),
    async isSharedBy(channelId) {
      const own = rows();
      const others = await listIntegrationsOfChannel(deps.db, platform, channelId);
      return others.some((row) => own.every(({ id }) => id !== row.id) && addressOf(deps, row) === address);
    },
    async onBehind(channelId) {
      for (const { workspaceId, id } of rows())
        await inWorkspace(deps.db, workspaceId, async (scope) => {
          const channel = await findChannelOfIntegration(scope, id, channelId);
          if (channel) await channelEventsLost.announce(deps, scope, { channelId: channel.id });
        });
    },
  };
}

/** Returns the address of an integration's notifications; null if the integration's credentials cannot be decrypted. */
function addressOf(deps: Deps, row: ChatIntegrationRow): string | null {
  const connection = getLiveEvents(deps, row)?.connection;
  if (!connection) return null;
  try {
    return addressFor(deps, row.platform, connection, openChatConfig(deps.secrets, row));
  } catch (error) {
    if (error instanceof CannotDecrypt) return null;
    throw error;
  }
}

const addressFor = (
  { secrets }: Pick<Deps, "secrets">,
  platform: ChatPlatform,
  { sourceOf, keyOf }: LiveConnection<Config>,
  config: Config,
) => secrets.hmac(`${platform} ${(sourceOf ?? keyOf)(config)}`, "notification address");

const proofOf = ({ secrets }: Pick<Deps, "secrets">, address: string, channelId: string) =>
  secrets.hmac(`${address} ${channelId}`, "notification proof");

function isEqual(given: string, expected: string): boolean {
  const [one, other] = [Buffer.from(given), Buffer.from(expected)];
  return one.length === other.length && timingSafeEqual(one, other);
}
