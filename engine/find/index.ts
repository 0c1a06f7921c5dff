export { findTellingSentence, pairAnswers, selectRelevantSentences } from "./answers-in.ts";
export { detectKnowledge } from "./detect.ts";
export { assignConversations, formConversations, groupWindow, MOST_MESSAGES } from "./form-conversations.ts";
