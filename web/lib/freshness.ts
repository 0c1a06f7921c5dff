import type { ArticlePage } from "../../shared/contract/articles.ts";
import { formatDay } from "./format.ts";

type ArticleFreshness = Pick<ArticlePage, "freshness" | "updatedAt">;

/** True if somebody verified the current text. */
export const isVerified = ({ freshness, updatedAt }: ArticleFreshness) =>
  typeof freshness?.confirmedAt === "string" && freshness.confirmedAt >= updatedAt;

/**
 * Describes when an article was verified: 'Verified by Dana Demo, today', 'Changed since Dana Demo verified it' or 'Not yet
 * verified'.
 */
export function describeFreshness(article: ArticleFreshness): string {
  const { confirmedAt = null, confirmedBy = null } = article.freshness ?? {};
  if (confirmedAt === null) return "Not yet verified";
  if (!isVerified(article)) return `Changed since ${confirmedBy ? `${confirmedBy} verified it` : "it was verified"}`;
  return `Verified${confirmedBy ? ` by ${confirmedBy}` : ""}, ${formatNearDay(confirmedAt)}`;
}

/** Returns the next review of a verified article; null if it is past or unknown. */
export function getVerificationEnd(article: ArticleFreshness, now: number = Date.now()): string | null {
  const reviewAt = article.freshness?.reviewAt;
  return isVerified(article) && reviewAt && Date.parse(reviewAt) > now ? formatDay(reviewAt) : null;
}

const DAY_MS = 86_400_000;
const NEAR_DAYS = ["today", "yesterday"];

/** Formats a day with 'today' and 'yesterday', otherwise as '21 Nov 2026'. */
export function formatNearDay(moment: string, now: number = Date.now()): string {
  const day = formatDay(moment);
  return NEAR_DAYS.find((_, ago) => formatDay(new Date(now - ago * DAY_MS).toISOString()) === day) ?? day;
}
