export { checkPayment, claimPayment, returnPayment } from "./claim-payment.ts";
export { endPayment, settlePayer } from "./close-payer.ts";
export { comparePayers } from "./compare-payers.ts";
export { takeUpPaused } from "./enforce-plan.ts";
export { platformSwitched, readingResumed } from "./events.ts";
export {
  checkRoomForChannel,
  checkRoomForPlatform,
  hasLimits,
  largestExport,
  limitsOf,
  messagesLeft,
  oneAtATime,
  whyMessagesWait,
} from "./limits.ts";
export { paidTwiceMail } from "./mails.ts";
export { releasePayment } from "./queries.ts";
export { billingRoutes } from "./routes.ts";
export { setUpProvider } from "./set-up-provider.ts";
export { countMessages, countUncounted, countWaiting } from "./usage-queries.ts";
export { warnAlmostUsed, warnUsedUp } from "./usage-warnings.ts";
export { followPayer } from "./who-pays.ts";
