import type { FastifyInstance, FastifyReply } from "fastify";
import type { AccountDeletion } from "../../../shared/contract/personal-data.ts";
import { DELETED_WITHIN_DAYS, DELETION_WORD } from "../../../shared/domain/people.ts";
import type { Deps } from "../../deps.ts";
import { AppError, HTTP_STATUS } from "../../errors.ts";
import { html } from "../../http/html.ts";
import { type HtmlPage, sendPage } from "../../http/pages/page.ts";
import type { Viewer } from "../../http/routes.ts";
import { enterWorkspace, listWorkspaces } from "../memberships/workspaces.ts";
import { deleteAccount, describeDeletion } from "./delete-account.ts";
import { readFormText } from "./new-password-form.ts";
import { clearBrowserData, clearSessionCookie } from "./sessions.ts";

/** Serves the page of an unpaid account: the owner can renew the plan, export data, or delete the account. Needs no script. */
export function serveExpiredPage(app: FastifyInstance, deps: Deps): void {
  const config = { access: "public" } as const;
  const show = async (reply: FastifyReply, viewer: Viewer, status = 200, problem?: string) => {
    const what = await describeDeletion(deps, viewer);
    const { own } = await listWorkspaces(deps, viewer);
    const others = own.filter(({ isActive }) => !isActive);
    return sendPage(reply, status, choices(what, others, problem));
  };

  app.get("/account-expired", { config }, async ({ viewer }, reply) =>
    viewer ? show(reply, viewer) : reply.redirect("/api/login", 303),
  );

  app.post<{ Body: Record<string, unknown> | undefined }>("/account-expired", { config }, async (request, reply) => {
    const { viewer, body } = request;
    if (!viewer) return reply.redirect("/api/login", 303);
    const enter = readFormText(body?.["enter"]);
    try {
      if (enter) {
        await enterWorkspace(deps.db, request.sessionHash, viewer, enter);
        return reply.redirect("/", 303);
      }
      const { endedSessions } = await deleteAccount(deps, viewer, readFormText(body?.["proof"]));
      for (const sessionHash of endedSessions) app.closeStreams(sessionHash);
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      if (error.details.retryAfterSeconds) reply.header("retry-after", error.details.retryAfterSeconds);
      return show(reply, viewer, HTTP_STATUS[error.code], error.message);
    }
    clearSessionCookie(deps.env.PUBLIC_URL, reply);
    clearBrowserData(reply);
    return reply.redirect("/account-deleted", 303);
  });
}

const choices = (
  { proof, isLastPerson, articles }: AccountDeletion,
  others: { id: string; name: string }[],
  problem?: string,
): HtmlPage => ({
  title: "Your data and your account",
  body: html`<h1>Your data and your account</h1>
<p>While a payment is missing the library is closed, and everything in it is kept. <a href="/pricing">Renew</a>, or:</p>
${others.length > 0 && html`<h2>Work in another workspace</h2>`}
${others.map(({ id, name }) => html`<form method="post" action="/account-expired"><input type="hidden" name="enter" value="${id}"><button class="plain">${name}</button></form>`)}
<h2>Take your data along</h2>
<p>Everything that is stored of you and your workspace, as a ZIP file: articles as Markdown, the rest as JSON.</p>
<p class="actions"><a class="button" href="/api/personal-data" download>Export My Data</a></p>
<h2>Delete the account</h2>
<p>You are signed out at once, and within ${DELETED_WITHIN_DAYS} days everything is removed for good${isLastPerson && html`: the workspace with its ${articles} articles too`}.</p>
${problem && html`<p class="problem" role="alert">${problem}</p>`}
<form method="post" action="/account-expired">
<label for="proof">${proof === "password" ? "Your password" : `Type the word ${DELETION_WORD}`}</label>
<input id="proof" name="proof" type="${proof === "password" ? "password" : "text"}" autocomplete="${proof === "password" ? "current-password" : "off"}" maxlength="256" required>
<button>Delete Account</button>
</form>`,
});
