export {
  checkChannelLimit,
  checkPlatformLimit,
  countMessagesLeft,
  explainMessageWait,
  findLargestExport,
  hasLimits,
  lockPlanLimits,
  readPlanLimits,
} from "./limits.ts";
export { countUncountedMessages, countWaiting, storeCountedMessages } from "./usage-queries.ts";
export { warnOfAlmostUsedPlan, warnOfUsedPlan } from "./usage-warnings.ts";
