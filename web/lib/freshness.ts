import type { ArticlePage } from "../../shared/contract/articles.ts";
import { describeVerification, isVerified, type VerifiedText } from "../../shared/domain/verification.ts";
import { formatDay } from "./format.ts";

/** `describeVerification` with the day as people say it: 'Verified by Dana Demo, today'. */
export const describeFreshness = (article: VerifiedText): string => describeVerification(article, formatNearDay);

/** Returns the next review of a verified article; null if it is past or unknown. */
export function getVerificationEnd(
  article: Pick<ArticlePage, "freshness" | "updatedAt">,
  now: number = Date.now(),
): string | null {
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
