import { isVerified, type VerifiedText } from "./verification.ts";

/** The most characters of a question. */
export const LONGEST_QUESTION = 500;

/** A question counts as frequent if it was asked at least this often. */
export const MIN_TIMES_OFTEN_ASKED = 2;

/** Ratings of an answer by the asker. */
export const ANSWER_VOTES = ["right", "wrong", "outdated"] as const;
export type AnswerVote = (typeof ANSWER_VOTES)[number];
export type Complaint = Exclude<AnswerVote, "right">;

/** An opened article counts as an answer if the person does not ask again within this many days. */
export const DAYS_WITHOUT_REPEATED_QUESTION = 3;

/** The label of a cited passage: a letter for the page, and from the page's second passage on a number: a, a2, b. */
export const formatPassageLabel = ({ page, passage }: { page: number; passage: number }): string =>
  `${String.fromCharCode(97 + (page % 26))}${passage > 0 ? passage + 1 : ""}`;

/** The heading where nothing answers. It claims no more: somebody may have explained it in a channel that was not read. */
export const NOTHING_FOUND = "No answer found";

interface LeftOutPlace {
  /** Null for the summary. */
  section: number | null;
  /** Null where the section has none. */
  heading: string | null;
  count: number;
}

/** '2 more sentences in “Deadlines”'. */
export function formatLeftOut({ section, heading, count }: LeftOutPlace): string {
  const place = section === null ? "the summary" : heading === null ? "the article" : `“${heading}”`;
  return `${count} more ${count === 1 ? "sentence" : "sentences"} in ${place}`;
}

/** The words before the sentences of an answer in text; `sure` are those of a sure one. */
export function getAnswerLead(verdict: Exclude<Verdict, "unknown">, sure: string): string {
  if (verdict === "answered") return sure;
  return verdict === "likely"
    ? `${LIKELY_ANSWER}. ${CHECK_SOURCE}`
    : "Not answered for sure. The nearest that is known:";
}

/** The most names of unread channels that are told. */
export const MAX_NAMED_CHANNELS = 3;

/** '#hr and #it have not been read yet.'; '' without channels. */
export function formatUnreadChannels(names: readonly string[]): string {
  const told = names.slice(0, MAX_NAMED_CHANNELS).map((name) => `#${name}`);
  const parts = names.length > MAX_NAMED_CHANNELS ? [...told, "others"] : told;
  const last = parts.at(-1);
  if (last === undefined) return "";
  const list = parts.length > 1 ? `${parts.slice(0, -1).join(", ")} and ${last}` : last;
  return `${list} ${parts.length > 1 ? "have" : "has"} not been read yet.`;
}

export const VERDICTS = ["answered", "likely", "near", "unknown"] as const;
export type Verdict = (typeof VERDICTS)[number];

/** The heading and the advice of an answer that is often right, but not often enough to be relied on unread. */
export const LIKELY_ANSWER = "Likely answer";
export const CHECK_SOURCE = "Check it against its source.";

interface QuotingAnswer {
  verdict: Verdict;
  sentences: readonly { articleId: string }[];
  articles: readonly (VerifiedText & { id: string })[];
}

/** Lowers the verdict of a sure answer to 'likely' if nobody verified the current text of an article that it quotes. */
export function lowerUnverified({ verdict, sentences, articles }: QuotingAnswer): Verdict {
  if (verdict !== "answered") return verdict;
  const verified = new Set(articles.filter(isVerified).map(({ id }) => id));
  return sentences.every(({ articleId }) => verified.has(articleId)) ? verdict : "likely";
}

/**
 * Combines the verdicts on articles and pages. A page that answers makes the question 'answered'. Pages about similar
 * subjects do not change the verdict.
 */
export function combineVerdicts(verdict: Verdict, wiki: { isAnswered: boolean } | null): Verdict {
  if (wiki?.isAnswered) return "answered";
  return wiki && verdict === "unknown" ? "near" : verdict;
}
