import type { ChatChange } from "../../../connectors/chat-source.ts";
import type { ChatMessage } from "../../../shared/domain/chat.ts";
import type { WorkspaceScope } from "../../db/workspace-scope.ts";
import type { Deps } from "../../deps.ts";
import type { ChatIntegrationRow } from "../../integrations/index.ts";
import { findSettings } from "../../settings/index.ts";
import { applyMembershipEvent } from "../audiences/member-queries.ts";
import type { ChannelRow } from "../channels/queries.ts";
import { channelEventsLost, questionAsked } from "../events.ts";
import { measureQuietTime } from "../messages/quiet-queries.ts";
import { keepStorableMessages } from "../messages/read-messages.ts";
import { eraseMessages, storeMessages } from "../messages/store-messages.ts";
import { isSharingRefused, storeChannelProperties } from "./channel-facts.ts";
import { type ChatEventRow, findChannelOfIntegration, markEventsProcessed } from "./queries.ts";

type ChannelChange = Extract<ChatChange, { channelId: string }>;
type ChangeOf<Kind extends ChannelChange["kind"]> = Extract<ChannelChange, { kind: Kind }>;

export interface ChannelEvent {
  row: ChatEventRow;
  change: ChannelChange;
}

export interface ChannelEvents {
  integration: ChatIntegrationRow;
  /** The platform's id of the channel. */
  channelId: string;
  events: ChannelEvent[];
  /** True if open pages of the product have to be notified. */
  isNews: boolean;
}

/**
 * Applies one channel's events in one transaction. While monitoring is manual, or the channel is off, only known messages are
 * changed, and new messages wait for a person to start the analysis. Questions to the app are always stored, because the author
 * waits for an answer.
 */
export async function applyChannelEvents(deps: Deps, scope: WorkspaceScope, given: ChannelEvents): Promise<void> {
  const { integration, channelId, events, isNews } = given;
  const channel = await findChannelOfIntegration(scope, integration.id, channelId);
  if (!channel) return markEventsProcessed(scope, idsOf(events), "applied");

  const { messages, deleted } = messagesOf(events);
  const takes = await newMessagesTaken(scope, channel, events);
  const asking = new Set(changesOf(events, "message").flatMap(asksOurApp));
  const isTaken = ({ externalId }: ChatMessage) => takes === "all" || (takes === "questions" && asking.has(externalId));
  await eraseMessages(scope, channel.id, deleted);
  const how = { from: "event", readingSince: NEVER, secrets: deps.secrets } as const;
  const [taken, others] = partition(messages, isTaken);
  const stored = taken.length > 0 ? await storeMessages(scope, channel.id, batchOf(taken), how) : null;
  if (stored && stored.added.length > 0) await measureQuietTime(scope, channel.id);
  const changed =
    others.length > 0 ? await storeMessages(scope, channel.id, batchOf(others), { ...how, onlyKnown: true }) : null;

  await applyFacts(deps, scope, channel, events);
  const left = new Set(others.flatMap(({ externalId }) => (changed?.known.has(externalId) ? [] : [externalId])));
  const [waits, applied] = partition(
    events,
    ({ change }) => change.kind === "message" && left.has(change.message.externalId),
  );
  await announceAsked(scope, channel, events, left);
  if (changesOf(events, "channel-behind").length > 0)
    await channelEventsLost.announce(deps, scope, { channelId: channel.id });
  await markEventsProcessed(scope, idsOf(applied), "applied");
  await markEventsProcessed(scope, idsOf(waits), "left");
  if (isNews) await deps.events.notify(scope, { type: "channel", id: channel.id });
}

/** Returns the latest edit of each message, and the deleted messages. */
function messagesOf(events: ChannelEvent[]): {
  messages: ChatMessage[];
  deleted: { externalId: string; sentAt: Date }[];
} {
  const newest = newestOf(changesOf(events, "message").map(({ message }) => message));
  const { messages } = keepStorableMessages({ messages: newest, skipped: [] });
  return { messages, deleted: distinct(changesOf(events, "message-deleted")) };
}

const batchOf = (messages: ChatMessage[]) => ({ messages, skipped: [], complete: [] });

const asksOurApp = ({ asksUs = false, message }: ChangeOf<"message">) => (asksUs ? [message.externalId] : []);

async function newMessagesTaken(
  scope: WorkspaceScope,
  channel: ChannelRow,
  events: ChannelEvent[],
): Promise<"all" | "questions" | "none"> {
  // Channel facts are applied after the messages, but a change of sharing is checked before the messages.
  const becomesShared = changesOf(events, "channel-shared").some(({ isShared }) => isShared);
  if (!channel.isActive || isSharingRefused({ ...channel, isShared: channel.isShared || becomesShared })) return "none";
  return (await findSettings(scope))?.monitoringMode === "automatic" ? "all" : "questions";
}

/** Announces questions to the app. Questions in a channel shared with other companies are never answered. */
async function announceAsked(scope: WorkspaceScope, channel: ChannelRow, events: ChannelEvent[], left: Set<string>) {
  if (channel.isShared) return;
  for (const { asksUs = false, isEdit, message } of changesOf(events, "message")) {
    const isUnasked = !asksUs && channel.answersUnasked && !isEdit && asksEverybody(message);
    if ((!asksUs && !isUnasked) || left.has(message.externalId)) continue;
    const { externalId, threadId, author } = message;
    await questionAsked.announce(null, scope, {
      channelId: channel.id,
      externalId,
      threadId,
      askedBy: author.externalId,
      isUnasked,
    });
  }
}

/** True if the message starts a thread with a question and mentions nobody. */
const asksEverybody = ({ externalId, threadId, text }: ChatMessage) =>
  (threadId === null || threadId === externalId) && /[?？؟](?:\s|$)/.test(text) && !/(?:^|\s)@\S/.test(text);

/** The time since when messages were read: never, because an event proves nothing about other messages. */
const NEVER = new Date(0);

async function applyFacts(
  deps: Deps,
  scope: WorkspaceScope,
  channel: ChannelRow,
  events: ChannelEvent[],
): Promise<void> {
  let row = channel;
  for (const { change } of events) {
    if (change.kind === "channel-renamed") row = await storeChannelProperties(deps, scope, row, { name: change.name });
    if (change.kind === "channel-private")
      row = await storeChannelProperties(deps, scope, row, { isPrivate: change.isPrivate });
    if (change.kind === "member") await applyMembershipEvent(scope, channel.id, change);
    if (change.kind === "channel-shared")
      row = await storeChannelProperties(deps, scope, row, { isShared: change.isShared });
    if (change.kind === "channel-state") row = await storeChannelProperties(deps, scope, row, { state: change.state });
  }
}

const changesOf = <Kind extends ChannelChange["kind"]>(events: ChannelEvent[], kind: Kind) =>
  events.flatMap(({ change }) => (change.kind === kind ? [change as ChangeOf<Kind>] : []));

/** Keeps the latest edit of each message. */
function newestOf(messages: ChatMessage[]): ChatMessage[] {
  const byId = new Map<string, ChatMessage>();
  const editedAt = (message: ChatMessage | undefined) => message?.editedAt?.getTime() ?? 0;
  for (const message of messages) {
    const other = byId.get(message.externalId);
    if (!other || editedAt(message) >= editedAt(other)) byId.set(message.externalId, message);
  }
  return [...byId.values()];
}

function distinct(gone: ChangeOf<"message-deleted">[]): { externalId: string; sentAt: Date }[] {
  return [...new Map(gone.map(({ externalId, sentAt }) => [externalId, { externalId, sentAt }])).values()];
}

function partition<T>(all: T[], belongs: (one: T) => boolean): [T[], T[]] {
  return [all.filter(belongs), all.filter((one) => !belongs(one))];
}

const idsOf = (events: ChannelEvent[]) => events.map(({ row }) => row.id);
