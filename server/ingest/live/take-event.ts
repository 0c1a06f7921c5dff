import type { ChatEvent, ChatPress, ChatReply } from "../../../connectors/chat-source.ts";
import type { Deps } from "../../deps.ts";
import { type Receiver, storeEvent } from "./event-queries.ts";

/** What becomes of a pressed button, a form or a command. Ingest hands it on, and answers the platform; who works on it is above. */
export type TakePress = (deps: Deps, press: ChatPress, receivers: Receiver[]) => Promise<ChatReply>;

/**
 * Keeps an event for all its integrations, in one statement and with the job that applies it: when this resolves, it is not
 * lost any more. An event that is known already, of a channel nobody monitors or of an integration that is switched off
 * leaves no row.
 */
export async function takeEvent({ db, queue }: Pick<Deps, "db" | "queue">, event: ChatEvent, receivers: Receiver[]) {
  if (receivers.length === 0) return;
  await db.transaction(async (tx) => {
    for (const { workspaceId, integrationId } of await storeEvent(tx, event, receivers))
      await queue.enqueue({ tx }, { queue: "events", workspaceId, integrationId });
  });
}
