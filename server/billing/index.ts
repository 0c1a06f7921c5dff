export { checkPayment, claimPayment, returnPayment } from "./claim-payment.ts";
export { endPayment, settlePayer } from "./close-payer.ts";
export { comparePayers } from "./compare-payers.ts";
export { resumePausedChannels } from "./enforce-plan.ts";
export { platformSwitched, readingResumed } from "./events.ts";
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
export { buildPaidTwiceMail } from "./mails.ts";
export { releasePayment } from "./queries.ts";
export { billingRoutes } from "./routes.ts";
export { setUpProvider } from "./set-up-provider.ts";
export { countMessages, countUncounted, countWaiting } from "./usage-queries.ts";
export { warnOfAlmostUsedPlan, warnOfUsedPlan } from "./usage-warnings.ts";
export { followPayer } from "./who-pays.ts";
