import { BRAND } from "../../shared/domain/brand.ts";
import { API_VERSION, type Payment } from "../stripe/stripe.ts";
import { chargesStatedAmount, PAID_PLANS } from "./prices.ts";
import { EVENT_TYPES } from "./webhooks.ts";

/**
 * Creates missing objects at the provider: a price for each paid plan, and the webhook. A second call changes nothing.
 * Returns the signing secret of a new webhook, which the provider never shows again.
 */
export async function setUpProvider(
  payment: Payment,
  { publicUrl, say }: { publicUrl: string; say: (sentence: string) => void },
): Promise<string | null> {
  for (const plan of PAID_PLANS) say(await makePrice(payment, plan));
  const { secret, sentence } = await makeWebhook(payment, `${publicUrl}/api/stripe/webhooks`);
  say(sentence);
  return secret;
}

async function makePrice(
  { stripe }: Payment,
  { id, name, monthlyCents }: (typeof PAID_PLANS)[number],
): Promise<string> {
  const costs = `$${monthlyCents / 100} a month`;
  const { data } = await stripe.prices.list({ lookup_keys: [id], active: true });
  const [there] = data;
  if (there && chargesStatedAmount(there, id)) return `${name}: ${costs}, as ${there.id}.`;
  if (there)
    throw new Error(
      `At Stripe the lookup key '${id}' belongs to ${there.id}, which is not ${costs}. Take the key away from it there, then run this again.`,
    );
  const made = await stripe.prices.create({
    lookup_key: id,
    unit_amount: monthlyCents,
    currency: "usd",
    recurring: { interval: "month" },
    metadata: { plan: id },
    product_data: { name: `${BRAND} ${name}`, metadata: { plan: id } },
  });
  return `${name}: ${costs}, created as ${made.id}.`;
}

async function makeWebhook({ stripe }: Payment, url: string): Promise<{ secret: string | null; sentence: string }> {
  const { data } = await stripe.webhookEndpoints.list({ limit: 100 });
  const there = data.find((endpoint) => endpoint.url === url && endpoint.status === "enabled");
  if (!there) {
    const made = await stripe.webhookEndpoints.create({
      url,
      enabled_events: [...EVENT_TYPES],
      api_version: API_VERSION,
    });
    return { secret: made.secret ?? null, sentence: `Webhook: made for ${url}.` };
  }
  const isMissing = EVENT_TYPES.some((type) => !there.enabled_events.includes(type));
  if (isMissing) await stripe.webhookEndpoints.update(there.id, { enabled_events: [...EVENT_TYPES] });
  return { secret: null, sentence: `Webhook: there for ${url}. Its signing secret is in Stripe's dashboard.` };
}
