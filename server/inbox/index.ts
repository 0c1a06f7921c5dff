export { decide } from "./decide.ts";
export { listOpenItemsOfAll, openItems } from "./inbox-queries.ts";
export { doDueQuestions } from "./questions/ask-questions.ts";
export { leaveThreads } from "./questions/question-queries.ts";
export { takePress } from "./questions/take-press.ts";
export { wantQuestion, whoExplained } from "./questions/want-question.ts";
export { reportProblem, takeReportsBack } from "./reports/report-problem.ts";
export { inboxRoutes, readInbox } from "./routes.ts";
export { stillRightToken, takeStillRight } from "./still-right.ts";
