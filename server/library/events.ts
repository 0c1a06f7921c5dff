import type { Deps } from "../deps.ts";
import { defineEvent } from "../domain-event.ts";
import type { ConversationWriting } from "./save/written-content.ts";

/** The dependencies of code that announces an article's event. */
export type EventDeps = Pick<Deps, "queue" | "events" | "secrets">;

/** The article's version or state changed, or other facts that its pages show. The pages have to be updated. */
export const articleChanged = defineEvent<EventDeps, { articleId: string }>("article changed");

/**
 * Some of the article's text must leave its pages, even if people edited text beside it. The announcer has locked the
 * article.
 */
export const wordsRetracted = defineEvent<null, { articleId: string }>("words retracted");

/** A person saved another text of the article in the product. The announcer has locked the article. */
export const articleEdited = defineEvent<Pick<Deps, "events">, { articleId: string; by: string }>("article edited");

/** A new article was written from a conversation. */
export const articleCreated = defineEvent<EventDeps, { articleId: string; writing: ConversationWriting }>(
  "article created",
);
