import { randomBytes } from "node:crypto";
import { domainToASCII } from "node:url";
import { and, eq, sql } from "drizzle-orm";
import type { MailDomain } from "../../../shared/contract/people.ts";
import { BRAND } from "../../../shared/domain/brand.ts";
import { isEmail, isPersonalMail } from "../../../shared/domain/people.ts";
import { recordActivity } from "../../activity/index.ts";
import { newId } from "../../db/new-id.ts";
import { mailDomains } from "../../db/schema.ts";
import { inWorkspace, type Transaction, type WorkspaceScope } from "../../db/workspace-scope.ts";
import type { Deps } from "../../deps.ts";
import { AppError, conflict, invalid, notFound } from "../../errors.ts";
import { enforceRateLimit } from "../../http/rate-limit.ts";
import type { Viewer } from "../../http/routes.ts";

const MOST_DOMAINS = 20;
const CHECKS = { limit: 30, windowSeconds: 60 * 60 };

export const domainOf = (email: string) => email.slice(email.lastIndexOf("@") + 1);

/** A name of its own, so that whoever may write `anything.acme.com` proves nothing of `acme.com`. */
const recordName = (domain: string) => `_${BRAND.toLowerCase()}-challenge.${domain}`;
const recordValue = (challenge: string) => `${BRAND.toLowerCase()}-domain-verification=${challenge}`;

/**
 * Whether the workspace may claim people at this mail domain: it has proven it by DNS, or the operator has named it for the one
 * workspace of `OIDC_WORKSPACE`. A confirmed mailbox proves nothing: at a shared mail domain everybody can have one.
 */
export async function ownsDomain(
  { env }: Pick<Deps, "env">,
  tx: Transaction,
  { workspaceId, domain }: { workspaceId: string; domain: string },
): Promise<boolean> {
  const { rowCount } = await tx.execute(sql`
    select from mail_domains where workspace_id = ${workspaceId} and domain = ${domain} and proven_at is not null`);
  if (rowCount) return true;
  return env.OIDC_DOMAINS.includes(domain) && (await operatorWorkspace({ env }, tx)) === workspaceId;
}

/**
 * The workspace of `OIDC_WORKSPACE`; null without one. Of a person in several it is the first: whoever invites that person does
 * not become the operator's workspace. Its person must have confirmed the address, or be provisioned by a
 * workspace that has proven the domain: a stranger who typed the address first is not who the operator means.
 */
export async function operatorWorkspace({ env }: Pick<Deps, "env">, tx: Transaction): Promise<string | null> {
  const { OIDC_WORKSPACE: email } = env;
  if (!email) return null;
  const { rows } = await tx.execute<{ workspaceId: string }>(sql`
    select u.workspace_id as "workspaceId" from users u
    left join provisioned_people p on p.workspace_id = u.workspace_id and p.user_id = u.id
    where u.email = ${email} and u.email_verified_at is not null and u.deleted_at is null
      and (p.is_made is not true or exists (select from mail_domains d where d.workspace_id = u.workspace_id
        and d.domain = ${domainOf(email)} and d.proven_at is not null))
    order by u.created_at limit 1`);
  return rows[0]?.workspaceId ?? null;
}

export async function listDomains({ tx, workspaceId }: WorkspaceScope): Promise<MailDomain[]> {
  const rows = await tx
    .select()
    .from(mailDomains)
    .where(eq(mailDomains.workspaceId, workspaceId))
    .orderBy(mailDomains.domain);
  return rows.map(viewOf);
}

const viewOf = (row: typeof mailDomains.$inferSelect): MailDomain => ({
  id: row.id,
  domain: row.domain,
  recordName: recordName(row.domain),
  recordValue: recordValue(row.challenge),
  provenAt: row.provenAt?.toISOString() ?? null,
  checkedAt: row.checkedAt?.toISOString() ?? null,
});

/** Says that a domain is ours; the DNS record has to prove it. Throws 'invalid' for what is none, 'conflict' for one more. */
export async function claimDomain(scope: WorkspaceScope, given: string, createdBy: string): Promise<MailDomain> {
  const { tx, workspaceId } = scope;
  const domain = domainToASCII(given.trim().toLowerCase());
  // What comes after a slash or a colon is passed over by domainToASCII.
  if (/[\s/:?#@\\]/.test(given.trim()) || !isEmail(`x@${domain}`))
    throw invalid("This is not a domain.", [{ path: "domain", message: "Write it as acme.com." }]);
  if (isPersonalMail(`x@${domain}`)) throw invalid(`${domain} is a mail provider for everybody and nobody's own.`);
  await tx.execute(sql`select from workspaces where id = ${workspaceId} for update`);
  const known = await listDomains(scope);
  if (known.some((one) => one.domain === domain)) throw conflict(`${domain} is in the list already.`);
  if (known.length >= MOST_DOMAINS) throw conflict(`There are ${MOST_DOMAINS} domains already. Remove one first.`);
  const challenge = randomBytes(20).toString("hex");
  const [row] = await tx
    .insert(mailDomains)
    .values({ workspaceId, id: newId(), domain, challenge, createdBy })
    .returning();
  if (!row) throw new Error("The domain was not written.");
  return viewOf(row);
}

export async function forgetDomain(deps: Deps, scope: WorkspaceScope, id: string): Promise<void> {
  const [gone] = await scope.tx.delete(mailDomains).where(isOf(scope, id)).returning({ domain: mailDomains.domain });
  if (!gone) throw notFound("domain");
  await tell(deps, scope, `The mail domain ${gone.domain} was removed.`);
}

/** Looks for the record now. A domain whose record is gone is no longer proven. Throws 'unavailable' when DNS cannot answer. */
export async function checkDomain(deps: Deps, { workspaceId }: Viewer, id: string): Promise<MailDomain> {
  await enforceRateLimit(deps.db, `check domain ${workspaceId}`, CHECKS);
  const [known] = await inWorkspace(deps.db, workspaceId, (scope) =>
    scope.tx.select().from(mailDomains).where(isOf(scope, id)),
  );
  if (!known) throw notFound("domain");
  const isThere = await hasRecord(deps, known);
  return inWorkspace(deps.db, workspaceId, async (scope) => {
    const [row] = await scope.tx
      .update(mailDomains)
      .set({ checkedAt: sql`now()`, provenAt: isThere ? sql`coalesce(${mailDomains.provenAt}, now())` : null })
      .where(isOf(scope, id))
      .returning();
    if (!row) throw notFound("domain");
    if (isThere && !known.provenAt)
      await tell(deps, scope, `The mail domain ${row.domain} is proven by its DNS record.`);
    if (!isThere && known.provenAt)
      await tell(deps, scope, `The mail domain ${row.domain} is proven no more: its DNS record is gone.`);
    return viewOf(row);
  });
}

async function hasRecord(deps: Deps, { domain, challenge }: { domain: string; challenge: string }): Promise<boolean> {
  try {
    return (await deps.readTxtRecords(recordName(domain))).some((text) => text.trim() === recordValue(challenge));
  } catch (error) {
    deps.log.warn({ err: error, domain }, "The DNS record of a mail domain could not be read");
    throw new AppError("unavailable", "The domain's name servers did not answer. Try again in a moment.");
  }
}

const isOf = ({ workspaceId }: WorkspaceScope, id: string) =>
  and(eq(mailDomains.workspaceId, workspaceId), eq(mailDomains.id, id));

const tell = ({ events }: Deps, scope: WorkspaceScope, message: string) =>
  recordActivity(scope, events, { type: "change", message });
