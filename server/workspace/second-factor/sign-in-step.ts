import type { FastifyInstance, FastifyReply } from "fastify";
import { z } from "zod";
import { inWorkspace } from "../../db/workspace-scope.ts";
import type { Deps } from "../../deps.ts";
import { AppError, HTTP_STATUS } from "../../errors.ts";
import { html } from "../../http/html.ts";
import { type HtmlPage, sendPage } from "../../http/pages/page.ts";
import { enqueueMail } from "../../mail/queued-mail.ts";
import { findSignInEmail } from "../accounts/account-queries.ts";
import { createSignInAttemptCookie } from "../accounts/attempt-cookie.ts";
import { rememberDevice } from "../accounts/known-device.ts";
import type { AccountIds } from "../accounts/person-queries.ts";
import { startSession } from "../accounts/sessions.ts";
import { acceptCode, countCodeAttempt, resetCodeAttempts } from "./accept-code.ts";
import { buildSecondFactorMail } from "./mails.ts";
import { findFactorWorkspace, readFactor } from "./queries.ts";

const WRONG_CODE = "The code is wrong or was used already. Wait for the next one.";

/** The cookie with the account whose password was right, and the time. */
const attempt = createSignInAttemptCookie(
  "second-step",
  "second step",
  z.strictObject({
    userId: z.string(),
    workspaceId: z.string(),
    next: z.string(),
    /** When the sign-in began, in milliseconds since 1970. */
    startedAt: z.number(),
  }),
);

export async function hasSecondFactor({ db }: Pick<Deps, "db">, ids: AccountIds): Promise<boolean> {
  const place = await findFactorWorkspace(db, ids);
  const { since } = await inWorkspace(db, place.workspaceId, (scope) => readFactor(scope, place.userId));
  return since !== null;
}

/** Returns false if the account needs no code; otherwise redirects the browser to the page that asks for a code. */
export async function askForSecondFactor(
  deps: Deps,
  { userId, workspaceId }: AccountIds,
  reply: FastifyReply,
  next: string,
): Promise<boolean> {
  if (!(await hasSecondFactor(deps, { userId, workspaceId }))) return false;
  attempt.keep(deps, reply, { userId, workspaceId, next, startedAt: Date.now() });
  reply.redirect("/api/login/code", 303);
  return true;
}

/** Serves `/api/login/code`, the page after the right password. Needs no script. */
export function serveSecondStepPage(app: FastifyInstance, deps: Deps): void {
  const config = { access: "public" } as const;

  app.get("/api/login/code", { config }, async (request, reply) =>
    attempt.read(deps, request) ? sendPage(reply, 200, asking()) : reply.redirect("/api/login", 303),
  );

  app.post<{ Body: Record<string, unknown> | undefined }>("/api/login/code", { config }, async (request, reply) => {
    const begun = attempt.read(deps, request);
    if (!begun) return reply.redirect("/api/login", 303);
    request.aboutAccount = begun.userId;
    const code = request.body?.["code"];
    try {
      const email = await finish(deps, begun, typeof code === "string" ? code.slice(0, 40) : "");
      attempt.forget(deps, reply);
      await startSession(deps, begun, request, reply);
      rememberDevice(deps, reply, email);
      return reply.redirect(begun.next, 303);
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      if (error.details.retryAfterSeconds) reply.header("retry-after", error.details.retryAfterSeconds);
      return sendPage(reply, HTTP_STATUS[error.code], asking(error.message));
    }
  });
}

/** Returns the account's address. Throws 'not-signed-in' for a wrong code, or if the account was closed meanwhile. */
async function finish(deps: Deps, { userId, workspaceId }: AccountIds, code: string): Promise<string> {
  const place = await findFactorWorkspace(deps.db, { userId, workspaceId });
  await countCodeAttempt(deps, place.userId);
  const email = await findSignInEmail(deps.db, { workspaceId, userId });
  await inWorkspace(deps.db, place.workspaceId, async (scope) => {
    const taken = email && (await acceptCode(deps, scope, { userId: place.userId, code }));
    if (!email || !taken) throw new AppError("not-signed-in", WRONG_CODE);
    if (taken === "recovery-code")
      await enqueueMail(deps, scope, buildSecondFactorMail(email, "recovery-code-used", deps.env.PUBLIC_URL));
  });
  await resetCodeAttempts(deps, place.userId);
  return email ?? "";
}

const asking = (problem?: string): HtmlPage => ({
  title: "Enter the code",
  body: html`<h1>Enter the code</h1>
<p class="quiet">Six digits from your authenticator app, or one of your recovery codes.</p>
${problem && html`<p class="problem" role="alert">${problem}</p>`}
<form method="post" action="/api/login/code">
<label for="code">Code</label>
<input id="code" name="code" type="text" inputmode="text" autocomplete="one-time-code" autocapitalize="none" spellcheck="false" maxlength="40" required autofocus>
<button>Sign in</button>
</form>
<p class="quiet">Neither at hand? The operator of this installation can turn the second step off.</p>
<p class="quiet"><a href="/api/login">Sign in as somebody else</a></p>`,
});
