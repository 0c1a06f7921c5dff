/** The last confirmation of an article by a person, and the last change of its text. */
export interface VerifiedText {
  updatedAt: string;
  freshness?:
    | {
        confirmedAt: string | null;
        /** Null if nobody has confirmed it, or if that person has left. */
        confirmedBy: string | null;
      }
    | undefined;
}

/** True if somebody verified the current text. */
export const isVerified = ({ freshness, updatedAt }: VerifiedText): boolean =>
  typeof freshness?.confirmedAt === "string" && freshness.confirmedAt >= updatedAt;

/**
 * Describes when an article was verified: 'Verified by Dana Demo, 2026-11-30', 'Changed since Dana Demo verified it' or
 * 'Not yet verified'.
 */
export function describeVerification(
  article: VerifiedText,
  formatDay: (moment: string) => string = (moment) => moment.slice(0, 10),
): string {
  const { confirmedAt = null, confirmedBy = null } = article.freshness ?? {};
  if (confirmedAt === null) return "Not yet verified";
  if (!isVerified(article)) return `Changed since ${confirmedBy ? `${confirmedBy} verified it` : "it was verified"}`;
  return `Verified${confirmedBy ? ` by ${confirmedBy}` : ""}, ${formatDay(confirmedAt)}`;
}
