import { inArray, notInArray } from "drizzle-orm";
import { type ArticleState, articles } from "./schema.ts";

export const SHOWN: ArticleState[] = ["stands", "library-only"];
/** Written, and waiting for a person who reviews it. */
export const UNREVIEWED: ArticleState[] = ["review", "draft"];

/** Not those that only redirect to the article they were merged into, are being removed, or are in the trash. */
export const isListed = notInArray(articles.state, ["merged", "dismissed", "trashed"]);

/**
 * What programs, the chat and answers tell: nothing that waits for a person's review, is held back or was withdrawn, and nothing that
 * lists leave out.
 */
export const isShown = inArray(articles.state, SHOWN);
