import { inArray, notInArray } from "drizzle-orm";
import { type ArticleState, articles } from "./schema.ts";

export const SHOWN_STATES: ArticleState[] = ["stands", "library-only"];
/** Written, and waiting for a person's review. */
export const UNREVIEWED_STATES: ArticleState[] = ["review", "draft"];

/** Leaves out articles that only redirect to the one they were merged into, are being removed, or are in the trash. */
export const isListed = notInArray(articles.state, ["merged", "dismissed", "trashed"]);

/**
 * Articles that the API, the chat and answers may give out: none that waits for review, is held back or was withdrawn,
 * and none that lists leave out.
 */
export const isShown = inArray(articles.state, SHOWN_STATES);
