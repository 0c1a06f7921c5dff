import formbody from "@fastify/formbody";
import type { FastifyInstance } from "fastify";
import { accountEndpoints } from "../../../shared/contract/accounts.ts";
import { inWorkspace } from "../../db/workspace-scope.ts";
import type { Deps } from "../../deps.ts";
import { refuseCrossSiteRead } from "../../http/browser-rules.ts";
import { serve } from "../../http/routes.ts";
import { getUser } from "./queries.ts";
import { register } from "./register.ts";
import { signInPage } from "./sign-in-page.ts";
import { verifyEmail } from "./verify-email.ts";
import { verifyPage } from "./verify-page.ts";
import { userView } from "./views.ts";

export function accountRoutes(app: FastifyInstance, deps: Deps): void {
  const { db } = deps;

  serve(app, accountEndpoints, {
    "GET /api/auth/user": ({ viewer }) =>
      inWorkspace(db, viewer.workspaceId, async (scope) => userView(await getUser(scope, viewer.userId))),

    "POST /api/register": ({ body, request }) => register(deps, body, request.ip),

    "GET /api/verify-email": async ({ query, request }) => {
      refuseCrossSiteRead(request);
      const user = await verifyEmail(db, query.token);
      return { success: true as const, message: "Your email address is confirmed. You can sign in now.", user };
    },
  });

  // Forms are read here and nowhere else: an API that takes them could be called by another site's form.
  app.register(async (pages) => {
    await pages.register(formbody, { bodyLimit: 16 * 1024 });
    signInPage(pages, deps);
    verifyPage(pages, deps);
  });
}
