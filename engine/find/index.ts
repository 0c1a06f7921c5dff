export { detectKnowledge } from "./detect.ts";
export {
  assignConversations,
  formConversations,
  groupWindow,
  MAX_CONVERSATION_MESSAGES,
} from "./form-conversations.ts";
export { findMostInstructiveSentence, pairAnswers, selectRelevantSentences } from "./pair-answers.ts";
