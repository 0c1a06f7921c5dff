import { BRAND } from "../../../shared/domain/brand.ts";
import { RESET_HOURS, VERIFICATION_HOURS } from "../../../shared/domain/people.ts";
import type { Env } from "../../env.ts";
import { writeLetter } from "../../mail/letter.ts";
import type { Mail } from "../../mail/mailer.ts";

/** It repeats nothing that was typed: whoever registered may be a stranger. */
export function verificationMail(to: string, link: string): Mail {
  return {
    to,
    subject: `Confirm your email address for ${BRAND}`,
    ...writeLetter({
      title: "One click, and you can sign in",
      paragraphs: [
        `Someone, hopefully you, opened a ${BRAND} workspace with this address. Confirm that it is yours and sign in.`,
      ],
      button: { label: "Confirm my email address", url: link },
      footnotes: [
        `The link works once and for ${VERIFICATION_HOURS} hours. Opened in another browser than the one you signed up in, it asks you to choose a password.`,
        "If it was not you, do nothing: without the confirmation nobody can sign in.",
      ],
    }),
  };
}

export function knownAddressMail(to: string, signInLink: string): Mail {
  return {
    to,
    subject: `You already have an account with ${BRAND}`,
    ...writeLetter({
      title: "You already have an account",
      paragraphs: [
        `Someone, hopefully you, tried to open another ${BRAND} account with this address. Yours is as it was.`,
      ],
      button: { label: "Sign in", url: signInLink },
      footnotes: ["If it was not you, do nothing: the page they saw did not say that you have an account."],
    }),
  };
}

export function changeEmailMail(to: string, link: string): Mail {
  return {
    to,
    subject: `Confirm your new email address for ${BRAND}`,
    ...writeLetter({
      title: "Confirm your new address",
      paragraphs: [
        `Someone, hopefully you, wants to sign in to ${BRAND} with this address from now on. Confirm that it is yours; until then the old address stays.`,
      ],
      button: { label: "Use this address", url: link },
      footnotes: [
        `The link works once and for ${VERIFICATION_HOURS} hours. A newer email replaces it.`,
        "If it was not you, do nothing: nothing changes.",
      ],
    }),
  };
}

export function addressTakenMail(to: string): Mail {
  const title = "This address has an account already";
  const paragraphs = [
    `Someone, hopefully you, wanted to give this address to another ${BRAND} account. It belongs to one already, so nothing was changed.`,
  ];
  return {
    to,
    subject: `Your address was asked for at ${BRAND}`,
    ...writeLetter({ title, paragraphs, footnotes: [] }),
  };
}

export function emailChangeAskedMail(to: string, wanted: string, passwordLink: string): Mail {
  return {
    to,
    subject: `The email address of your ${BRAND} account is about to change`,
    ...writeLetter({
      title: "Your address is about to change",
      paragraphs: [
        `The account with this address asked for ${wanted} in its place. That happens when the link sent to ${wanted} is opened.`,
      ],
      button: { label: "It was not me: change the password", url: passwordLink },
      footnotes: ["If it was you, do nothing here."],
    }),
  };
}

export function passwordChangedMail(to: string, publicUrl: string): Mail {
  return {
    to,
    subject: `The password of your ${BRAND} account was changed`,
    ...writeLetter({
      title: "Your password was changed",
      paragraphs: ["It was changed just now, and the sessions of your account on other devices have ended."],
      button: { label: "Sign in", url: `${publicUrl}/api/login` },
      footnotes: [
        `If it was not you, choose a new one at once at ${publicUrl}/forgot-password and tell the operator of this installation.`,
      ],
    }),
  };
}

export function resetPasswordMail(to: string, link: string): Mail {
  return {
    to,
    subject: `Choose a new password for ${BRAND}`,
    ...writeLetter({
      title: "Choose a new password",
      paragraphs: [
        `Someone, hopefully you, has forgotten the password of the ${BRAND} account with this address. Here you choose a new one.`,
      ],
      button: { label: "Choose a new password", url: link },
      footnotes: [
        `The link works once and for ${RESET_HOURS === 1 ? "one hour" : `${RESET_HOURS} hours`}. A newer email replaces it.`,
        "If it was not you, do nothing: your password stays as it is.",
      ],
    }),
  };
}

export function providerPasswordMail(to: string, signInLink: string): Mail {
  return {
    to,
    subject: `Your ${BRAND} account has no password of its own`,
    ...writeLetter({
      title: "You sign in through your company",
      paragraphs: [
        `Someone, hopefully you, asked for a new password of the ${BRAND} account with this address. It has none: your company’s sign-in lets you in, and your password is changed there.`,
      ],
      button: { label: "Sign in", url: signInLink },
      footnotes: ["If it was not you, do nothing: nothing changes."],
    }),
  };
}

/** Where people write to who cannot sign in. */
export const contactOf = ({ SUPPORT_EMAIL, PUBLIC_URL }: Pick<Env, "SUPPORT_EMAIL" | "PUBLIC_URL">): string =>
  SUPPORT_EMAIL ?? `support@${new URL(PUBLIC_URL).hostname}`;

interface Deleted {
  /** 'December 21, 2026'. */
  purgedBy: string;
  /** The name of the workspace that goes too; null when other people stay in it. */
  workspace: string | null;
  contact: string;
}

export function accountDeletedMail(to: string, { purgedBy, workspace, contact }: Deleted): Mail {
  const whatGoes = workspace
    ? `This also deletes the workspace ${workspace}: its articles, messages and settings. Reading has stopped, the tokens of its platforms are erased already, and a paid plan ends. Pages that were published to your own platforms stay there.`
    : "The workspace stays with the people who are in it.";
  return {
    to,
    subject: `Your ${BRAND} account is deleted`,
    ...writeLetter({
      title: "Your account is deleted",
      paragraphs: ["Every session has ended, and nobody can sign in any more.", whatGoes],
      footnotes: [
        `By ${purgedBy} everything is removed for good.`,
        `If it was not you, or a mistake, write to ${contact} before that day: until then it can be brought back.`,
      ],
    }),
  };
}
