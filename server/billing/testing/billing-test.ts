import { createSafeFetch } from "../../../connectors/safe-fetch.ts";
import { type StripeStandIn, startStripeStandIn } from "../../../tools/stand-ins/stripe/stripe-stand-in.ts";
import { loadEnv } from "../../env.ts";
import { sendQueuedMail } from "../../mail/queued-mail.ts";
import { createPayment } from "../../stripe/stripe.ts";
import { buildUser } from "../../testing/factories.ts";
import { createTestApp, type SignedIn, type TestApp } from "../../testing/test-app.ts";
import { updateOrClosePayer } from "../close-payer.ts";

/** Counts calls to the provider, and simulates the death of the process at one of the calls. */
export interface ProcessDeath {
  calls: number;
  /** The number of the call at which the process dies, from 1; 0 for never. */
  at: number;
  /** Whether the process dies before or after the provider executed the call. */
  when: "before" | "after";
}

export interface BillingTest extends TestApp {
  stripe: StripeStandIn;
  /** Makes the process die at this call to the provider. */
  dieAt(at: number, when: ProcessDeath["when"]): void;
  /** Number of calls since the last `dieAt`. */
  calls(): number;
  /** Runs the worker's payment jobs until no job waits. */
  settle(): Promise<void>;
  /** Returns the mails to an address, as the worker sends them, oldest first. */
  mailsTo(email: string): Promise<{ subject: string; text: string }[]>;
  /** Completes a card form as the browser does. */
  confirmCard(clientSecret: string, paymentMethod?: string): Promise<void>;
  /** Fills in a form on a page of Stripe, like a person. */
  fillIn(url: string, fields: Record<string, string>): Promise<unknown>;
  /** Pays on the page of a checkout session. */
  payCheckout(url: string, card?: string): Promise<void>;
  /** Returns a signed-in person whose workspace paid for the plan through the checkout. */
  signInPaying(plan: "professional" | "enterprise", card?: string): Promise<SignedIn>;
}

/** Creates the application with its own Stripe stand-in. */
export async function createBillingTest(): Promise<BillingTest> {
  const stripe = await startStripeStandIn();
  const variables = {
    STRIPE_SECRET_KEY: stripe.secretKey,
    STRIPE_PUBLISHABLE_KEY: stripe.publishableKey,
    STRIPE_WEBHOOK_SECRET: `whsec_old,${stripe.webhookSecret}`,
    STRIPE_API_URL: stripe.url,
  };
  const death: ProcessDeath = { calls: 0, at: 0, when: "before" };
  const guarded = createSafeFetch({ allow: [new URL(stripe.url).host] });
  const dyingFetch: typeof guarded = async (input, init) => {
    death.calls += 1;
    const dies = death.calls === death.at;
    if (dies && death.when === "before") throw new Error("The server was killed.");
    const answer = await guarded(input, init);
    if (dies) throw new Error("The server was killed.");
    return answer;
  };
  const payment = createPayment(loadEnv(variables), dyingFetch, { retries: 0 });
  const test = await createTestApp({ variables, payment });

  const settle = async () => {
    for (;;) {
      const { rows } = await test.db.$client.query<{ customerId: string }>(
        `delete from pgboss.job where name = 'billing' and state < 'completed' returning data ->> 'customerId' as "customerId"`,
      );
      if (rows.length === 0) return;
      for (const { customerId } of rows) await updateOrClosePayer(test.deps, customerId);
    }
  };

  const fillIn = (url: string, fields: Record<string, string>, key?: string) =>
    guarded(url, {
      method: "POST",
      headers: {
        "content-type": "application/x-www-form-urlencoded",
        ...(key && { authorization: `Bearer ${key}` }),
      },
      body: new URLSearchParams(fields).toString(),
    });

  const payCheckout = async (url: string, card = "4242424242424242") => {
    const answer = await fillIn(url, { action: "pay", number: card });
    if (answer.status !== 303) throw new Error(`The checkout answered ${answer.status}.`);
  };

  return {
    ...test,
    stripe,
    dieAt: (at, when) => void Object.assign(death, { calls: 0, at, when }),
    calls: () => death.calls,
    settle,
    async mailsTo(email) {
      const { rows } = await test.db.$client.query<{ data: object }>(
        "delete from pgboss.job where name = 'mail' and data -> 'mail' ->> 'to' = $1 returning data, created_on",
        [email],
      );
      const send = sendQueuedMail(test.deps);
      const attempt = { number: 1, isLast: false, signal: new AbortController().signal };
      for (const { data } of rows) await send({ queue: "mail", ...data } as never, attempt);
      return test.mails.splice(0);
    },
    async confirmCard(clientSecret, paymentMethod = "pm_card_visa") {
      const id = clientSecret.split("_secret_")[0];
      const fields = { client_secret: clientSecret, payment_method: paymentMethod, use_stripe_sdk: "true" };
      const answer = await fillIn(`${stripe.url}/v1/setup_intents/${id}/confirm`, fields, stripe.publishableKey);
      if (!answer.ok) throw new Error(`The card was not confirmed: ${await answer.text()}`);
    },
    fillIn,
    payCheckout,
    async signInPaying(plan, card) {
      const user = await buildUser(test.db);
      const person = await test.signIn(user);
      const answer = await person.inject({
        method: "POST",
        url: "/api/subscription/upgrade",
        payload: { planId: plan },
      });
      await payCheckout(answer.json<{ checkoutUrl: string }>().checkoutUrl, card);
      await updateOrClosePayer(test.deps, (await readPayer(test, user.workspaceId)).customer_id);
      return person;
    },
    async close() {
      await test.close();
      await stripe.close();
    },
  };
}

interface PayerColumns {
  customer_id: string;
  email: string;
}

/** Reads the payer's row from the database. */
export async function readPayer(test: TestApp, workspaceId: string): Promise<PayerColumns> {
  const { rows } = await test.db.$client.query<PayerColumns>("select * from payers where workspace_id = $1", [
    workspaceId,
  ]);
  const [row] = rows;
  if (!row) throw new Error("The workspace has no payer.");
  return row;
}
