import type { Deps } from "../../deps.ts";
import { defineEvent } from "../../domain-event.ts";

/** Pages that were about conversations of this channel are gone or hidden: the conversations are judged again. */
export const conversationsReopened = defineEvent<Pick<Deps, "queue" | "events">, { channelId: string }>(
  "knowledge lost",
);

/** A person decided that these conversations become an article although pages of the wiki are about them. */
export const articleRequested = defineEvent<
  Pick<Deps, "queue" | "events" | "secrets">,
  { conversationIds: string[]; by: string }
>("article wanted");

/** People said in a conversation only what pages of the wiki say. Announced in the transaction that stores it. */
export const conversationOnPages = defineEvent<null, { channelId: string; key: string }>("told by pages");
