import type { SlackChannel, SlackMessage, SlackUser } from "../stand-ins/slack/slack-stand-in.ts";

export const IT_HELP = "it-help";
export const SUPPORT = "support";

/** Returns the mail address of a person. Each team has its own people, so the team's id is part of the address. */
export const buildEmail = (name: string, teamId: string): string => `${name}-${teamId.toLowerCase()}@larkmoor.example`;

const MIRA = "U0MIRA";
const TOBIAS = "U0TOBIAS";
const PRIYA = "U0PRIYA";
const USERS: SlackUser[] = [
  { id: MIRA, name: "mira", real_name: "Mira Lund", profile: { display_name: "Mira Lund" } },
  { id: TOBIAS, name: "tobias", real_name: "Tobias Weber", profile: { display_name: "Tobias Weber" } },
  { id: PRIYA, name: "priya", real_name: "Priya Nair", profile: { display_name: "Priya Nair" } },
];

/** The message that a test deletes in Slack. */
export const DELETED_MESSAGE =
  "Then it is the packet size. The hotel's network puts a tunnel of its own around everything, so our packets are too large and get dropped without a word.";
/** The message that a test edits in Slack. */
export const EDITED_MESSAGE =
  "The fix: open WireGuard, choose Larkmoor, then Edit, and add the line `MTU = 1280` to the block Interface. Save, deactivate and activate the tunnel.";

type ChatLine = [user: string, text: string];

const VPN: ChatLine[] = [
  [MIRA, "How do I get pages to load over the VPN in a hotel? It says connected, but no page opens at all."],
  [TOBIAS, "Does `ping 10.20.0.1` answer in the terminal?"],
  [MIRA, "Yes, ping answers, but every page just keeps spinning until it times out."],
  [TOBIAS, DELETED_MESSAGE],
  [TOBIAS, EDITED_MESSAGE],
  [MIRA, "That works, thank you so much! Every page opens now."],
];
const LABELS: ChatLine[] = [
  [PRIYA, "The label printer in accounts prints every second label empty since Friday. How can I fix that?"],
  [TOBIAS, "It does not know where a label ends. Did somebody change the roll?"],
  [PRIYA, "Yes, I put in a new roll on Friday."],
  [
    TOBIAS,
    "Then calibrate it:\n1. Switch the printer on and close the lid.\n2. Hold pause and cancel together for two seconds, until the light turns yellow.\n3. It feeds four labels and measures the gap.\n4. Press pause again; green means that it is done.",
  ],
  [PRIYA, "Green, and every label is printed again. Thank you!"],
];
const INVOICE: ChatLine[] = [
  [MIRA, "A customer forgot the VAT number on an invoice of last month. How do we put it on the invoice afterwards?"],
  [
    PRIYA,
    "Never change the old invoice. Open the customer in Kestrel, choose Billing, add the VAT number and press Check, which asks the tax office.",
  ],
  [
    PRIYA,
    "Then open the invoice and choose Correct, Missing tax data. That writes the credit note and the new invoice in one go, with the same due date.",
  ],
  [MIRA, "And what happens if they have already paid?"],
  [PRIYA, "The payment moves over to the new invoice by itself overnight."],
  [MIRA, "Perfect, that worked. Thanks!"],
];
const CHATTER: ChatLine[] = [
  [PRIYA, "Good morning everybody"],
  [TOBIAS, "lunch at twelve?"],
  [MIRA, "count me in :taco:"],
];

const HOUR = 3600;

/**
 * Creates a small team with three conversations worth an article, in two channels, among ordinary messages of the last days.
 */
export function createSmallTeam(now: Date): { users: SlackUser[]; channels: SlackChannel[] } {
  const start = Math.floor(now.getTime() / 1000) - 72 * HOUR;
  const messages = (thread: ChatLine[], hours: number) => inThread(thread, start + hours * HOUR);
  const chatter = (hours: number) => CHATTER.map((said, index) => message(said, start + hours * HOUR + index * 60));
  return {
    users: USERS,
    channels: [
      { id: "C0ITHELP", name: IT_HELP, messages: [...messages(VPN, 0), ...chatter(5), ...messages(LABELS, 20)] },
      { id: "C0SUPPORT", name: SUPPORT, messages: [...messages(INVOICE, 9), ...chatter(30)] },
      { id: "C0RANDOM", name: "random", messages: chatter(40) },
    ],
  };
}

function inThread(thread: ChatLine[], start: number): SlackMessage[] {
  return thread.map((said, index) => ({ ...message(said, start + index * 90), thread_ts: tsOf(start) }));
}

const message = ([user, text]: ChatLine, seconds: number): SlackMessage => ({
  type: "message",
  ts: tsOf(seconds),
  user,
  text,
});
const tsOf = (seconds: number) => `${seconds}.000200`;
