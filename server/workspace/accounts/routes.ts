import formbody from "@fastify/formbody";
import type { FastifyInstance } from "fastify";
import { accountEndpoints } from "../../../shared/contract/accounts.ts";
import { inWorkspace, readInWorkspace } from "../../db/workspace-scope.ts";
import type { Deps } from "../../deps.ts";
import { refuseCrossSiteRead } from "../../http/csrf-check.ts";
import { serveEndpoints } from "../../http/routes.ts";
import { serveJoinPage } from "../invitations/join-page.ts";
import { serveDomainPage } from "../people/domain-mail.ts";
import { findPasswordProviderName } from "../sso/password-managed-by.ts";
import { changePassword } from "./change-password.ts";
import { changeProfile } from "./change-profile.ts";
import { confirmInBrowser } from "./confirm-in-browser.ts";
import { serveExpiredPage } from "./expired-page.ts";
import { serveFirstPersonPage } from "./first-person.ts";
import { servePasswordPages } from "./password-pages.ts";
import { personalDataRoutes } from "./personal-data-routes.ts";
import { dismissWelcome, getUser, storeDateSettings, type UserRow } from "./queries.ts";
import { registerAccount } from "./register.ts";
import { serveResendPage } from "./resend-page.ts";
import { serveSignInPage } from "./sign-in-page.ts";
import { rememberSignUpBrowser } from "./sign-up-browser.ts";
import { serveSignUpPage } from "./sign-up-page.ts";
import { serveVerifyPage } from "./verify-page.ts";
import { viewUser } from "./views.ts";

export function accountRoutes(app: FastifyInstance, deps: Deps): void {
  const { db, env } = deps;
  const viewOf = (row: UserRow) => ({ ...viewUser(row), passwordManagedBy: findPasswordProviderName(env, row) });

  serveEndpoints(app, accountEndpoints, {
    "GET /api/auth/user": ({ viewer }) =>
      readInWorkspace(db, viewer.workspaceId, async (scope) => viewOf(await getUser(scope, viewer.userId))),

    "PATCH /api/auth/user": async ({ viewer, body, request }) =>
      viewOf(await changeProfile(deps, { ...viewer, sessionHash: request.sessionHash }, body)),

    "PUT /api/auth/dates": ({ viewer, body }) =>
      inWorkspace(db, viewer.workspaceId, async (scope) => {
        await storeDateSettings(scope, viewer.userId, body);
        return viewOf(await getUser(scope, viewer.userId));
      }),

    "PUT /api/auth/welcome": ({ viewer, body }) =>
      inWorkspace(db, viewer.workspaceId, async (scope) => {
        await dismissWelcome(scope, viewer.userId, body.dismissed);
        return viewOf(await getUser(scope, viewer.userId));
      }),

    "POST /api/auth/change-password": async ({ viewer, body, request }) => {
      const ended = await changePassword(deps, { ...viewer, sessionHash: request.sessionHash }, body);
      for (const sessionHash of ended) app.closeStreams(sessionHash);
      return { success: true as const };
    },

    "POST /api/register": ({ body, request, reply }) =>
      registerAccount(deps, body, { ip: request.ip, browser: rememberSignUpBrowser(env.PUBLIC_URL, request, reply) }),

    "GET /api/verify-email": async ({ query, request, reply }) => {
      refuseCrossSiteRead(request);
      const user = await confirmInBrowser(deps, query, request, reply);
      return { success: true as const, message: "Your email address is confirmed. You can sign in now.", user };
    },
  });

  personalDataRoutes(app, deps);

  // Only pages accept HTML forms; otherwise another site's form could call the API.
  app.register(async (pages) => {
    await pages.register(formbody, { bodyLimit: 16 * 1024 });
    serveSignInPage(pages, deps);
    servePasswordPages(pages, deps);
    serveSignUpPage(pages, deps);
    serveFirstPersonPage(pages, deps);
    serveVerifyPage(pages, deps);
    serveResendPage(pages, deps);
    serveExpiredPage(pages, deps);
    serveJoinPage(pages, deps);
    serveDomainPage(pages, deps);
  });
}
