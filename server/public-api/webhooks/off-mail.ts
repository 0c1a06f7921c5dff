import { writeLetter } from "../../mail/letter.ts";
import type { Mail } from "../../mail/mailer.ts";

interface SwitchedOff {
  host: string;
  reason: string;
  publicUrl: string;
}

export const buildSwitchedOffMail = (to: string, { host, reason, publicUrl }: SwitchedOff): Mail => ({
  to,
  subject: `The webhook to ${host} was switched off`,
  ...writeLetter({
    title: "A webhook was switched off",
    paragraphs: [
      `Your workspace tells ${host} what happens to its articles. ${reason} Nothing is sent there until somebody switches it on again.`,
    ],
    button: { label: "Open the webhooks", url: `${publicUrl}/settings/webhooks` },
    footnotes: ["You get this email because you are an owner or admin of the workspace."],
  }),
});
