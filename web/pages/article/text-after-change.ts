import type { ArticlePage } from "../../../shared/contract/articles.ts";

/** States whose pages follow the article. A draft's page waits, and a removed page is left alone. */
const FOLLOWING = new Set<ArticlePage["publications"][number]["state"]>(["queued", "in-flight", "published", "parked"]);

/** The toast text after a new version: whether pages will be updated. */
export const textAfterChange = ({ publications }: Pick<ArticlePage, "publications">): string =>
  publications.some(({ state }) => FOLLOWING.has(state)) ? "Its pages are being updated." : "The article is updated.";
