import { inArray, notInArray } from "drizzle-orm";
import { type ArticleState, articles } from "./schema.ts";

export const SHOWN_STATES: ArticleState[] = ["stands", "library-only"];
/** States of articles that wait for a person's review. */
export const UNREVIEWED_STATES: ArticleState[] = ["review", "draft"];

/** True unless the article was merged into another article, is being removed, or is in the trash. */
export const whereArticleListed = notInArray(articles.state, ["merged", "dismissed", "trashed"]);

/** True for articles that the API, chat and answers may show: listed, and neither waiting for review, held nor withdrawn. */
export const whereArticleShown = inArray(articles.state, SHOWN_STATES);

/** True for drafts and held-back articles that wait for a review. */
export const whereArticleUnreviewed = inArray(articles.state, UNREVIEWED_STATES);
