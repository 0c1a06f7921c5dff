import type { FastifyInstance } from "fastify";
import { personalDataEndpoints } from "../../../shared/contract/personal-data.ts";
import { BRAND } from "../../../shared/domain/brand.ts";
import { DELETED_WITHIN_DAYS } from "../../../shared/domain/people.ts";
import type { Deps } from "../../deps.ts";
import { refuseCrossSiteRead } from "../../http/csrf-check.ts";
import { html } from "../../http/html.ts";
import { sendPage } from "../../http/pages/page.ts";
import { enforceRateLimit } from "../../http/rate-limit.ts";
import { serveEndpoints } from "../../http/routes.ts";
import { deleteAccount, describeDeletion } from "./delete-account.ts";
import { exportData } from "./export-data.ts";
import { endSessionsOfPerson } from "./person-queries.ts";
import { endOneSession, listSessions } from "./session-queries.ts";
import { clearBrowserData, clearSessionCookie } from "./sessions.ts";

const EXPORTS = { limit: 10, windowSeconds: 60 * 60 };

export function personalDataRoutes(app: FastifyInstance, deps: Deps): void {
  const { db, env } = deps;

  serveEndpoints(app, personalDataEndpoints, {
    "GET /api/sessions": ({ viewer, request }) => listSessions(db, { ...viewer, sessionHash: request.sessionHash }),

    "DELETE /api/sessions": async ({ viewer, reply }) => {
      const ended = await endSessionsOfPerson(db, viewer);
      for (const sessionHash of ended) app.closeStreams(sessionHash);
      clearSessionCookie(env.PUBLIC_URL, reply);
      clearBrowserData(reply);
      return { success: true as const };
    },

    "DELETE /api/sessions/:id": async ({ viewer, params }) => {
      app.closeStreams(await endOneSession(db, viewer, params.id));
      return { success: true as const };
    },

    "GET /api/personal-data": async ({ viewer, request, reply }) => {
      refuseCrossSiteRead(request);
      await enforceRateLimit(db, `export ${viewer.userId}`, EXPORTS);
      const zip = await exportData(deps, { ...viewer, sessionHash: request.sessionHash }, (error) =>
        request.log.error({ err: error }, "An export of personal data broke off"),
      );
      const name = `${BRAND.toLowerCase()}-data-${new Date().toISOString().slice(0, 10)}.zip`;
      reply.type("application/zip").header("content-disposition", `attachment; filename="${name}"`);
      // Fastify sends a stream without validating it by the response schema.
      return reply.send(zip) as never;
    },

    "GET /api/account-deletion": ({ viewer }) => describeDeletion(deps, viewer),

    "POST /api/account-deletion": async ({ viewer, body, reply }) => {
      const { purgedBy, endedSessions } = await deleteAccount(deps, viewer, body.proof);
      for (const sessionHash of endedSessions) app.closeStreams(sessionHash);
      clearSessionCookie(env.PUBLIC_URL, reply);
      clearBrowserData(reply);
      return { success: true as const, purgedBy: purgedBy.toISOString() };
    },
  });

  app.get("/account-deleted", { config: { access: "public" } }, async (_request, reply) =>
    sendPage(reply, 200, {
      title: "Your account is deleted",
      body: html`<h1>Your account is deleted</h1>
<p>You are signed out everywhere. Within ${DELETED_WITHIN_DAYS} days everything is removed for good; the email we have just sent names the day.</p>
<p class="quiet">A mistake? Write to the address in that email before then, and the account comes back.</p>
<p class="actions"><a class="button" href="/">Back to Home</a></p>`,
    }),
  );
}
