import { MEMBERSHIP_NAMES, type Membership } from "../../../shared/domain/access.ts";
import { BRAND } from "../../../shared/domain/brand.ts";
import { writeLetter } from "../../mail/letter.ts";
import type { Mail } from "../../mail/mailer.ts";
import { INVITATION_DAYS } from "./invitation-queries.ts";

export interface InvitationLetter {
  to: string;
  workspace: string;
  membership: Membership;
  /** 'Ada Lovelace (ada@acme.com)'; null if the recipient asked for the invitation. */
  invitedBy: string | null;
  words: string;
  link: string;
}

/** Builds the invitation mail. Text by other people stays plain text (`toPlainLine`). */
export function buildInvitationMail({ to, workspace, membership, invitedBy, words, link }: InvitationLetter): Mail {
  const name = toPlainLine(workspace, 80);
  const role = MEMBERSHIP_NAMES[membership].toLowerCase();
  const who = invitedBy
    ? `${toPlainLine(invitedBy, 160)} invites you to the ${BRAND} workspace “${name}”, as ${addIndefiniteArticle(role)}.`
    : `We received a request to join the ${BRAND} workspace “${name}” with this address. You can join as ${addIndefiniteArticle(role)}.`;
  const welcome = toPlainLine(words, 500);
  return {
    to,
    subject: `Join “${name}” at ${BRAND}`,
    ...writeLetter({
      title: `Join “${name}”`,
      paragraphs: [who, ...(welcome ? [`“${welcome}”`] : [])],
      button: { label: "Accept the invitation", url: link },
      footnotes: [
        `The link works once and for ${INVITATION_DAYS} days. It is for you only: do not forward it.`,
        "If you did not expect this email, ignore it.",
      ],
    }),
  };
}

/** Builds the mail to a member of the workspace who requests an invitation. */
export function buildAlreadyMemberMail(to: string, workspace: string, signInLink: string): Mail {
  const name = toPlainLine(workspace, 80);
  return {
    to,
    subject: `You are already a member of “${name}”`,
    ...writeLetter({
      title: `You are already a member of “${name}”`,
      paragraphs: ["We received a request to join with this address. You are already a member: sign in as usual."],
      button: { label: "Sign in", url: signInLink },
      footnotes: ["If this was not you, ignore this email."],
    }),
  };
}

/** Builds the mail to a person who requests an invitation while another invitation is pending. */
export function buildAlreadyInvitedMail(to: string, workspace: string): Mail {
  const name = toPlainLine(workspace, 80);
  return {
    to,
    subject: `You have an invitation to “${name}”`,
    ...writeLetter({
      title: `You have an invitation to “${name}”`,
      paragraphs: [
        "We received a request to join with this address. An invitation was sent to you before: its link still works.",
        "If you cannot find that email, ask the person who invited you to send it again.",
      ],
      footnotes: ["If this was not you, ignore this email."],
    }),
  };
}

export const addIndefiniteArticle = (role: string) => `${/^[aeo]/.test(role) ? "an" : "a"} ${role}`;

/** An invisible joiner (U+2060), which prevents mail programs from turning text into a link. */
const WORD_JOINER = "\u2060";

/** Returns one short line without invisible characters, in which no mail program finds an address or link. */
export function toPlainLine(text: string, max: number): string {
  const line = text
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\s]+/gu, " ")
    .trim()
    .slice(0, max)
    .toWellFormed();
  return line.replace(/(?<=\S)([.:/@])(?=\S)/g, `${WORD_JOINER}$1${WORD_JOINER}`);
}
