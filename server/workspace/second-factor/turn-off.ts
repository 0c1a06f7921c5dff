import type { Deps } from "../../deps.ts";
import { invalid } from "../../errors.ts";
import { enqueueMail } from "../../mail/queued-mail.ts";
import { findAccount } from "../accounts/account-queries.ts";
import { buildSecondFactorMail } from "./mails.ts";
import { findFactorWorkspace, removeFactor } from "./queries.ts";

/**
 * Turns off an account's second factor for the operator and notifies the account's owner. Throws 'invalid' if the account has
 * no second factor.
 */
export async function turnOffSecondFactor(deps: Deps, email: string): Promise<void> {
  await deps.db.transaction(async (tx) => {
    const account = await findAccount(tx, email);
    const place = account && (await findFactorWorkspace(tx, account));
    const scope = place && { tx, workspaceId: place.workspaceId };
    if (!scope || !(await removeFactor(scope, place.userId)))
      throw invalid("No account with this address has a second step.");
    await enqueueMail(deps, scope, buildSecondFactorMail(email, "off", deps.env.PUBLIC_URL));
  });
}
