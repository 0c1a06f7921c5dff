export { answersIn, bestSentences } from "./answers-in.ts";
export { detect } from "./detect.ts";
export { assignConversations, formConversations, groupWindow, MOST_MESSAGES } from "./form-conversations.ts";
