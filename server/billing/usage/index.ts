export {
  checkRoomForChannel,
  checkRoomForPlatform,
  countMessagesLeft,
  explainMessageWait,
  findLargestExport,
  hasLimits,
  lockAdditions,
  readPlanLimits,
} from "./limits.ts";
export { countMessages, countUncounted, countWaiting } from "./usage-queries.ts";
export { warnOfAlmostUsedPlan, warnOfUsedPlan } from "./usage-warnings.ts";
