import { sql } from "drizzle-orm";
import type { Deps } from "../../deps.ts";
import { invalid } from "../../errors.ts";
import { enqueueMail } from "../../mail/queued-mail.ts";
import type { AccountIds } from "../accounts/create-account.ts";
import { factorPlace } from "./factor-place.ts";
import { secondFactorMail } from "./mails.ts";
import { removeFactor } from "./queries.ts";

/** For the operator. Its owner is told. Throws 'invalid' when there is none to turn off. */
export async function turnOffSecondFactor(deps: Deps, email: string): Promise<void> {
  await deps.db.transaction(async (tx) => {
    const { rows } = await tx.execute<AccountIds>(sql`
      select id as "userId", workspace_id as "workspaceId" from users where email = ${email} limit 1`);
    const place = rows[0] && (await factorPlace(tx, rows[0]));
    const scope = place && { tx, workspaceId: place.workspaceId };
    if (!scope || !(await removeFactor(scope, place.userId)))
      throw invalid("No account with this address has a second step.");
    await enqueueMail(deps, scope, secondFactorMail(email, "off", deps.env.PUBLIC_URL));
  });
}
