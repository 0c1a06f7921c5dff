import { BRAND } from "../../../shared/domain/brand.ts";
import { VERIFICATION_HOURS } from "../../../shared/domain/people.ts";
import { writeLetter } from "../../mail/letter.ts";
import type { Mail } from "../../mail/mailer.ts";

export function verificationMail(to: string, link: string, company: string): Mail {
  return {
    to,
    subject: `Confirm your email address for ${BRAND}`,
    ...writeLetter({
      title: "One click, and your library opens",
      paragraphs: [
        `Someone, hopefully you, opened a ${BRAND} workspace for ${company} with this address. Confirm that it is yours and sign in.`,
      ],
      button: { label: "Confirm my email address", url: link },
      footnotes: [
        `The link works once and for ${VERIFICATION_HOURS} hours. A newer mail of this kind makes it void.`,
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
