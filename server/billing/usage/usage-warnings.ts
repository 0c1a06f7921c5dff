import type { WorkspaceScope } from "../../db/workspace-scope.ts";
import type { Deps } from "../../deps.ts";
import { enqueueMail } from "../../mail/queued-mail.ts";
import { buildAlmostUsedMail, buildMessagesUsedMail } from "../mails.ts";
import { getPlan, listChannelsWaitingForMessages } from "../plan-queries.ts";
import { listOwnerEmails } from "../queries.ts";
import { explainMessageWait, readPlanLimits } from "./limits.ts";
import { countMessagesBefore, countUsage } from "./usage-queries.ts";

/** The share of the month's messages at which owners are warned. */
const ALMOST_USED = 0.8;

type MailDeps = Pick<Deps, "env" | "payment" | "queue" | "secrets">;

const linkOf = ({ env }: MailDeps) => `${env.PUBLIC_URL}/settings/subscription`;

/** Warns the owners once a month, if the messages analyzed since `since` made the usage exceed the share. */
export async function warnOfAlmostUsedPlan(deps: MailDeps, scope: WorkspaceScope, since: Date): Promise<void> {
  const { messagesPerMonth: limit } = await readPlanLimits(deps, scope);
  if (limit === null) return;
  const { messages: used, resetsAt } = await countUsage(scope);
  const from = limit * ALMOST_USED;
  if (used < from || (await countMessagesBefore(scope, since)) >= from) return;
  for (const email of await listOwnerEmails(scope))
    await enqueueMail(deps, scope, buildAlmostUsedMail(email, linkOf(deps), { used, limit, resetsAt }));
}

/** Tells the owners, before a channel is paused, until when the analysis waits. Sends one mail for all channels. */
export async function warnOfUsedPlan(deps: MailDeps, scope: WorkspaceScope): Promise<void> {
  if ((await getPlan(scope)).isExpired || (await listChannelsWaitingForMessages(scope)).length > 0) return;
  const why = await explainMessageWait(scope);
  for (const email of await listOwnerEmails(scope))
    await enqueueMail(deps, scope, buildMessagesUsedMail(email, linkOf(deps), why));
}
