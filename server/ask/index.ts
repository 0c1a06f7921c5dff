export { readArticlesForAnswers } from "./read-articles.ts";
export { askQuestion, askRoutes } from "./routes.ts";
