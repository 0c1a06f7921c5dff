import { BRAND } from "../../../shared/domain/brand.ts";
import { EMAIL_VERIFICATION_HOURS, PASSWORD_RESET_HOURS } from "../../../shared/domain/people.ts";
import type { Env } from "../../env.ts";
import { writeLetter } from "../../mail/letter.ts";
import type { Mail } from "../../mail/mailer.ts";

/** Builds the mail without any entered text, because a stranger may have registered the address. */
export function buildVerificationMail(to: string, link: string): Mail {
  return {
    to,
    subject: `Confirm your email address for ${BRAND}`,
    ...writeLetter({
      title: "Confirm your email address",
      paragraphs: [`A ${BRAND} account was created with this address. Confirm the address to sign in.`],
      button: { label: "Confirm my email address", url: link },
      footnotes: [
        `The link works once and for ${EMAIL_VERIFICATION_HOURS} hours. Opened in another browser than the one you signed up in, it asks you to choose a password.`,
        "If this was not you, ignore this email: nobody can sign in without the confirmation.",
      ],
    }),
  };
}

export function buildKnownAddressMail(to: string, signInLink: string): Mail {
  return {
    to,
    subject: `You already have an account with ${BRAND}`,
    ...writeLetter({
      title: "You already have an account",
      paragraphs: [
        `Somebody tried to create another ${BRAND} account with this address. Your account was not changed.`,
      ],
      button: { label: "Sign in", url: signInLink },
      footnotes: ["If this was not you, ignore this email: the sign-up page did not show that you have an account."],
    }),
  };
}

export function buildNewAddressMail(to: string, link: string): Mail {
  return {
    to,
    subject: `Confirm your new email address for ${BRAND}`,
    ...writeLetter({
      title: "Confirm your new address",
      paragraphs: [
        `We received a request to use this address for a ${BRAND} account. Confirm the address; until then the previous one stays in use.`,
      ],
      button: { label: "Use this address", url: link },
      footnotes: [
        `The link works once and for ${EMAIL_VERIFICATION_HOURS} hours. A newer email replaces it.`,
        "If this was not you, ignore this email: nothing changes.",
      ],
    }),
  };
}

export function buildAddressTakenMail(to: string): Mail {
  const title = "This address has an account already";
  const paragraphs = [
    `We received a request to use this address for another ${BRAND} account. The address already belongs to an account, so nothing was changed.`,
  ];
  return {
    to,
    subject: `A request to use your address at ${BRAND}`,
    ...writeLetter({ title, paragraphs, footnotes: [] }),
  };
}

export function buildAddressChangeNotice(to: string, wanted: string, passwordLink: string): Mail {
  return {
    to,
    subject: `The email address of your ${BRAND} account is about to change`,
    ...writeLetter({
      title: "Your address is about to change",
      paragraphs: [
        `We received a request to change the address of your account to ${wanted}. It changes when the link sent to ${wanted} is opened.`,
      ],
      button: { label: "It was not me: change the password", url: passwordLink },
      footnotes: ["If this was you, no action is needed."],
    }),
  };
}

export function buildPasswordChangedMail(to: string, publicUrl: string): Mail {
  return {
    to,
    subject: `The password of your ${BRAND} account was changed`,
    ...writeLetter({
      title: "Your password was changed",
      paragraphs: ["It was changed just now, and the sessions of your account on other devices have ended."],
      button: { label: "Sign in", url: `${publicUrl}/api/login` },
      footnotes: [
        `If this was not you, choose a new one at once at ${publicUrl}/forgot-password and tell the operator of this installation.`,
      ],
    }),
  };
}

export function buildPasswordResetMail(to: string, link: string): Mail {
  return {
    to,
    subject: `Choose a new password for ${BRAND}`,
    ...writeLetter({
      title: "Choose a new password",
      paragraphs: [
        `We received a request to reset the password of the ${BRAND} account with this address. Use the button to choose a new one.`,
      ],
      button: { label: "Choose a new password", url: link },
      footnotes: [
        `The link works once and for ${PASSWORD_RESET_HOURS === 1 ? "one hour" : `${PASSWORD_RESET_HOURS} hours`}. A newer email replaces it.`,
        "If this was not you, ignore this email: your password is not changed.",
      ],
    }),
  };
}

export function buildProviderPasswordMail(to: string, signInLink: string): Mail {
  return {
    to,
    subject: `Your ${BRAND} account has no password of its own`,
    ...writeLetter({
      title: "You sign in through your company",
      paragraphs: [
        `We received a request to reset the password of the ${BRAND} account with this address. You sign in through your company, so please change your password there.`,
      ],
      button: { label: "Sign in", url: signInLink },
      footnotes: ["If this was not you, ignore this email: nothing changes."],
    }),
  };
}

/** Returns the contact address for people who cannot sign in. */
export const getContactAddress = ({ SUPPORT_EMAIL, PUBLIC_URL }: Pick<Env, "SUPPORT_EMAIL" | "PUBLIC_URL">): string =>
  SUPPORT_EMAIL ?? `support@${new URL(PUBLIC_URL).hostname}`;

interface DeletedAccountFacts {
  /** The day by which everything is deleted, such as 'December 21, 2026'. */
  purgedBy: string;
  /** The workspace that is deleted too; null if other people stay in the workspace. */
  workspace: string | null;
  contact: string;
}

export function buildAccountDeletedMail(to: string, { purgedBy, workspace, contact }: DeletedAccountFacts): Mail {
  const whatGoes = workspace
    ? `This also deletes the workspace ${workspace}: its articles, messages and settings. Reading has stopped, the tokens of its platforms have been erased, and a paid plan ends. Pages that were published to your own platforms stay there.`
    : "The workspace stays with the people who are in it.";
  return {
    to,
    subject: `Your ${BRAND} account is deleted`,
    ...writeLetter({
      title: "Your account is deleted",
      paragraphs: ["Every session has ended, and nobody can sign in any more.", whatGoes],
      footnotes: [
        `By ${purgedBy} everything is removed for good.`,
        `If this was not you, or a mistake, write to ${contact} before that day: until then the account can be restored.`,
      ],
    }),
  };
}
