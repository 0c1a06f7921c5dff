import type { SlackMessage } from "./slack-wire.ts";

const MINUTE = 60;

/**
 * What was said in #support a moment ago, in a thread: fiction like the rest of that team. Who gives an answer is asked in its
 * thread only while the talk is fresh, so this is where a visitor meets the question.
 */
export function saidToday(now: Date): SlackMessage[] {
  const beginning = Math.floor(now.getTime() / 1000) - 40 * MINUTE;
  const ts = (minute: number) => `${beginning + minute * MINUTE}.000400`;
  return TALK.map(([minute, user, text]) => ({ type: "message", ts: ts(minute), user, text, thread_ts: ts(0) }));
}

const [AISHA, NADIA, CALLUM] = ["U0JX3P49EN5", "U00G3A2RXLZ", "U0FJDSPTVYS"];

const TALK: [minute: number, user: string, text: string][] = [
  [
    0,
    AISHA,
    "A customer sees two charges on her card for one order, and the shop shows only one payment. How do I find out whether a customer paid twice?",
  ],
  [
    4,
    NADIA,
    "Open the order in the shop admin and go to *Payments → Attempts*. If one of the two says `authorized` and not `captured`, she paid once: the bank only holds the second amount and releases it by itself within 7 days.",
  ],
  [
    6,
    NADIA,
    "If both say `captured`, refund the one without an order number from that same list, with the reason *double charge*. Don't do it on the order page: that refunds the real payment, and the warehouse stops the parcel.",
  ],
  [9, CALLUM, "and write the attempt's number into the ticket, finance asks for it every time"],
  [11, AISHA, "One captured, one authorized. I told her to wait for her bank. Thank you!"],
];
