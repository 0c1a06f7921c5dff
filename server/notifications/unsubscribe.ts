import { timingSafeEqual } from "node:crypto";
import type { FastifyInstance } from "fastify";
import { scopeForReader } from "../db/audience.ts";
import { inWorkspace } from "../db/workspace-scope.ts";
import type { Deps } from "../deps.ts";
import { html } from "../http/html.ts";
import { type HtmlPage, sendPage } from "../http/pages/page.ts";
import { readAddressee } from "./notification-queries.ts";
import { storeSentMail } from "./settings-queries.ts";

interface Person {
  workspaceId: string;
  userId: string;
}
type Signer = Pick<Deps, "env" | "secrets">;

const sign = ({ secrets }: Pick<Deps, "secrets">, { workspaceId, userId }: Person) =>
  secrets.hmac(`${workspaceId}.${userId}`, "unsubscribe");

/** The link by which a person stops their mails. It allows nothing else. */
export const unsubscribeLink = (signer: Signer, person: Person): string =>
  `${signer.env.PUBLIC_URL}/unsubscribe?token=${person.workspaceId}.${person.userId}.${sign(signer, person)}`;

function personOf(signer: Signer, token: unknown): Person | null {
  const [workspaceId = "", userId = "", given = ""] = typeof token === "string" ? token.split(".") : [];
  if (![workspaceId, userId].every((id) => /^[0-9a-f-]{36}$/.test(id))) return null;
  const [wanted, said] = [Buffer.from(sign(signer, { workspaceId, userId })), Buffer.from(given)];
  return wanted.length === said.length && timingSafeEqual(wanted, said) ? { workspaceId, userId } : null;
}

/**
 * `GET /unsubscribe` only asks for confirmation, because mail scanners open links. `POST` stops the mails, for the
 * page's button and for mail programs (RFC 8058). Neither needs a session.
 */
export async function unsubscribeRoutes(app: FastifyInstance, deps: Deps): Promise<void> {
  await app.register(async (pages) => {
    // Mail programs send either type of form. The form's content is ignored, because the link has the token.
    pages.addContentTypeParser(/^(application\/x-www-form-urlencoded|multipart\/form-data)/, (_request, body, done) => {
      body.resume();
      body.on("end", () => done(null, null));
      body.on("error", done);
    });
    const config = { access: "public" } as const;
    pages.get<{ Querystring: { token?: unknown } }>("/unsubscribe", { config }, async ({ query }, reply) => {
      const person = personOf(deps, query.token);
      return person ? sendPage(reply, 200, asks(String(query.token))) : sendPage(reply, 400, UNKNOWN);
    });
    pages.post<{ Querystring: { token?: unknown } }>("/unsubscribe", { config }, async ({ query }, reply) => {
      const person = personOf(deps, query.token);
      if (!person) return sendPage(reply, 400, UNKNOWN);
      await inWorkspace(deps.db, person.workspaceId, async (scope) => {
        if (await readAddressee(scopeForReader(scope, person.userId)))
          await storeSentMail(scope, person.userId, "never");
      });
      return sendPage(reply, 200, DONE);
    });
  });
}

const asks = (token: string): HtmlPage => ({
  title: "Unsubscribe",
  body: html`<h1>Unsubscribe from these emails?</h1>
<p>You still find everything in the product, under Notifications. Emails about your account, such as password changes, are still sent.</p>
<form method="post" action="/unsubscribe?token=${encodeURIComponent(token)}"><p class="actions"><button>Unsubscribe</button></p></form>`,
});
const DONE: HtmlPage = {
  title: "Unsubscribed",
  body: html`<h1>You are unsubscribed</h1>
<p>You can change this at any time in the settings, under Notifications.</p>
<p class="actions"><a class="button" href="/settings/notifications">Open the settings</a></p>`,
};
const UNKNOWN: HtmlPage = {
  title: "Unsubscribe",
  body: html`<h1>This link is not complete</h1>
<p>Open it from the email again, or change your notifications in the settings.</p>
<p class="actions"><a class="button" href="/settings/notifications">Open the settings</a></p>`,
};
