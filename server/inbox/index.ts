export { listOpenItemsOfAll } from "./inbox-queries.ts";
export { takePress } from "./questions/answer-question.ts";
export { startQuestions } from "./questions/ask-questions.ts";
export { leaveThreads } from "./questions/question-queries.ts";
export { wantQuestion } from "./questions/want-question.ts";
export { inboxRoutes } from "./routes.ts";
