import type { Deps } from "../deps.ts";
import { defineEvent } from "../domain-event.ts";
import type { Writing } from "./save/written-content.ts";

/** What announcing an event of an article needs. */
export type EventDeps = Pick<Deps, "queue" | "events" | "secrets">;

/** An article has another version or state, or something that its pages show has changed: they are to follow. */
export const articleChanged = defineEvent<EventDeps, { articleId: string }>("article changed");

/** Something of the article has to leave its pages, whatever people changed beside it. The article is locked. */
export const wordsRetracted = defineEvent<null, { articleId: string }>("words retracted");

/** A person saved another text of the article in the product. The article is locked. */
export const articleEdited = defineEvent<Pick<Deps, "events">, { articleId: string; by: string }>("article edited");

/** A conversation became an article of its own. */
export const articleCreated = defineEvent<EventDeps, { articleId: string; writing: Writing }>("article created");
