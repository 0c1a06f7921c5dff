export { detectKnowledge } from "./detect.ts";
export { assignConversations, formConversations, groupWindow, MOST_MESSAGES } from "./form-conversations.ts";
export { findTellingSentence, pairAnswers, selectRelevantSentences } from "./pair-answers.ts";
