import type { z } from "zod";
import type { billingEndpoints } from "../../shared/contract/billing.ts";
import { EMAIL_PERSONAL, isPersonalMail, normaliseEmail, normaliseMailbox } from "../../shared/domain/people.ts";
import type { Deps } from "../deps.ts";
import { invalid } from "../errors.ts";
import { getNetwork } from "../http/network.ts";
import { enforceRateLimit } from "../http/rate-limit.ts";
import { requirePayment } from "../stripe/stripe.ts";
import { findPrice, getPriceCents } from "./prices.ts";
import { insertPayer } from "./queries.ts";

type Endpoint = (typeof billingEndpoints)["POST /api/create-payment-intent"];

/** A strict limit, because thieves test stolen cards on forms without a limit. */
const PER_NETWORK = { limit: 10, windowSeconds: 60 * 60 };
const PER_NETWORK_AND_MAILBOX = { limit: 6, windowSeconds: 60 * 60 };
/**
 * The limit for one mailbox from all networks. The limit is high, so that a stranger's attempts cannot prevent the
 * mailbox's owner from paying.
 */
const PER_MAILBOX = { limit: 60, windowSeconds: 60 * 60 };

/**
 * Creates a customer and a card form for a paid plan, without a charge. The answer does not reveal whether the address
 * has an account. The server chooses the price.
 */
export async function prepareCard(
  deps: Deps,
  { amount, plan, customerDetails }: z.output<Endpoint["body"]>,
  ip: string,
): Promise<z.input<Endpoint["response"]>> {
  const payment = requirePayment(deps.payment);
  const { stripe } = payment;
  const email = normaliseEmail(customerDetails.email);
  if (isPersonalMail(email)) throw invalid(EMAIL_PERSONAL);
  if (amount !== getPriceCents(plan)) throw invalid("The price of this plan has changed. Load the page again.");
  const [network, mailbox] = [getNetwork(ip), deps.secrets.hmac(normaliseMailbox(email), "rate limit")];
  await enforceRateLimit(deps.db, `payment ${network}`, PER_NETWORK);
  await enforceRateLimit(deps.db, `payment ${network} ${mailbox}`, PER_NETWORK_AND_MAILBOX);
  await enforceRateLimit(deps.db, `payment ${mailbox}`, PER_MAILBOX);

  const price = await findPrice(deps, payment, plan);
  const customer = await stripe.customers.create({
    email,
    name: `${customerDetails.firstName.trim()} ${customerDetails.lastName.trim()}`,
    metadata: { plan, company: customerDetails.company.trim() },
  });
  const setup = await stripe.setupIntents.create({
    customer: customer.id,
    allowed_payment_method_types: ["card"],
    usage: "off_session",
    metadata: { plan },
  });
  if (!setup.client_secret) throw new Error("The provider made a card form without its secret.");
  await insertPayer(deps.db, { customerId: customer.id, email, plan, priceId: price.id, setupIntentId: setup.id });
  return {
    clientSecret: setup.client_secret,
    customerId: customer.id,
    subscriptionId: null,
    priceId: price.id,
    productId: typeof price.product === "string" ? price.product : price.product.id,
  };
}
