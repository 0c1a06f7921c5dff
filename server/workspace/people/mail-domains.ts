import { randomBytes } from "node:crypto";
import { domainToASCII } from "node:url";
import type { MailDomain } from "../../../shared/contract/people.ts";
import { BRAND } from "../../../shared/domain/brand.ts";
import { isEmail, isPersonalMail } from "../../../shared/domain/people.ts";
import { recordActivity } from "../../activity/index.ts";
import { inWorkspace, type Transaction, type WorkspaceScope } from "../../db/workspace-scope.ts";
import type { Deps } from "../../deps.ts";
import { AppError, conflict, invalid, notFound } from "../../errors.ts";
import { enforceRateLimit } from "../../http/rate-limit.ts";
import type { Viewer } from "../../http/routes.ts";
import { claimDomains } from "../sso/provider-queries.ts";
import {
  type DomainRow,
  deleteDomain,
  findDomain,
  findWorkspaceOfOperator,
  insertDomain,
  isDomainProven,
  listDomainRows,
  lockDomains,
  storeDomainCheck,
} from "./mail-domain-queries.ts";

type DomainDeps = Pick<Deps, "db" | "events" | "log" | "readTxtRecords">;

const MOST_DOMAINS = 20;
const CHECKS = { limit: 30, windowSeconds: 60 * 60 };

export const getMailDomain = (email: string) => email.slice(email.lastIndexOf("@") + 1);

/** The DNS record has its own name, so that people who may write `anything.acme.com` cannot prove `acme.com`. */
const recordName = (domain: string) => `_${BRAND.toLowerCase()}-challenge.${domain}`;
const recordValue = (challenge: string) => `${BRAND.toLowerCase()}-domain-verification=${challenge}`;

/**
 * True if the workspace has proven this mail domain, or the operator assigned the domain to it in `OIDC_WORKSPACE`. Only then
 * the workspace may claim people with the domain's addresses. A confirmed mailbox proves nothing, because anybody can have a
 * mailbox at a shared mail domain.
 */
export async function ownsDomain(
  { env }: Pick<Deps, "env">,
  tx: Transaction,
  { workspaceId, domain }: { workspaceId: string; domain: string },
): Promise<boolean> {
  if (await isDomainProven({ tx, workspaceId }, domain)) return true;
  return env.OIDC_DOMAINS.includes(domain) && (await findOperatorWorkspace({ env }, tx)) === workspaceId;
}

/**
 * Returns the workspace of `OIDC_WORKSPACE`, or null. For a person in several workspaces it is the first, so that inviting this
 * person does not make another workspace the operator's. The address must be confirmed, or provisioned by a workspace that has
 * proven the domain, because a stranger may have entered the address first.
 */
export async function findOperatorWorkspace({ env }: Pick<Deps, "env">, tx: Transaction): Promise<string | null> {
  const { OIDC_WORKSPACE: email } = env;
  if (!email) return null;
  return findWorkspaceOfOperator(tx, { email, domain: getMailDomain(email) });
}

export async function listDomains(scope: WorkspaceScope): Promise<MailDomain[]> {
  return (await listDomainRows(scope)).map(viewOf);
}

const viewOf = (row: DomainRow): MailDomain => ({
  id: row.id,
  domain: row.domain,
  recordName: recordName(row.domain),
  recordValue: recordValue(row.challenge),
  provenAt: row.provenAt?.toISOString() ?? null,
  checkedAt: row.checkedAt?.toISOString() ?? null,
  provenBy: row.provenAt ? row.provenBy : null,
});

/**
 * Claims a domain, which its DNS record has to prove. Throws 'invalid' for a text that is no domain, and 'conflict' beyond the
 * limit.
 */
export async function claimDomain(scope: WorkspaceScope, given: string, createdBy: string): Promise<MailDomain> {
  const domain = domainToASCII(given.trim().toLowerCase());
  // domainToASCII ignores everything after a slash or a colon.
  if (/[\s/:?#@\\]/.test(given.trim()) || !isEmail(`x@${domain}`))
    throw invalid("This is not a domain.", [{ path: "domain", message: "Write it as acme.com." }]);
  if (isPublicMail(domain)) throw invalid(`${domain} is a mail provider for everybody and nobody's own.`);
  await lockDomains(scope);
  const known = await listDomains(scope);
  if (known.some((one) => one.domain === domain)) throw conflict(`${domain} is in the list already.`);
  if (known.length >= MOST_DOMAINS) throw conflict(`There are ${MOST_DOMAINS} domains already. Remove one first.`);
  const challenge = randomBytes(20).toString("hex");
  return viewOf(await insertDomain(scope, { domain, challenge, createdBy }));
}

export async function deleteMailDomain(deps: Deps, scope: WorkspaceScope, id: string): Promise<void> {
  const gone = await deleteDomain(scope, id);
  if (!gone) throw notFound("domain");
  await tell(deps, scope, `The mail domain ${gone} was removed.`);
}

/**
 * Looks up the domain's DNS record now. Without the record the domain is no longer proven. Throws 'unavailable' if DNS does not
 * answer.
 */
export async function checkDomain(deps: Deps, { workspaceId }: Viewer, id: string): Promise<MailDomain> {
  await enforceRateLimit(deps.db, `check domain ${workspaceId}`, CHECKS);
  return recheckMailDomain(deps, workspaceId, id);
}

export async function recheckMailDomain(deps: DomainDeps, workspaceId: string, id: string): Promise<MailDomain> {
  const known = await inWorkspace(deps.db, workspaceId, (scope) => findDomain(scope, id));
  if (!known) throw notFound("domain");
  const isThere = await hasRecord(deps, known);
  const view = await inWorkspace(deps.db, workspaceId, async (scope) => {
    const row = await storeDomainCheck(scope, id, { hasRecord: isThere });
    if (!row) throw notFound("domain");
    if (isThere && !known.provenAt)
      await tell(deps, scope, `The mail domain ${row.domain} was verified by its DNS record.`);
    if (!row.provenAt && known.provenAt)
      await tell(
        deps,
        scope,
        `The mail domain ${row.domain} is no longer verified: its DNS record is gone. Nobody new is let in by it until the record is back.`,
      );
    return viewOf(row);
  });
  if (isThere) await deps.db.transaction((tx) => claimDomains(tx, workspaceId));
  return view;
}

async function hasRecord(
  deps: DomainDeps,
  { domain, challenge }: { domain: string; challenge: string },
): Promise<boolean> {
  try {
    return (await deps.readTxtRecords(recordName(domain))).some((text) => text.trim() === recordValue(challenge));
  } catch (error) {
    deps.log.warn({ err: error, domain }, "The DNS record of a mail domain could not be read");
    throw new AppError("unavailable", "The domain's name servers did not answer. Try again in a moment.");
  }
}

const tell = ({ events }: DomainDeps, scope: WorkspaceScope, message: string) =>
  recordActivity(scope, events, { type: "change", message });

/**
 * Public mail providers besides those that the sign-up refuses. Other people cannot create DNS records of these domains, but a
 * mail to 'admin' might reach somebody who took that name.
 */
const MORE = [
  "126.com 139.com 163.com aim.com bigpond.com bluewin.ch bol.com.br btinternet.com comcast.net cox.net daum.net earthlink.net",
  "fastmail.com fastmail.fm free.fr freenet.de gmx.at gmx.ch gmx.com gmx.de gmx.net googlemail.com hanmail.net hey.com",
  "hushmail.com inbox.com inbox.ru interia.pl laposte.net libero.it list.ru mailbox.org mailfence.com mailinator.com naver.com",
  "o2.pl online.de onet.pl optonline.net optusnet.com.au orange.fr pm.me posteo.de proton.me protonmail.ch qq.com rambler.ru",
  "rediffmail.com rocketmail.com runbox.com sapo.pt sbcglobal.net seznam.cz sfr.fr shaw.ca sina.com sky.com sympatico.ca",
  "t-online.de telia.com terra.com.br tiscali.it tuta.com tuta.io tutanota.com uol.com.br verizon.net virgilio.it virginmedia.com",
  "wanadoo.fr web.de windowslive.com wp.pl xs4all.nl ya.ru yeah.net ymail.com ziggo.nl",
].flatMap((line) => line.split(" "));
/** Mail providers with many top-level domains, such as 'yahoo.co.uk'. */
const ANY_ENDING = ["yahoo", "hotmail", "outlook", "live", "gmx"];

function isPublicMail(domain: string): boolean {
  const [name = ""] = domain.split(".");
  return isPersonalMail(`x@${domain}`) || MORE.includes(domain) || ANY_ENDING.includes(name);
}
