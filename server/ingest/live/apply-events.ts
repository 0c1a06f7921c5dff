import type { ChatChange, LiveEvents } from "../../../connectors/chat-source.ts";
import { ConnectorError, RateLimited, Unreachable } from "../../../connectors/errors.ts";
import { bindToWorkspace, type WorkspaceScope } from "../../db/workspace-scope.ts";
import type { Deps } from "../../deps.ts";
import { nullIfNotFound } from "../../errors.ts";
import {
  type ChatIntegrationRow,
  findChatSource,
  getChatIntegration,
  openChatConfig,
} from "../../integrations/index.ts";
import { type JobAttempt, type JobOf, RetryLater } from "../../queue/queue.ts";
import { channelEventsLost } from "../events.ts";
import { applyAppEvents, type ParsedEvent } from "./apply-to-app.ts";
import { applyChannelEvents, type ChannelEvent } from "./apply-to-channel.ts";
import { type ChatEventRow, claimOverloadedChannels, listWaitingEvents, storeEventArrival } from "./queries.ts";

const EVENTS_AT_ONCE = 200;
/** After this time an event is applied with people's ids instead of names. The next check stores the names. */
const LONGEST_WAIT_FOR_NAMES_MS = 15_000;
const ASK_FOR_NAMES_AGAIN_MS = 3_000;
/** The pause before events that could not be read are read again. */
const READ_AGAIN_MS = 15_000;

/** Applies an integration's events. Applying an event twice, or in two workers at once, gives the same result. */
export async function applyEventsJob(deps: Deps, job: JobOf<"events">, attempt: JobAttempt): Promise<void> {
  const { workspaceId, integrationId } = job;
  const inScope = bindToWorkspace(deps.db, workspaceId);
  const integration = await inScope((scope) => getChatIntegration(scope, integrationId)).catch(nullIfNotFound);
  const live = integration && getLiveEvents(deps, integration);
  if (!live) return;
  const most = live.notifications?.mostSingly;
  for (;;) {
    if (most !== undefined) await inScope((scope) => checkInstead(deps, scope, integrationId, most));
    const waiting = await inScope((scope) => listWaitingEvents(scope, integrationId, most ?? EVENTS_AT_ONCE));
    if (waiting.length === 0) return;
    const events = await readEvents(deps, live, integration, waiting, attempt.signal);
    const provesDelivery = live.deliveries !== undefined;
    const isNews = await inScope((scope) => storeEventArrival(scope, integrationId, { provesDelivery }));
    for (const [channelId, ofChannel] of Map.groupBy(events, channelOf)) {
      await inScope((scope) =>
        channelId === null
          ? applyAppEvents(deps, scope, integration, ofChannel)
          : applyChannelEvents(deps, scope, { integration, channelId, events: ofChannel as ChannelEvent[], isNews }),
      );
    }
    if (attempt.signal.aborted) throw new RetryLater(0);
  }
}

/** Requests a check of channels that have more new messages than are fetched one by one. */
async function checkInstead(deps: Deps, scope: WorkspaceScope, integrationId: string, most: number): Promise<void> {
  for (const channelId of await claimOverloadedChannels(scope, integrationId, most))
    await channelEventsLost.announce(deps, scope, { channelId });
}

export function getLiveEvents(
  deps: Pick<Deps, "connectors">,
  { platform }: Pick<ChatIntegrationRow, "platform">,
): LiveEvents<Record<string, string>> | null {
  return findChatSource(deps.connectors, platform)?.live ?? null;
}

async function readEvents(
  deps: Deps,
  live: LiveEvents<Record<string, string>>,
  integration: ChatIntegrationRow,
  rows: ChatEventRow[],
  signal: AbortSignal,
): Promise<ParsedEvent[]> {
  const payloads = rows.map(({ payload }) => payload ?? "");
  const withRows = (changes: (ChatChange | null)[]) => rows.map((row, at) => ({ row, change: changes[at] ?? null }));
  const config = openChatConfig(deps.secrets, integration);
  try {
    return withRows(await live.readEvents(config, payloads, { withoutNames: false, signal }));
  } catch (error) {
    if (!(error instanceof ConnectorError)) throw error;
    const waitedMs = Date.now() - (rows[0]?.receivedAt.getTime() ?? 0);
    if (mayPass(error) && waitedMs < LONGEST_WAIT_FOR_NAMES_MS)
      throw new RetryLater(ASK_FOR_NAMES_AGAIN_MS, { cause: error });
  }
  try {
    return withRows(await live.readEvents(config, payloads, { withoutNames: true, signal }));
  } catch (error) {
    throw mayPass(error) ? new RetryLater(READ_AGAIN_MS, { cause: error }) : error;
  }
}

const mayPass = (error: unknown) => error instanceof RateLimited || error instanceof Unreachable;

/** Returns the platform's id of the channel; null for an event about the app as a whole. */
const channelOf = ({ change }: ParsedEvent) => (change && "channelId" in change ? change.channelId : null);
