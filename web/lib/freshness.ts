import type { ArticlePage } from "../../shared/contract/articles.ts";
import { formatNearDay } from "./format.ts";

type Dated = Pick<ArticlePage, "freshness" | "updatedAt">;

/** Whether somebody verified the text as it is now. */
export const isVerified = ({ freshness, updatedAt }: Dated) =>
  typeof freshness?.confirmedAt === "string" && freshness.confirmedAt >= updatedAt;

/** 'Verified by Dana Demo, today', 'Changed since Dana Demo verified it' or 'Not yet verified'. */
export function freshnessWords(article: Dated): string {
  const { confirmedAt = null, confirmedBy = null } = article.freshness ?? {};
  if (confirmedAt === null) return "Not yet verified";
  if (!isVerified(article)) return `Changed since ${confirmedBy ? `${confirmedBy} verified it` : "it was verified"}`;
  return `Verified${confirmedBy ? ` by ${confirmedBy}` : ""}, ${formatNearDay(confirmedAt)}`;
}
