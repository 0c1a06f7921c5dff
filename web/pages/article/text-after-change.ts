import type { ArticlePage } from "../../../shared/contract/articles.ts";
import { formatItems } from "../../lib/format.ts";

/** States whose pages follow the article. A draft's page waits, and a removed page is left alone. */
const FOLLOWING = new Set<ArticlePage["publications"][number]["state"]>(["queued", "in-flight", "published", "parked"]);

const followingPages = ({ publications }: Pick<ArticlePage, "publications">) =>
  publications.filter(({ state }) => FOLLOWING.has(state)).length;

/** The toast text after a new version: whether pages will be updated. */
export const describePageUpdate = (article: Pick<ArticlePage, "publications">): string =>
  followingPages(article) > 0 ? "Its pages are being updated." : "The article is updated.";

/** Words the button: 'Save and update 2 pages'. */
export function saveName(article: Pick<ArticlePage, "publications">): string {
  const pages = followingPages(article);
  return pages === 0 ? "Save" : `Save and update ${formatItems(pages, "page")}`;
}
