import type { FastifyInstance, FastifyReply } from "fastify";
import { isEmail, normaliseEmail } from "../../../shared/domain/people.ts";
import type { Deps } from "../../deps.ts";
import { AppError, HTTP_STATUS } from "../../errors.ts";
import { type Html, html } from "../../http/html.ts";
import { getNetwork } from "../../http/network.ts";
import { type HtmlPage, sendPage } from "../../http/pages/page.ts";
import { enforceRateLimit } from "../../http/rate-limit.ts";
import { toLocalPath } from "../accounts/local-path.ts";
import { getMailDomain } from "../people/mail-domains.ts";
import { findWorkspaceOfDomain, type SignOnWorkspace } from "./provider-queries.ts";
import { findSingleSignOnRefusal } from "./provider-settings.ts";

const PER_NETWORK = { limit: 60, windowSeconds: 60 };
const PUBLIC = { config: { access: "public" } } as const;

/** Serves `/api/login/company`, the page that leads from an address to the single sign-on of its domain. Needs no script. */
export function serveCompanyPage(app: FastifyInstance, deps: Deps): void {
  app.get<{ Querystring: Record<string, unknown> }>("/api/login/company", PUBLIC, async ({ query }, reply) =>
    sendPage(reply, 200, asking({ next: toLocalPath(query["next"]) })),
  );
  app.post<{ Body: Record<string, unknown> | undefined }>("/api/login/company", PUBLIC, async (request, reply) => {
    const { email: given, next: wanted } = request.body ?? {};
    const email = normaliseEmail(typeof given === "string" ? given.slice(0, 254) : "");
    const next = toLocalPath(wanted);
    try {
      await enforceRateLimit(deps.db, `sign-on company ${getNetwork(request.ip)}`, PER_NETWORK);
      return await answer(deps, reply, { email, next });
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      if (error.details.retryAfterSeconds) reply.header("retry-after", error.details.retryAfterSeconds);
      return sendPage(reply, HTTP_STATUS[error.code], asking({ email, next, problem: error.message }));
    }
  });
}

async function answer(deps: Deps, reply: FastifyReply, { email, next }: { email: string; next: string }) {
  if (!isEmail(email)) return sendPage(reply, 400, asking({ email, next, problem: "Enter your email address." }));
  const workspace = await findSignOnOfEmail(deps, email);
  if (workspace) return sendPage(reply, 200, offering(workspace, { email, next }));
  const problem = `No single sign-on is set up for ${getMailDomain(email)}. Sign in with your password.`;
  return sendPage(reply, 404, asking({ email, next, problem }));
}

/** Looks only at the address's domain, so that the answer does not reveal accounts. */
export async function findSignOnOfEmail(deps: Deps, email: string): Promise<SignOnWorkspace | undefined> {
  const domain = getMailDomain(normaliseEmail(email));
  return findSingleSignOnRefusal(deps) === null && domain ? findWorkspaceOfDomain(deps.db, domain) : undefined;
}

/** A link instead of a form, because the security policy lets no form lead to another site. */
export const renderSignOnButton = ({ id, name }: SignOnWorkspace, next: string): Html =>
  html`<p class="actions"><a class="button wide" href="/api/login/workspace/${id}?next=${encodeURIComponent(next)}">Continue with ${name}’s single sign-on</a></p>`;

const offering = (workspace: SignOnWorkspace, { email, next }: { email: string; next: string }): HtmlPage => ({
  title: "Sign in",
  body: html`<h1>Sign in</h1>
<p class="quiet">${getMailDomain(email)} signs in at its own identity provider.</p>
${renderSignOnButton(workspace, next)}
<p class="quiet"><a href="/api/login?with=password">Sign in with a password instead</a></p>`,
});

const asking = ({ email = "", next, problem }: { email?: string; next: string; problem?: string }): HtmlPage => ({
  title: "Single sign-on",
  body: html`<h1>Single sign-on</h1>
<p class="quiet">Your address leads to your company’s identity provider.</p>
${problem && html`<p class="problem" role="alert">${problem}</p>`}
<form method="post" action="/api/login/company">
<input type="hidden" name="next" value="${next}">
<label for="email">Email</label>
<input id="email" name="email" type="email" autocomplete="username" required value="${email}" autofocus>
<button>Continue</button>
</form>
<p class="quiet"><a href="/api/login?with=password">Sign in with a password instead</a></p>`,
});
