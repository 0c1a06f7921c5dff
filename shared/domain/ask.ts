/** Characters of a question. */
export const LONGEST_QUESTION = 500;

/** What whoever asked says of the answer. */
export const ANSWER_VOTES = ["right", "wrong", "outdated"] as const;
export type AnswerVote = (typeof ANSWER_VOTES)[number];
export type Complaint = Exclude<AnswerVote, "right">;

/** An opened article counts as an answer when nobody asks on for so many days. */
export const DAYS_WITHOUT_ASKING_ON = 3;
