/** The most characters of a question. */
export const LONGEST_QUESTION = 500;

/** Ratings of an answer by the person who asked. */
export const ANSWER_VOTES = ["right", "wrong", "outdated"] as const;
export type AnswerVote = (typeof ANSWER_VOTES)[number];
export type Complaint = Exclude<AnswerVote, "right">;

/** An opened article counts as an answer when the person does not ask again within so many days. */
export const DAYS_WITHOUT_ASKING_ON = 3;

/** The mark of a cited passage: the page's letter, and from the second passage of a page on its number: a, a2, b. */
export const passageMark = ({ page, passage }: { page: number; passage: number }): string =>
  `${String.fromCharCode(97 + (page % 26))}${passage > 0 ? passage + 1 : ""}`;

type Verdict = "answered" | "near" | "unknown";

/**
 * The verdict on articles and pages together. Pages that answer make up for articles that do not; pages that are only near leave
 * the question open.
 */
export function verdictWith(verdict: Verdict, wiki: { isAnswered: boolean } | null): Verdict {
  if (wiki?.isAnswered) return "answered";
  return wiki && verdict === "unknown" ? "near" : verdict;
}
