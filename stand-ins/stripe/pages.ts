import type { FastifyInstance, FastifyReply } from "fastify";
import { browserPage, escapeHtml as html, isWebAddress } from "../browser-page.ts";
import type { StripeAccount } from "./account.ts";
import { TEST_CARDS } from "./cards.ts";
import { confirmPayment, currentMethod } from "./endpoints/intents.ts";
import { AUTHENTICATION_FAILED, addCard, attach, confirmSetup, failSetup } from "./payment-methods.ts";
import type {
  CheckoutSession,
  Customer,
  PaymentIntent,
  PaymentMethod,
  SetupIntent,
  Subscription,
} from "./resources.ts";
import { dollars, endOfPeriod } from "./subscription-objects.ts";
import { createSubscription, methodOf, payNow, setCancelAtPeriodEnd } from "./subscriptions.ts";
import { invalid, missing, StripeFailure } from "./wire.ts";

const STAND_IN = "Stand-in for Stripe: no card is charged";
type Fields = Record<string, string>;

/** What Stripe shows to people itself: checkout, the customer portal, the bank's question, and a page to see and turn things. */
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

/** Where the browser library brings the answer to the bank's question; Stripe's own has no public description. */
export function authenticationRoute(app: FastifyInstance, account: StripeAccount): void {
  app.post("/v1/authenticate", (request) => {
    const { client_secret, outcome } = request.body as Fields;
    return answerBank(account, client_secret ?? "", outcome === "confirmed");
  });
}

function answerBank(account: StripeAccount, secret: string, isConfirmed: boolean): SetupIntent | PaymentIntent {
  const intent = intentOf(account, secret);
  if (intent.status !== "requires_action") throw invalid("Nobody asks for a confirmation.");
  if (intent.object === "setup_intent") {
    if (!isConfirmed) throw failSetup(account, intent, AUTHENTICATION_FAILED);
    confirmSetup(account, intent, { isAuthenticated: true });
    return intent;
  }
  if (isConfirmed) return confirmPayment(account, intent, currentMethod(account, intent), true);
  account.change(intent, null, (draft) => {
    draft.status = "requires_payment_method";
    draft.next_action = null;
  });
  account.emit("payment_intent.payment_failed", intent);
  const code = "payment_intent_authentication_failure";
  throw new StripeFailure(402, { type: "card_error", code, message: AUTHENTICATION_FAILED.message });
}

function intentOf(account: StripeAccount, secret: string): SetupIntent | PaymentIntent {
  const found = account.find(secret.split("_secret_")[0] ?? "");
  if (found && "client_secret" in found && found.client_secret === secret && found.object !== "checkout.session")
    return found;
  throw missing("intent", "of this client secret");
}

function payCheckout(account: StripeAccount, session: CheckoutSession, fields: Fields): void {
  if (session.status !== "open") throw invalid("This checkout session is over.");
  const customer = session.customer
    ? account.get("customer", session.customer)
    : newCustomer(account, session.customer_email ?? fields["email"] ?? "");
  const method = addCard(account, digits(fields["number"]));
  attach(account, method, customer);
  const subscription = createSubscription(account, {
    customer,
    prices: account.checkoutPrices.get(session.id) ?? [],
    paymentMethod: method,
    behavior: "error_if_incomplete",
    metadata: account.checkoutMetadata.get(session.id) ?? {},
  });
  account.change(session, null, (draft) => {
    draft.status = "complete";
    draft.payment_status = "paid";
    draft.customer = customer.id;
    draft.subscription = subscription.id;
    draft.invoice = subscription.latest_invoice;
    draft.url = null;
    draft.customer_details = {
      address: null,
      business_name: null,
      email: customer.email,
      individual_name: null,
      name: customer.name ?? null,
      phone: null,
      tax_exempt: "none",
      tax_ids: [],
    };
  });
  account.emit("checkout.session.completed", session);
}

function newCustomer(account: StripeAccount, email: string): Customer {
  const id = account.newId("customer");
  return account.add<"customer">(
    {
      id,
      object: "customer",
      balance: 0,
      created: account.now(),
      default_source: null,
      description: null,
      email: email || null,
      invoice_settings: {
        custom_fields: null,
        default_payment_method: null,
        footer: null,
        rendering_options: null,
      },
      livemode: false,
      metadata: {},
      name: null,
      shipping: null,
      test_clock: null,
    },
    "customer.created",
  );
}

function actInPortal(account: StripeAccount, customer: Customer, fields: Fields): void {
  const subscription = liveSubscription(account, customer);
  switch (fields["action"]) {
    case "card": {
      const method = addCard(account, digits(fields["number"]));
      attach(account, method, customer);
      account.change(customer, "customer.updated", (draft) => {
        draft.invoice_settings.default_payment_method = method.id;
      });
      if (subscription)
        account.change(subscription, "customer.subscription.updated", (draft) => {
          draft.default_payment_method = method.id;
        });
      return;
    }
    case "cancel":
    case "renew":
      if (subscription) setCancelAtPeriodEnd(account, subscription, fields["action"] === "cancel");
      return;
    case "pay":
      payNow(account, account.get("invoice", fields["invoice"] ?? ""), null);
      return;
    default:
      throw invalid("Unknown action.");
  }
}

function liveSubscription(account: StripeAccount, { id }: Customer): Subscription | undefined {
  return account
    .list("subscription")
    .findLast(({ customer, status }) => customer === id && !["canceled", "incomplete_expired"].includes(status));
}

function checkoutPage(account: StripeAccount, session: CheckoutSession, problem: string): string {
  if (session.status !== "open") return "<h1>This page is over</h1><p>The checkout session is no longer open.</p>";
  const sold = (account.checkoutPrices.get(session.id) ?? [])
    .map((price) => `<p>${html(price.nickname ?? price.id)}: <strong>${dollars(price)} per month</strong></p>`)
    .join("");
  return `<h1>Subscribe</h1>${sold}${problemHtml(problem)}<form method="post" action="/c/pay/${html(session.id)}">
${session.customer || session.customer_email ? "" : '<label>Email<input type="text" name="email"></label>'}
${cardField()}<button name="action" value="pay">Pay</button><button name="action" value="cancel">Cancel</button></form>${cardsHtml()}`;
}

function portalPage(account: StripeAccount, id: string, problem: string): string {
  const session = account.get("billing_portal.session", id);
  const customer = account.get("customer", session.customer);
  const subscription = liveSubscription(account, customer);
  const method = subscription ? methodOf(account, subscription) : null;
  const form = (inner: string) => `<form method="post" action="/p/session/${html(id)}">${inner}</form>`;
  const plan = subscription
    ? `<p>${html(subscription.items.data.map(({ price }) => `${price.nickname ?? price.id}, ${dollars(price)} per month`).join(", "))} (${html(subscription.status)})</p>
<p class="meta">${subscription.cancel_at_period_end ? "Ends" : "Renews"} on ${day(endOfPeriod(subscription))}</p>${form(
        subscription.cancel_at_period_end
          ? '<button name="action" value="renew">Renew plan</button>'
          : '<button name="action" value="cancel">Cancel plan</button>',
      )}`
    : "<p>No plan.</p>";
  const invoices = account
    .list("invoice")
    .filter((one) => one.customer === customer.id)
    .map(
      (one) =>
        `<li>${html(one.number ?? one.id)}: ${dollars({ unit_amount: one.amount_due })}, ${html(one.status ?? "")}${
          one.status === "open"
            ? form(`${hidden("invoice", one.id)}<button name="action" value="pay">Pay this invoice</button>`)
            : ""
        }</li>`,
    );
  const back = isWebAddress(session.return_url ?? undefined)
    ? `<p><a href="${html(session.return_url ?? "")}">Return to the product</a></p>`
    : "";
  return `<h1>Billing of ${html(customer.name ?? customer.email ?? customer.id)}</h1>${back}${problemHtml(problem)}<h2>Current plan</h2>${plan}
<h2>Payment method</h2><p>${method ? html(cardName(method)) : "No card."}</p>
${form(`${cardField()}<button name="action" value="card">Save card</button>`)}${cardsHtml()}<h2>Invoices</h2><ul>${invoices.join("")}</ul>`;
}

function invoicePage(account: StripeAccount, id: string, problem: string): string {
  const invoice = account.get("invoice", id);
  const form = `<form method="post" action="/i/${html(id)}">${cardField()}<button>Pay</button></form>${cardsHtml()}`;
  return `<h1>Invoice ${html(invoice.number ?? "")}</h1><p>${dollars({ unit_amount: invoice.amount_due })}, ${html(invoice.status ?? "")}</p>
${problemHtml(problem)}${invoice.status === "open" ? form : ""}`;
}

function overview(account: StripeAccount): string {
  const rows = account.list("customer").map((customer) => {
    const plans = account
      .list("subscription")
      .filter((one) => one.customer === customer.id)
      .map(
        (one) =>
          `${one.items.data.map(({ price }) => price.nickname ?? price.id).join(", ")}: ${one.status}${one.cancel_at_period_end ? ", ends" : ""} ${day(endOfPeriod(one))}`,
      );
    return `<li>${html(customer.name ?? "")} ${html(customer.email ?? "")} <code>${html(customer.id)}</code><br>${html(plans.join("; ") || "no plan")}</li>`;
  });
  const events = account.events
    .slice(-50)
    .toReversed()
    .map(
      ({ type, created, pending_webhooks }) =>
        `<li>${html(type)} <span class="meta">${day(created)}${pending_webhooks ? ", not delivered yet" : ""}</span></li>`,
    );
  return `<h1>Stripe</h1><p>Today is ${day(account.now())} here.</p>
<form method="post" action="/clock"><label>Move the clock forwards by days<input type="text" name="days" value="31" inputmode="numeric"></label><button>Move</button></form>
<h2>Customers</h2><ul>${rows.join("")}</ul>${cardsHtml()}<h2>Events</h2><ul>${events.join("")}</ul>`;
}

function cardName({ card }: PaymentMethod): string {
  return `${card.brand} ending in ${card.last4}`;
}

function cardField(): string {
  return '<label>Card number<input type="text" name="number" value="4242 4242 4242 4242" inputmode="numeric" autocomplete="off"></label>';
}

function cardsHtml(): string {
  const rows = Object.entries(TEST_CARDS).map(([number, { setup, charge }]) => {
    const word = (answer: typeof setup) =>
      answer === "ok" ? "works" : answer === "authenticate" ? "asks its owner" : answer.message;
    return `<li><code>${number}</code> kept: ${html(word(setup))}; charged: ${html(word(charge))}</li>`;
  });
  return `<details><summary>Test cards</summary><ul>${rows.join("")}</ul></details>`;
}

function digits(typed = ""): string {
  return typed.replaceAll(/\D/g, "");
}

function problemHtml(problem: string): string {
  return problem ? `<aside role="alert">${html(problem)}</aside>` : "";
}

function hidden(name: string, value = ""): string {
  return `<input type="hidden" name="${name}" value="${html(value)}">`;
}

function day(at: number): string {
  return new Date(at * 1000).toISOString().slice(0, 10);
}

function send(
  reply: FastifyReply,
  title: string,
  body: string,
  leadsTo: (string | null | undefined)[] = [],
): FastifyReply {
  return reply.type("text/html; charset=utf-8").send(browserPage({ standIn: STAND_IN, title, body, leadsTo }));
}
