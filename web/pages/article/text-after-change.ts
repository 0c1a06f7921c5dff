import type { ArticlePage } from "../../../shared/contract/articles.ts";

/** Pages that follow the article; a draft's wait, and a removed one is left alone. */
const FOLLOWING = new Set<ArticlePage["publications"][number]["state"]>(["queued", "in-flight", "published", "parked"]);

/** What a new version leads to, for whoever has just made it. */
export const textAfterChange = ({ publications }: Pick<ArticlePage, "publications">): string =>
  publications.some(({ state }) => FOLLOWING.has(state)) ? "Its pages are being updated." : "The article is updated.";
