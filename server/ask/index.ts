export { readArticlesForAnswers } from "./read-articles.ts";
export { askRoutes } from "./routes.ts";
