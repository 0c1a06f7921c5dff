import type { FastifyInstance, FastifyReply } from "fastify";
import { browserPage, isWebAddress } from "../browser-page.ts";
import type { StripeAccount } from "./account.ts";
import { actInPortal, answerBank, digits, type Fields, intentOf, payCheckout } from "./page-actions.ts";
import { checkoutPage, hidden, invoicePage, overview, portalPage } from "./page-html.ts";
import { addCard } from "./payment-methods.ts";
import type { CheckoutSession } from "./resources.ts";
import { payNow } from "./subscriptions.ts";
import { StripeFailure } from "./wire.ts";

const STAND_IN = "Stand-in for Stripe: no card is charged";

/** Stripe's own pages: checkout, customer portal and bank authentication, and a page to inspect and control the stand-in. */
export function pageRoutes(app: FastifyInstance, account: StripeAccount, advanceTo: (at: number) => void): void {
  app.get("/", (_request, reply) => send(reply, "Stripe", overview(account)));
  app.post<{ Body: Fields }>("/clock", (request, reply) => {
    const days = Number(request.body["days"]);
    if (days > 0) advanceTo(account.now() + Math.round(days * 86_400));
    return reply.redirect("/", 303);
  });

  type Named = { Params: { id: string }; Body: Fields };
  const showCheckout = (reply: FastifyReply, session: CheckoutSession, problem = "") =>
    send(reply, "Checkout", checkoutPage(account, session, problem), [session.success_url, session.cancel_url]);
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

  app.get<Named>("/p/session/:id", ({ params }, reply) => send(reply, "Billing", portalPage(account, params.id, "")));
  app.post<Named>("/p/session/:id", ({ params, body }, reply) => {
    const { customer } = account.get("billing_portal.session", params.id);
    try {
      actInPortal(account, account.get("customer", customer), body);
    } catch (error) {
      if (!(error instanceof StripeFailure)) throw error;
      return send(reply, "Billing", portalPage(account, params.id, error.message));
    }
    return reply.redirect(`/p/session/${params.id}`, 303);
  });

  app.get<Named>("/i/:id", ({ params }, reply) => send(reply, "Invoice", invoicePage(account, params.id, "")));
  app.post<Named>("/i/:id", ({ params, body }, reply) => {
    const invoice = account.get("invoice", params.id);
    try {
      const method = addCard(account, digits(body["number"]));
      payNow(account, invoice, method);
    } catch (error) {
      if (!(error instanceof StripeFailure)) throw error;
      return send(reply, "Invoice", invoicePage(account, params.id, error.message));
    }
    return reply.redirect(`/i/${params.id}`, 303);
  });

  app.get<{ Querystring: Fields }>("/authenticate", ({ query }, reply) =>
    send(
      reply,
      "Your bank",
      `<h1>Confirm with your bank</h1><p>Your bank asks whether this is you.</p>
<form method="post" action="/authenticate">${hidden("client_secret", query["client_secret"])}${hidden("return_url", query["return_url"])}
<button name="outcome" value="confirmed">Confirm</button><button name="outcome" value="failed">Fail</button></form>`,
      [query["return_url"]],
    ),
  );
  app.post<{ Body: Fields }>("/authenticate", ({ body }, reply) => {
    const { client_secret = "", return_url = "/" } = body;
    const intent = intentOf(account, client_secret);
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

/** Receives the result of the bank's authentication from the browser library; Stripe does not document its own endpoint. */
export function authenticationRoute(app: FastifyInstance, account: StripeAccount): void {
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
  return reply.type("text/html; charset=utf-8").send(browserPage({ standIn: STAND_IN, title, body, leadsTo }));
}
