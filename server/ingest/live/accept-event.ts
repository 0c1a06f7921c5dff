import type { ChatEvent, ChatInteraction, ChatReply } from "../../../connectors/chat-source.ts";
import type { Deps } from "../../deps.ts";
import { type EventReceiver, type InteractionOrigin, storeEvent } from "./event-queries.ts";

/**
 * Handles a pressed button, a form or a command. This module passes the interaction to a module above and returns the result to
 * the platform.
 */
export type HandleInteraction = (
  deps: Deps,
  interaction: ChatInteraction,
  origin: InteractionOrigin,
) => Promise<ChatReply>;

/**
 * Stores an event for all integrations that receive it, in one transaction with the jobs that apply the event, so that the
 * event cannot be lost afterwards. A repeated event, or an event for an unmonitored channel or an inactive integration, is not
 * stored.
 */
export async function acceptEvent(
  { db, queue }: Pick<Deps, "db" | "queue">,
  event: ChatEvent,
  receivers: EventReceiver[],
) {
  if (receivers.length === 0) return;
  await db.transaction(async (tx) => {
    // Sorts the integrations, so that two transactions for the same integrations cannot deadlock.
    const stored = (await storeEvent(tx, event, receivers)).sort((one, other) =>
      one.integrationId < other.integrationId ? -1 : 1,
    );
    for (const { workspaceId, integrationId } of stored)
      await queue.enqueue({ tx }, { queue: "events", workspaceId, integrationId });
  });
}
