import type { Deps } from "../deps.ts";
import { defineEvent } from "../domain-event.ts";
import type { Writing } from "./save/written-content.ts";

/** What it takes to let the pages of an article follow it. */
export type Publisher = Pick<Deps, "queue" | "events" | "secrets">;

/** An article has another version or state, or something that its pages show has changed: they are to follow. */
export const articleChanged = defineEvent<Publisher, { articleId: string }>("article changed");

/**
 * Something of the article has to leave its pages, whatever people changed beside it; false: nothing has to any more.
 * The article is locked.
 */
export const wordsRetracted = defineEvent<null, { articleId: string; retracts: boolean }>("words retracted");

/** A conversation became an article of its own. */
export const articleCreated = defineEvent<Publisher, { articleId: string; writing: Writing }>("article created");
