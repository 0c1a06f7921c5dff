import { setTimeout as sleepFor } from "node:timers/promises";
import { SocketModeClient, type SocketModeOptions } from "@slack/socket-mode";
import { type FetchFunction, WebAPIPlatformError } from "@slack/web-api";
import type { ChatReply, ConnectionListener, InteractionDelivery } from "../chat-source.ts";
import { CredentialsRejected, MissingPermission, Refused } from "../errors.ts";
import { silentLogger } from "./api.ts";
import { parseCommand } from "./command.ts";
import { parseDelivery } from "./delivery.ts";
import { toConnectorError } from "./errors.ts";
import { parseInteraction } from "./interaction.ts";

/** Opens WebSocket connections under the same rules as the guarded `fetch`. */
export type SocketDispatcher = NonNullable<SocketModeOptions["dispatcher"]>;

export interface SocketOptions {
  apiBaseUrl: string;
  fetch: typeof fetch;
  dispatcher: SocketDispatcher | undefined;
  appToken: string;
  /** The pause before the first retry. It doubles with each retry, up to a minute. */
  firstRetryMs?: number;
}

const LONGEST_RETRY_MS = 60_000;
/** The pause after a refusal that a person must resolve. Even then, the connection is retried from time to time. */
const AFTER_REFUSAL_MS = 10 * 60_000;

interface Envelope {
  ack: (reply?: Record<string, unknown>) => Promise<void>;
  type?: string;
  body?: unknown;
}

/**
 * Slack's own client for one connection, without the client's reconnecting. The client's reconnecting stops forever, or
 * ends the process, if Slack refuses or a response has an unknown form.
 * https://docs.slack.dev/apis/events-api/using-socket-mode
 */
class OneConnection extends SocketModeClient {
  protected override async onWebSocketMessage(data: string | ArrayBuffer, isBinary: boolean): Promise<void> {
    // Ignores messages whose type is the name of one of the client's own events, because the client emits each message
    // under its type.
    if (!isBinary && typeof data === "string" && isForUs(data)) await super.onWebSocketMessage(data, isBinary);
  }
}

const PRESSES = new Set<unknown>(["block_actions", "view_submission", "message_action"]);
const OWN_NAMES = /^(close|error|ws_message|outgoing_message|slack_event|connect|authenticat|disconnect|reconnect)/;

function isForUs(data: string): boolean {
  try {
    const { type, payload } = JSON.parse(data) as {
      type?: unknown;
      payload?: { type?: unknown; event?: { type?: unknown } };
    };
    if (type === "hello" || type === "disconnect") return true;
    if (type === "interactive") return PRESSES.has(payload?.type);
    if (type === "slash_commands") return true;
    const name = payload?.event?.type;
    return type === "events_api" && typeof name === "string" && !OWN_NAMES.test(name);
  } catch {
    return false;
  }
}

/** Listens until the listener's signal ends it. Never throws. */
export async function listenOnSocket(options: SocketOptions, listener: ConnectionListener): Promise<void> {
  const { signal } = listener;
  const first = options.firstRetryMs ?? 1000;
  let wait = first;
  while (!signal.aborted) {
    let trouble: string | null = null;
    try {
      await untilItBreaks(options, listener, () => {
        wait = first;
        listener.onConnected();
      });
    } catch (error) {
      trouble = troubleOf(error);
    }
    if (signal.aborted) return;
    listener.onDisconnected(trouble);
    await sleepFor(trouble ? AFTER_REFUSAL_MS : wait, undefined, { signal }).catch(() => undefined);
    wait = Math.min(LONGEST_RETRY_MS, wait * 2);
  }
}

async function untilItBreaks(
  { apiBaseUrl, fetch, dispatcher, appToken }: SocketOptions,
  listener: ConnectionListener,
  onConnected: () => void,
): Promise<void> {
  const { signal } = listener;
  const client = new OneConnection({
    appToken,
    logger: silentLogger,
    autoReconnectEnabled: false,
    clientOptions: {
      slackApiUrl: apiBaseUrl,
      fetch: fetch as unknown as FetchFunction,
      retryConfig: { retries: 0 },
      rejectRateLimitedCalls: true,
      allowAbsoluteUrls: false,
    },
    ...(dispatcher && { dispatcher }),
  });
  client.on("slack_event", ({ ack, type, body }: Envelope) => {
    if (type === "events_api") void acknowledgeAfter(ack, () => tellEvent(body, listener));
    if (type === "interactive") void acknowledgeAfter(ack, () => tellInteraction(parseInteraction(body), listener));
    if (type === "slash_commands") void acknowledgeAfter(ack, () => tellInteraction(parseCommand(body), listener));
  });
  const broken = new Promise<void>((resolve) => {
    client.once("disconnected", () => resolve());
    signal.addEventListener("abort", () => resolve(), { once: true });
  });
  const close = () => void client.disconnect().catch(() => undefined);
  signal.addEventListener("abort", close, { once: true });
  try {
    await client.start();
    onConnected();
    await broken;
  } finally {
    signal.removeEventListener("abort", close);
    close();
  }
}

/** Acknowledges a message after the work succeeded. Without this, Slack sends the message again. */
async function acknowledgeAfter(ack: Envelope["ack"], work: () => Promise<ChatReply | void>): Promise<void> {
  try {
    const reply = await work();
    await (reply ? ack(reply) : ack());
  } catch {
    // The failure was logged where it occurred. The event's content must not be logged.
  }
}

async function tellEvent(body: unknown, { onEvent, onInteraction }: ConnectionListener): Promise<void> {
  const delivery = parseDelivery(body);
  if (delivery.kind === "event") await onEvent(delivery.event);
  if (delivery.kind === "interaction") await onInteraction(delivery.interaction);
}

async function tellInteraction(
  delivery: InteractionDelivery | null,
  { onInteraction }: ConnectionListener,
): Promise<ChatReply> {
  return delivery?.kind === "interaction" ? onInteraction(delivery.interaction) : null;
}

/** Returns a sentence if a retry cannot help; null otherwise. */
function troubleOf(error: unknown): string | null {
  if (!(error instanceof WebAPIPlatformError)) return null;
  const found = toConnectorError(error.data);
  if (found instanceof CredentialsRejected || found instanceof MissingPermission || found instanceof Refused)
    return "Slack does not accept the app token for Socket Mode. Turn on Socket Mode in your Slack app and copy an app-level token with the scope connections:write, which starts with xapp-.";
  return null;
}
