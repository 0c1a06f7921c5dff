import { sql } from "drizzle-orm";
import type { Deps } from "../../deps.ts";
import { invalid } from "../../errors.ts";
import { enqueueMail } from "../../mail/queued-mail.ts";
import type { AccountIds } from "../accounts/create-account.ts";
import { secondFactorMail } from "./mails.ts";
import { removeFactor } from "./queries.ts";

/** For the operator. Its owner is told. Throws 'invalid' when there is none to turn off. */
export async function turnOffSecondFactor(deps: Deps, email: string): Promise<void> {
  await deps.db.transaction(async (tx) => {
    const { rows } = await tx.execute<AccountIds>(sql`
      select id as "userId", workspace_id as "workspaceId" from users where email = ${email}`);
    const [user] = rows;
    const scope = user && { tx, workspaceId: user.workspaceId };
    if (!scope || !(await removeFactor(scope, user.userId)))
      throw invalid("No account with this address has a second step.");
    await enqueueMail(deps, scope, secondFactorMail(email, "off", deps.env.PUBLIC_URL));
  });
}
