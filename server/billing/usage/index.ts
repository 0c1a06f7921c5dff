export {
  checkRoomForChannel,
  checkRoomForPlatform,
  countMessagesLeft,
  explainMessageWait,
  findLargestExport,
  hasLimits,
  readPlanLimits,
  serializeAdditions,
} from "./limits.ts";
export { countMessages, countUncounted, countWaiting } from "./usage-queries.ts";
export { warnOfAlmostUsedPlan, warnOfUsedPlan } from "./usage-warnings.ts";
