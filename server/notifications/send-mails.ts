import { inWorkspaceAs } from "../db/audience.ts";
import { safeDatabaseError } from "../db/pool.ts";
import { inWorkspace } from "../db/workspace-scope.ts";
import type { Deps } from "../deps.ts";
import type { Mail } from "../mail/mailer.ts";
import { buildDigestMail } from "./digest-mail.ts";
import {
  type DuePerson,
  listDue,
  listUnsent,
  readAddressee,
  returnUnsent,
  takeUnsent,
} from "./notification-queries.ts";
import { noteMail } from "./settings-queries.ts";
import { unsubscribeLink } from "./unsubscribe.ts";

type Sender = Pick<Deps, "db" | "env" | "mailer" | "secrets" | "log">;

/** Sends mails to people who are due. One that cannot be sent is composed again next time. */
export async function sendMails(deps: Sender, now = new Date()): Promise<void> {
  for (const person of await listDue(deps.db, now)) await sendMail(deps, person);
}

async function sendMail(deps: Sender, person: DuePerson): Promise<void> {
  const { mail, taken } = await inWorkspaceAs(deps.db, person, async (scope) => ({
    mail: await buildMail(deps, scope),
    taken: await takeUnsent(scope, "mail"),
  }));
  if (!mail || taken.length === 0) return;
  try {
    await deps.mailer.send(mail);
    await inWorkspace(deps.db, person.workspaceId, (scope) => noteMail(scope, person.userId));
  } catch (error) {
    deps.log.warn({ err: safeDatabaseError(error) }, "A mail of notifications could not be sent; it is tried again");
    await inWorkspace(deps.db, person.workspaceId, (scope) => returnUnsent(scope, "mail", taken));
  }
}

/** Builds a person's mail; null if it would contain nothing readable. */
export async function buildMail(
  { env, secrets }: Pick<Deps, "env" | "secrets">,
  scope: Parameters<typeof listUnsent>[0],
): Promise<Mail | null> {
  const [rows, addressee] = [await listUnsent(scope, "mail"), await readAddressee(scope)];
  if (!addressee || rows.length === 0) return null;
  const unsubscribe = unsubscribeLink({ env, secrets }, { workspaceId: scope.workspaceId, userId: scope.reader });
  return buildDigestMail(addressee, rows, { publicUrl: env.PUBLIC_URL, unsubscribe });
}
