import type { Stripe, StripeElements, StripePaymentElementOptions } from "@stripe/stripe-js";
import type { PlanId } from "../../../shared/domain/plans.ts";
import { PLANS } from "../../../shared/domain/plans.ts";
import { ApiError, type Output } from "../../api/client.ts";
import type { SignUpValues } from "./form.ts";
import { buildRegistration, sendRegistration } from "./register.ts";
import { type ApiCall, createNotInitialized, SignUpFailure } from "./sign-up-failure.ts";
import type { StoredPayment } from "./stored-progress.ts";

type PaidPlan = Exclude<PlanId, "starter">;
type CardBrowser = Pick<Stripe, "confirmSetup" | "confirmCardPayment" | "retrieveSetupIntent">;

/** Loads the payment settings. Throws if there is no publishable key, because no card can then be entered. */
export async function loadPaymentSettings(
  call: ApiCall,
): Promise<{ publishableKey: string; standInScript: string | null }> {
  const { publishableKey, standInScript } = await call("GET /api/payment-settings").catch((error: unknown) => {
    throw error instanceof ApiError ? createNotInitialized() : preparationFailure(error);
  });
  if (!publishableKey) throw createNotInitialized();
  return { publishableKey, standInScript };
}

export type PurchaseStage = "free" | "details" | "card" | "confirmed" | "paid";

/** Returns the step at which the purchase for this plan and address is. */
export function choosePurchaseStage(
  plan: PlanId,
  email: string,
  kept: StoredPayment | null,
  clientSecret: string | null,
): PurchaseStage {
  if (plan === "starter") return "free";
  if (isUnfinishedPayment(kept) && kept.plan === plan) return "paid";
  if (!kept || !isFor(kept, plan, email)) return "details";
  if (kept.subscriptionId) return "paid";
  if (kept.setupIntentStatus === "succeeded") return "confirmed";
  return clientSecret && intentOf(clientSecret) === kept.setupIntentId ? "card" : "details";
}

/**
 * True if a plan is paid but its account does not exist yet. Until it exists, no other purchase may start in this
 * browser; a mistyped address can still be corrected.
 */
export const isUnfinishedPayment = (kept: StoredPayment | null): kept is StoredPayment =>
  kept !== null && kept.subscriptionId !== null && !kept.isRegistered;

const isFor = (kept: StoredPayment, plan: PlanId, email: string) =>
  kept.plan === plan && kept.email === normalise(email);
const normalise = (email: string) => email.trim().toLowerCase();
const intentOf = (clientSecret: string) => clientSecret.split("_secret_")[0] ?? "";

/** The step 'Proceed to Payment'. Returns the data that the card form needs. Charges nothing. */
export async function prepareCard(
  call: ApiCall,
  plan: PaidPlan,
  { firstName, lastName, email, company }: SignUpValues,
): Promise<{ clientSecret: string; payment: StoredPayment }> {
  const amount = PLANS.find(({ id }) => id === plan)?.monthlyCents ?? 0;
  const body = { amount, plan, customerDetails: { firstName, lastName, email, company } };
  const answer: Partial<Output<"POST /api/create-payment-intent">> & { error?: string } = await call(
    "POST /api/create-payment-intent",
    { body },
  ).catch((error: unknown) => {
    throw preparationFailure(error);
  });
  if (answer.error) throw new SignUpFailure("Payment Setup Error", answer.error);
  const { clientSecret, customerId = "", priceId = "" } = answer;
  if (!clientSecret)
    throw new SignUpFailure("Payment Setup Incomplete", "Unable to initialize payment form. Please try again.");
  return {
    clientSecret,
    payment: {
      plan,
      email: normalise(email),
      customerId,
      priceId,
      setupIntentId: intentOf(clientSecret),
      setupIntentStatus: "requires_payment_method",
      subscriptionId: null,
      isRegistered: false,
    },
  };
}

function preparationFailure(error: unknown): SignUpFailure {
  if (!(error instanceof ApiError))
    return new SignUpFailure("Payment Setup Failed", "Network error. Please check your connection and try again.");
  if (error.status < 500 && error.said)
    return new SignUpFailure("Payment Setup Error", error.said, { fields: error.fields });
  return new SignUpFailure("Payment Setup Failed", `Server error: ${error.status}. Please try again.`);
}

/** Options of the card form. The SetupIntent allows only cards, because wallets would add their own buttons. */
export const buildPaymentElementOptions = (name: string, email: string): StripePaymentElementOptions => ({
  layout: "tabs",
  wallets: { applePay: "never", googlePay: "never", link: "never" },
  defaultValues: { billingDetails: { name, email } },
});

interface Purchase {
  call: ApiCall;
  /** The provider's library; null if it could not be loaded. */
  stripe: CardBrowser | null;
  /** The card form; null if it is not shown because the card is already confirmed. */
  elements: StripeElements | null;
  returnUrl: string;
  values: SignUpValues;
  kept: StoredPayment;
  /** Stores the payment. Called after each completed step, so that a retry continues there. */
  keep: (payment: StoredPayment) => void;
}

/**
 * The step 'Complete Purchase': confirms the card, starts the subscription, creates the account. A retry after a
 * failure repeats no completed step.
 */
export async function completePurchase({ keep, ...purchase }: Purchase): Promise<void> {
  let { kept } = purchase;
  const save = (change: Partial<StoredPayment>) => keep((kept = { ...kept, ...change }));
  if (!kept.subscriptionId) {
    if (kept.setupIntentStatus !== "succeeded") save({ setupIntentStatus: await confirmCard(purchase) });
    save({ subscriptionId: await subscribe({ ...purchase, kept }) });
  }
  await sendRegistration(
    purchase.call,
    buildRegistration(purchase.values, kept.plan, kept),
    "Registration failed after payment",
  );
  save({ isRegistered: true });
}

async function confirmCard({ stripe, elements, returnUrl }: Omit<Purchase, "keep">): Promise<string> {
  if (!stripe || !elements) throw createNotInitialized();
  const result = await stripe.confirmSetup({
    elements,
    redirect: "if_required",
    confirmParams: { return_url: returnUrl },
  });
  // If the answer of the first confirmation was lost, the provider refuses a second one, and reports that the first one
  // is valid.
  const intent = result?.setupIntent ?? result?.error?.setup_intent;
  if (intent?.status === "succeeded") return intent.status;
  if (result?.error) throw setupFailure(result.error.message);
  throw setupFailure(intent ? statusSentence(intent.status) : "Setup confirmation returned no result");
}

const setupFailure = (text = "The card could not be confirmed.", isCardSpent = false) =>
  new SignUpFailure("Payment Setup Failed", text, { isCardSpent });

function statusSentence(status: string): string {
  if (status === "processing") return "The card is still being checked. Try again in a moment.";
  return "The card was not confirmed. Try again or use another card.";
}

/** Continues after a visit to the bank's page. Returns the stored payment with its card confirmed. */
export async function returnFromBank(
  stripe: Pick<CardBrowser, "retrieveSetupIntent"> | null,
  clientSecret: string,
  kept: StoredPayment | null,
): Promise<StoredPayment> {
  if (!stripe) throw createNotInitialized();
  if (kept?.setupIntentId !== intentOf(clientSecret))
    throw setupFailure("This browser does not know of that payment. Nothing was charged; please begin again.");
  const { setupIntent, error } = await stripe.retrieveSetupIntent(clientSecret);
  if (error) throw setupFailure(error.message);
  if (setupIntent.status !== "succeeded")
    throw setupFailure(setupIntent.last_setup_error?.message ?? statusSentence(setupIntent.status));
  return { ...kept, setupIntentStatus: setupIntent.status };
}

async function subscribe({ call, stripe, kept }: Omit<Purchase, "keep">): Promise<string> {
  const { setupIntentId, customerId, priceId } = kept;
  const body = { setupIntentId, customerId, priceId, plan: kept.plan as PaidPlan };
  const answer: Partial<Output<"POST /api/create-subscription-after-setup">> & { error?: string } = await call(
    "POST /api/create-subscription-after-setup",
    { body },
  ).catch((error: unknown) => {
    throw subscriptionFailure(
      error instanceof ApiError && error.said ? error.said : undefined,
      error instanceof ApiError && isRefusal(error.status),
    );
  });
  if (answer.error || !answer.subscriptionId) throw subscriptionFailure(answer.error, Boolean(answer.error));
  if (answer.confirmationSecret) await confirmFirstCharge(stripe, answer.confirmationSecret);
  return answer.subscriptionId;
}

const subscriptionFailure = (text = "Failed to create subscription", isCardSpent = false) =>
  new SignUpFailure("Subscription Creation Failed", text, { isCardSpent });

/** True if the refusal is final. A busy server, a conflict or a rate limit may end. */
const isRefusal = (status: number) => status >= 400 && status < 500 && ![408, 409, 425, 429].includes(status);

async function confirmFirstCharge(stripe: CardBrowser | null, secret: string): Promise<void> {
  if (!stripe) throw createNotInitialized();
  const { error, paymentIntent } = await stripe.confirmCardPayment(secret);
  const status = paymentIntent?.status ?? error?.payment_intent?.status;
  if (status === "succeeded" || status === "processing") return;
  // Without the provider's answer, the charge may have succeeded. The retry therefore uses the same card.
  throw subscriptionFailure(error?.message, error?.type === "card_error" || status === "requires_payment_method");
}
