import type { Deps } from "../../deps.ts";
import { defineEvent } from "../../domain-event.ts";

/** A person decided that these conversations become an article although pages of the wiki are about them. */
export const articleWanted = defineEvent<
  Pick<Deps, "queue" | "events" | "secrets">,
  { conversationIds: string[]; by: string }
>("article wanted");
