export { articleRoutes } from "./articles/routes.ts";
export { listChannelsOfArticle, requireReadableArticles } from "./audience-queries.ts";
export {
  type DecisionRow,
  findUndoableRun,
  isDecisionKnown,
  listDecisionsOfRun,
  lockUndoable,
  markUndone,
  WRITTEN_BY_MODEL,
} from "./decision-queries.ts";
export { recordDecision, type UndoableDecision } from "./decisions.ts";
export { dedupeRoutes } from "./dedupe/routes.ts";
export { editingRoutes } from "./edit/routes.ts";
export { articleChanged, articleCreated, articleEdited, type EventDeps, wordsRetracted } from "./events.ts";
export { guardArticles } from "./guard-articles.ts";
export { retentionRoutes } from "./retention/routes.ts";
export { endChannelHold, readReviewSettings, withdrawReleases } from "./review-queries.ts";
export { saveReviewSettings } from "./review-settings.ts";
