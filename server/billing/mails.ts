import { BRAND } from "../../shared/domain/brand.ts";
import { GRACE_DAYS } from "../../shared/domain/plans.ts";
import { writeLetter } from "../mail/letter.ts";
import type { Mail } from "../mail/mailer.ts";

const KEPT = "Nothing is deleted: your articles stay readable and can be exported.";

const day = (date: Date) => date.toLocaleDateString("en-US", { month: "long", day: "numeric", timeZone: "UTC" });

export function buildPaymentFailedMail(to: string, link: string, graceUntil: Date): Mail {
  return {
    to,
    subject: `Your payment for ${BRAND} did not go through`,
    ...writeLetter({
      title: "Your payment did not go through",
      paragraphs: [
        `The last charge for ${BRAND} was declined by the bank. Everything keeps working for ${GRACE_DAYS} days, until ${day(graceUntil)}.`,
        "Open Manage Subscription and add another card, or pay the open invoice there.",
      ],
      button: { label: "Update the payment", url: link },
      footnotes: [`After ${day(graceUntil)} the account is closed until it is paid. ${KEPT}`],
    }),
  };
}

export function buildPlanEndedMail(to: string, link: string, { isRefunded }: { isRefunded: boolean }): Mail {
  const why = isRefunded ? "You were refunded, so your paid plan has ended." : "Your paid plan ended as requested.";
  return {
    to,
    subject: `Your paid plan of ${BRAND} has ended`,
    ...writeLetter({
      title: "Your paid plan has ended",
      paragraphs: [
        `${why} You are on the Starter plan now.`,
        `${KEPT} Channels and platforms beyond the Starter plan are paused.`,
      ],
      button: { label: "See your plan", url: link },
      footnotes: [],
    }),
  };
}

/** Builds the mail about a refunded payment that never had an account. */
export function buildRefundMail(to: string, link: string): Mail {
  return {
    to,
    subject: `Your payment for ${BRAND} was refunded`,
    ...writeLetter({
      title: "Your payment was refunded",
      paragraphs: [
        `You paid for ${BRAND}, and no account was created within a day. The subscription has therefore ended, and the whole amount goes back to your card; banks need 5 to 10 days for it.`,
      ],
      button: { label: "Create account", url: link },
      footnotes: ["You owe nothing, and nothing more will be charged."],
    }),
  };
}

/** Builds the mail to somebody who paid for a second account with an address that already has one. */
export function buildPaidTwiceMail(to: string, signInLink: string): Mail {
  return {
    to,
    subject: `You already have an account with ${BRAND}`,
    ...writeLetter({
      title: "You already have an account",
      paragraphs: [
        `Somebody paid for another ${BRAND} account with this address. Your account was not changed.`,
        "The new subscription is cancelled and the whole amount goes back to the card; banks need 5 to 10 days for it.",
      ],
      button: { label: "Sign in", url: signInLink },
      footnotes: ["Another plan for your account is chosen in Manage Subscription."],
    }),
  };
}

export function buildAlmostUsedMail(
  to: string,
  link: string,
  { used, limit, resetsAt }: { used: number; limit: number; resetsAt: Date },
): Mail {
  return {
    to,
    subject: `${used} of your ${limit} messages of this month are used`,
    ...writeLetter({
      title: "Your messages of this month are almost used up",
      paragraphs: [
        `Your plan includes ${limit} messages a month, and ${used} were analyzed by now.`,
        `What does not fit waits, and nothing is lost: analysis resumes automatically on ${day(resetsAt)}, or as soon as you upgrade.`,
      ],
      button: { label: "See your plan", url: link },
      footnotes: [],
    }),
  };
}

/**
 * Builds the mail that says that all messages are used. `why` says how many were used and when the analysis resumes.
 */
export function buildMessagesUsedMail(to: string, link: string, why: string): Mail {
  return {
    to,
    subject: "Your messages of this month are used up",
    ...writeLetter({
      title: "Your messages of this month are used up",
      paragraphs: [why, "Articles stay as they are, and everybody can go on reading and asking."],
      button: { label: "Upgrade", url: link },
      footnotes: [],
    }),
  };
}
