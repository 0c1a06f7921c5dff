import type { FastifyInstance } from "fastify";
import { type StandIn, type StandInOptions, startStandIn } from "../stand-in.ts";
import { StripeAccount } from "./account.ts";
import { apiRoutes, type Keys } from "./api.ts";
import { buildBrowserScript } from "./browser-library.ts";
import { type Decline, GENERIC_DECLINE } from "./cards.ts";
import { addPlans } from "./catalogue.ts";
import { advanceClock } from "./clock.ts";
import { authenticationRoutes, pageRoutes } from "./pages.ts";
import type { Dispute, StripeEvent } from "./resources.ts";
import { type WebhookOptions, Webhooks } from "./webhooks.ts";

export interface StripeStandInOptions extends StandInOptions, Partial<Keys> {
  webhooks?: Partial<WebhookOptions>;
  /** Returns the current time in milliseconds since 1970. The account's clock starts there and continues with it. */
  now?: () => number;
}

export interface StripeStandIn extends StandIn, Keys {
  /** The secret of the webhook endpoint, `whsec_…`. */
  readonly webhookSecret: string;
  /** Replaces `https://js.stripe.com/…/stripe.js`. */
  readonly scriptUrl: string;
  /** The account's objects and events. `account.dunning` contains the rules for failed renewals. */
  readonly account: StripeAccount;
  readonly webhooks: Webhooks;
  /**
   * Moves the clock forwards and runs everything that becomes due: renewals, retries and ends of plans. Wait for
   * webhooks with `await webhooks.settled()`.
   */
  advance(by: { days?: number; hours?: number }): void;
  /** Declines the next charges for every card. */
  declineNextCharges(times?: number, decline?: Decline): void;
  dispute(chargeId: string): Dispute;
}

/** Starts a Stripe account in test mode: the API below `/v1`, the browser library, and Stripe's own pages. */
export async function startStripeStandIn({
  secretKey = "sk_test_standin",
  publishableKey = "pk_test_standin",
  webhooks: webhookOptions = {},
  now = Date.now,
  ...options
}: StripeStandInOptions = {}): Promise<StripeStandIn> {
  const account = new StripeAccount(now);
  const webhookSecret = webhookOptions.secret ?? "whsec_standin";
  const webhooks = new Webhooks({ ...webhookOptions, secret: webhookSecret });
  account.onEvent = (event) => webhooks.take(event);
  account.endpoint = { secret: webhookSecret, sendTo: (url) => webhooks.sendTo(url) };
  addPlans(account);
  const controls = {
    advance: ({ days = 0, hours = 0 }: { days?: number; hours?: number }) =>
      advanceClock(account, account.now() + Math.round(days * 86_400 + hours * 3600)),
    declineNextCharges: (times = 1, decline: Decline = GENERIC_DECLINE) =>
      void account.orderedDeclines.push(...Array<Decline>(times).fill(decline)),
    dispute: (chargeId: string) => dispute(account, chargeId),
  };
  const standIn = await startStandIn(
    "Stripe",
    (app) => {
      app.register(async (api) => {
        apiRoutes(api, account, { secretKey, publishableKey });
        authenticationRoutes(api, account);
      });
      app.get("/v3/stripe.js", (request, reply) =>
        reply
          .headers({ "cache-control": "no-store", "cross-origin-resource-policy": "cross-origin" })
          .type("text/javascript; charset=utf-8")
          .send(buildBrowserScript(`http://${request.headers.host}`)),
      );
      pageRoutes(app, account, (at) => advanceClock(account, at));
      controlRoutes(app, account, webhooks, controls);
    },
    { ...options, refusal },
  );
  account.origin = standIn.url;
  return {
    ...standIn,
    ...controls,
    secretKey,
    publishableKey,
    webhookSecret,
    scriptUrl: `${standIn.url}/v3/stripe.js`,
    account,
    webhooks,
    close: async () => {
      webhooks.stop();
      await standIn.close();
    },
  };
}

/** Offers the same controls to another process. */
function controlRoutes(
  app: FastifyInstance,
  account: StripeAccount,
  webhooks: Webhooks,
  controls: Pick<StripeStandIn, "advance" | "declineNextCharges" | "dispute">,
): void {
  app.get("/_stand-in/clock", async () => ({ now: account.now() }));
  app.post<{ Body: { days?: number; hours?: number } }>("/_stand-in/clock", async ({ body }) => {
    controls.advance(body);
    await webhooks.settled();
    return { now: account.now() };
  });
  app.post<{ Body: { times?: number; decline?: Decline } }>("/_stand-in/declines", async ({ body }) => {
    controls.declineNextCharges(body.times, body.decline);
    return { ok: true };
  });
  app.post<{ Body: { charge: string } }>("/_stand-in/disputes", async ({ body }) => controls.dispute(body.charge));
  app.get("/_stand-in/events", async () => account.events);
  app.get("/_stand-in/webhooks", async () => webhooks.log);
  app.put<{ Body: WebhookOrders }>("/_stand-in/webhooks", async ({ body }) => {
    if (body.to !== undefined) webhooks.sendTo(body.to ?? undefined);
    if (body.lose) webhooks.lose(body.lose);
    if (body.duplicate) webhooks.duplicate(body.duplicate);
    if (body.delayMs !== undefined) webhooks.delay(body.delayMs);
    if (body.hold) webhooks.hold();
    if (body.release) webhooks.release(body.release);
    for (const id of body.resend ?? []) webhooks.resend(eventOf(account, id));
    return { ok: true };
  });
}

interface WebhookOrders {
  to?: string | null;
  lose?: number;
  duplicate?: number;
  delayMs?: number;
  hold?: boolean;
  release?: "as-made" | "reversed";
  /** The ids of events to send again. */
  resend?: string[];
}

function eventOf(account: StripeAccount, id: string): StripeEvent {
  const found = account.events.find((event) => event.id === id);
  if (!found) throw new Error(`There is no event ${id}.`);
  return found;
}

/** Returns the body of an ordered failure. */
function refusal(status: number): unknown {
  const [type, message] =
    status === 429
      ? ["invalid_request_error", "Too many requests hit the API too quickly. We recommend an exponential backoff."]
      : status === 409
        ? ["idempotency_error", "There is currently another in-progress request using this Idempotency Key."]
        : ["api_error", "An unknown error occurred."];
  return { error: { type, message, ...(status === 429 && { code: "rate_limit" }) } };
}

function dispute(account: StripeAccount, chargeId: string): Dispute {
  const disputed = account.get("charge", chargeId);
  account.change(disputed, "charge.updated", (draft) => {
    draft.disputed = true;
  });
  return account.add<"dispute">(
    {
      id: account.newId("dispute"),
      object: "dispute",
      amount: disputed.amount,
      charge: disputed.id,
      created: account.now(),
      currency: disputed.currency,
      livemode: false,
      metadata: {},
      payment_intent: disputed.payment_intent,
      reason: "fraudulent",
      status: "needs_response",
    },
    "charge.dispute.created",
  );
}
