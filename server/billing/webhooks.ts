import type { FastifyInstance, FastifyRequest } from "fastify";
import type { Stripe } from "stripe";
import { z } from "zod";
import type { Deps } from "../deps.ts";
import { invalid } from "../errors.ts";
import { getNetwork } from "../http/network.ts";
import { enforceRateLimit } from "../http/rate-limit.ts";
import { getRawBody, parseRawBodies } from "../http/raw-body.ts";
import type { Payment } from "../stripe/stripe.ts";
import { NO_WORKSPACE } from "./close-payer.ts";
import { findPayer, storePaymentEvent } from "./queries.ts";

const MAX_EVENT_BYTES = 1024 * 1024;
const TOLERANCE_SECONDS = 300;
const WRONG_SIGNATURES = { limit: 60, windowSeconds: 60 };

/**
 * The events that the webhook receives (`lorekeep billing setup`). Each event only signals that a customer has to be
 * read again.
 */
export const EVENT_TYPES = [
  "checkout.session.completed",
  "checkout.session.expired",
  "customer.subscription.created",
  "customer.subscription.updated",
  "customer.subscription.deleted",
  "invoice.paid",
  "invoice.payment_failed",
  "invoice.payment_action_required",
  "subscription_schedule.released",
  "subscription_schedule.canceled",
  "subscription_schedule.completed",
  "subscription_schedule.updated",
  "charge.refunded",
] as const satisfies Stripe.WebhookEndpointCreateParams.EnabledEvent[];

/** The fields of an event that we read. They are checked, because a signature proves only the sender. */
const eventShape = z.looseObject({
  id: z.string().min(1),
  type: z.string(),
  data: z.looseObject({ object: z.looseObject({}) }),
});

/**
 * `POST /api/stripe/webhooks`: stores events and answers immediately. A worker then reads the customer from the
 * provider, so late, duplicate or false events do no harm.
 */
export async function paymentWebhookRoutes(app: FastifyInstance, deps: Deps): Promise<void> {
  await app.register(async (scope) => {
    parseRawBodies(scope);
    scope.post("/api/stripe/webhooks", { bodyLimit: MAX_EVENT_BYTES }, async (request) => {
      await storeEvent(deps, await readGenuineEvent(deps, request));
      return { received: true };
    });
  });
}

async function readGenuineEvent(deps: Deps, request: FastifyRequest): Promise<Stripe.Event> {
  const body = getRawBody(request);
  const signature = String(request.headers["stripe-signature"] ?? "");
  for (const secret of deps.payment?.webhookSecrets ?? []) {
    const event = verify(deps.payment, body, { signature, secret });
    if (event && !eventShape.safeParse(event).success)
      throw invalid("This is not a complete event of the payment provider.");
    if (event) return event;
  }
  await enforceRateLimit(deps.db, `payment-webhook ${getNetwork(request.ip)}`, WRONG_SIGNATURES);
  request.log.warn("A payment event was refused: its signature is missing, wrong or too old");
  throw invalid("The signature is missing, wrong or too old.");
}

function verify(
  payment: Payment | null,
  body: Buffer,
  { signature, secret }: { signature: string; secret: string },
): Stripe.Event | null {
  if (isFromTheFuture(signature)) return null;
  try {
    return payment?.stripe.webhooks.constructEvent(body, signature, secret, TOLERANCE_SECONDS) ?? null;
  } catch {
    // Every error means a forged event: an empty `v1=` throws a RangeError, and an invalid JSON body a SyntaxError.
    return null;
  }
}

/**
 * Refuses signatures from the future, because the library only refuses old ones. Otherwise somebody with brief access
 * to the secret could sign requests for any future time.
 */
function isFromTheFuture(signature: string): boolean {
  const stamped = [...signature.matchAll(/(?:^|,)t=(\d+)/g)].map(([, seconds]) => Number(seconds));
  return stamped.some((seconds) => seconds - Date.now() / 1000 > TOLERANCE_SECONDS);
}

async function storeEvent({ db, queue }: Deps, event: Stripe.Event): Promise<void> {
  const customerId = customerOf(event);
  if (!customerId) return;
  await db.transaction(async (tx) => {
    const payer = await findPayer(tx, customerId);
    if (!payer) return;
    if (!(await storePaymentEvent(tx, event))) return;
    await queue.enqueue({ tx }, { queue: "billing", workspaceId: payer.workspaceId ?? NO_WORKSPACE, customerId });
  });
}

/** The customer of an event; null if the event does not concern our customers. */
function customerOf(event: Stripe.Event): string | null {
  if (!(EVENT_TYPES as readonly string[]).includes(event.type)) return null;
  const { customer } = event.data.object as { customer?: string | { id: string } | null };
  const id = typeof customer === "string" ? customer : customer?.id;
  return typeof id === "string" ? id : null;
}
