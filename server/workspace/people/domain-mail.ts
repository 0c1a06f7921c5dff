import type { FastifyInstance } from "fastify";
import { BRAND } from "../../../shared/domain/brand.ts";
import { recordActivity } from "../../activity/index.ts";
import { inWorkspace } from "../../db/workspace-scope.ts";
import type { Deps } from "../../deps.ts";
import { AppError, conflict, HTTP_STATUS, notFound } from "../../errors.ts";
import { html } from "../../http/html.ts";
import { getNetwork } from "../../http/network.ts";
import { type HtmlPage, sendPage } from "../../http/pages/page.ts";
import { enforceRateLimit } from "../../http/rate-limit.ts";
import type { Viewer } from "../../http/routes.ts";
import { writeLetter } from "../../mail/letter.ts";
import type { Mail } from "../../mail/mailer.ts";
import { enqueueMail } from "../../mail/queued-mail.ts";
import { readWorkspace } from "../accounts/queries.ts";
import { createToken, hashToken } from "../accounts/tokens.ts";
import { claimDomains } from "../sso/provider-queries.ts";
import { findDomain, findDomainByMailToken, proveDomainByMail, storeMailedToken } from "./mail-domain-queries.ts";

const PER_DOMAIN = { limit: 3, windowSeconds: 24 * 60 * 60 };
const PER_WORKSPACE = { limit: 10, windowSeconds: 24 * 60 * 60 };
const PER_NETWORK = { limit: 30, windowSeconds: 60 * 60 };

/** Mails a link to a mailbox that RFC 2142 reserves for the domain's operators. */
export async function sendPostmasterMail(
  deps: Deps,
  { workspaceId }: Viewer,
  { id, mailbox }: { id: string; mailbox: "admin" | "postmaster" },
): Promise<void> {
  const { db, env } = deps;
  const known = await inWorkspace(db, workspaceId, (scope) => findDomain(scope, id));
  if (!known) throw notFound("domain");
  if (known.provenAt) throw conflict(`${known.domain} is verified already.`);
  await enforceRateLimit(db, `mail domain ${known.domain}`, PER_DOMAIN);
  await enforceRateLimit(db, `mail domains ${workspaceId}`, PER_WORKSPACE);
  await inWorkspace(db, workspaceId, async (scope) => {
    const token = createToken();
    await storeMailedToken(scope, id, hashToken(token));
    const workspace = (await readWorkspace(scope))?.name ?? "";
    const link = `${env.PUBLIC_URL}/verify-domain?token=${token}`;
    await enqueueMail(deps, scope, proofMail({ to: `${mailbox}@${known.domain}`, workspace, ...known, link }));
  });
}

interface DomainProofLetter {
  to: string;
  workspace: string;
  domain: string;
  link: string;
}

const proofMail = ({ to, workspace, domain, link }: DomainProofLetter): Mail => ({
  to,
  subject: `Does ${domain} belong to the ${BRAND} workspace ${workspace}?`,
  ...writeLetter({
    title: `Verify ${domain}`,
    paragraphs: [
      `The ${BRAND} workspace ${workspace} says that the mail domain ${domain} is its own. If you confirm it, the workspace can let people with addresses at ${domain} in, and sign them in with its own identity provider.`,
    ],
    button: { label: "See the question", url: link },
    footnotes: [
      "The link works for 24 hours. If you do not know this workspace, do nothing: without you it gets nothing.",
    ],
  }),
});

/** Serves `/verify-domain`. Opening the page changes nothing, because mail scanners open links. */
export function serveDomainPage(app: FastifyInstance, deps: Deps): void {
  const { db } = deps;
  app.get<{ Querystring: { token?: unknown } }>("/verify-domain", async ({ query: { token } }, reply) => {
    const hash = typeof token === "string" ? hashToken(token) : "";
    const found = await db.transaction((tx) => findDomainByMailToken(tx, hash));
    return found ? sendPage(reply, 200, asking(found, String(token))) : sendPage(reply, 400, DEAD);
  });
  app.post<{ Body: { token?: unknown } | undefined }>("/verify-domain", async ({ body, ip }, reply) => {
    try {
      await enforceRateLimit(db, `verify domain ${getNetwork(ip)}`, PER_NETWORK);
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      return sendPage(reply, HTTP_STATUS[error.code], {
        ...DEAD,
        body: html`<h1>Too many tries</h1><p>${error.message}</p>`,
      });
    }
    const token = typeof body?.token === "string" ? body.token : "";
    const domain = await prove(deps, hashToken(token));
    return domain ? sendPage(reply, 200, proven(domain)) : sendPage(reply, 400, DEAD);
  });
}

async function prove(deps: Deps, tokenHash: string): Promise<string | null> {
  return deps.db.transaction(async (tx) => {
    const found = await proveDomainByMail(tx, tokenHash);
    if (!found) return null;
    await claimDomains(tx, found.workspaceId);
    const message = `The mail domain ${found.domain} was verified by a mail to its administrator.`;
    await recordActivity({ tx, workspaceId: found.workspaceId }, deps.events, { type: "change", message });
    return found.domain;
  });
}

const asking = ({ domain, workspace }: { domain: string; workspace: string }, token: string): HtmlPage => ({
  title: "Verify a domain",
  body: html`<h1>Does ${domain} belong to ${workspace}?</h1>
<p>If you confirm it, the workspace can let people with addresses at ${domain} in, and sign them in with its own identity provider.</p>
<form method="post" action="/verify-domain"><input type="hidden" name="token" value="${token}"><button>Confirm ${domain}</button></form>
<p class="quiet">You do not know this workspace? Close this page: without you it gets nothing.</p>`,
});

const proven = (domain: string): HtmlPage => ({
  title: "Domain verified",
  body: html`<h1>${domain} is verified</h1><p>The workspace sees it in its settings. You can close this page.</p>`,
});

const DEAD: HtmlPage = {
  title: "This link no longer works",
  body: html`<h1>This link no longer works</h1><p>It works for 24 hours and once. Ask for another mail in the settings of the workspace.</p>`,
};
