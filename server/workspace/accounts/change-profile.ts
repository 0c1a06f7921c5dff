import { sql } from "drizzle-orm";
import type { z } from "zod";
import type { accountEndpoints } from "../../../shared/contract/accounts.ts";
import { EMAIL_PERSONAL, isPersonalMail, normaliseEmail } from "../../../shared/domain/people.ts";
import { followPayer } from "../../billing/index.ts";
import { inWorkspace, type Transaction } from "../../db/workspace-scope.ts";
import type { Deps } from "../../deps.ts";
import { invalid } from "../../errors.ts";
import { enforceRateLimit } from "../../http/rate-limit.ts";
import type { Viewer } from "../../http/routes.ts";
import { enqueueMail } from "../../mail/queued-mail.ts";
import { issueLink } from "./links.ts";
import { addressTakenMail, changeEmailMail, emailChangeAskedMail } from "./mails.ts";
import { getUser, type UserRow } from "./queries.ts";

export type ProfileChange = z.output<(typeof accountEndpoints)["PATCH /api/auth/user"]["body"]>;

const PER_HOUR = { limit: 5, windowSeconds: 60 * 60 };

/**
 * Names and role change at once. Another email waits for the link sent to it, and the old address is told. The answer is the
 * same whether or not the new address has an account already; the mail tells them apart.
 */
export async function changeProfile(deps: Deps, viewer: Viewer, change: ProfileChange): Promise<UserRow> {
  const { workspaceId, userId } = viewer;
  const wanted = normaliseEmail(change.email);
  const { email, pendingEmail } = await inWorkspace(deps.db, workspaceId, (scope) => getUser(scope, userId));
  const isNew = wanted !== email && wanted !== pendingEmail;
  if (isNew && isPersonalMail(wanted)) throw invalid(EMAIL_PERSONAL, [{ path: "email", message: EMAIL_PERSONAL }]);
  if (isNew) await enforceRateLimit(deps.db, `change email ${userId}`, PER_HOUR);
  await deps.db.transaction(async (tx) => {
    await tx.execute(sql`
      update users set first_name = ${change.firstName.trim()}, last_name = ${change.lastName.trim()},
        role = ${change.role}, updated_at = now()
      where workspace_id = ${workspaceId} and id = ${userId}`);
    await followPayer(deps, { tx, workspaceId }, { from: email, to: email });
    if (isNew) await askForEmail(deps, tx, viewer, { from: email, to: wanted });
  });
  return inWorkspace(deps.db, workspaceId, (scope) => getUser(scope, userId));
}

async function askForEmail(
  deps: Deps,
  tx: Transaction,
  viewer: Viewer,
  { from, to }: { from: string; to: string },
): Promise<void> {
  const scope = { tx, workspaceId: viewer.workspaceId };
  const token = await issueLink(tx, viewer, "change-email", { email: to });
  const { rowCount } = await tx.execute(sql`select from users where email = ${to} and email_verified_at is not null`);
  const link = `${deps.env.PUBLIC_URL}/verify-email?token=${token}`;
  await enqueueMail(deps, scope, rowCount ? addressTakenMail(to) : changeEmailMail(to, link));
  await enqueueMail(deps, scope, emailChangeAskedMail(from, to, `${deps.env.PUBLIC_URL}/settings/password`));
}
