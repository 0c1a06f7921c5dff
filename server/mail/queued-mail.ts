import type { WorkspaceScope } from "../db/workspace-scope.ts";
import type { Deps } from "../deps.ts";
import { type JobHandlers, RetryLater } from "../queue/queue.ts";
import type { KeyRing } from "../secrets/key-ring.ts";
import { type Mail, MailNotSent } from "./mailer.ts";

const AGAIN_AFTER_MS = 60_000;

/**
 * True if a mail server is configured. Otherwise mails are files for the operator, and a link in a mail proves nobody's
 * mailbox.
 */
export const canSendMail = ({ env }: Pick<Deps, "env">) => env.SMTP_URL !== undefined;

/**
 * Sends the mail after the transaction commits, and retries until the mail server accepts it. The mail's texts are encrypted in
 * the queue, because their links open accounts.
 */
export async function enqueueMail(
  { queue, secrets }: Pick<Deps, "queue" | "secrets">,
  { workspaceId, tx }: WorkspaceScope,
  mail: Mail,
): Promise<void> {
  const seal = (field: "text" | "html") => secrets.seal(mail[field], placeOf(workspaceId, mail, field));
  await queue.enqueue(
    { tx },
    { queue: "mail", workspaceId, mail: { ...mail, text: seal("text"), html: seal("html") } },
  );
}

/** Sends a queued mail in the worker. */
export function sendQueuedMail({
  mailer,
  secrets,
}: {
  mailer: Deps["mailer"];
  secrets: KeyRing;
}): NonNullable<JobHandlers["mail"]> {
  return async ({ workspaceId, mail }) => {
    const open = (field: "text" | "html") => secrets.open(mail[field], placeOf(workspaceId, mail, field));
    try {
      await mailer.send({ ...mail, text: open("text"), html: open("html") });
    } catch (error) {
      if (error instanceof MailNotSent) throw new RetryLater(AGAIN_AFTER_MS, { cause: error });
      throw error;
    }
  };
}

function placeOf(workspaceId: string, { to }: Mail, field: string) {
  return { workspaceId, table: "mail", rowId: to, field };
}
