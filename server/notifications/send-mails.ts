import { inWorkspaceAs } from "../db/audience.ts";
import { safeDatabaseError } from "../db/pool.ts";
import { inWorkspace } from "../db/workspace-scope.ts";
import type { Deps } from "../deps.ts";
import type { Mail } from "../mail/mailer.ts";
import { buildDigestMail } from "./digest-mail.ts";
import {
  claimUnsent,
  type DuePerson,
  listPeopleWithDueMail,
  listUnsent,
  markNotificationsUnsent,
  readAddressee,
} from "./notification-queries.ts";
import { storeSentMail } from "./settings-queries.ts";
import { unsubscribeLink } from "./unsubscribe.ts";

type SendDeps = Pick<Deps, "db" | "env" | "mailer" | "secrets" | "log">;

/** Sends mails to all people who are due. A mail that could not be sent is written anew next time. */
export async function sendMails(deps: SendDeps, now = new Date()): Promise<void> {
  for (const person of await listPeopleWithDueMail(deps.db, now)) await sendMail(deps, person);
}

async function sendMail(deps: SendDeps, person: DuePerson): Promise<void> {
  const { mail, taken } = await inWorkspaceAs(deps.db, person, async (scope) => ({
    mail: await buildMail(deps, scope),
    taken: await claimUnsent(scope, "mail"),
  }));
  if (!mail || taken.length === 0) return;
  try {
    await deps.mailer.send(mail);
    await inWorkspace(deps.db, person.workspaceId, (scope) => storeSentMail(scope, person.userId));
  } catch (error) {
    deps.log.warn({ err: safeDatabaseError(error) }, "A mail of notifications could not be sent; it is tried again");
    await inWorkspace(deps.db, person.workspaceId, (scope) => markNotificationsUnsent(scope, "mail", taken));
  }
}

/** Builds a person's mail; null if the person may read nothing of its content. */
export async function buildMail(
  { env, secrets }: Pick<Deps, "env" | "secrets">,
  scope: Parameters<typeof listUnsent>[0],
): Promise<Mail | null> {
  const [rows, addressee] = [await listUnsent(scope, "mail"), await readAddressee(scope)];
  if (!addressee || rows.length === 0) return null;
  const unsubscribe = unsubscribeLink({ env, secrets }, { workspaceId: scope.workspaceId, userId: scope.reader });
  return buildDigestMail(addressee, rows, { publicUrl: env.PUBLIC_URL, unsubscribe });
}
