import { BRAND } from "../../../shared/domain/brand.ts";
import { writeLetter } from "../../mail/letter.ts";
import type { Mail } from "../../mail/mailer.ts";

export function buildNewOwnerMail(to: string, workspace: string, publicUrl: string): Mail {
  return {
    to,
    subject: `You are now the owner of the ${BRAND} workspace ${workspace}`,
    ...writeLetter({
      title: "You are the owner of the workspace",
      paragraphs: [
        `You are the owner of the ${BRAND} workspace ${workspace} from now on: you manage its members and their roles, and receive emails about its payment.`,
      ],
      button: { label: "See your team", url: `${publicUrl}/settings/team` },
      footnotes: [],
    }),
  };
}

/** Builds the mail to the account's former address. `by` is a phrase such as 'by your company's directory'. */
export function buildAddressChangedMail(to: string, now: string, contact: string, by = ""): Mail {
  return {
    to,
    subject: `The email address of your ${BRAND} account was changed`,
    ...writeLetter({
      title: "Your address was changed",
      paragraphs: [
        `The account that had this address has ${now} in its place${by && ` ${by}`}. From now on it signs in and gets its mails there.`,
      ],
      footnotes: [`If you did not expect this, tell an owner of your workspace at once or write to ${contact}.`],
    }),
  };
}
