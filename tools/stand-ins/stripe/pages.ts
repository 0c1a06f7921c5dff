import type { FastifyInstance, FastifyReply } from "fastify";
import { isWebAddress, renderBrowserPage } from "../browser-page.ts";
import type { StripeAccount } from "./account.ts";
import { actInPortal, answerBank, extractDigits, type Fields, findIntent, payCheckout } from "./page-actions.ts";
import {
  renderCheckoutPage,
  renderHiddenField,
  renderInvoicePage,
  renderOverview,
  renderPortalPage,
} from "./page-html.ts";
import { addCard } from "./payment-methods.ts";
import type { CheckoutSession } from "./resources.ts";
import { payInvoiceNow } from "./subscriptions.ts";
import { StripeFailure } from "./wire.ts";

const STAND_IN = "Stand-in for Stripe: no card is charged";

/**
 * Stripe's own pages (checkout, customer portal and bank authentication), and a page for inspecting and controlling the
 * stand-in.
 */
export function pageRoutes(app: FastifyInstance, account: StripeAccount, advanceTo: (at: number) => void): void {
  app.get("/", (_request, reply) => send(reply, "Stripe", renderOverview(account)));
  app.post<{ Body: Fields }>("/clock", (request, reply) => {
    const days = Number(request.body["days"]);
    if (days > 0) advanceTo(account.now() + Math.round(days * 86_400));
    return reply.redirect("/", 303);
  });

  type Named = { Params: { id: string }; Body: Fields };
  const showCheckout = (reply: FastifyReply, session: CheckoutSession, problem = "") =>
    send(reply, "Checkout", renderCheckoutPage(account, session, problem), [session.success_url, session.cancel_url]);
  app.get<Named>("/c/pay/:id", ({ params }, reply) => showCheckout(reply, account.get("checkout.session", params.id)));
  app.post<Named>("/c/pay/:id", ({ params, body }, reply) => {
    const session = account.get("checkout.session", params.id);
    if (body["action"] === "cancel") return reply.redirect(session.cancel_url ?? "/", 303);
    try {
      payCheckout(account, session, body);
    } catch (error) {
      if (!(error instanceof StripeFailure)) throw error;
      return showCheckout(reply, session, error.message);
    }
    return reply.redirect((session.success_url ?? "/").replace("{CHECKOUT_SESSION_ID}", session.id), 303);
  });

  app.get<Named>("/p/session/:id", ({ params }, reply) =>
    send(reply, "Billing", renderPortalPage(account, params.id, "")),
  );
  app.post<Named>("/p/session/:id", ({ params, body }, reply) => {
    const { customer } = account.get("billing_portal.session", params.id);
    try {
      actInPortal(account, account.get("customer", customer), body);
    } catch (error) {
      if (!(error instanceof StripeFailure)) throw error;
      return send(reply, "Billing", renderPortalPage(account, params.id, error.message));
    }
    return reply.redirect(`/p/session/${params.id}`, 303);
  });

  app.get<Named>("/i/:id", ({ params }, reply) => send(reply, "Invoice", renderInvoicePage(account, params.id, "")));
  app.post<Named>("/i/:id", ({ params, body }, reply) => {
    const invoice = account.get("invoice", params.id);
    try {
      const method = addCard(account, extractDigits(body["number"]));
      payInvoiceNow(account, invoice, method);
    } catch (error) {
      if (!(error instanceof StripeFailure)) throw error;
      return send(reply, "Invoice", renderInvoicePage(account, params.id, error.message));
    }
    return reply.redirect(`/i/${params.id}`, 303);
  });

  app.get<{ Querystring: Fields }>("/authenticate", ({ query }, reply) =>
    send(
      reply,
      "Your bank",
      `<h1>Confirm with your bank</h1><p>Your bank asks whether this is you.</p>
<form method="post" action="/authenticate">${renderHiddenField("client_secret", query["client_secret"])}${renderHiddenField("return_url", query["return_url"])}
<button name="outcome" value="confirmed">Confirm</button><button name="outcome" value="failed">Fail</button></form>`,
      [query["return_url"]],
    ),
  );
  app.post<{ Body: Fields }>("/authenticate", ({ body }, reply) => {
    const { client_secret = "", return_url = "/" } = body;
    const intent = findIntent(account, client_secret);
    const url = new URL(isWebAddress(return_url) ? return_url : "http://127.0.0.1");
    let status = "succeeded";
    try {
      answerBank(account, client_secret, body["outcome"] === "confirmed");
    } catch {
      status = "failed";
    }
    url.searchParams.set(intent.object, intent.id);
    url.searchParams.set(`${intent.object}_client_secret`, client_secret);
    url.searchParams.set("redirect_status", status);
    return reply.redirect(url.href, 303);
  });
}

/**
 * Receives the result of the bank's authentication from the browser library. Stripe does not document its own endpoint
 * for this.
 */
export function authenticationRoutes(app: FastifyInstance, account: StripeAccount): void {
  app.post("/v1/authenticate", (request) => {
    const { client_secret, outcome } = request.body as Fields;
    return answerBank(account, client_secret ?? "", outcome === "confirmed");
  });
}

function send(
  reply: FastifyReply,
  title: string,
  body: string,
  leadsTo: (string | null | undefined)[] = [],
): FastifyReply {
  return reply.type("text/html; charset=utf-8").send(renderBrowserPage({ standIn: STAND_IN, title, body, leadsTo }));
}
