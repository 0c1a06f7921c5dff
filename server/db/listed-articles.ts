import { inArray, notInArray } from "drizzle-orm";
import { type ArticleState, articles } from "./schema.ts";

export const SHOWN_STATES: ArticleState[] = ["stands", "library-only"];
/** Written, and waiting for a person's review. */
export const UNREVIEWED_STATES: ArticleState[] = ["review", "draft"];

/** Leaves out articles that were merged into another one, are being removed, or are in the trash. */
export const isListed = notInArray(articles.state, ["merged", "dismissed", "trashed"]);

/** Articles that the API, chat and answers may show: listed, and neither waiting for review, held nor withdrawn. */
export const isShown = inArray(articles.state, SHOWN_STATES);

/** Drafts and held-back articles that wait for a review. */
export const isUnreviewed = inArray(articles.state, UNREVIEWED_STATES);
