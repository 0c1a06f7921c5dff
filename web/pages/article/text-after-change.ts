import type { ArticlePage } from "../../../shared/contract/articles.ts";
import { formatItems } from "../../lib/format.ts";

/**
 * States of publications whose pages will be updated with the article. The page of a draft is not among them, and
 * neither is a removed page.
 */
const FOLLOWING = new Set<ArticlePage["publications"][number]["state"]>(["queued", "in-flight", "published", "parked"]);

const followingPages = ({ publications }: Pick<ArticlePage, "publications">) =>
  publications.filter(({ state }) => FOLLOWING.has(state)).length;

/** The toast's text after a new version. It says whether pages will be updated. */
export const describePageUpdate = (article: Pick<ArticlePage, "publications">): string =>
  followingPages(article) > 0 ? "Its pages are being updated." : "The article is updated.";

/** An article that nobody has approved: saving it publishes nothing. */
export const isUnread = ({ state }: Pick<ArticlePage, "state">): boolean => state === "draft" || state === "review";

/** The button's label: 'Save and update 2 pages'. */
export function getSaveLabel(article: Pick<ArticlePage, "publications">): string {
  const pages = followingPages(article);
  return pages === 0 ? "Save" : `Save and update ${formatItems(pages, "page")}`;
}
