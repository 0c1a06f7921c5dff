import { comparePayers } from "../billing/index.ts";
import { notifyPeople, sendMails } from "../notifications/index.ts";
import { sendWebhooks } from "../public-api/index.ts";
import { checkDueDomains, purgeDeletedAccounts } from "../workspace/index.ts";
import type { ScheduledJob } from "./job.ts";

export const notifyPeopleJob: ScheduledJob = {
  name: "notify-people",
  everySeconds: 20,
  timeLimitSeconds: 120,
  run: notifyPeople,
};

export const sendNotificationMails: ScheduledJob = {
  name: "send-notification-mails",
  everySeconds: 60,
  timeLimitSeconds: 300,
  run: (deps) => sendMails(deps),
};

export const sendWebhooksJob: ScheduledJob = {
  name: "send-webhooks",
  everySeconds: 3,
  timeLimitSeconds: 300,
  run: sendWebhooks,
};

/** Erases deleted accounts. The privacy policy promises this within 30 days. */
export const purgeDeletedAccountsJob: ScheduledJob = {
  name: "purge-deleted-accounts",
  everySeconds: 30,
  timeLimitSeconds: 900,
  run: purgeDeletedAccounts,
};

/** Checks mail domains with a DNS record again, each domain once a week. */
export const checkDueDomainsJob: ScheduledJob = {
  name: "check-due-domains",
  everySeconds: 3600,
  timeLimitSeconds: 900,
  run: checkDueDomains,
};

/** Compares each payer with the payment provider, in case an event was lost. */
export const comparePayments: ScheduledJob = {
  name: "compare-payments",
  everySeconds: 30,
  timeLimitSeconds: 600,
  run: comparePayers,
};
