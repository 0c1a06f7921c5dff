export { answerInChat } from "./in-chat/answer-in-chat.ts";
export { answerPrivately } from "./in-chat/answer-privately.ts";
export { wantAnswer } from "./in-chat/chat-answer-queries.ts";
export { forgetPrivateQuestions } from "./in-chat/private-question-queries.ts";
export { takeFromChat } from "./in-chat/take-from-chat.ts";
export { readArticlesForAnswers } from "./read-articles.ts";
export { askQuestion, askRoutes } from "./routes.ts";
