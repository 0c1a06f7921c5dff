import type { Deps } from "../deps.ts";
import { defineEvent } from "../domain-event.ts";
import type { ConversationWriting } from "./save/written-content.ts";

/** Dependencies of code that announces an event of an article. */
export type EventDeps = Pick<Deps, "queue" | "events" | "secrets">;

/** An article has another version or state, or other facts that its pages show have changed: the pages have to follow. */
export const articleChanged = defineEvent<EventDeps, { articleId: string }>("article changed");

/** Some of the article's text must leave its pages, whatever people edited beside it. The article is locked. */
export const wordsRetracted = defineEvent<null, { articleId: string }>("words retracted");

/** A person saved another text of the article in the product. The article is locked. */
export const articleEdited = defineEvent<Pick<Deps, "events">, { articleId: string; by: string }>("article edited");

/** A new article was written from a conversation. */
export const articleCreated = defineEvent<EventDeps, { articleId: string; writing: ConversationWriting }>(
  "article created",
);
