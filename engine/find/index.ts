export { answersIn } from "./answers-in.ts";
export { bestSentences } from "./best-sentences.ts";
export { MOST_MESSAGES } from "./conversation-sizes.ts";
export { detect } from "./detect.ts";
export { assignConversations, formConversations } from "./form-conversations.ts";
export { groupWindow } from "./group-window.ts";
