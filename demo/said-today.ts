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
