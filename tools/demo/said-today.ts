import type { SlackMessage } from "./slack-wire.ts";

const MINUTE = 60;

/**
 * Returns messages that were posted in #support a moment ago, in a thread. They are fictional, as the rest of the team is. The
 * app asks authors only about recent conversations, so this thread shows the visitor such a question.
 */
export const listTodaysSupportMessages = (now: Date): SlackMessage[] => thread(now, 40, IN_SUPPORT);

/** Returns the newest messages of #hr, which the demo does not read: Run Analysis finds an article in them. */
export const listNewestHrMessages = (now: Date): SlackMessage[] => thread(now, 90, IN_HR);

type ChatLines = [minute: number, user: string, text: string][];

function thread(now: Date, minutesAgo: number, lines: ChatLines): SlackMessage[] {
  const beginning = Math.floor(now.getTime() / 1000) - minutesAgo * MINUTE;
  const ts = (minute: number) => `${beginning + minute * MINUTE}.000400`;
  return lines.map(([minute, user, text]) => ({ type: "message", ts: ts(minute), user, text, thread_ts: ts(0) }));
}

const [AISHA, NADIA, CALLUM, INGRID] = ["U0JX3P49EN5", "U00G3A2RXLZ", "U0FJDSPTVYS", "U0VM04FGRYP"];

const IN_SUPPORT: ChatLines = [
  [
    0,
    AISHA,
    "A customer wants her espresso machine delivered to a parcel locker. How do I set a parcel locker as the delivery address?",
  ],
  [
    4,
    NADIA,
    "Open the customer in Kestrel and go to *Addresses → New → Parcel locker*. Type the postcode and choose a locker from the list: a machine needs one of size `L`, a grinder fits into every size.",
  ],
  [
    6,
    NADIA,
    "If the list is empty, the carrier has no locker of that size nearby. Then choose *Pickup shop* in the same window, she gets the address of the shop by mail.",
  ],
  [9, CALLUM, "and fill in her mobile number, without it the locker sends no code"],
  [11, AISHA, "Found one of size L two streets away, saved it and the label is printed. Thank you!"],
];

const IN_HR: ChatLines = [
  [0, CALLUM, "How do I get the money back for screen glasses? The optician says the company pays a part of it."],
  [
    5,
    INGRID,
    "Open the expenses tool and choose *New claim → Screen glasses*. Attach the receipt and the eye test, which must not be older than 12 months. We pay up to 200 euros every two years.",
  ],
  [
    7,
    INGRID,
    "Send it before the 15th, then it is paid with the salary of the same month. Later claims are paid a month later.",
  ],
  [20, CALLUM, "That worked, it is approved already. Thank you!"],
];
