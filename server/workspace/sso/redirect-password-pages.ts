import type { FastifyInstance } from "fastify";
import type { Deps } from "../../deps.ts";
import { forbidden } from "../../errors.ts";

const PAGES = ["/signup", "/forgot-password", "/reset-password"];
const CALLS = ["/api/register", "/api/create-payment-intent"];

/** Redirects every page that sets a password to the identity provider, if the operator turned passwords off. */
export function redirectPasswordPages(app: FastifyInstance, { env }: Deps): void {
  if (env.OIDC_PASSWORD_SIGN_IN) return;
  app.addHook("onRequest", async ({ routeOptions: { url = "" } }, reply) => {
    if (PAGES.includes(url)) return reply.redirect("/api/login", 303);
    if (CALLS.includes(url)) throw forbidden("Accounts come from the identity provider here. Sign in there.");
  });
}
