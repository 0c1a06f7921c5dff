import type { IgnoredPressReason, QuestionAnswer, QuestionResolution, ThreadQuestion } from "./chat-questions.ts";

/** The words of a question to an answer's author. They are the same on every platform. */
export const QUESTION_WORDS = "wrote an article from your answer here";
export const ONLY_ASKED_PERSON_COUNTS =
  "Only the answer of the person asked counts. This thread is asked once, never again.";

export const listButtons = ({ isPublished }: Pick<ThreadQuestion, "isPublished">): [QuestionAnswer, string][] => [
  ["publish", isPublished ? "It is right" : "Publish"],
  ["fix", "Fix"],
  ["not-knowledge", "Not knowledge"],
];

/** The decision in words. `who` and `article` are already in the platform's markup. */
export const DECISION_WORDS: Record<QuestionResolution | "too-late", (who: string, article: string) => string> = {
  publish: (who, article) => `${who} confirmed ${article}.`,
  fix: (who, article) => `${who} asked for ${article} to be fixed. It waits in the inbox of Lorekeep.`,
  fixed: (who, article) => `${who} corrected ${article}.`,
  "not-knowledge": (who) => `${who} said that this is not knowledge. The article was withdrawn.`,
  "too-late": () => "The article that this was about no longer exists.",
};

export const IGNORED_PRESS_SENTENCES: Record<IgnoredPressReason, string> = {
  "not-asked": "Only the person who was asked can decide about this article. Nothing was changed.",
  answered: "This was decided already, and the first answer counts. Nothing was changed.",
  over: "This question is closed. Nothing was changed.",
};
