import type { ChatChange, LiveEvents } from "../../../connectors/chat-source.ts";
import { ConnectorError, RateLimited, Unreachable } from "../../../connectors/errors.ts";
import { inWorkspace, type WorkspaceScope } from "../../db/workspace-scope.ts";
import type { Deps } from "../../deps.ts";
import { AppError } from "../../errors.ts";
import { type ChatIntegrationRow, getChatIntegration, openChatConfig } from "../../integrations/index.ts";
import { type Attempt, type JobOf, TryLater } from "../../queue/queue.ts";
import { applyToApp } from "./apply-to-app.ts";
import { applyToChannel, type ChannelEvent } from "./apply-to-channel.ts";
import { type ChatEventRow, listWaitingEvents, noteAlive, settleEvents } from "./queries.ts";

const EVENTS_AT_ONCE = 200;
/** Then an event is applied with the ids of people instead of their names; the next check puts the names in. */
const LONGEST_WAIT_FOR_NAMES_MS = 15_000;
const ASK_FOR_NAMES_AGAIN_MS = 3_000;
/** When events cannot be read at all. */
const READ_AGAIN_MS = 15_000;

/** Applies what an integration's events say. Doing it twice, or two workers at once, comes to the same. */
export async function applyEventsJob(deps: Deps, job: JobOf<"events">, attempt: Attempt): Promise<void> {
  const { workspaceId, integrationId } = job;
  const inScope = <T>(work: (scope: WorkspaceScope) => Promise<T>) => inWorkspace(deps.db, workspaceId, work);
  const integration = await inScope((scope) => getChatIntegration(scope, integrationId)).catch(unlessGone);
  const live = integration && liveOf(deps, integration);
  if (!live) return;
  for (;;) {
    const waiting = await inScope((scope) => listWaitingEvents(scope, integrationId, EVENTS_AT_ONCE));
    if (waiting.length === 0) return;
    const said = await readEvents(deps, live, integration, waiting, attempt.signal);
    await applyAll(deps, inScope, integration, { said, provesLife: live.deliveries !== undefined });
    if (attempt.signal.aborted) throw new TryLater(0);
  }
}

export function liveOf(
  deps: Pick<Deps, "connectors">,
  { platform }: Pick<ChatIntegrationRow, "platform">,
): LiveEvents<Record<string, string>> | null {
  const { sources } = deps.connectors;
  return (platform in sources && sources[platform as keyof typeof sources].live) || null;
}

interface Said {
  row: ChatEventRow;
  change: ChatChange | null;
}

async function readEvents(
  deps: Deps,
  live: LiveEvents<Record<string, string>>,
  integration: ChatIntegrationRow,
  rows: ChatEventRow[],
  signal: AbortSignal,
): Promise<Said[]> {
  const payloads = rows.map(({ payload }) => payload ?? "");
  const together = (changes: (ChatChange | null)[]) => rows.map((row, at) => ({ row, change: changes[at] ?? null }));
  const config = openChatConfig(deps.secrets, integration);
  try {
    return together(await live.readEvents(config, payloads, { withoutNames: false, signal }));
  } catch (error) {
    if (!(error instanceof ConnectorError)) throw error;
    const waitedMs = Date.now() - (rows[0]?.receivedAt.getTime() ?? 0);
    if (mayPass(error) && waitedMs < LONGEST_WAIT_FOR_NAMES_MS)
      throw new TryLater(ASK_FOR_NAMES_AGAIN_MS, { cause: error });
  }
  try {
    return together(await live.readEvents(config, payloads, { withoutNames: true, signal }));
  } catch (error) {
    throw mayPass(error) ? new TryLater(READ_AGAIN_MS, { cause: error }) : error;
  }
}

const mayPass = (error: unknown) => error instanceof RateLimited || error instanceof Unreachable;

async function applyAll(
  deps: Deps,
  inScope: <T>(work: (scope: WorkspaceScope) => Promise<T>) => Promise<T>,
  integration: ChatIntegrationRow,
  { said, provesLife }: { said: Said[]; provesLife: boolean },
): Promise<void> {
  const isNews = await inScope((scope) => noteAlive(scope, integration.id, { provesLife }));
  const byChannel = Map.groupBy(said, ({ change }) => (change && "channelId" in change ? change.channelId : null));
  for (const [channelId, events] of byChannel) {
    if (channelId === null) {
      await inScope(async (scope) => {
        for (const { change } of events) if (change) await applyToApp(deps, scope, integration, change.kind);
        await settleEvents(scope, idsOf(events), "applied");
      });
    } else {
      const ofChannel = events as ChannelEvent[];
      await inScope((scope) => applyToChannel(deps, scope, { integration, channelId, events: ofChannel, isNews }));
    }
  }
}

const idsOf = (said: Said[]) => said.map(({ row }) => row.id);

function unlessGone(error: unknown): null {
  if (error instanceof AppError && error.code === "not-found") return null;
  throw error;
}
