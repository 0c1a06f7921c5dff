import { BRAND } from "../../../shared/domain/brand.ts";
import { writeLetter } from "../../mail/letter.ts";
import type { Mail } from "../../mail/mailer.ts";

const WHAT = {
  on: {
    title: "Two-step sign-in is on",
    text: "From now on your account asks for a code of your authenticator app at sign-in.",
  },
  off: {
    title: "Two-step sign-in is off",
    text: "Signing in to your account now needs only the password.",
  },
  "recovery-codes": {
    title: "You have new recovery codes",
    text: "The earlier recovery codes of your account no longer work.",
  },
  "recovery-code-used": {
    title: "A recovery code was used",
    text: "Somebody signed in with the password and one of the recovery codes of your account.",
  },
};

/** Builds the mail that tells the account's owner about a change of the second factor. */
export function buildSecondFactorMail(to: string, what: keyof typeof WHAT, publicUrl: string): Mail {
  const { title, text } = WHAT[what];
  return {
    to,
    subject: `${title}: your ${BRAND} account`,
    ...writeLetter({
      title,
      paragraphs: [text],
      button: { label: "Check the sign-in settings", url: `${publicUrl}/settings/password` },
      footnotes: [
        `If this was not you, choose a new password at once at ${publicUrl}/forgot-password and tell the operator of this installation.`,
      ],
    }),
  };
}
