export { answerInChat } from "./in-chat/answer-in-chat.ts";
export { wantAnswer } from "./in-chat/chat-answer-queries.ts";
export { readArticlesForAnswers } from "./read-articles.ts";
export { askQuestion, askRoutes } from "./routes.ts";
