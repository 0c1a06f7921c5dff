import { escapeHtml as html, isWebAddress } from "../browser-page.ts";
import type { StripeAccount } from "./account.ts";
import { TEST_CARDS } from "./cards.ts";
import { findPaymentIntent } from "./invoices.ts";
import { findLiveSubscription } from "./page-actions.ts";
import type { CheckoutSession, PaymentMethod } from "./resources.ts";
import { endOfPeriod, formatDollars } from "./subscription-objects.ts";
import { findPaymentMethodOfSubscription } from "./subscriptions.ts";

export function renderCheckoutPage(account: StripeAccount, session: CheckoutSession, problem: string): string {
  if (session.status !== "open") return "<h1>This page is over</h1><p>The checkout session is no longer open.</p>";
  const sold = (account.checkoutPrices.get(session.id) ?? [])
    .map((price) => `<p>${html(price.nickname ?? price.id)}: <strong>${formatDollars(price)} per month</strong></p>`)
    .join("");
  return `<h1>Subscribe</h1>${sold}${problemHtml(problem)}<form method="post" action="/c/pay/${html(session.id)}">
${session.customer || session.customer_email ? "" : '<label>Email<input type="text" name="email"></label>'}
${cardField()}<button name="action" value="pay">Pay</button><button name="action" value="cancel">Cancel</button></form>${cardsHtml()}`;
}

export function renderPortalPage(account: StripeAccount, id: string, problem: string): string {
  const session = account.get("billing_portal.session", id);
  const customer = account.get("customer", session.customer);
  const subscription = findLiveSubscription(account, customer);
  const method = subscription ? findPaymentMethodOfSubscription(account, subscription) : null;
  const form = (inner: string) => `<form method="post" action="/p/session/${html(id)}">${inner}</form>`;
  const plan = subscription
    ? `<p>${html(subscription.items.data.map(({ price }) => `${price.nickname ?? price.id}, ${formatDollars(price)} per month`).join(", "))} (${html(subscription.status)})</p>
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
        `<li>${html(one.number ?? one.id)}: ${formatDollars({ unit_amount: one.amount_due })}, ${html(one.status ?? "")}${
          one.status === "open"
            ? form(`${renderHiddenField("invoice", one.id)}<button name="action" value="pay">Pay this invoice</button>`)
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

export function renderInvoicePage(account: StripeAccount, id: string, problem: string): string {
  const invoice = account.get("invoice", id);
  const form = `<form method="post" action="/i/${html(id)}">${cardField()}<button>Pay</button></form>${cardsHtml()}`;
  const intent = findPaymentIntent(account, invoice);
  const bank =
    intent?.status === "requires_action"
      ? `<form action="/authenticate">${renderHiddenField("client_secret", intent.client_secret ?? "")}${renderHiddenField("return_url", `${account.origin}/i/${id}`)}
<button>Confirm with your bank</button></form>`
      : "";
  return `<h1>Invoice ${html(invoice.number ?? "")}</h1><p>${formatDollars({ unit_amount: invoice.amount_due })}, ${html(invoice.status ?? "")}</p>
${problemHtml(problem)}${invoice.status === "open" ? bank + form : ""}`;
}

export function renderOverview(account: StripeAccount): string {
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

function problemHtml(problem: string): string {
  return problem ? `<aside role="alert">${html(problem)}</aside>` : "";
}

export function renderHiddenField(name: string, value = ""): string {
  return `<input type="hidden" name="${name}" value="${html(value)}">`;
}

function day(at: number): string {
  return new Date(at * 1000).toISOString().slice(0, 10);
}
